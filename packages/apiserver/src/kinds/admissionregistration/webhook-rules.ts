import { validateDns1035Label, validateDns1123Subdomain } from '@kubewright/api';
import type { MutatingWebhook, ValidatingWebhook } from '@kubewright/api/admissionregistration/v1';
import { child, duplicate, index, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { validLabelSelector } from '../shared/labels.js';
import { faults, optionalOneOf } from '../shared/rules.js';
import { clientConfigRules } from './client-config.js';
import { matchConditionError } from '../../admission/match-conditions.js';
import { matchConditionRules } from './match-conditions.js';
import { operationRules } from './rule-operations.js';

type Webhook = ValidatingWebhook | MutatingWebhook;

/** The webhooks of a configuration (admissionregistration validation, validateMutatingWebhookConfiguration and its sibling). */
export function webhookRules(errors: FieldError[], webhooks: readonly Webhook[] | undefined): void {
  const names = new Set<string>();
  webhooks?.forEach((webhook, i) => {
    const at = index('webhooks', i);
    webhookRule(errors, at, webhook);
    reviewVersionRules(errors, child(at, 'admissionReviewVersions'), webhook.admissionReviewVersions ?? []);
    if (webhook.name && names.has(webhook.name)) errors.push(duplicate(child(at, 'name'), webhook.name));
    names.add(webhook.name);
  });
}

const SIDE_EFFECTS: readonly string[] = ['None', 'NoneOnDryRun'];

function webhookRule(errors: FieldError[], path: string, webhook: Webhook): void {
  fullyQualifiedName(errors, child(path, 'name'), webhook.name);
  webhook.rules?.forEach((rule, i) => operationRules(errors, index(child(path, 'rules'), i), rule));
  optionalOneOf(errors, child(path, 'failurePolicy'), webhook.failurePolicy, ['Fail', 'Ignore']);
  optionalOneOf(errors, child(path, 'matchPolicy'), webhook.matchPolicy, ['Equivalent', 'Exact']);
  const sideEffects: string | null | undefined = webhook.sideEffects;
  const effectsPath = child(path, 'sideEffects');
  if (sideEffects === undefined || sideEffects === null) {
    errors.push(required(effectsPath, `must specify one of ${SIDE_EFFECTS.join(', ')}`));
  } else if (!SIDE_EFFECTS.includes(sideEffects)) {
    errors.push(notSupported(effectsPath, sideEffects, SIDE_EFFECTS));
  }
  const timeout = webhook.timeoutSeconds;
  if (timeout !== undefined && (timeout < 1 || timeout > 30)) {
    const message = 'the timeout value must be between 1 and 30 seconds';
    errors.push(invalid(child(path, 'timeoutSeconds'), timeout, message));
  }
  validLabelSelector(errors, child(path, 'namespaceSelector'), webhook.namespaceSelector);
  validLabelSelector(errors, child(path, 'objectSelector'), webhook.objectSelector);
  if ('reinvocationPolicy' in webhook) {
    optionalOneOf(errors, child(path, 'reinvocationPolicy'), webhook.reinvocationPolicy, [
      'IfNeeded',
      'Never',
    ]);
  }
  clientConfigRules(errors, child(path, 'clientConfig'), webhook.clientConfig ?? {});
  matchConditionRules(errors, child(path, 'matchConditions'), webhook.matchConditions, matchConditionError);
}

function fullyQualifiedName(errors: FieldError[], path: string, name: string): void {
  if (!name) {
    errors.push(required(path));
    return;
  }
  const messages = validateDns1123Subdomain(name);
  if (messages.length > 0) errors.push(invalid(path, name, messages.join(',')));
  else if (name.split('.').length < 3) {
    errors.push(invalid(path, name, 'should be a domain with at least three segments separated by dots'));
  }
}

const ACCEPTED: readonly string[] = ['v1', 'v1beta1'];

function reviewVersionRules(errors: FieldError[], path: string, versions: readonly string[]): void {
  if (versions.length === 0) {
    errors.push(required(path, `must specify one of ${ACCEPTED.join(', ')}`));
    return;
  }
  versions.forEach((version, i) => {
    if (versions.indexOf(version) < i) errors.push(invalid(index(path, i), version, 'duplicate version'));
    else faults(errors, index(path, i), version, validateDns1035Label(version));
  });
  if (versions.some((version) => ACCEPTED.includes(version))) return;
  errors.push(invalid(path, versions, `must include at least one of ${ACCEPTED.join(', ')}`));
}
