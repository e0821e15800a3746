import type {
  AzureDiskVolumeSource,
  FCVolumeSource,
  FlockerVolumeSource,
  ISCSIVolumeSource,
  QuobyteVolumeSource,
  StorageOSVolumeSource,
  Volume,
} from '@kubewright/api/core/v1';
import { child, invalid, key, notSupported, required } from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';
import { rangeMessage } from '../numbers.js';
import { descendingPath, dnsLabel } from '../rules.js';

type SourceRule = (errors: FieldError[], path: string, volume: Volume) => void;

/**
 * What the sources of vendors must say, which CSI drivers have replaced since (core validation, the functions that
 * validateVolumeSource calls).
 */
export const VENDOR_VOLUME_RULES: Readonly<Record<string, SourceRule>> = {
  gitRepo: (errors, path, { gitRepo }) => {
    requiredTexts(errors, path, gitRepo, ['repository']);
    if (gitRepo?.directory) descendingPath(errors, child(path, 'directory'), gitRepo.directory);
  },
  // The path of the real server's errors is another one.
  gcePersistentDisk: (errors, path, { gcePersistentDisk }) => {
    const at = path.replace(/gcePersistentDisk$/, 'persistentDisk');
    requiredTexts(errors, at, gcePersistentDisk, ['pdName']);
    partition(errors, at, gcePersistentDisk?.partition);
  },
  awsElasticBlockStore: (errors, path, { awsElasticBlockStore }) => {
    requiredTexts(errors, path, awsElasticBlockStore, ['volumeID']);
    partition(errors, path, awsElasticBlockStore?.partition);
  },
  iscsi: (errors, path, { iscsi }) => {
    if (iscsi !== undefined) iscsiRules(errors, path, iscsi);
  },
  glusterfs: (errors, path, { glusterfs }) => requiredTexts(errors, path, glusterfs, ['endpoints', 'path']),
  flocker: (errors, path, { flocker }) => {
    if (flocker !== undefined) flockerRules(errors, path, flocker);
  },
  rbd: (errors, path, { rbd }) => {
    requiredList(errors, child(path, 'monitors'), rbd?.monitors);
    requiredTexts(errors, path, rbd, ['image']);
  },
  cinder: (errors, path, { cinder }) => {
    requiredTexts(errors, path, cinder, ['volumeID']);
    secretName(errors, path, cinder?.secretRef);
  },
  cephfs: (errors, path, { cephfs }) => requiredList(errors, child(path, 'monitors'), cephfs?.monitors),
  quobyte: (errors, path, { quobyte }) => {
    if (quobyte !== undefined) quobyteRules(errors, path, quobyte);
  },
  fc: (errors, path, { fc }) => {
    if (fc !== undefined) fibreChannelRules(errors, path, fc);
  },
  flexVolume: (errors, path, { flexVolume }) => {
    requiredTexts(errors, path, flexVolume, ['driver']);
    for (const name in flexVolume?.options) {
      const domain = `.${name.split('/', 2)[0] ?? ''}`.toLowerCase();
      if (!domain.endsWith('.kubernetes.io') && !domain.endsWith('.k8s.io')) continue;
      const message = 'kubernetes.io and k8s.io namespaces are reserved';
      errors.push(invalid(key(child(path, 'options'), name), name, message));
    }
  },
  azureFile: (errors, path, { azureFile }) =>
    requiredTexts(errors, path, azureFile, ['secretName', 'shareName']),
  azureDisk: (errors, path, { azureDisk }) => {
    if (azureDisk !== undefined) azureDiskRules(errors, path, azureDisk);
  },
  vsphereVolume: (errors, path, { vsphereVolume }) =>
    requiredTexts(errors, path, vsphereVolume, ['volumePath']),
  photonPersistentDisk: (errors, path, { photonPersistentDisk }) =>
    requiredTexts(errors, path, photonPersistentDisk, ['pdID']),
  portworxVolume: (errors, path, { portworxVolume }) =>
    requiredTexts(errors, path, portworxVolume, ['volumeID']),
  scaleIO: (errors, path, { scaleIO }) =>
    requiredTexts(errors, path, scaleIO, ['gateway', 'system', 'volumeName']),
  storageos: (errors, path, { storageos }) => {
    if (storageos !== undefined) storageOsRules(errors, path, storageos);
  },
};

function requiredTexts<T extends object>(
  errors: FieldError[],
  path: string,
  source: T | undefined,
  fields: ReadonlyArray<keyof T & string>,
): void {
  for (const field of fields) if (!source?.[field]) errors.push(required(child(path, field)));
}

function requiredList(errors: FieldError[], path: string, list: readonly unknown[] | undefined): void {
  if ((list?.length ?? 0) === 0) errors.push(required(path));
}

function secretName(errors: FieldError[], path: string, secret: { name?: string } | undefined): void {
  if (secret !== undefined && !secret.name) errors.push(required(`${path}.secretRef.name`));
}

const MAX_PARTITION = 255;

function partition(errors: FieldError[], path: string, value = 0): void {
  if (value >= 0 && value <= MAX_PARTITION) return;
  errors.push(invalid(child(path, 'partition'), value, rangeMessage(1, MAX_PARTITION)));
}

const MAX_LUN = 255;

