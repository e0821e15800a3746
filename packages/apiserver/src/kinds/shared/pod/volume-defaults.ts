import type { DownwardAPIVolumeFile, ProjectedVolumeSource, Volume } from '@kubewright/api/core/v1';
import { defaultClaimSpec } from '../claim-defaults.js';
import { imageTag } from './container-defaults.js';

const FILE_MODE = 0o644;

/** Defaults of one volume (core/v1 `defaults.go`, SetDefaults_Volume and those of its sources). In place. */
export function defaultVolume(volume: Volume): void {
  if (!hasSource(volume)) volume.emptyDir = {};
  if (volume.hostPath !== undefined) volume.hostPath.type ??= '';
  if (volume.secret !== undefined) volume.secret.defaultMode ??= FILE_MODE;
  if (volume.configMap !== undefined) volume.configMap.defaultMode ??= FILE_MODE;
  if (volume.downwardAPI !== undefined) {
    volume.downwardAPI.defaultMode ??= FILE_MODE;
    defaultFiles(volume.downwardAPI.items);
  }
  if (volume.projected !== undefined) defaultProjected(volume.projected);
  if (volume.ephemeral?.volumeClaimTemplate !== undefined) {
    defaultClaimSpec((volume.ephemeral.volumeClaimTemplate.spec ??= {}));
  }
  if (volume.image !== undefined) {
    volume.image.pullPolicy ??= isLatest(volume.image.reference) ? 'Always' : 'IfNotPresent';
  }
  if (volume.iscsi !== undefined) volume.iscsi.iscsiInterface ??= 'default';
}

function hasSource(volume: Volume): boolean {
  for (const field in volume)
    if (field !== 'name' && volume[field as keyof Volume] !== undefined) return true;
  return false;
}

function defaultProjected(projected: ProjectedVolumeSource): void {
  projected.defaultMode ??= FILE_MODE;
  for (const source of projected.sources ?? []) {
    defaultFiles(source.downwardAPI?.items);
    if (source.serviceAccountToken !== undefined) source.serviceAccountToken.expirationSeconds ??= 3600;
  }
}

function defaultFiles(files: DownwardAPIVolumeFile[] | undefined): void {
  for (const file of files ?? []) {
    if (file.fieldRef !== undefined) file.fieldRef.apiVersion ??= 'v1';
  }
}

const isLatest = (reference = ''): boolean => imageTag(reference) === 'latest';
