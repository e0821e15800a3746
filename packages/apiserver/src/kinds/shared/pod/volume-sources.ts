import type {
  DownwardAPIVolumeFile,
  KeyToPath,
  ProjectedVolumeSource,
  Volume,
  VolumeProjection,
} from '@kubewright/api/core/v1';
import { child, forbidden, index, invalid, notSupported, required } from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';
import { claimTemplate } from '../claim-spec.js';
import { nonReservedPath, noBacksteps } from '../rules.js';
import { fieldSelector, resourceFieldSelector } from './environment.js';
import { VENDOR_VOLUME_RULES } from './vendor-volumes.js';

type SourceRule = (errors: FieldError[], path: string, volume: Volume) => void;

/** What each kind of volume source must say (core validation, validateVolumeSource and the functions it calls). */
export const VOLUME_SOURCE_RULES: Readonly<Record<string, SourceRule>> = {
  ...VENDOR_VOLUME_RULES,
  hostPath: (errors, path, { hostPath }) => {
    if (!hostPath?.path) {
      errors.push(required(child(path, 'path')));
      return;
    }
    noBacksteps(errors, child(path, 'path'), hostPath.path);
    const { type } = hostPath;
    if (type !== undefined && !HOST_PATH_TYPES.includes(type)) {
      errors.push(notSupported(child(path, 'type'), type, HOST_PATH_TYPES));
    }
  },
  secret: (errors, path, { secret }) => {
    if (!secret?.secretName) errors.push(required(child(path, 'secretName')));
    fileMode(errors, child(path, 'defaultMode'), secret?.defaultMode);
    keysToPaths(errors, child(path, 'items'), secret?.items);
  },
  configMap: (errors, path, { configMap }) => {
    if (!configMap?.name) errors.push(required(child(path, 'name')));
    fileMode(errors, child(path, 'defaultMode'), configMap?.defaultMode);
    keysToPaths(errors, child(path, 'items'), configMap?.items);
  },
  downwardAPI: (errors, path, { downwardAPI }) => {
    fileMode(errors, child(path, 'defaultMode'), downwardAPI?.defaultMode);
    for (const file of downwardAPI?.items ?? []) downwardFile(errors, path, file);
  },
  projected: (errors, path, { projected }) => {
    if (projected === undefined) return;
    fileMode(errors, child(path, 'defaultMode'), projected.defaultMode);
    projections(errors, path, projected);
  },
  persistentVolumeClaim: (errors, path, { persistentVolumeClaim }) => {
    if (!persistentVolumeClaim?.claimName) errors.push(required(child(path, 'claimName')));
  },
  nfs: (errors, path, { nfs }) => {
    if (!nfs?.server) errors.push(required(child(path, 'server')));
    if (!nfs?.path) errors.push(required(child(path, 'path')));
    if (!nfs?.path?.startsWith('/'))
      errors.push(invalid(child(path, 'path'), nfs?.path ?? '', 'must be an absolute path'));
  },
  csi: (errors, path, { csi }) => {
    if (!csi?.driver) errors.push(required(child(path, 'driver')));
  },
  ephemeral: (errors, path, { ephemeral }) => {
    const at = child(path, 'volumeClaimTemplate');
    if (ephemeral?.volumeClaimTemplate === undefined) errors.push(required(at));
    else claimTemplate(errors, at, ephemeral.volumeClaimTemplate);
  },
};

const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

function fileMode(errors: FieldError[], path: string, mode: number | undefined): void {
  if (mode === undefined || (mode >= 0 && mode <= 0o777)) return;
  errors.push(invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive'));
}

function keysToPaths(errors: FieldError[], path: string, items: KeyToPath[] | undefined): void {
  items?.forEach((item, i) => keyToPath(errors, index(path, i), item));
}

function keyToPath(errors: FieldError[], path: string, item: KeyToPath): void {
  if (!item.key) errors.push(required(child(path, 'key')));
  if (!item.path) errors.push(required(child(path, 'path')));
  nonReservedPath(errors, child(path, 'path'), item.path ?? '');
  fileMode(errors, child(path, 'mode'), item.mode);
}

const VOLUME_FIELDS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

function downwardFile(errors: FieldError[], path: string, file: DownwardAPIVolumeFile): void {
  if (!file.path) errors.push(required(child(path, 'path')));
  nonReservedPath(errors, child(path, 'path'), file.path ?? '');
  if (file.fieldRef !== undefined) {
    fieldSelector(errors, child(path, 'fieldRef'), file.fieldRef, VOLUME_FIELDS);
    if (file.resourceFieldRef !== undefined) {
      errors.push(
        invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'),
      );
    }
  } else if (file.resourceFieldRef !== undefined) {
    const options = { containerNameRequired: true };
    resourceFieldSelector(errors, child(path, 'resourceFieldRef'), file.resourceFieldRef, options);
  } else {
    errors.push(required(path, 'one of fieldRef and resourceFieldRef is required'));
  }
  fileMode(errors, child(path, 'mode'), file.mode);
}

function projections(errors: FieldError[], path: string, { sources }: ProjectedVolumeSource): void {
  const paths = new Set<string>();
  const claim = (file: string | undefined, value: string | undefined) => {
    if (!file) return;
    if (paths.has(file)) errors.push(invalid(path, value ?? '', 'conflicting duplicate paths'));
    paths.add(file);
  };
  sources?.forEach((source, i) => {
    const at = index(child(path, 'sources'), i);
    for (const name of ['secret', 'configMap'] as const) {
      const projection = source[name];
      if (projection === undefined) continue;
      if (!projection.name) errors.push(required(child(child(at, name), 'name')));
      keysToPaths(errors, child(child(at, name), 'items'), projection.items);
      for (const item of projection.items ?? []) claim(item.path, projection.name);
    }
    for (const file of source.downwardAPI?.items ?? []) {
      downwardFile(errors, child(at, 'downwardAPI'), file);
      claim(file.path, file.path);
    }
    tokenProjection(errors, path, child(at, 'serviceAccountToken'), source);
    if (Object.values(source).filter((value) => value !== undefined).length > 1) {
      errors.push(forbidden(at, 'may not specify more than 1 volume type per source'));
    }
  });
}

function tokenProjection(
  errors: FieldError[],
  path: string,
  at: string,
  { serviceAccountToken: token }: VolumeProjection,
): void {
  if (token === undefined) return;
  const seconds = token.expirationSeconds ?? 3600;
  if (seconds < 600) {
    errors.push(
      invalid(child(at, 'expirationSeconds'), seconds, 'may not specify a duration less than 10 minutes'),
    );
  }
  if (seconds > 2 ** 32) {
    errors.push(
      invalid(child(at, 'expirationSeconds'), seconds, 'may not specify a duration larger than 2^32 seconds'),
    );
  }
  if (!token.path) errors.push(required(child(path, 'path')));
  else nonReservedPath(errors, child(path, 'path'), token.path);
}
