import { isoTime } from '@kubewright/api';
import type { Condition } from '@kubewright/api';
import type { Pod } from '@kubewright/api/core/v1';
import { fieldErrorMessage, notSupported, required } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { badRequestError, conflictError, StatusError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { ensureNamespace } from '../registry/create.js';
import { updateObject } from '../registry/update.js';
import type { UpdateStrategy } from '../registry/update-strategy.js';
import { respond } from '../representation/respond.js';
import { builtinObjectSchema } from '../schema/builtin-schema.js';
import { decodeBody } from './decode-object.js';
import type { ServerResponse } from '../pipeline/server-request.js';
import type { ResourceCall, ResourceHandler } from './resource-call.js';
import { admissionValidator, admitObject, writeContext } from './write-call.js';
import { parseWriteOptions } from './write-options.js';

const bindingType = {
  group: '',
  version: 'v1',
  kind: 'Binding',
  custom: false,
  get schema() {
    return builtinObjectSchema('', 'v1', 'Binding');
  },
};

interface Binding extends ApiObject {
  target?: { kind?: string; name?: string };
}

// Only the server itself writes a binding, so that no rule of the kind needs to look at it.
const bindingUpdate: UpdateStrategy = { prepare: () => undefined, validate: () => [] };

/** Puts a pod on a node (pkg/registry/core/pod/storage/storage.go, BindingREST). */
export const bindingHandler: ResourceHandler = async (call) => {
  const { dryRun, fieldValidation } = parseWriteOptions(call.info.query, 'CreateOptions');
  const binding: Binding = await decodeBody(call, bindingType, fieldValidation);
  if (binding.metadata.name !== call.info.name)
    throw badRequestError('name in URL does not match name in Binding object');
  return bind(call, binding, dryRun);
};

/** `POST /api/v1/namespaces/NAMESPACE/bindings`: the name of the binding is that of the pod. */
export const legacyBindingHandler: ResourceHandler = async (call) => {
  const { dryRun, fieldValidation } = parseWriteOptions(call.info.query, 'CreateOptions');
  const binding: Binding = await decodeBody(call, bindingType, fieldValidation);
  if (!binding.metadata.name) throw badRequestError('Name parameter required.');
  const pods = call.server.resources.find('', 'v1', 'pods') ?? call.resource;
  return bind({ ...call, resource: pods }, binding, dryRun);
};

async function bind(call: ResourceCall, binding: Binding, dryRun: boolean): Promise<ServerResponse> {
  const { name = '' } = binding.metadata;
  ensureNamespace(binding, call.info.namespace);
  const write = { name, dryRun };
  const admitted = await admitObject(call, write, binding, undefined);
  checkTarget(admitted);
  await admissionValidator(call, write)(admitted, undefined);
  const nowMs = call.server.clock.now();
  await updateObject(writeContext(call, dryRun), name, {
    strategy: bindingUpdate,
    uidIsPrecondition: true,
    modify: (old) => bound(old as ApiObject & Pod, admitted, nowMs),
  });
  return respond(call, 201, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 });
}

// Not told as an invalid object, but as one error, or a list of them.
function checkTarget({ target }: Binding): void {
  const errors: FieldError[] = [];
  const { kind = '', name = '' } = target ?? {};
  if (kind !== '' && kind !== 'Node') errors.push(notSupported('target.kind', kind, ['Node', '<empty>']));
  if (name === '') errors.push(required('target.name'));
  if (errors.length === 0) return;
  const texts = errors.map(fieldErrorMessage);
  const message = texts.length === 1 ? (texts[0] as string) : `[${texts.join(', ')}]`;
  throw new StatusError({ code: 500, reason: '', message });
}

function bound(old: ApiObject & Pod, binding: Binding, nowMs: number): ApiObject {
  const about = { group: '', resource: 'pods/binding' };
  const name = old.metadata.name ?? '';
  if (old.metadata.deletionTimestamp !== undefined) {
    throw conflictError(about, name, `pod ${name} is being deleted, cannot be assigned to a host`);
  }
  const nodeName = old.spec?.nodeName ?? '';
  if (nodeName !== '') {
    throw conflictError(about, name, `pod ${name} is already assigned to node ${JSON.stringify(nodeName)}`);
  }
  const gates = old.spec?.schedulingGates ?? [];
  if (gates.length > 0) throw conflictError(about, name, `pod ${name} has non-empty .spec.schedulingGates`);
  const conditions = [...(old.status?.conditions ?? [])];
  setPodScheduled(conditions, nowMs);
  const annotations = { ...old.metadata.annotations, ...binding.metadata.annotations };
  const labels = { ...old.metadata.labels, ...binding.metadata.labels };
  return {
    ...old,
    metadata: {
      ...old.metadata,
      annotations,
      labels,
      ...((binding.metadata.uid ?? '') === '' ? {} : { uid: binding.metadata.uid as string }),
      resourceVersion: binding.metadata.resourceVersion ?? '',
    },
    spec: { ...old.spec, nodeName: binding.target?.name },
    status: { ...old.status, conditions },
  };
}

function setPodScheduled(conditions: object[], nowMs: number): void {
  const index = (conditions as Condition[]).findIndex(({ type }) => type === 'PodScheduled');
  const condition = {
    type: 'PodScheduled',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: isoTime(nowMs),
  };
  if (index < 0) conditions.push(condition);
  else conditions[index] = condition;
}
