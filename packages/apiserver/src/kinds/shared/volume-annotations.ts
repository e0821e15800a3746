import type { ObjectMeta } from '@kubewright/api';
import { key } from '../../errors/field-error.js';

const CLASS = 'volume.beta.kubernetes.io/storage-class';

/** Warns of the annotation that named the class of volumes and claims once (`pkg/api/persistentvolume/util.go`). */
export function warnOfVolumeAnnotations(
  metadata: ObjectMeta | undefined,
  warn: (path: string, message: string) => void,
): void {
  if (metadata?.annotations?.[CLASS] === undefined) return;
  warn(key('metadata.annotations', CLASS), 'deprecated since v1.8; use "storageClassName" attribute instead');
}
