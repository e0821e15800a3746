import type {
  MutatingWebhook,
  RuleWithOperations,
  ValidatingWebhook,
  WebhookClientConfig,
} from '@kubewright/api/admissionregistration/v1';
import { applyWebhookPatch } from './apply-webhook-patch.js';
import { WebhookMarkerError } from './webhook-error.js';
import type { WebhookMarker } from './webhook-marker.js';

/** Where kubebuilder's config/webhook has the Service; kustomize gives it its real name. */
const DEFAULT_SERVICE = { name: 'webhook-service', namespace: 'system' };

export type Webhook = MutatingWebhook | ValidatingWebhook;

/**
 * The webhook that a marker describes, fields in the order of the alphabet (controller-tools `pkg/webhook/parser.go`,
 * ToMutatingWebhook and ToValidatingWebhook). Values that no API server would take are passed through, as there: who
 * checks the webhook tells of them.
 *
 * @throws WebhookMarkerError with controller-gen's words.
 */
export async function toWebhook(marker: WebhookMarker): Promise<Webhook> {
  checkVersions(marker);
  const { name, failurePolicy, sideEffects, timeoutSeconds, admissionReviewVersions } = marker;
  const matchPolicy = matchPolicyOf(marker);
  const reinvocationPolicy = marker.mutating ? reinvocationPolicyOf(marker) : undefined;
  const effects = oneOf(sideEffects, ['None', 'NoneOnDryRun', 'Some']);
  const webhook = {
    admissionReviewVersions: [...admissionReviewVersions],
    clientConfig: clientConfigOf(marker),
    failurePolicy: oneOf(failurePolicy, ['Ignore', 'Fail']) ?? failurePolicy,
    ...(matchPolicy === undefined ? {} : { matchPolicy }),
    name,
    ...(reinvocationPolicy === undefined ? {} : { reinvocationPolicy }),
    rules: [ruleOf(marker)],
    ...(effects === undefined ? {} : { sideEffects: effects }),
    ...(timeoutSeconds === 0 ? {} : { timeoutSeconds }),
    // What does not fit the types is for the check of the whole webhook to say.
  } as Webhook;
  const patched = marker.patch.trim() === '' ? webhook : await applyWebhookPatch(webhook, marker);
  checkForV1(patched, marker);
  return patched;
}

function checkVersions({ webhookVersions }: WebhookMarker): void {
  const wrong = webhookVersions.find((version) => version !== 'v1');
  if (wrong !== undefined)
    throw new WebhookMarkerError(
      `unsupported webhook version: ${wrong}`,
      'webhookVersions is v1, and may be left out',
    );
}

/** What admissionregistration.k8s.io/v1 requires, in controller-gen's words. */
function checkForV1(
  { sideEffects, timeoutSeconds, admissionReviewVersions }: Webhook,
  marker: WebhookMarker,
): void {
  const effects: string | undefined = sideEffects;
  if (effects === undefined)
    throw new WebhookMarkerError(
      'SideEffects is required for creating v1 {Mutating,Validating}WebhookConfiguration',
      `${marker.sideEffects === '' ? '' : `there is no side effect ${JSON.stringify(marker.sideEffects)}: `}write sideEffects=None or sideEffects=NoneOnDryRun`,
    );
  if (effects === 'Some' || effects === 'Unknown')
    throw new WebhookMarkerError(
      'SideEffects should not be set to `Some` or `Unknown` for v1 {Mutating,Validating}WebhookConfiguration',
      'write sideEffects=None, or sideEffects=NoneOnDryRun for a webhook that honours dryRun',
    );
  if (timeoutSeconds !== undefined && (timeoutSeconds < 1 || timeoutSeconds > 30))
    throw new WebhookMarkerError(
      'TimeoutSeconds must be between 1 and 30 seconds',
      `it is ${timeoutSeconds}; without it, the API server waits 10`,
    );
  if ((admissionReviewVersions ?? []).length === 0)
    throw new WebhookMarkerError(
      'AdmissionReviewVersions is mandatory for v1 {Mutating,Validating}WebhookConfiguration',
      'write admissionReviewVersions=v1',
    );
}

function clientConfigOf(marker: WebhookMarker): WebhookClientConfig {
  const { path, url, serviceName, serviceNamespace, servicePort } = marker;
  if ((path === '') === (url === ''))
    throw new WebhookMarkerError(
      '`url` or `path` markers are required and mutually exclusive',
      path === '' ? 'path is where the operator serves it' : `leave out path or url`,
    );
  if (url !== '') return { url };
  return {
    service: {
      name: serviceName || DEFAULT_SERVICE.name,
      namespace: serviceNamespace || DEFAULT_SERVICE.namespace,
      path,
      ...(servicePort === undefined ? {} : { port: servicePort }),
    },
  };
}

function ruleOf({ groups, versions, resources, verbs }: WebhookMarker): RuleWithOperations {
  return {
    apiGroups: groups.map((group) => (group === 'core' ? '' : group)),
    apiVersions: [...versions],
    operations: verbs.map(
      (verb) => oneOf(verb, ['CREATE', 'UPDATE', 'DELETE', 'CONNECT']) ?? verb,
    ) as RuleWithOperations['operations'] & string[],
    resources: [...resources],
  };
}

function matchPolicyOf({ matchPolicy }: WebhookMarker): string | undefined {
  if (matchPolicy === '') return undefined;
  const known = oneOf(matchPolicy, ['Exact', 'Equivalent']);
  if (known === undefined)
    throw new WebhookMarkerError(
      `unknown value ${JSON.stringify(matchPolicy)} for matchPolicy`,
      'it is Exact or Equivalent; without it, Equivalent',
    );
  return known;
}

/** controller-gen passes over what it does not know; here that is a mistake. */
function reinvocationPolicyOf({ reinvocationPolicy }: WebhookMarker): string | undefined {
  if (reinvocationPolicy === '') return undefined;
  const known = oneOf(reinvocationPolicy, ['Never', 'IfNeeded']);
  if (known === undefined)
    throw new WebhookMarkerError(
      `unknown value ${JSON.stringify(reinvocationPolicy)} for reinvocationPolicy`,
      'it is Never or IfNeeded; without it, Never',
    );
  return known;
}

/** The value as the API writes it, however the marker did. */
function oneOf(value: string, known: readonly string[]): string | undefined {
  return known.find((name) => name.toLowerCase() === value.toLowerCase());
}
