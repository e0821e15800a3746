// +kubebuilder:skip

import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export const Foreign = defineKind<CustomResource<{ a: string }>>({
  group: 'other.com',
  version: 'v1',
  kind: 'Foreign',
});
