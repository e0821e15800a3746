import type { ArgumentType, MarkerDefinition } from '../definition.js';
import { boolean, named, oneOf, optional, required, string, strings } from './forms.js';

function ignoringCase(...values: readonly string[]): ArgumentType {
  return { type: 'string', values, ignoreCase: true };
}

/** Configurations of admission webhooks. */
export const webhookDefinitions: readonly MarkerDefinition[] = [
  {
    name: 'kubebuilder:webhook',
    targets: ['package'],
    category: 'webhook',
    repeatable: true,
    arguments: named({
      mutating: required(boolean, 'Whether it changes objects; otherwise it only validates them.'),
      failurePolicy: required(
        ignoringCase('fail', 'ignore'),
        'What becomes of a request that the webhook does not answer.',
      ),
      groups: required(strings, 'API groups of the objects; `*` is all, `""` the core group.'),
      resources: required(strings, 'Resources of the objects; `*` is all.'),
      verbs: required(
        { type: 'list', items: ignoringCase('create', 'update', 'delete', 'connect', '*') },
        'Requests that it is asked about.',
      ),
      versions: required(strings, 'Versions of the objects; `*` is all.'),
      name: required(string, "The webhook's name, a domain of three parts or more."),
      admissionReviewVersions: required(strings, 'Versions of AdmissionReview that it understands: `v1`.'),
      path: optional(string, 'Path at the operator; not together with `url`.'),
      url: optional(string, 'Address outside of the cluster, in quotes; not together with `path`.'),
      matchPolicy: optional(
        ignoringCase('Equivalent', 'Exact'),
        'Whether requests by other versions of the same resource count; by default they do.',
      ),
      sideEffects: optional(
        ignoringCase('None', 'NoneOnDryRun', 'Some', 'Unknown'),
        'Whether calls have effects besides the answer; the API server wants None or NoneOnDryRun.',
      ),
      timeoutSeconds: optional(
        { type: 'integer', minimum: 1, maximum: 30 },
        'How long the API server waits; by default 10 seconds.',
      ),
      reinvocationPolicy: optional(
        ignoringCase('Never', 'IfNeeded'),
        'Whether it is asked again when later webhooks changed the object; by default never.',
      ),
      serviceName: optional(string, 'The service of the operator; by default `webhook-service`.'),
      serviceNamespace: optional(string, "The service's namespace; by default `system`."),
      servicePort: optional(
        { type: 'integer', minimum: 1, maximum: 65_535 },
        "The service's port; by default 443.",
      ),
      webhookVersions: optional(
        { type: 'list', items: oneOf('v1') },
        'Versions of the configuration to write: `v1`.',
      ),
      patch: optional(
        string,
        'A strategic merge patch of the webhook, as JSON in backquotes, for what has no argument: selectors, match conditions.',
      ),
    }),
    help: 'An admission webhook that the operator serves.',
    example: `
// +kubebuilder:webhook:path=/validate-stable-example-com-v1-crontab,mutating=false,failurePolicy=fail,sideEffects=None,groups=stable.example.com,resources=crontabs,verbs=create;update,versions=v1,name=vcrontab.example.com,admissionReviewVersions=v1

export const cronTabWebhook = webhookFor(CronTab);`,
  },
  {
    name: 'kubebuilder:webhookconfiguration',
    targets: ['package'],
    category: 'webhook',
    repeatable: true,
    arguments: named({
      mutating: required(boolean, 'Which of the two configurations is meant.'),
      name: optional(
        string,
        'Its name; by default `mutating-webhook-configuration` or `validating-webhook-configuration`.',
      ),
    }),
    help: 'The name of the configuration that the webhooks are written to.',
    example: `
// +kubebuilder:webhookconfiguration:mutating=false,name=crontab-validation

export const cronTabWebhook = webhookFor(CronTab);`,
  },
];
