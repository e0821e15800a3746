import type { Container, Volume, VolumeMount } from '@kubewright/api/core/v1';
import {
  child,
  forbidden,
  index,
  invalid,
  notFound,
  notSupported,
  required,
} from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';
import { descendingPath } from '../rules.js';

export type VolumesByName = ReadonlyMap<string, Volume>;

/** Where a container mounts the pod's volumes (core validation, ValidateVolumeMounts and ValidateVolumeDevices). */
export function volumeMounts(
  errors: FieldError[],
  path: string,
  container: Container,
  volumes: VolumesByName,
): void {
  const { volumeMounts: mounts = [], volumeDevices: devices = [] } = container;
  const mountsPath = child(path, 'volumeMounts');
  const mountPaths = new Set<string>();
  mounts.forEach((mount, i) => {
    const at = index(mountsPath, i);
    if (!mount.name) errors.push(required(child(at, 'name')));
    if (!volumes.has(mount.name ?? '')) errors.push(notFound(child(at, 'name'), mount.name ?? ''));
    if (!mount.mountPath) errors.push(required(child(at, 'mountPath')));
    uniquePath(errors, child(at, 'mountPath'), mount.mountPath ?? '', mountPaths);
    if (devices.some(({ name }) => name === mount.name)) {
      errors.push(invalid(child(at, 'name'), mount.name, 'must not already exist in volumeDevices'));
    }
    if (devices.some(({ devicePath }) => devicePath === mount.mountPath)) {
      errors.push(
        invalid(child(at, 'mountPath'), mount.mountPath, 'must not already exist as a path in volumeDevices'),
      );
    }
    subPaths(errors, mountsPath, at, mount);
    propagation(errors, mountsPath, mount, container);
  });
  volumeDevices(errors, child(path, 'volumeDevices'), container, volumes);
}

function uniquePath(errors: FieldError[], path: string, value: string, seen: Set<string>): void {
  if (seen.has(value)) errors.push(invalid(path, value, 'must be unique'));
  seen.add(value);
}

function subPaths(errors: FieldError[], path: string, at: string, mount: VolumeMount): void {
  const { subPath = '', subPathExpr = '' } = mount;
  if (subPath !== '') descendingPath(errors, child(path, 'subPath'), subPath);
  if (subPathExpr === '') return;
  if (subPath !== '') {
    errors.push(
      invalid(child(at, 'subPathExpr'), subPathExpr, 'subPathExpr and subPath are mutually exclusive'),
    );
  }
  descendingPath(errors, child(path, 'subPathExpr'), subPathExpr);
}

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];
const RECURSIVE_READ_ONLY = ['Disabled', 'Enabled', 'IfPossible'];

function propagation(errors: FieldError[], path: string, mount: VolumeMount, container: Container): void {
  const { mountPropagation, recursiveReadOnly } = mount;
  if (mountPropagation !== undefined) {
    const at = child(path, 'mountPropagation');
    if (!PROPAGATIONS.includes(mountPropagation))
      errors.push(notSupported(at, mountPropagation, PROPAGATIONS));
    if (mountPropagation === 'Bidirectional' && container.securityContext?.privileged !== true) {
      errors.push(
        forbidden(at, 'Bidirectional mount propagation is available only to privileged containers'),
      );
    }
  }
  if (recursiveReadOnly === undefined || recursiveReadOnly === 'Disabled') return;
  const at = child(path, 'recursiveReadOnly');
  if (!RECURSIVE_READ_ONLY.includes(recursiveReadOnly)) {
    errors.push(notSupported(at, recursiveReadOnly, RECURSIVE_READ_ONLY));
    return;
  }
  if (mount.readOnly !== true) errors.push(forbidden(at, 'may only be specified when readOnly is true'));
  if (mountPropagation !== undefined && mountPropagation !== 'None') {
    errors.push(forbidden(at, 'may only be specified when mountPropagation is None or not specified'));
  }
}

function volumeDevices(
  errors: FieldError[],
  path: string,
  container: Container,
  volumes: VolumesByName,
): void {
  const { volumeMounts: mounts = [], volumeDevices: devices = [] } = container;
  const names = new Set<string>();
  const paths = new Set<string>();
  devices.forEach(({ name = '', devicePath = '' }, i) => {
    const at = index(path, i);
    const volume = volumes.get(name);
    if (name === '') errors.push(required(child(at, 'name')));
    uniquePath(errors, child(at, 'name'), name, names);
    if (volume === undefined) errors.push(notFound(child(at, 'name'), name));
    else if (volume.persistentVolumeClaim === undefined && volume.ephemeral === undefined) {
      const message = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
      errors.push(invalid(child(at, 'name'), name, message));
    }
    if (devicePath === '') errors.push(required(child(at, 'devicePath')));
    uniquePath(errors, child(at, 'devicePath'), devicePath, paths);
    if (devicePath.split('/').includes('..')) {
      errors.push(invalid(child(at, 'devicePath'), devicePath, "can not contain backsteps ('..')"));
    }
    if (mounts.some((mount) => mount.name === name)) {
      errors.push(invalid(child(at, 'name'), name, 'must not already exist in volumeMounts'));
    }
    if (mounts.some((mount) => mount.mountPath === devicePath)) {
      errors.push(
        invalid(child(at, 'devicePath'), devicePath, 'must not already exist as a path in volumeMounts'),
      );
    }
  });
}
