import type { ObjectMeta } from '@kubewright/api';

const SHORT: ReadonlyArray<readonly [mode: string, short: string]> = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

/** `RWO,RWX`, in a fixed order. */
export function accessModesCell(modes: readonly string[] | undefined): string {
  return SHORT.flatMap(([mode, short]) => (modes?.includes(mode) === true ? [short] : [])).join(',');
}

const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

/** The storage class, which old objects name in an annotation. */
export const storageClassCell = (metadata: ObjectMeta | undefined, name: string | undefined): string =>
  metadata?.annotations?.[CLASS_ANNOTATION] ?? name ?? '';
