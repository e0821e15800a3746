import type { Environment } from '../environment-types.js';
import { BOOL, DYN, listType, mapType, objectType, STRING, TIMESTAMP, INT } from '../types.js';
import type { Type } from '../types.js';
import { baseEnvironment } from './base-environment.js';
import { AUTHORIZER_TYPE, RESOURCE_CHECK_TYPE } from './libraries/authorization.js';

const TEXTS = listType(STRING);
const TEXT_MAP = mapType(STRING, STRING);

/** The object types of admission (apiserver `pkg/admission/plugin/cel/compile.go`). */
const OBJECTS: Readonly<Record<string, Readonly<Record<string, Type>>>> = {
  'kubernetes.GroupVersionKind': { group: STRING, version: STRING, kind: STRING },
  'kubernetes.GroupVersionResource': { group: STRING, version: STRING, resource: STRING },
  'kubernetes.UserInfo': { username: STRING, uid: STRING, groups: TEXTS, extra: mapType(STRING, TEXTS) },
  'kubernetes.AdmissionRequest': {
    kind: objectType('kubernetes.GroupVersionKind'),
    resource: objectType('kubernetes.GroupVersionResource'),
    subResource: STRING,
    requestKind: objectType('kubernetes.GroupVersionKind'),
    requestResource: objectType('kubernetes.GroupVersionResource'),
    requestSubResource: STRING,
    name: STRING,
    namespace: STRING,
    operation: STRING,
    userInfo: objectType('kubernetes.UserInfo'),
    dryRun: BOOL,
    options: DYN,
  },
  'kubernetes.NamespaceSpec': { finalizers: TEXTS },
  'kubernetes.NamespaceCondition': {
    status: STRING,
    type: STRING,
    lastTransitionTime: TIMESTAMP,
    message: STRING,
    reason: STRING,
  },
  'kubernetes.NamespaceStatus': {
    conditions: listType(objectType('kubernetes.NamespaceCondition')),
    phase: STRING,
  },
  'kubernetes.NamespaceMetadata': {
    name: STRING,
    generateName: STRING,
    namespace: STRING,
    labels: TEXT_MAP,
    annotations: TEXT_MAP,
    UID: STRING,
    creationTimestamp: TIMESTAMP,
    deletionGracePeriodSeconds: INT,
    deletionTimestamp: TIMESTAMP,
    generation: INT,
    resourceVersion: STRING,
    finalizers: TEXTS,
  },
  'kubernetes.Namespace': {
    metadata: objectType('kubernetes.NamespaceMetadata'),
    spec: objectType('kubernetes.NamespaceSpec'),
    status: objectType('kubernetes.NamespaceStatus'),
  },
};

const fieldsOf = (name: string): Readonly<Record<string, Type>> | undefined =>
  Object.hasOwn(OBJECTS, name) ? OBJECTS[name] : undefined;

let environment: Environment | undefined;

/** What expressions of admission may use: the objects of the request, the request, its namespace and the authorizer. */
export function admissionEnvironment(): Environment {
  environment ??= baseEnvironment().extend({
    variables: [
      { name: 'object', type: DYN },
      { name: 'oldObject', type: DYN },
      { name: 'namespaceObject', type: objectType('kubernetes.Namespace') },
      { name: 'request', type: objectType('kubernetes.AdmissionRequest') },
      { name: 'authorizer', type: AUTHORIZER_TYPE },
      { name: 'authorizer.requestResource', type: RESOURCE_CHECK_TYPE },
    ],
    typeProvider: {
      findType: (name) => (fieldsOf(name) === undefined ? undefined : objectType(name)),
      findField: (typeName, field) => {
        const fields = fieldsOf(typeName);
        return fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
      },
    },
  });
  return environment;
}
