import { builtinGroupVersions } from '@kubewright/api/schema';
import type { BuiltinResource } from '@kubewright/api/schema';
import type { KindBehaviour } from '../kinds/behaviour.js';
import { builtinBehaviours } from '../kinds/index.js';
import { builtinObjectSchema } from '../schema/builtin-schema.js';
import { builtinConversion } from './builtin-conversions.js';
import type { ObjectSchema, ServedResource } from './served-resource.js';

/** Every resource that Kubernetes serves by itself, in the order of its paths. */
export function builtinResources(): ServedResource[] {
  const behaviours = new Map(builtinBehaviours.map((rules) => [`${rules.group}/${rules.kind}`, rules]));
  return builtinGroupVersions.flatMap(({ group, version, resources }) =>
    resources.map((resource) => {
      const plain: KindBehaviour = { group, kind: resource.kind };
      return servedResource(group, version, resource, behaviours.get(`${group}/${resource.kind}`) ?? plain);
    }),
  );
}

function servedResource(
  group: string,
  version: string,
  resource: BuiltinResource,
  behaviour: KindBehaviour,
): ServedResource {
  const { kind, name: plural } = resource;
  const conversion = builtinConversion(group, version, plural);
  let schema: ObjectSchema | undefined;
  return {
    group,
    version,
    kind,
    listKind: `${kind}List`,
    plural,
    singular: resource.singularName,
    namespaced: resource.namespaced,
    verbs: resource.verbs,
    shortNames: resource.shortNames,
    categories: resource.categories,
    subresources: resource.subresources,
    storagePrefix: conversion?.storagePrefix ?? storagePrefix(group, plural),
    storageVersion: conversion?.storageVersion ?? version,
    behaviour,
    // Parsed when the kind is first used: most programs use few.
    get schema() {
      return (schema ??= builtinObjectSchema(group, version, kind));
    },
    ...deprecation(group, plural),
    custom: false,
    convert: (object) => conversion?.convert(object) ?? object,
  };
}

// APILifecycleDeprecated of the types in k8s.io/api/core/v1.
const DEPRECATIONS: Readonly<Record<string, string>> = {
  componentstatuses: 'v1 ComponentStatus is deprecated in v1.19+',
  endpoints: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
};

function deprecation(group: string, plural: string): Pick<ServedResource, 'deprecationWarning'> {
  const text = group === '' ? DEPRECATIONS[plural] : undefined;
  return text === undefined ? {} : { deprecationWarning: text };
}

/** Where objects of a resource are stored; all versions share it. */
export function storagePrefix(group: string, plural: string): string {
  return group === '' ? `/registry/${plural}/` : `/registry/${group}/${plural}/`;
}
