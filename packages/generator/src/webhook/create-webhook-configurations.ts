import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '@kubewright/api/admissionregistration/v1';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { markersNamed } from '../model/marker.js';
import type { FileMarker } from '../model/program-model.js';
import { configurationNames } from './configuration-names.js';
import { toWebhook } from './to-webhook.js';
import type { Webhook } from './to-webhook.js';
import { WebhookMarkerError } from './webhook-error.js';
import { readWebhookMarker, WEBHOOK_MARKER } from './webhook-marker.js';
import type { WebhookMarker } from './webhook-marker.js';

export interface CreateWebhookConfigurationsOptions {
  /** Those of a program (`ProgramModel.fileMarkers`), in the order of files and lines; markers of other names are passed over. */
  readonly markers: readonly FileMarker[];
  /** Receives what is wrong with markers: controller-gen's errors, and what an API server would refuse. Such webhooks are left out. */
  readonly diagnostics: Diagnostics;
}

/**
 * The configurations that the `kubebuilder:webhook` and `kubebuilder:webhookconfiguration` markers describe: the mutating
 * one first, each only if it has webhooks, these in the order of their names, as controller-gen has it (controller-tools
 * `pkg/webhook/parser.go`).
 */
export async function createWebhookConfigurations(
  options: CreateWebhookConfigurationsOptions,
): Promise<Array<MutatingWebhookConfiguration | ValidatingWebhookConfiguration>> {
  const { markers, diagnostics } = options;
  const webhooks = markersNamed(markers, WEBHOOK_MARKER).map(readWebhookMarker);
  const names = configurationNames(markers, diagnostics);
  const mutating = await webhooksOf(webhooks, true, diagnostics);
  const validating = await webhooksOf(webhooks, false, diagnostics);
  return [
    ...(mutating.length === 0
      ? []
      : [
          MutatingWebhookConfiguration({
            metadata: { name: names.mutating ?? 'mutating-webhook-configuration' },
            webhooks: mutating,
          }),
        ]),
    ...(validating.length === 0
      ? []
      : [
          ValidatingWebhookConfiguration({
            metadata: { name: names.validating ?? 'validating-webhook-configuration' },
            webhooks: validating,
          }),
        ]),
  ];
}

async function webhooksOf(
  markers: readonly WebhookMarker[],
  mutating: boolean,
  diagnostics: Diagnostics,
): Promise<Webhook[]> {
  const wanted = markers
    .filter((marker) => marker.mutating === mutating)
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  if (wanted.length === 0) return [];
  const { checkWebhook } = await import('@kubewright/apiserver/webhook-rules');
  const kind = mutating ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration';
  const webhooks: Webhook[] = [];
  const names = new Set<string>();
  for (const marker of wanted) {
    const { name, position } = marker;
    try {
      const webhook = await toWebhook(marker);
      const faults = checkWebhook(kind, webhook);
      for (const fault of faults)
        diagnostics.error('InvalidMarker', position, `the API server would refuse webhook ${name}: ${fault}`);
      if (faults.length === 0) webhooks.push(webhook);
    } catch (error) {
      if (!(error instanceof WebhookMarkerError)) throw error;
      diagnostics.error('InvalidMarker', position, error.message, error.hint);
    }
    if (names.has(name))
      diagnostics.warn(
        'ConflictingMarkers',
        position,
        `another ${mutating ? 'mutating' : 'validating'} webhook is named ${name} too, and the API server refuses a configuration with both`,
        'give each a name of its own',
      );
    names.add(name);
  }
  return webhooks;
}
