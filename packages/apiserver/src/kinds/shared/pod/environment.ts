import { validateDns1123Subdomain } from '@kubewright/api';
import type { Container, EnvVar, ObjectFieldSelector, ResourceFieldSelector } from '@kubewright/api/core/v1';
import { child, index, invalid, notSupported, required } from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';
import { configKey, dnsLabel, environmentName, faults, noBacksteps, qualifiedName } from '../rules.js';

/** The environment of a container: `env` and `envFrom` (core validation, ValidateEnv and ValidateEnvFrom). */
export function environment(errors: FieldError[], path: string, container: Container): void {
  container.env?.forEach((variable, i) => {
    const at = index(child(path, 'env'), i);
    if (variable.name === undefined || variable.name === '') errors.push(required(child(at, 'name')));
    else environmentName(errors, child(at, 'name'), variable.name);
    if (variable.valueFrom !== undefined) valueFrom(errors, child(at, 'valueFrom'), variable);
  });
  if (container.envFrom !== undefined) environmentFrom(errors, child(path, 'envFrom'), container.envFrom);
}

const FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

function valueFrom(errors: FieldError[], path: string, variable: EnvVar): void {
  const source = variable.valueFrom ?? {};
  if (source.fieldRef !== undefined) fieldSelector(errors, child(path, 'fieldRef'), source.fieldRef, FIELDS);
  if (source.resourceFieldRef !== undefined) {
    resourceFieldSelector(errors, child(path, 'resourceFieldRef'), source.resourceFieldRef);
  }
  if (source.configMapKeyRef !== undefined)
    keySelector(errors, child(path, 'configMapKeyRef'), source.configMapKeyRef);
  if (source.secretKeyRef !== undefined)
    keySelector(errors, child(path, 'secretKeyRef'), source.secretKeyRef);
  if (source.fileKeyRef !== undefined) fileKeySelector(errors, child(path, 'fileKeyRef'), source.fileKeyRef);
  const sources = SOURCES.filter((name) => source[name] !== undefined).length;
  if (sources === 0) errors.push(invalid(path, '', NO_SOURCE));
  else if (variable.value !== undefined && variable.value !== '') {
    errors.push(invalid(path, '', 'may not be specified when `value` is not empty'));
  } else if (sources > 1) {
    errors.push(invalid(path, '', 'may not have more than one field specified at a time'));
  }
}

const SOURCES = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'] as const;
const NO_SOURCE =
  'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';

const SUBSCRIPTED = /^(.*)\['(.*)'\]$/;

/** A field of the pod that is handed to its containers. */
export function fieldSelector(
  errors: FieldError[],
  path: string,
  selector: ObjectFieldSelector,
  allowed: readonly string[],
): void {
  const { fieldPath } = selector;
  if (fieldPath === undefined || fieldPath === '') {
    errors.push(required(child(path, 'fieldPath')));
    return;
  }
  const [, field, subscript] = SUBSCRIPTED.exec(fieldPath) ?? [];
  if (field !== undefined && subscript !== undefined) {
    if (field === 'metadata.annotations') qualifiedName(errors, path, subscript.toLowerCase());
    else if (field === 'metadata.labels') qualifiedName(errors, path, subscript);
    else errors.push(invalid(child(path, 'fieldPath'), fieldPath, unknownLabel(fieldPath)));
  } else if (!KNOWN_FIELDS.has(fieldPath)) {
    errors.push(invalid(child(path, 'fieldPath'), fieldPath, unknownLabel(fieldPath)));
  } else if (!allowed.includes(fieldPath)) {
    errors.push(notSupported(child(path, 'fieldPath'), fieldPath, allowed));
  }
}

const KNOWN_FIELDS = new Set([
  ...FIELDS,
  'metadata.annotations',
  'metadata.labels',
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
]);
const unknownLabel = (field: string): string =>
  `error converting fieldPath: field label not supported: ${field}`;

const CONTAINER_RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];
const HUGE_PAGES = /^(limits|requests)\.hugepages-/;

/** A resource of a container that is handed to it. */
export function resourceFieldSelector(
  errors: FieldError[],
  path: string,
  selector: ResourceFieldSelector,
  options: { containerNameRequired?: boolean } = {},
): void {
  const { resource } = selector;
  if (options.containerNameRequired === true && !selector.containerName) {
    errors.push(required(child(path, 'containerName')));
  } else if (!resource) {
    errors.push(required(child(path, 'resource')));
  } else if (!CONTAINER_RESOURCES.includes(resource) && !HUGE_PAGES.test(resource)) {
    errors.push(notSupported(child(path, 'resource'), resource, CONTAINER_RESOURCES));
  }
  divisor(errors, child(path, 'divisor'), selector);
}

const SIZES = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];

function divisor(
  errors: FieldError[],
  path: string,
  { resource, divisor: value }: ResourceFieldSelector,
): void {
  if (value === undefined || value === '0' || !resource) return;
  if (resource.endsWith('.cpu')) {
    if (value !== '1' && value !== '1m') {
      errors.push(
        invalid(path, resource, "only divisor's values 1m and 1 are supported with the cpu resource"),
      );
    }
    return;
  }
  if (SIZES.includes(String(value))) return;
  const kind = resource.endsWith('memory')
    ? 'memory'
    : HUGE_PAGES.test(resource)
      ? 'hugepages'
      : 'local ephemeral storage';
  const message = `only divisor's values ${SIZES.join(', ')} are supported with the ${kind} resource`;
  errors.push(invalid(path, resource, message));
}

function keySelector(errors: FieldError[], path: string, selector: { name?: string; key: string }): void {
  faults(errors, child(path, 'name'), selector.name ?? '', validateDns1123Subdomain(selector.name ?? ''));
  if (!selector.key) errors.push(required(child(path, 'key')));
  else configKey(errors, child(path, 'key'), selector.key);
}

function fileKeySelector(
  errors: FieldError[],
  path: string,
  selector: { key?: string; volumeName?: string; path?: string },
): void {
  if (!selector.key) errors.push(required(child(path, 'key')));
  else environmentName(errors, child(path, 'key'), selector.key);
  if (!selector.volumeName) errors.push(required(child(path, 'volumeName')));
  else dnsLabel(errors, child(path, 'volumeName'), selector.volumeName);
  if (!selector.path) errors.push(required(child(path, 'path')));
  else noBacksteps(errors, child(path, 'path'), selector.path);
}

function environmentFrom(
  errors: FieldError[],
  path: string,
  sources: NonNullable<Container['envFrom']>,
): void {
  sources.forEach((source, i) => {
    const at = index(path, i);
    if (source.prefix) environmentName(errors, child(at, 'prefix'), source.prefix);
    const references = (['configMapRef', 'secretRef'] as const).filter((name) => source[name] !== undefined);
    for (const name of references) {
      const target = source[name]?.name;
      if (!target) errors.push(required(child(child(at, name), 'name')));
      else faults(errors, child(child(at, name), 'name'), target, validateDns1123Subdomain(target));
    }
    if (references.length === 0)
      errors.push(invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`'));
    if (references.length > 1)
      errors.push(invalid(path, '', 'may not have more than one field specified at a time'));
  });
}
