import { conflictError, badRequestError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { authorize } from '../pipeline/authorize.js';
import { MAX_BODY_BYTES } from '../pipeline/limits.js';
import { UnreadableBodyError } from '../pipeline/parse-body.js';
import { parseConfig } from '../pipeline/parse-config.js';
import { aboutResource } from '../registry/about.js';
import { ensureNamespace } from '../registry/create.js';
import { updateObject } from '../registry/update.js';
import { admitPart, partValidator } from './admit-part.js';
import { checkIdentity } from './identity.js';
import type { ObjectPart } from './object-part.js';
import type { ResourceCall, ResourceHandler } from './resource-call.js';
import { writeContext } from './write-call.js';
import { parseApplyOptions } from './write-options.js';
import type { FieldValidation } from './write-options.js';

/**
 * Server-side apply: PATCH with a configuration of what the manager wants of an object, which is made if it is missing
 * (apiserver `endpoints/handlers/patch.go`, applyPatcher).
 */
export function applyHandler(part: ObjectPart): ResourceHandler {
  return async (call) => {
    const { dryRun, fieldManager, fieldValidation, force } = parseApplyOptions(call.info.query);
    const { config, strictFaults } = await readConfig(call);
    const { name } = call.info;
    const write = { name, dryRun, tracked: true };
    const context = writeContext(call, dryRun, partValidator(call, part, write));
    const manager = part.fieldManager(call);
    const result = await updateObject(context, name, {
      strategy: part.strategy,
      createIfMissing: call.info.subresource === '',
      async modify(old) {
        const live = old === undefined ? undefined : part.show(call, old);
        const object = manager.apply(live, config, fieldManager, force);
        reportStrictFaults(call, strictFaults, fieldValidation);
        if (old === undefined) await checkCreation(call, object);
        checkIdentity(call, object);
        ensureNamespace(object, context.namespace);
        return admitPart(call, part, write, object, old);
      },
    });
    return part.respond(call, result);
  };
}

interface Config {
  readonly config: ApiObject;
  readonly strictFaults: readonly string[];
}

async function readConfig({ request }: ResourceCall): Promise<Config> {
  const bytes = await request.readBody(MAX_BODY_BYTES);
  try {
    const { value, strictFaults } = await parseConfig(bytes);
    if (typeof value === 'object' && !Array.isArray(value))
      return { config: (value ?? {}) as ApiObject, strictFaults };
    const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
    throw new UnreadableBodyError(
      `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${type} into Go value of type map[string]interface {}`,
    );
  } catch (error) {
    if (!(error instanceof UnreadableBodyError)) throw error;
    throw badRequestError(`error decoding YAML: ${error.message}`);
  }
}

/** Unknown fields are no matter of `fieldValidation`: no type takes them. Keys that are there twice are. */
function reportStrictFaults(
  { warnings }: ResourceCall,
  faults: readonly string[],
  fieldValidation: FieldValidation,
): void {
  if (faults.length === 0 || fieldValidation === 'Ignore') return;
  if (fieldValidation === 'Strict') {
    const lines = faults.map((fault) => `  ${fault}`).join('\n');
    throw badRequestError(
      `error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n${lines}`,
    );
  }
  for (const fault of faults) warnings.add(fault);
}

/** To make an object by applying it takes the right to create it; and what names a uid was there before. */
async function checkCreation(call: ResourceCall, object: ApiObject): Promise<void> {
  const { server, user, info, resource } = call;
  const { uid = '' } = object.metadata;
  if (uid !== '') {
    throw conflictError(
      aboutResource(resource),
      info.name,
      `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
    );
  }
  await authorize(server.authorizer, user, { ...info, verb: 'create' });
  // A version that cannot be met: there is nothing to compare it with.
  delete object.metadata.resourceVersion;
}
