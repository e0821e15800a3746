import type { PersistentVolumeClaimSpec } from '@kubewright/api/core/v1';
import { roundUpQuantities } from './quantities.js';

/** Defaults of a claim's spec, also within templates (core/v1 `defaults.go`, SetDefaults_PersistentVolumeClaimSpec). In place. */
export function defaultClaimSpec(spec: PersistentVolumeClaimSpec): void {
  spec.volumeMode ??= 'Filesystem';
  roundUpQuantities(spec.resources?.limits);
  roundUpQuantities(spec.resources?.requests);
}

/**
 * The newer dataSourceRef and the older dataSource say the same; an older client's dataSource of a kind that is not
 * supported is ignored (pkg/api/persistentvolumeclaim, EnforceDataSourceBackwardsCompatibility and
 * NormalizeDataSources). In place.
 */
export function normalizeDataSources(
  spec: PersistentVolumeClaimSpec,
  old: PersistentVolumeClaimSpec | undefined,
): void {
  const inUse = old?.dataSource !== undefined || old?.dataSourceRef !== undefined;
  if (!inUse && spec.dataSourceRef === undefined && !isSupportedSource(spec.dataSource))
    delete spec.dataSource;
  if (old !== undefined) return;
  if (spec.dataSource !== undefined && spec.dataSourceRef === undefined) {
    spec.dataSourceRef = { ...spec.dataSource };
  } else if (
    spec.dataSourceRef !== undefined &&
    spec.dataSource === undefined &&
    !spec.dataSourceRef.namespace
  ) {
    const { namespace: _, ...source } = spec.dataSourceRef;
    spec.dataSource = source;
  }
}

function isSupportedSource(source: PersistentVolumeClaimSpec['dataSource']): boolean {
  const { kind, apiGroup } = source ?? {};
  return (
    (kind === 'PersistentVolumeClaim' && (apiGroup ?? '') === '') ||
    (kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io')
  );
}
