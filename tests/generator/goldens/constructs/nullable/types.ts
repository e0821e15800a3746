import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';

export interface Nothing extends CustomResource<NothingSpec> {}
export const Nothing = defineKind<Nothing>({
  group: 'goldens.kubewright.dev',
  version: 'v1',
  kind: 'Nothing',
});

interface NothingSpec {
  text: string | null;
  list?: Array<int32 | null>;
  map?: Record<string, string | null>;
  object?: { a: string } | null;
  /** +nullable */
  marked?: string;
}
