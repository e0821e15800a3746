import { formatApiVersion, formatLabelSelector } from '@kubewright/api';
import type { LabelSelector } from '@kubewright/api';
import type { Scale } from '@kubewright/api/autoscaling/v1';
import { invalid } from '../errors/field-error.js';
import { internalError, invalidError, notFoundError } from '../errors/status-error.js';
import { managedFieldsOfParent, managedFieldsOfScale } from '../field-manager/scale-fields.js';
import type { ReplicasPaths } from '../field-manager/scale-fields.js';
import { setManagedFields } from '../field-manager/set-managed-fields.js';
import type { ApiObject, ScalePaths, TableLayout } from '../kinds/behaviour.js';
import { AGE, column, documented, NAME } from '../kinds/shared/columns.js';
import { age } from '../kinds/shared/duration.js';
import { aboutResource } from '../registry/about.js';
import { objectUpdate } from '../registry/update-strategy.js';
import { respondComputed } from '../representation/present.js';
import type { ComputedOptions } from '../representation/present.js';
import { builtinObjectSchema } from '../schema/builtin-schema.js';
import type { BodyType } from './decode-object.js';
import { getPath, setPath } from './field-path.js';
import { checkIdentity } from './identity.js';
import type { ObjectPart } from './object-part.js';
import type { ResourceCall, ResourceHandler } from './resource-call.js';
import { writeContext } from './write-call.js';

const scaleType: BodyType = {
  group: 'autoscaling',
  version: 'v1',
  kind: 'Scale',
  custom: false,
  get schema() {
    return builtinObjectSchema('autoscaling', 'v1', 'Scale');
  },
};

/** `/scale` (autoscaling/v1 Scale): one number that every workload has, wherever it keeps it. */
export const scalePart: ObjectPart = {
  strategy: objectUpdate,
  isOwnKind: true,
  bodyType: () => scaleType,
  fieldManager: ({ server, resource }) => server.fieldManagers.scaleOf(resource),
  show(call, object) {
    const scale = scaleOf(object, pathsOf(call));
    setManagedFields(scale, managedFieldsOfScale(object.metadata.managedFields, replicasPathsOf(call)));
    return scale;
  },
  whole(call, body, old) {
    if (old === undefined) throw notFoundError(aboutResource(call.resource), call.info.name);
    checkIdentity(call, body);
    const { replicas = 0 } = (body['spec'] ?? {}) as { replicas?: number };
    // Custom resources are judged by their schema.
    if (replicas < 0 && !call.resource.custom) {
      const error = invalid('spec.replicas', replicas, 'must be greater than or equal to 0');
      throw invalidError({ group: 'autoscaling', resource: 'Scale' }, call.info.name, [error]);
    }
    const { specReplicas } = pathsOf(call);
    const object = structuredClone(old);
    setPath(object, specReplicas, replicas);
    // A custom resource must name a version, and keeps its own when the scale names none (apiextensions-apiserver
    // `pkg/registry/customresource/etcd.go`).
    const { resourceVersion = '' } = body.metadata;
    if (resourceVersion !== '' || !call.resource.custom) object.metadata.resourceVersion = resourceVersion;
    object.metadata.uid = body.metadata.uid ?? '';
    const { managedFields } = body.metadata;
    const { group, version } = call.resource;
    const apiVersion = formatApiVersion(group, version);
    const entries = managedFieldsOfParent(
      old.metadata.managedFields,
      managedFields,
      replicasPathsOf(call),
      apiVersion,
    );
    setManagedFields(object, entries);
    return object;
  },
  async respond(call, { entry }) {
    const { store } = writeContext(call, false);
    await store.load([entry]);
    return respondComputed(call, 200, scaleOf(store.decode(entry), pathsOf(call)), shownAs(call));
  },
};

export const getScaleHandler: ResourceHandler = async (call) => {
  const { store, namespace } = writeContext(call, false);
  const entry = store.get(namespace, call.info.name);
  if (entry === undefined) throw notFoundError(aboutResource(call.resource), call.info.name);
  await store.load([entry]);
  const object = store.decode(entry);
  const { specReplicas } = pathsOf(call);
  if (call.resource.custom && getPath(object, specReplicas) === undefined) {
    throw internalError(new Error(`the spec replicas field ".${specReplicas}" does not exist`));
  }
  return respondComputed(call, 200, scaleOf(object, pathsOf(call)), shownAs(call));
};

// apiextensions-apiserver `pkg/apiserver/customresource_handler.go` has other columns than the printers of Kubernetes.
const shownAs = ({ resource }: ResourceCall): ComputedOptions =>
  resource.custom ? { goType: 'v1.Scale', table: customTable } : { goType: 'autoscaling.Scale', table };

const row = (scale: ApiObject, nowMs: number): unknown[] => {
  const { metadata, spec, status } = scale as ApiObject & Scale;
  return [
    metadata.name ?? '',
    spec?.replicas ?? 0,
    status?.replicas ?? 0,
    age(metadata.creationTimestamp, nowMs),
  ];
};

const table: TableLayout<ApiObject> = {
  columns: [
    documented('Name', 'string', 'meta.v1.ObjectMeta.name'),
    documented('Desired', 'integer', 'autoscaling.v1.ScaleSpec.replicas'),
    documented('Available', 'integer', 'autoscaling.v1.ScaleStatus.replicas'),
    AGE,
  ],
  row,
};

const customTable: TableLayout<ApiObject> = {
  columns: [
    NAME,
    column('Desired', 'integer', 'Number of desired replicas'),
    column('Available', 'integer', 'Number of actual replicas'),
    documented('Age', 'date', 'meta.v1.ObjectMeta.creationTimestamp'),
  ],
  row,
};

/** Where the versions of the kind have their replicas. */
function replicasPathsOf({ server, resource }: ResourceCall): ReplicasPaths {
  const versions = server.resources
    .all()
    .filter(({ storagePrefix }) => storagePrefix === resource.storagePrefix);
  return new Map(
    versions.map((version) => [
      formatApiVersion(version.group, version.version),
      resource.custom ? version.behaviour.scale?.specReplicas : pathsOf({ resource: version }).specReplicas,
    ]),
  );
}

function pathsOf({ resource }: Pick<ResourceCall, 'resource'>): ScalePaths {
  return resource.behaviour.scale ?? DEFAULT_PATHS;
}

// apps/v1 workloads and replication controllers.
const DEFAULT_PATHS: ScalePaths = {
  specReplicas: 'spec.replicas',
  statusReplicas: 'status.replicas',
  selector: 'spec.selector',
};

function scaleOf(object: ApiObject, paths: ScalePaths): ApiObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = paths.selector === undefined ? '' : selectorText(getPath(object, paths.selector));
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: {
      ...(name === undefined ? {} : { name }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    },
    spec: countField('replicas', getPath(object, paths.specReplicas)),
    status: {
      replicas: Number(getPath(object, paths.statusReplicas) ?? 0),
      ...(selector === '' ? {} : { selector }),
    },
  };
}

// `replicas` of the spec is omitted when it is zero, as Go does.
function countField(field: string, value: unknown): Record<string, number> {
  return typeof value === 'number' && value !== 0 ? { [field]: value } : {};
}

function selectorText(selector: unknown): string {
  if (typeof selector === 'string') return selector;
  if (typeof selector !== 'object' || selector === null) return '';
  const isLabelSelector = 'matchLabels' in selector || 'matchExpressions' in selector;
  return formatLabelSelector((isLabelSelector ? selector : { matchLabels: selector }) as LabelSelector);
}
