import type { PersistentVolumeClaimSpec } from '@kubewright/api/core/v1';
import { roundUpQuantities } from './quantities.js';

/** Defaults of a claim's spec, also within templates (core/v1 `defaults.go`, SetDefaults_PersistentVolumeClaimSpec). In place. */
export function defaultClaimSpec(spec: PersistentVolumeClaimSpec): void {
  spec.volumeMode ??= 'Filesystem';
  roundUpQuantities(spec.resources?.limits);
  roundUpQuantities(spec.resources?.requests);
  // The newer dataSourceRef and the older dataSource say the same (registry/core/persistentvolumeclaim, NormalizeDataSources).
  if (spec.dataSource !== undefined && spec.dataSourceRef === undefined)
    spec.dataSourceRef = { ...spec.dataSource };
  else if (
    spec.dataSourceRef !== undefined &&
    spec.dataSource === undefined &&
    spec.dataSourceRef.namespace === undefined
  ) {
    spec.dataSource = { ...spec.dataSourceRef };
  }
}
