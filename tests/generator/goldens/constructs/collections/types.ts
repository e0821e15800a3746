import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';

export interface Shelf extends CustomResource<ShelfSpec> {}
export const Shelf = defineKind<Shelf>({
  group: 'goldens.kubewright.dev',
  version: 'v1',
  kind: 'Shelf',
});

interface Book {
  title: string;
  /** @default 1 */
  copies?: int32;
}

interface ShelfSpec {
  /**
   * +listType=map
   * +listMapKey=title
   * +kubebuilder:validation:MaxItems=3
   */
  books: Book[];
  /** +listType=set */
  tags?: string[];
  /** Width and height. */
  size?: [int32, int32];
  atMost?: [int32, int32?];
  labels?: Record<string, string>;
  byRow?: { [row: string]: Book[] };
  /**
   * +kubebuilder:validation:MinProperties=1
   * +mapType=atomic
   */
  matrix?: Record<string, Record<string, int32>>;
  /**
   * @minItems 1
   * +kubebuilder:validation:items:Pattern=^[a-z]+$
   */
  words?: readonly string[];
}
