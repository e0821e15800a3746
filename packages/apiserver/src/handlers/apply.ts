import { conflictError, badRequestError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { authorize } from '../pipeline/authorize.js';
import { MAX_BODY_BYTES } from '../pipeline/limits.js';
import { parseBody, UnreadableBodyError } from '../pipeline/parse-body.js';
import { aboutResource } from '../registry/about.js';
import { ensureNamespace } from '../registry/create.js';
import { updateObject } from '../registry/update.js';
import { admitPart, partValidator } from './admit-part.js';
import { checkIdentity } from './identity.js';
import type { ObjectPart } from './object-part.js';
import type { ResourceCall, ResourceHandler } from './resource-call.js';
import { writeContext } from './write-call.js';
import { parseApplyOptions } from './write-options.js';

/**
 * Server-side apply: PATCH with a configuration of what the manager wants of an object, which is made if it is missing
 * (apiserver `endpoints/handlers/patch.go`, applyPatcher).
 */
export function applyHandler(part: ObjectPart): ResourceHandler {
  return async (call) => {
    const { dryRun, fieldManager, force } = parseApplyOptions(call.info.query);
    const config = await readConfig(call, part);
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
        if (old === undefined) await checkCreation(call, object);
        ensureNamespace(object, context.namespace);
        checkIdentity(call, object);
        return admitPart(call, part, write, object, old);
      },
    });
    return part.respond(call, result);
  };
}

async function readConfig(call: ResourceCall, part: ObjectPart): Promise<ApiObject> {
  const { group, version, kind } = part.bodyType(call);
  const bytes = await call.request.readBody(MAX_BODY_BYTES);
  try {
    const expected = { apiVersion: group === '' ? version : `${group}/${version}`, kind };
    const config: unknown = await parseBody({ bytes, format: 'yaml' }, expected);
    if (typeof config === 'object' && !Array.isArray(config)) return (config ?? {}) as ApiObject;
    const type = Array.isArray(config) ? 'array' : typeof config === 'boolean' ? 'bool' : typeof config;
    throw new UnreadableBodyError(
      `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${type} into Go value of type map[string]interface {}`,
    );
  } catch (error) {
    if (!(error instanceof UnreadableBodyError)) throw error;
    throw badRequestError(`error decoding YAML: ${error.message}`);
  }
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
}
