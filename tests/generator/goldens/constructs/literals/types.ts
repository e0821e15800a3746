import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';

export interface Paint extends CustomResource<PaintSpec> {}
export const Paint = defineKind<Paint>({
  group: 'goldens.kubewright.dev',
  version: 'v1',
  kind: 'Paint',
});

type Color = 'red' | 'green' | 'blue';

interface PaintSpec {
  color: Color;
  /** What may stand here too. */
  level?: 1 | 2 | 3;
  background?: Color | null;
  /** +kubebuilder:validation:Enum=red;green */
  warm?: Color;
  size?: 'auto' | int32;
  mixed?: 'all' | 1 | 2;
}
