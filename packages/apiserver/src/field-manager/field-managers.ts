import { formatApiVersion, parseApiVersion } from '@kubewright/api';
import type { Clock } from '@kubewright/api';
import type { FieldFilter } from '@kubewright/api/structured-merge';
import { badRequestError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { resetFieldsFilter } from '../resources/reset-fields.js';
import type { ResourceTable } from '../resources/resource-table.js';
import type { ServedResource } from '../resources/served-resource.js';
import { builtinObjectSchema } from '../schema/builtin-schema.js';
import { createFieldManager } from './field-manager.js';
import type { FieldManager, ManagedKind } from './field-manager.js';
import { namedSchemaType, schemaTypeOf } from './schema-types.js';

export interface FieldManagersOptions {
  readonly clock: Clock;
  readonly resources: ResourceTable;
}

/** The field managers of a server: one for each version of a resource and for each of its subresources, made when needed. */
export class FieldManagers {
  readonly #clock: Clock;
  readonly #resources: ResourceTable;
  readonly #known = new WeakMap<ServedResource, Map<string, FieldManager>>();
  readonly #scales: { builtin?: FieldManager; custom?: FieldManager } = {};
  readonly #bodies: Record<string, FieldManager> = {};

  constructor({ clock, resources }: FieldManagersOptions) {
    this.#clock = clock;
    this.#resources = resources;
  }

  of(resource: ServedResource, subresource = ''): FieldManager {
    let managers = this.#known.get(resource);
    if (managers === undefined) this.#known.set(resource, (managers = new Map()));
    let manager = managers.get(subresource);
    if (manager === undefined) {
      manager = this.#make(resource, subresource);
      managers.set(subresource, manager);
    }
    return manager;
  }

  /** That of Scale, for what it scales. */
  scaleOf({ custom }: Pick<ServedResource, 'custom'>): FieldManager {
    return (this.#scales[custom ? 'custom' : 'builtin'] ??= createFieldManager({
      clock: this.#clock,
      kind: custom ? CUSTOM_SCALE : SCALE,
      subresource: 'scale',
      convert: () => undefined,
      filters: {},
    }));
  }

  /** Of a body of another kind that a subresource takes, a built-in one: of requests for tokens. */
  ofBody(
    type: Pick<ServedResource, 'group' | 'version' | 'kind' | 'schema'>,
    subresource: string,
  ): FieldManager {
    return (this.#bodies[type.kind] ??= createFieldManager({
      clock: this.#clock,
      kind: bodyKind(type),
      subresource,
      convert: () => undefined,
      filters: {},
    }));
  }

  #make(resource: ServedResource, subresource: string): FieldManager {
    const { storagePrefix, plural } = resource;
    const versionOf = (apiVersion: string): ServedResource | undefined => {
      const { group, version } = parseApiVersion(apiVersion);
      const found = this.#resources.find(group, version, plural);
      return found?.storagePrefix === storagePrefix ? found : undefined;
    };
    return createFieldManager({
      clock: this.#clock,
      kind: managedKind(resource),
      subresource,
      convert(object, apiVersion) {
        const target = versionOf(apiVersion);
        return target && { object: target.convert(object), type: schemaTypeOf(target) };
      },
      filters: this.#filtersOf(resource, subresource),
    });
  }

  #filtersOf(resource: ServedResource, subresource: string): Record<string, FieldFilter> {
    const { storagePrefix, custom } = resource;
    const filters: Record<string, FieldFilter> = {};
    for (const version of this.#resources.all()) {
      if (version.storagePrefix !== storagePrefix) continue;
      // The strategy of a custom resource speaks for its own version; only that of the status for all.
      if (custom && subresource === '' && version !== resource) continue;
      const filter = resetFieldsFilter(version, subresource);
      if (filter !== undefined) filters[formatApiVersion(version.group, version.version)] = filter;
    }
    return filters;
  }
}

function managedKind(resource: ServedResource): ManagedKind {
  const { group, version, kind, custom, schema } = resource;
  const empty = (): ApiObject => ({ kind, apiVersion: formatApiVersion(group, version), metadata: {} });
  return {
    group,
    version,
    kind,
    custom,
    get type() {
      return schemaTypeOf(resource);
    },
    zero() {
      const object = empty();
      if (custom) delete (object as Partial<ApiObject>).metadata;
      else schema.decode(object);
      return object;
    },
    decode(object) {
      schema.decode(object);
      schema.applyDefaults(object);
    },
  };
}

function bodyKind({
  group,
  version,
  kind,
  schema,
}: Pick<ServedResource, 'group' | 'version' | 'kind' | 'schema'>): ManagedKind {
  return {
    group,
    version,
    kind,
    custom: false,
    get type() {
      return namedSchemaType(schema.openApiName as string);
    },
    zero() {
      const object: ApiObject = { kind, apiVersion: formatApiVersion(group, version), metadata: {} };
      schema.decode(object);
      return object;
    },
    decode(object) {
      schema.decode(object);
    },
  };
}

const SCALE: ManagedKind = {
  group: 'autoscaling',
  version: 'v1',
  kind: 'Scale',
  custom: false,
  get type() {
    return namedSchemaType('io.k8s.api.autoscaling.v1.Scale');
  },
  zero: () => ({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: {},
    spec: {},
    status: { replicas: 0 },
  }),
  decode(object) {
    builtinObjectSchema('autoscaling', 'v1', 'Scale').decode(object);
  },
};

/** The real server cannot apply the scale of a custom resource: its converter knows none but the kinds of the resource. */
const CUSTOM_SCALE: ManagedKind = {
  group: SCALE.group,
  version: SCALE.version,
  kind: SCALE.kind,
  custom: false,
  get type() {
    return SCALE.type;
  },
  zero: () => SCALE.zero(),
  decode() {
    throw badRequestError('request to convert CR to an invalid group/version: autoscaling/v1');
  },
};
