import { isoTime, jsonEquals } from '@kubewright/api';
import type { Clock, Logger, Random } from '@kubewright/api';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import type { ConversionMeans } from '../crd/conversion-webhook.js';
import { crdStatus, servedResourcesOf } from '../crd/index.js';
import type { CustomResourceEnvironment } from '../crd/index.js';
import type { FieldManagers } from '../field-manager/field-managers.js';
import { setManagedFields } from '../field-manager/set-managed-fields.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { CUSTOM_RESOURCE_CLEANUP, withTerminating } from '../registry/definition-deletion.js';
import { deleteObject } from '../registry/delete.js';
import { objectReader } from '../registry/object-reader.js';
import { ResourceStore } from '../registry/resource-store.js';
import type { Storage } from '../storage/storage.js';
import { storagePrefix } from './builtin-resources.js';
import type { ResourceTable } from './resource-table.js';

export interface CustomResourceParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly storage: Storage;
  readonly resources: ResourceTable;
  readonly fieldManagers: FieldManagers;
  readonly afterWrite: () => void;
}

export interface CustomResources {
  /** Brings what is served in line with the definitions, if one was written since. To be called after each write. */
  afterWrite(): void;
}

const GROUP = 'apiextensions.k8s.io';
const PLURAL = 'customresourcedefinitions';

type Definition = ApiObject & CustomResourceDefinition;

/**
 * Keeps the table of resources in step with the CustomResourceDefinitions, in the turn in which one is written: its
 * status is set, its resources are served, and when it is deleted its objects go first. What takes the real server's
 * controllers a moment is done when the write returns.
 */
export function followCustomResources(
  parts: CustomResourceParts,
  conversion: ConversionMeans,
): CustomResources {
  const { storage, resources } = parts;
  const prefix = storagePrefix(GROUP, PLURAL);
  /** Names of definitions that were written and not looked at yet. */
  const written = new Set<string>();
  /** Definitions whose objects are going. */
  const terminating = new Set<string>();
  const schemas = schemaHistory(storage);
  let busy = false;

  // For as long as the storage lives: it belongs to the server.
  storage.watch(prefix, storage.revision, {
    onEvent: ({ type, entry }) => {
      const name = entry.key.slice(prefix.length);
      written.add(name);
      if (type === 'delete') terminating.delete(name);
    },
  });

  const reconcile = (name: string): void => {
    const store = definitionStore(parts);
    const entry = store.get('', name);
    if (entry === undefined) {
      resources.setCustom(name, []);
      schemas.forget(name);
      // Its names are free now.
      for (const other of definitions(parts))
        if (!isEstablished(other)) written.add(other.metadata.name as string);
      return;
    }
    const definition = store.decode(entry) as Definition;
    const others = definitions(parts).filter(({ metadata }) => metadata.name !== name);
    const status = crdStatus(definition, others, parts.clock.now());
    if (!jsonEquals(status, definition.status)) {
      const before = { ...definition };
      definition.status = status;
      const manager = parts.fieldManagers.of(store.resource, 'status');
      setManagedFields(definition, manager.update(before, definition, 'kube-apiserver'));
      store.put('', definition, { expected: entry.revision, dryRun: false });
    }
    serve(resources, definition, { conversion, schemaSince: schemas.since(definition) });
    if (definition.metadata.deletionTimestamp !== undefined) {
      terminating.add(name);
      deleteInstances(parts, definition);
    }
  };

  const finishDeletions = (): void => {
    for (const name of [...terminating]) {
      const entry = definitionStore(parts).get('', name);
      const definition =
        entry === undefined ? undefined : (definitionStore(parts).decode(entry) as Definition);
      if (definition === undefined || !definition.metadata.finalizers?.includes(CUSTOM_RESOURCE_CLEANUP)) {
        terminating.delete(name);
      } else if (storage.count(instancePrefix(definition)) === 0) {
        terminating.delete(name);
        removeFinalizer(parts, definition);
      }
    }
  };

  return {
    afterWrite() {
      if (busy || (written.size === 0 && terminating.size === 0)) return;
      busy = true;
      try {
        do {
          for (const name of [...written]) {
            written.delete(name);
            reconcile(name);
          }
          finishDeletions();
        } while (written.size > 0);
      } finally {
        busy = false;
      }
    },
  };
}

