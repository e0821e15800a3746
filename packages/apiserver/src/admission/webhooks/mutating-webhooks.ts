import { applyJsonPatch, jsonEquals, parseApiVersion } from '@kubewright/api';
import type { JsonPatchOperation } from '@kubewright/api';
import { internalError, WrongObjectError } from '../../errors/status-error.js';
import { jsonFault } from '../../bytes/json-fault.js';
import { encodeText } from '../../bytes/json.js';
import { jsonType } from '../../errors/go-text.js';
import type { ApiObject } from '../../kinds/behaviour.js';
import type { AdmissionAttributes, AdmissionPlugin } from '../admission.js';
import type { AdmissionAnswer } from './admission-review.js';
import { CallingWebhookError, callWebhook } from './call-webhook.js';
import { VersionedObjects } from './versioned-objects.js';
import { isExempt, matchWebhook } from './webhook-matcher.js';
import type { Invocation } from './webhook-matcher.js';
import { meetsConditions } from './webhook-parts.js';
import type { WebhookParts } from './webhook-parts.js';

const NAME = 'MutatingAdmissionWebhook';

/** Which webhooks take part in a second round, and what they had left behind after the first. */
class Rounds {
  /** Called in this round, and to be called again if something changes afterwards. */
  private invoked = new Set<string>();
  private readonly due = new Set<string>();
  private output: ApiObject | undefined;

  isDue(uid: string): boolean {
    return this.due.has(uid);
  }

  called(uid: string): void {
    this.invoked.add(uid);
  }

  changed(): void {
    for (const uid of this.invoked) this.due.add(uid);
    this.invoked = new Set();
  }

  begin({ reinvocation, object }: AdmissionAttributes): void {
    if (reinvocation.again && !jsonEquals(this.output, object)) this.changed();
  }

  end({ object }: AdmissionAttributes): void {
    this.output = object === undefined ? undefined : structuredClone(object);
  }
}

/** Lets webhooks change objects, one after the other (apiserver `plugin/webhook/mutating/dispatcher.go`). */
export function mutatingWebhooks(parts: WebhookParts): AdmissionPlugin {
  return {
    name: NAME,
    admit(attributes) {
      const { webhooks } = parts.configurations;
      if (webhooks.length === 0 || isExempt(attributes)) return undefined;
      // As long as nobody is called nothing changes, and so nobody else needs to be.
      const first = webhooks.findIndex((webhook) => matchWebhook(parts, webhook, attributes) !== undefined);
      return first < 0 ? undefined : dispatch(parts, attributes, first);
    },
  };
}

async function dispatch(parts: WebhookParts, attributes: AdmissionAttributes, first: number): Promise<void> {
  const { webhooks } = parts.configurations;
  const states = (attributes.reinvocation.state ??= new Map());
  const rounds = (states.get(NAME) as Rounds | undefined) ?? new Rounds();
  states.set(NAME, rounds);
  rounds.begin(attributes);
  const objects = new VersionedObjects(attributes, parts.resources.workingOf(attributes.resource));
  try {
    for (const webhook of webhooks.slice(first)) {
      const { current } = objects;
      const invocation = matchWebhook(parts, webhook, current);
      if (invocation === undefined) continue;
      await objects.to(invocation.resource).catch((error: unknown) => {
        // The real dispatcher wraps what is wrapped already, and clients see it.
        throw internalError(error as Error);
      });
      if (!(await meetsConditions(invocation, current, objects))) continue;
      if (attributes.reinvocation.again && !rounds.isDue(webhook.uid)) continue;
      const changed = await ask(parts, invocation, attributes, objects);
      if (changed) {
        rounds.changed();
        attributes.reinvocation.requested = true;
      }
      if (webhook.isReinvocable) rounds.called(webhook.uid);
    }
    await objects.keepChanges();
  } finally {
    rounds.end(attributes);
  }
}

/** Whether the webhook changed the object. */
async function ask(
  parts: WebhookParts,
  invocation: Invocation,
  attributes: AdmissionAttributes,
  objects: VersionedObjects,
): Promise<boolean> {
  const { webhook } = invocation;
  try {
    const answer = await callWebhook(parts, invocation, attributes, objects, { mutating: true });
    const operations = readPatch(webhook.name, answer);
    if (operations.length === 0) return false;
    return patchObject(invocation, operations, answer.patchType, objects);
  } catch (error) {
    if (!(error instanceof CallingWebhookError)) throw error;
    if (!webhook.ignoresFailure) throw error.toStatusError();
    parts.logger.warn('failed calling webhook, failing open', { webhook: webhook.name, error });
    return false;
  }
}

function readPatch(webhook: string, { patch }: AdmissionAnswer): readonly JsonPatchOperation[] {
  if (patch === '') return [];
  let operations: unknown;
  try {
    operations = JSON.parse(patch) ?? [];
    if (!Array.isArray(operations))
      throw new Error(`json: cannot unmarshal ${jsonType(operations)} into Go value of type jsonpatch.Patch`);
  } catch (error) {
    const message = `received undecodable patch in webhook response: ${patchFault(patch, error as Error)}`;
    throw new CallingWebhookError(webhook, new Error(message, { cause: error }));
  }
  return operations as JsonPatchOperation[];
}

const patchFault = (text: string, error: Error): string => jsonFault(encodeText(text)) ?? error.message;

function patchObject(
  { webhook, resource }: Invocation,
  operations: readonly JsonPatchOperation[],
  patchType: string,
  objects: VersionedObjects,
): boolean {
  const { object } = objects;
  if (object === undefined) {
    const name = JSON.stringify(webhook.name);
    throw internalError(
      new Error(
        `admission webhook ${name} attempted to modify the object, which is not supported for this operation`,
      ),
    );
  }
  if (patchType !== 'JSONPatch') {
    throw new CallingWebhookError(
      webhook.name,
      new Error(`unsupported patch type ${JSON.stringify(patchType)}`),
    );
  }
  const isResource = object.kind === resource.kind;
  try {
    const patched = applyJsonPatch(object, operations, { dialect: 'kubernetes' }) as ApiObject;
    patched.metadata ??= {};
    if (isResource) {
      if (!resource.custom) checkSameType(object, patched);
      resource.schema.decode(patched);
      resource.schema.applyDefaults(patched);
      resource.behaviour.defaults?.(patched);
    }
    const changed = !jsonEquals(object, patched);
    objects.replace(patched);
    return changed;
  } catch (error) {
    throw internalError(new Error(decodeFault(error as Error), { cause: error }));
  }
}

// Custom resources are checked with all else that they must be.
function checkSameType(object: ApiObject, patched: ApiObject): void {
  if (object.kind === patched.kind && object.apiVersion === patched.apiVersion) return;
  const type = ({ apiVersion, kind }: ApiObject): string => `${parseApiVersion(apiVersion).version}.${kind}`;
  throw new Error(`converting (${type(patched)}) to (${type(object)}): unknown conversion`);
}

/** A decoder's message without what it says of requests. */
function decodeFault(error: Error): string {
  return error instanceof WrongObjectError ? error.fault : error.message;
}
