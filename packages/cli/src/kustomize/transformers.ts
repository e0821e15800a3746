import { atPath, isObject } from './field-path.js';
import type { ImageRule, Kustomization, LabelRule } from './kustomization.js';
import type { FieldSpec } from './name-references.js';
import { isOfKind } from './name-references.js';
import type { Json, JsonObject, Resource } from './resource.js';

/** Kinds whose names are no names of objects, or part of what they say (kustomize: PrefixTransformer). */
const NEVER_PREFIXED = ['Namespace', 'CustomResourceDefinition', 'APIService'];

/** Puts everything that can be in a namespace into one, service accounts named "default" in role bindings, too. */
export function setNamespace(resources: readonly Resource[], namespace: string): void {
  for (const resource of resources) {
    if (resource.kind === 'Namespace' && resource.apiVersion === 'v1') resource.rename({ name: namespace });
    else if (!resource.isClusterScoped) resource.rename({ namespace });
    for (const spec of NAMESPACES) {
      if (isOfKind(resource, spec)) atPath(resource.object, spec.path, () => namespace, spec);
    }
    if (/^(Cluster)?RoleBinding$/.test(resource.kind))
      atPath(resource.object, 'subjects', (subject) =>
        isObject(subject) && subject['name'] === 'default' ? { ...subject, namespace } : subject,
      );
  }
}

const NAMESPACES: readonly FieldSpec[] = [
  { kind: 'APIService', group: 'apiregistration.k8s.io', path: 'spec/service/namespace', create: true },
  {
    kind: 'CustomResourceDefinition',
    group: 'apiextensions.k8s.io',
    path: 'spec/conversion/webhook/clientConfig/service/namespace',
  },
];

export function addNameParts(
  resources: readonly Resource[],
  { namePrefix = '', nameSuffix = '' }: Kustomization,
): void {
  if (namePrefix === '' && nameSuffix === '') return;
  for (const resource of resources) {
    if (!NEVER_PREFIXED.includes(resource.kind))
      resource.rename({ name: `${namePrefix}${resource.current.name}${nameSuffix}` });
  }
}

const selectorsOf = (kinds: readonly string[], path: string, create: boolean): FieldSpec[] =>
  kinds.map((kind) => ({ kind, path, create }));

/** Where labels select (kustomize: builtinpluginconsts/commonlabels.go). */
const SELECTORS: readonly FieldSpec[] = [
  ...selectorsOf(['Service', 'ReplicationController'], 'spec/selector', true),
  ...selectorsOf(['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet'], 'spec/selector/matchLabels', true),
  ...selectorsOf(['Job', 'PodDisruptionBudget'], 'spec/selector/matchLabels', false),
  { kind: 'CronJob', path: 'spec/jobTemplate/spec/selector/matchLabels' },
  { kind: 'NetworkPolicy', path: 'spec/podSelector/matchLabels' },
];

/** Where the labels of pods stand in what makes them. */
const TEMPLATES: readonly FieldSpec[] = [
  ...['ReplicationController', 'Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet', 'Job'].map((kind) => ({
    kind,
    path: 'spec/template/metadata/labels',
    create: true,
  })),
  { kind: 'CronJob', path: 'spec/jobTemplate/metadata/labels', create: true },
  { kind: 'CronJob', path: 'spec/jobTemplate/spec/template/metadata/labels', create: true },
];

export function addLabels(resources: readonly Resource[], rule: LabelRule): void {
  const { pairs, includeSelectors = false, includeTemplates = false } = rule;
  const specs: FieldSpec[] = [
    { path: 'metadata/labels', create: true },
    ...(includeSelectors ? SELECTORS : []),
    ...(includeSelectors || includeTemplates ? TEMPLATES : []),
  ];
  addPairs(resources, specs, pairs);
}

export function addAnnotations(
  resources: readonly Resource[],
  pairs: Readonly<Record<string, string>>,
): void {
  const templates = TEMPLATES.map((spec) => ({ ...spec, path: spec.path.replace(/labels$/, 'annotations') }));
  addPairs(resources, [{ path: 'metadata/annotations', create: true }, ...templates], pairs);
}

function addPairs(
  resources: readonly Resource[],
  specs: readonly FieldSpec[],
  pairs: Readonly<Record<string, string>>,
): void {
  for (const resource of resources) {
    for (const spec of specs) {
      if (isOfKind(resource, spec))
        atPath(
          resource.object,
          spec.path,
          (value) => ({ ...(isObject(value) ? value : {}), ...pairs }),
          spec,
        );
    }
  }
}

export function setReplicas(resources: readonly Resource[], { replicas = [] }: Kustomization): void {
  for (const { name, count } of replicas) {
    for (const resource of resources) {
      const scales = ['Deployment', 'ReplicationController', 'ReplicaSet', 'StatefulSet'].includes(
        resource.kind,
      );
      if (scales && resource.names.some((of) => of.name === name))
        atPath(resource.object, 'spec/replicas', () => count, { create: true });
    }
  }
}

/** Renames images wherever containers stand, in custom resources too. */
export function setImages(resources: readonly Resource[], rules: readonly ImageRule[]): void {
  for (const rule of rules)
    for (const { object } of resources) visitContainers(object, (image) => renamedImage(image, rule));
}

function visitContainers(node: Json, rename: (image: string) => string): void {
  if (Array.isArray(node)) for (const item of node) visitContainers(item, rename);
  if (!isObject(node)) return;
  for (const [key, value] of Object.entries(node)) {
    if (Array.isArray(value) && (key === 'containers' || key === 'initContainers')) {
      for (const container of value.filter(isObject) as JsonObject[])
        if (typeof container['image'] === 'string') container['image'] = rename(container['image']);
    }
    visitContainers(value, rename);
  }
}

function renamedImage(image: string, { name, newName, newTag, digest }: ImageRule): string {
  const [, found = '', rest = ''] = /^(.*?)((?::[^/:@]+)?(?:@.+)?)$/.exec(image) ?? [];
  if (found !== name) return image;
  const base = newName ?? found;
  if (digest !== undefined && digest !== '') return `${base}@${digest}`;
  return newTag === undefined || newTag === '' ? `${base}${rest}` : `${base}:${newTag}`;
}
