import type { CustomResource } from 'kubewright';
import { defineKind } from 'kubewright';

/** Its child, a ConfigMap, holds the text. Its CustomResourceDefinition goes and comes while the operator runs. */
export interface Badge extends CustomResource<{ text: string }> {}

export const Badge = defineKind<Badge>({
  group: 'badges.soak.example.com',
  version: 'v1',
  kind: 'Badge',
  plural: 'badges',
});

/** The name of the child. */
export const badgeChild = (name: string): string => `badge-${name}`;
