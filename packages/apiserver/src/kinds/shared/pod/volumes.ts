import { compareQuantity } from '@kubewright/api';
import type { Volume } from '@kubewright/api/core/v1';
import { child, duplicate, forbidden, index, invalid, required } from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';
import { dnsLabel } from '../rules.js';
import type { VolumesByName } from './volume-mounts.js';
import { VOLUME_SOURCE_RULES } from './volume-sources.js';

/** The volumes of a pod; returns those without fault by their names, for the mounts (core validation, ValidateVolumes). */
export function podVolumes(
  errors: FieldError[],
  path: string,
  volumes: Volume[] | undefined,
  podName: string | undefined,
): VolumesByName {
  const valid = new Map<string, Volume>();
  volumes?.forEach((volume, i) => {
    const at = index(path, i);
    const before = errors.length;
    volumeSource(errors, at, volume);
    if (!volume.name) errors.push(required(child(at, 'name')));
    else dnsLabel(errors, child(at, 'name'), volume.name);
    if (valid.has(volume.name)) errors.push(duplicate(child(at, 'name'), volume.name));
    if (errors.length === before) valid.set(volume.name, volume);
    const claim = volume.persistentVolumeClaim?.claimName;
    if (claim !== undefined && podName !== undefined && isCreatedClaim(claim, podName, volumes)) {
      const message = 'must not reference a PVC that gets created for an ephemeral volume';
      errors.push(invalid(`${at}.persistentVolumeClaim.claimName`, claim, message));
    }
  });
  return valid;
}

function isCreatedClaim(claim: string, podName: string, volumes: readonly Volume[]): boolean {
  return volumes.some((volume) => volume.ephemeral !== undefined && claim === `${podName}-${volume.name}`);
}

// The order in which core validation looks for them (validateVolumeSource).
const SOURCES =
  'hostPath gitRepo gcePersistentDisk awsElasticBlockStore secret nfs iscsi glusterfs flocker persistentVolumeClaim rbd cinder cephfs quobyte downwardAPI fc flexVolume configMap azureFile vsphereVolume photonPersistentDisk portworxVolume azureDisk storageos projected scaleIO csi ephemeral image'.split(
    ' ',
  );
const bySource = (a: string, b: string): number => SOURCES.indexOf(a) - SOURCES.indexOf(b);

function volumeSource(errors: FieldError[], path: string, volume: Volume): void {
  let sources = 0;
  if (volume.emptyDir !== undefined) {
    sources++;
    const { sizeLimit } = volume.emptyDir;
    if (sizeLimit !== undefined && compareQuantity(sizeLimit, '0') < 0) {
      errors.push(
        forbidden(`${path}.emptyDir.sizeLimit`, 'SizeLimit field must be a valid resource quantity'),
      );
    }
  }
  for (const source of Object.keys(volume).sort(bySource)) {
    if (source === 'name' || source === 'emptyDir') continue;
    if (volume[source as keyof Volume] === undefined) continue;
    if (sources > 0) errors.push(forbidden(child(path, source), 'may not specify more than 1 volume type'));
    else VOLUME_SOURCE_RULES[source]?.(errors, child(path, source), volume);
    sources++;
  }
  if (sources === 0) errors.push(required(path, 'must specify a volume type'));
}
