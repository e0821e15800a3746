import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '@kubewright/api/apiextensions/v1';
import { StatusError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import type { ObjectSchema, ServedResource, ServedSubresource } from '../resources/served-resource.js';
import { webhookConverter } from './conversion-webhook.js';
import type { ConversionMeans, ConvertObjects } from './conversion-webhook.js';
import { customResourceBehaviour } from './custom-resource-behaviour.js';
import { customResourceSchema } from './custom-resource-schema.js';
import { deprecationWarningOf } from './deprecation.js';

export { crdStatus } from './crd-status.js';

/** What serving custom resources needs from the server around it. */
export interface CustomResourceEnvironment {
  /** How conversion webhooks are asked. Without it, objects are refused in all versions but the one in which they are stored. */
  readonly conversion?: ConversionMeans;
  /** Includes versions that are not served, from and to which objects are converted all the same. Defaults to false. */
  readonly includeUnserved?: boolean;
  /** See `ServedResource`. Absent: as long as there are objects. */
  readonly schemaSince?: number;
}

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const VERBS_WHILE_TERMINATING = ['delete', 'deletecollection', 'get', 'list', 'watch'];
const SUBRESOURCE_VERBS = ['get', 'patch', 'update'];

/**
 * The resources that a CustomResourceDefinition serves: one for each served version, or none until it is established.
 * Schemas are compiled here, once. After apiextensions-apiserver's `pkg/apiserver/customresource_handler.go` and
 * `customresource_discovery_controller.go`.
 */
export function servedResourcesOf(
  crd: CustomResourceDefinition,
  environment: CustomResourceEnvironment = {},
): ServedResource[] {
  const established = crd.status?.conditions?.some(
    ({ type, status }) => type === 'Established' && status === 'True',
  );
  if (established !== true) return [];
  return crd.spec.versions
    .filter(({ served }) => served || environment.includeUnserved === true)
    .map((version) => servedResource(crd, version, environment));
}

function servedResource(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  environment: CustomResourceEnvironment,
): ServedResource {
  const { group, scope } = crd.spec;
  const names = crd.status?.acceptedNames ?? crd.spec.names;
  const storageVersion = crd.spec.versions.find(({ storage }) => storage)?.name ?? version.name;
  const schema = customResourceSchema(version.schema?.openAPIV3Schema, {
    preserveUnknownFields: crd.spec.preserveUnknownFields === true,
    scale: version.subresources?.scale,
  });
  const apiVersion = `${group}/${version.name}`;
  const deprecationWarning = deprecationWarningOf(crd, version);
  return {
    group,
    version: version.name,
    kind: names.kind,
    listKind: names.listKind ?? `${names.kind}List`,
    plural: names.plural,
    singular: names.singular ?? names.kind.toLowerCase(),
    namespaced: scope === 'Namespaced',
    verbs: crd.metadata?.deletionTimestamp === undefined ? VERBS : VERBS_WHILE_TERMINATING,
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    subresources: subresourcesOf(crd, version, names.kind),
    storagePrefix: `/registry/${group}/${names.plural}/`,
    storageVersion,
    behaviour: customResourceBehaviour(crd, version, schema),
    schema,
    custom: true,
    ...(deprecationWarning === undefined ? {} : { deprecationWarning }),
    ...(environment.schemaSince === undefined ? {} : { schemaSince: environment.schemaSince }),
    convert(object) {
      object.apiVersion = apiVersion;
      return object;
    },
    ...(crd.spec.conversion?.strategy === 'Webhook'
      ? { convertRemotely: remotely(crd, apiVersion, schema, environment) }
      : {}),
  };
}

function subresourcesOf(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  kind: string,
): ServedSubresource[] {
  const { status, scale } = version.subresources ?? {};
  const own = { group: crd.spec.group, version: version.name, kind };
  return [
    ...(status === undefined ? [] : [{ name: 'status', ...own, verbs: SUBRESOURCE_VERBS }]),
    ...(scale === undefined
      ? []
      : [{ name: 'scale', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: SUBRESOURCE_VERBS }]),
  ];
}

/** Objects as the webhook converts them, with what the schema of the version says of unknown and missing fields. */
function remotely(
  crd: CustomResourceDefinition,
  apiVersion: string,
  schema: ObjectSchema,
  { conversion }: CustomResourceEnvironment,
): (objects: readonly ApiObject[]) => Promise<ApiObject[]> {
  const convert = conversion === undefined ? unreachable : webhookConverter(crd, conversion);
  return async (objects) => {
    const converted = await convert(objects, apiVersion);
    for (const object of converted) {
      schema.decode(object);
      schema.applyDefaults(object);
    }
    return converted;
  };
}

// Nobody can be asked without the means to do so.
const unreachable: ConvertObjects = ([object]) => {
  const { apiVersion = '', kind = '' } = object ?? {};
  return Promise.reject(
    new StatusError({
      code: 500,
      reason: 'InternalError',
      message: `conversion webhook for ${apiVersion}, Kind=${kind} failed: this server calls no conversion webhooks`,
    }),
  );
};
