import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';

export interface Backup extends CustomResource<BackupSpec> {}
export const Backup = defineKind<Backup>({
  group: 'goldens.kubewright.dev',
  version: 'v1',
  kind: 'Backup',
});

interface S3Target {
  type: 'S3';
  bucket: string;
  region?: string;
  /** How long it is kept. */
  days: int32;
}

/** +kubebuilder:validation:XValidation:rule="self.path.startsWith('/')",message="path must be absolute" */
interface DiskTarget {
  type: 'Disk';
  path: string;
  days?: int32;
}

interface NoTarget {
  type: 'None';
}

interface BackupSpec {
  /** Where it goes. */
  target: S3Target | DiskTarget | NoTarget;
  /** +kubebuilder:validation:MaxItems=8 */
  more?: Array<S3Target | NoTarget>;
}
