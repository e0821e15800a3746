import { notFoundError } from '../../errors/status-error.js';
import type { StatusError } from '../../errors/status-error.js';
import type { ApiObject } from '../../kinds/behaviour.js';
import type { ServedResource } from '../../resources/served-resource.js';
import type { AdmissionAttributes } from '../admission.js';
import type { StoredObjects } from '../stored-objects.js';
import type { CompiledWebhook } from './compiled-webhook.js';
import { ruleMatches } from './rule-matching.js';

/** A webhook that is to be called, and the version of the resource in which it wants to see the objects. */
export interface Invocation {
  readonly webhook: CompiledWebhook;
  readonly resource: ServedResource;
}

export interface MatcherParts {
  readonly objects: StoredObjects;
  readonly resources: {
    equivalentsOf(resource: ServedResource, subresource: string): readonly ServedResource[];
  };
}

const EXEMPT: ReadonlySet<string> = new Set([
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
]);

/** No webhook is asked about what decides who is asked: nobody could repair it. */
export const isExempt = ({ kind }: AdmissionAttributes): boolean =>
  kind.group === 'admissionregistration.k8s.io' && EXEMPT.has(kind.kind);

/**
 * How to call a webhook about a request, by its selectors and rules; undefined when it is none of its concern (apiserver
 * `plugin/webhook/generic/webhook.go`, ShouldCallHook; its match conditions come later, because they need the objects
 * in the version that is found here). Throws StatusError 404 when it would be called and the namespace is missing.
 */
export function matchWebhook(
  { objects, resources }: MatcherParts,
  webhook: CompiledWebhook,
  attributes: AdmissionAttributes,
): Invocation | undefined {
  const namespaceFault = matchNamespace(objects, webhook, attributes);
  if (namespaceFault === false) return undefined;
  const { objectSelector } = webhook;
  if (
    objectSelector !== undefined &&
    !selects(objectSelector, attributes.object) &&
    !selects(objectSelector, attributes.oldObject)
  ) {
    return undefined;
  }
  const { resource, subresource } = attributes;
  let found = webhook.rules.some((rule) => ruleMatches(rule, attributes, resource)) ? resource : undefined;
  if (found === undefined && webhook.matchesEquivalents) {
    const others = resources.equivalentsOf(resource, subresource);
    // Earlier rules first.
    for (const rule of webhook.rules) {
      found ??= others.find((other) => ruleMatches(rule, attributes, other));
    }
  }
  if (found === undefined) return undefined;
  if (namespaceFault !== true) throw namespaceFault;
  return { webhook, resource: found };
}

function selects(
  selector: NonNullable<CompiledWebhook['objectSelector']>,
  object: ApiObject | undefined,
): boolean {
  return object?.metadata !== undefined && selector.matches(object.metadata.labels);
}

/** Whether the namespace is selected; the error of a namespace that is not there. */
function matchNamespace(
  objects: StoredObjects,
  { namespaceSelector }: CompiledWebhook,
  attributes: AdmissionAttributes,
): boolean | StatusError {
  const { resource, subresource, namespace, operation, object } = attributes;
  const isNamespaces = resource.plural === 'namespaces';
  if (namespaceSelector === undefined || (namespace === '' && !isNamespaces)) return true;
  // A namespace that is being written has its new labels.
  if (isNamespaces && subresource === '' && (operation === 'CREATE' || operation === 'UPDATE'))
    return namespaceSelector.matches(object?.metadata.labels);
  const found = objects.get(`/registry/namespaces/${namespace}`);
  if (found === undefined) return notFoundError({ group: '', resource: 'namespaces' }, namespace);
  return namespaceSelector.matches(found.metadata.labels);
}
