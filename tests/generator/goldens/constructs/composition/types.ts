import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';

export interface Composed extends CustomResource<ComposedSpec> {}
export const Composed = defineKind<Composed>({
  group: 'goldens.kubewright.dev',
  version: 'v1',
  kind: 'Composed',
});

interface Base {
  /** Of the base. */
  name: string;
  internal: string;
}

interface Labelled {
  labels?: Record<string, string>;
}

interface Box<T> {
  content: T;
  more?: T[];
}

class Settings {
  readonly level!: int32;
  title?: string;
}

type Part = Pick<Settings, 'level'> & Partial<Omit<Base, 'internal'>>;

interface ComposedSpec extends Omit<Base, 'internal'>, Labelled {
  box: Box<string>;
  boxes?: Array<Box<Settings>>;
  part?: Part;
  required?: Required<Labelled>;
  flags?: Record<'a' | 'b', boolean>;
  inline?: { x: int32 } & { y?: int32 };
}
