import type { SourcePosition } from '../diagnostics/diagnostic.js';
import {
  booleanArgument,
  numberArgument,
  stringArgument,
  stringListArgument,
} from '../model/marker-arguments.js';
import type { Marker } from '../model/marker.js';

export const WEBHOOK_MARKER = 'kubebuilder:webhook';
export const WEBHOOK_CONFIGURATION_MARKER = 'kubebuilder:webhookconfiguration';

/** What one `kubebuilder:webhook` marker says (controller-tools `pkg/webhook/parser.go`, Config). What is not said is `''`, 0 or empty. */
export interface WebhookMarker {
  readonly mutating: boolean;
  readonly failurePolicy: string;
  readonly matchPolicy: string;
  readonly sideEffects: string;
  readonly timeoutSeconds: number;
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly versions: readonly string[];
  readonly name: string;
  readonly serviceName: string;
  readonly serviceNamespace: string;
  readonly servicePort: number | undefined;
  readonly path: string;
  readonly url: string;
  readonly webhookVersions: readonly string[];
  readonly admissionReviewVersions: readonly string[];
  readonly reinvocationPolicy: string;
  /** A strategic merge patch as JSON. */
  readonly patch: string;
  readonly position: SourcePosition | undefined;
}

export function readWebhookMarker(marker: Marker): WebhookMarker {
  const text = (name: string): string => stringArgument(marker, name) ?? '';
  const list = (name: string): string[] => stringListArgument(marker, name) ?? [];
  return {
    mutating: booleanArgument(marker, 'mutating') ?? false,
    failurePolicy: text('failurePolicy'),
    matchPolicy: text('matchPolicy'),
    sideEffects: text('sideEffects'),
    timeoutSeconds: numberArgument(marker, 'timeoutSeconds') ?? 0,
    groups: list('groups'),
    resources: list('resources'),
    verbs: list('verbs'),
    versions: list('versions'),
    name: text('name'),
    serviceName: text('serviceName'),
    serviceNamespace: text('serviceNamespace'),
    servicePort: numberArgument(marker, 'servicePort'),
    path: text('path'),
    url: text('url'),
    webhookVersions: list('webhookVersions'),
    admissionReviewVersions: list('admissionReviewVersions'),
    reinvocationPolicy: text('reinvocationPolicy'),
    patch: text('patch'),
    position: marker.position,
  };
}