function serve(
  resources: ResourceTable,
  definition: Definition,
  environment: CustomResourceEnvironment,
): void {
  const served = new Set(
    definition.spec.versions.filter((version) => version.served).map(({ name }) => name),
  );
  // The stored version is needed for conversion even when nobody may ask for it.
  const all = servedResourcesOf(definition, { ...environment, includeUnserved: true });
  resources.setCustom(definition.metadata.name as string, all, ({ version }) => served.has(version));
}

interface SchemaHistory {
  /** The revision up to which objects were stored under other schemas than those of this definition. */
  since(definition: Definition): number;
  forget(name: string): void;
}

function schemaHistory(storage: Storage): SchemaHistory {
  const known = new Map<string, { readonly schemas: unknown; readonly since: number }>();
  return {
    since({ metadata, spec }) {
      const name = metadata.name as string;
      const versions = spec.versions.map(({ name: version, schema }) => ({ version, schema }));
      const schemas = { versions, preserveUnknownFields: spec.preserveUnknownFields };
      const before = known.get(name);
      if (before !== undefined && jsonEquals(before.schemas, schemas)) return before.since;
      known.set(name, { schemas, since: storage.revision });
      return storage.revision;
    },
    forget: (name) => void known.delete(name),
  };
}

function deleteInstances(parts: CustomResourceParts, definition: Definition): void {
  const resource = parts.resources.findAnyVersion(definition.spec.group, definition.spec.names.plural);
  if (resource === undefined) return;
  const store = new ResourceStore(parts, resource);
  const user = { name: 'system:apiserver', groups: ['system:masters'] };
  const { clock, random } = parts;
  for (const entry of parts.storage.list(resource.storagePrefix).entries) {
    const { metadata } = store.decode(entry);
    if (metadata.deletionTimestamp !== undefined) continue;
    const namespace = metadata.namespace ?? '';
    const objects = objectReader(parts);
    const context = {
      store,
      namespace,
      clock,
      random,
      user,
      dryRun: false,
      requestGroup: resource.group,
      warn: () => undefined,
      objects,
    };
    deleteObject(context, metadata.name as string, {});
  }
}

function removeFinalizer(parts: CustomResourceParts, definition: Definition): void {
  const store = definitionStore(parts);
  const name = definition.metadata.name as string;
  const entry = store.get('', name);
  if (entry === undefined) return;
  const finalizers = (definition.metadata.finalizers ?? []).filter(
    (finalizer) => finalizer !== CUSTOM_RESOURCE_CLEANUP,
  );
  const finished = withTerminating(definition, {
    status: 'False',
    reason: 'InstanceDeletionCompleted',
    message: 'removed all instances',
    lastTransitionTime: isoTime(parts.clock.now()),
  });
  finished.metadata = { ...definition.metadata, finalizers };
  const write = { expected: entry.revision, dryRun: false };
  if (finalizers.length > 0) store.put('', finished, write);
  else store.remove('', finished, write);
}

function definitionStore(parts: CustomResourceParts): ResourceStore {
  const resource = parts.resources.find(GROUP, 'v1', PLURAL);
  if (resource === undefined) throw new Error(`${PLURAL}.${GROUP} is not among the built-in resources`);
  return new ResourceStore(parts, resource);
}

function definitions(parts: CustomResourceParts): Definition[] {
  const store = definitionStore(parts);
  return parts.storage
    .list(storagePrefix(GROUP, PLURAL))
    .entries.map((entry) => store.decode(entry) as Definition);
}

const instancePrefix = ({ spec }: Definition): string => storagePrefix(spec.group, spec.names.plural);

const isEstablished = ({ status }: Definition): boolean =>
  status?.conditions?.some(({ type, status: value }) => type === 'Established' && value === 'True') === true;
