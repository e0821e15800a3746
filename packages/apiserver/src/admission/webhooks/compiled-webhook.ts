import { labelSelectorMatcher } from '@kubewright/api';
import type { LabelSelector, LabelSelectorMatcher } from '@kubewright/api';
import type {
  MutatingWebhook,
  RuleWithOperations,
  ValidatingWebhook,
} from '@kubewright/api/admissionregistration/v1';
import { webhookTarget } from '../../webhook-client/webhook-client.js';
import type { WebhookTarget } from '../../webhook-client/webhook-client.js';
import type { CompileMatchConditions, MatchConditions } from './match-conditions-evaluator.js';

/** A webhook in the form in which it is looked at for each request, made once for each write of its configuration. */
export interface CompiledWebhook {
  /** Unlike its name, unique: names may appear in several configurations. */
  readonly uid: string;
  readonly name: string;
  readonly rules: readonly RuleWithOperations[];
  /** Whether the rules are also compared with other versions of the resource. */
  readonly matchesEquivalents: boolean;
  /** Undefined selects everything. */
  readonly namespaceSelector: LabelSelectorMatcher | undefined;
  readonly objectSelector: LabelSelectorMatcher | undefined;
  readonly matchConditions: MatchConditions | undefined;
  /** Whether the request goes on when the webhook cannot be called. */
  readonly ignoresFailure: boolean;
  readonly isReinvocable: boolean;
  readonly allowsDryRun: boolean;
  readonly timeoutMs: number;
  /** The first version of AdmissionReview that both sides know. */
  readonly reviewVersion: 'v1' | 'v1beta1' | undefined;
  readonly target: WebhookTarget;
}

export type Webhook = MutatingWebhook | ValidatingWebhook;

/** The webhooks of one configuration, in their order (apiserver `admission/configuration`). */
export function compileWebhooks(
  configuration: string,
  webhooks: readonly Webhook[],
  compileMatchConditions: CompileMatchConditions,
): CompiledWebhook[] {
  const seen = new Map<string, number>();
  return webhooks.map((webhook) => {
    const nth = seen.get(webhook.name) ?? 0;
    seen.set(webhook.name, nth + 1);
    return compileWebhook(`${configuration}/${webhook.name}/${nth}`, webhook, compileMatchConditions);
  });
}

function compileWebhook(
  uid: string,
  webhook: Webhook,
  compileMatchConditions: CompileMatchConditions,
): CompiledWebhook {
  const { matchConditions = [], sideEffects, timeoutSeconds = 10 } = webhook;
  return {
    uid,
    name: webhook.name,
    rules: webhook.rules ?? [],
    matchesEquivalents: webhook.matchPolicy === 'Equivalent',
    namespaceSelector: selectorOf(webhook.namespaceSelector),
    objectSelector: selectorOf(webhook.objectSelector),
    matchConditions: matchConditions.length === 0 ? undefined : compileMatchConditions(matchConditions),
    ignoresFailure: webhook.failurePolicy === 'Ignore',
    isReinvocable: 'reinvocationPolicy' in webhook && webhook.reinvocationPolicy === 'IfNeeded',
    allowsDryRun: sideEffects === 'None' || sideEffects === 'NoneOnDryRun',
    timeoutMs: timeoutSeconds * 1000,
    reviewVersion: webhook.admissionReviewVersions.find(
      (version): version is 'v1' | 'v1beta1' => version === 'v1' || version === 'v1beta1',
    ),
    target: webhookTarget(webhook.clientConfig),
  };
}

function selectorOf(selector: LabelSelector | undefined): LabelSelectorMatcher | undefined {
  const matcher = labelSelectorMatcher(selector ?? {});
  return matcher.requirements.length === 0 ? undefined : matcher;
}
