import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';

export interface Source extends CustomResource<SourceSpec> {}
export const Source = defineKind<Source>({
  group: 'goldens.kubewright.dev',
  version: 'v1',
  kind: 'Source',
});

interface Inline {
  text: string;
}

interface FromFile {
  path: string;
  /** @maxLength 8 */
  encoding?: string;
}

interface FromBoth {
  path: string;
  text: string;
}

interface SourceSpec {
  /** One or the other. */
  exclusive: Inline | FromFile;
  /** One, the other or both. */
  overlapping?: Inline | FromFile | FromBoth;
  orNothing?: Inline | FromFile | null;
  limited?: { kind: 'a' | 'b'; size: int32 } | { kind: 'b' | 'c'; name: string };
}