function lunRange(errors: FieldError[], path: string, lun: number): void {
  if (lun < 0 || lun > MAX_LUN) errors.push(invalid(child(path, 'lun'), lun, rangeMessage(0, MAX_LUN)));
}

const INITIATORS: Readonly<Record<string, RegExp>> = {
  iqn: /iqn\.\d{4}-\d{2}\.[a-zA-Z0-9.-]+:[^,;*&$|\s]+$/,
  eui: /^eui.[a-zA-Z0-9]{16}$/,
  naa: /^naa.[a-zA-Z0-9]{32}$/,
};

function initiator(errors: FieldError[], path: string, name: string): void {
  const pattern = INITIATORS[name.slice(0, 3)];
  if (pattern === undefined)
    errors.push(invalid(path, name, 'must be valid format starting with iqn, eui, or naa'));
  else if (!pattern.test(name)) errors.push(invalid(path, name, 'must be valid format'));
}

function iscsiRules(errors: FieldError[], path: string, source: ISCSIVolumeSource): void {
  requiredTexts(errors, path, source, ['targetPortal', 'iqn']);
  if (source.iqn) initiator(errors, child(path, 'iqn'), source.iqn);
  lunRange(errors, path, source.lun);
  const authenticates = source.chapAuthDiscovery === true || source.chapAuthSession === true;
  if (authenticates && source.secretRef === undefined) errors.push(required(child(path, 'secretRef')));
  if (source.initiatorName !== undefined)
    initiator(errors, child(path, 'initiatorname'), source.initiatorName);
}

function flockerRules(errors: FieldError[], path: string, source: FlockerVolumeSource): void {
  const { datasetName = '', datasetUUID = '' } = source;
  if (datasetName === '' && datasetUUID === '')
    errors.push(required(path, 'one of datasetName and datasetUUID is required'));
  if (datasetName !== '' && datasetUUID !== '') {
    const message = 'datasetName and datasetUUID can not be specified simultaneously';
    errors.push(invalid(path, 'resource', message));
  }
  if (datasetName.includes('/'))
    errors.push(invalid(child(path, 'datasetName'), datasetName, "must not contain '/'"));
}

const MAX_TENANT_LENGTH = 64;
const HOST_AND_PORT = /^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/;

function quobyteRules(errors: FieldError[], path: string, source: QuobyteVolumeSource): void {
  const { registry, tenant = '' } = source;
  const message = 'must be a host:port pair or multiple pairs separated by commas';
  if (!registry) {
    errors.push(required(child(path, 'registry'), message));
  } else if (tenant.length > MAX_TENANT_LENGTH) {
    const limit = 'must be a UUID and may not exceed a length of 64 characters';
    errors.push(required(child(path, 'tenant'), limit));
  } else {
    for (const pair of registry.split(','))
      if (!HOST_AND_PORT.test(pair)) errors.push(invalid(child(path, 'registry'), registry, message));
  }
  requiredTexts(errors, path, source, ['volume']);
}

function fibreChannelRules(errors: FieldError[], path: string, source: FCVolumeSource): void {
  const { targetWWNs = [], wwids = [], lun } = source;
  const at = child(path, 'targetWWNs');
  if (targetWWNs.length === 0 && wwids.length === 0)
    errors.push(required(at, 'must specify either targetWWNs or wwids, but not both'));
  if (targetWWNs.length > 0 && wwids.length > 0)
    errors.push(invalid(at, targetWWNs, 'targetWWNs and wwids can not be specified simultaneously'));
  if (targetWWNs.length === 0) return;
  if (lun === undefined)
    errors.push(required(child(path, 'lun'), 'lun is required if targetWWNs is specified'));
  else lunRange(errors, path, lun);
}

const CACHING_MODES = ['None', 'ReadOnly', 'ReadWrite'];
const DISK_KINDS = ['Dedicated', 'Managed', 'Shared'];
const MANAGED_URI =
  '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const BLOB_URI = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

function azureDiskRules(errors: FieldError[], path: string, source: AzureDiskVolumeSource): void {
  const { diskURI = '', cachingMode, kind } = source;
  requiredTexts(errors, path, source, ['diskName', 'diskURI']);
  if (cachingMode !== undefined && !CACHING_MODES.includes(cachingMode))
    errors.push(notSupported(child(path, 'cachingMode'), cachingMode, CACHING_MODES));
  if (kind === undefined) return;
  if (!DISK_KINDS.includes(kind)) errors.push(notSupported(child(path, 'kind'), kind, DISK_KINDS));
  const [start, form] = kind === 'Managed' ? ['/subscriptions/', MANAGED_URI] : ['https://', BLOB_URI];
  if (!diskURI.startsWith(start)) errors.push(notSupported(child(path, 'diskURI'), diskURI, [form]));
}

function storageOsRules(errors: FieldError[], path: string, source: StorageOSVolumeSource): void {
  const { volumeName, volumeNamespace, secretRef } = source;
  if (!volumeName) errors.push(required(child(path, 'volumeName')));
  else dnsLabel(errors, child(path, 'volumeName'), volumeName);
  if (volumeNamespace) dnsLabel(errors, child(path, 'volumeNamespace'), volumeNamespace);
  secretName(errors, path, secretRef);
}
