import type { MarkerDefinition } from '../definition.js';
import { count, named, none, oneOf, optional, required, string, strings } from './forms.js';

const onTypes = { targets: ['type'], category: 'resource' } as const;

/** What a CustomResourceDefinition says besides its schema; they stand on the type of the kind. */
export const resourceDefinitions: readonly MarkerDefinition[] = [
  {
    ...onTypes,
    name: 'kubebuilder:object:root',
    arguments: { form: 'value', argument: { type: 'boolean' } },
    help: 'Makes the type a kind with a CustomResourceDefinition of its own. A type that `defineKind` names is one without this marker.',
    example: `
/** +kubebuilder:object:root=true */
export interface CronTab extends CustomResource<CronTabSpec> {}`,
  },
  {
    ...onTypes,
    name: 'kubebuilder:resource',
    arguments: named({
      path: optional(string, "The plural that stands in URLs; by default the plural of the kind's name."),
      singular: optional(string, 'The singular that kubectl takes; by default the kind in lower case.'),
      shortName: optional(strings, 'Short names that kubectl takes.'),
      categories: optional(strings, 'Groups of resources, such as `all`, that kubectl lists at once.'),
      scope: optional(
        oneOf('Namespaced', 'Cluster'),
        'Whether objects live in namespaces; by default they do.',
      ),
    }),
    help: 'Names and scope of the resource.',
    example: `
/** +kubebuilder:resource:path=crontabs,shortName=ct;cron,categories=all,scope=Namespaced */
export interface CronTab extends CustomResource<CronTabSpec> {}`,
  },
  {
    ...onTypes,
    name: 'kubebuilder:subresource:status',
    arguments: none,
    help: 'Serves the status as a resource of its own: updates of the object leave the status alone, and updates of the status the rest.',
    example: `
/** +kubebuilder:subresource:status */
export interface CronTab extends CustomResource<CronTabSpec, CronTabStatus> {}`,
  },
  {
    ...onTypes,
    name: 'kubebuilder:subresource:scale',
    arguments: named({
      specpath: required(string, 'Path of the wanted number of replicas.'),
      statuspath: required(string, 'Path of the number of replicas that run.'),
      selectorpath: optional(
        string,
        'Path of the selector of the pods, as a text. A HorizontalPodAutoscaler needs it.',
      ),
    }),
    help: 'Serves the resource `scale`, for `kubectl scale` and autoscalers.',
    example: `
/** +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector */
export interface CronTab extends CustomResource<CronTabSpec, CronTabStatus> {}`,
  },
  {
    ...onTypes,
    name: 'kubebuilder:printcolumn',
    repeatable: true,
    arguments: named({
      name: required(string, "The column's heading."),
      type: required(
        oneOf('integer', 'number', 'string', 'boolean', 'date'),
        'How the value is shown; a date is shown as an age.',
      ),
      JSONPath: required(string, 'Path of the value, from the object.'),
      description: optional(string, 'What the column says.'),
      format: optional(string, "The type's format, such as `int32` or `date-time`."),
      priority: optional(count, 'Above 0, the column is shown with `-o wide` alone.'),
    }),
    help: 'A column of `kubectl get`.',
    example: `
/**
 * +kubebuilder:printcolumn:name=Schedule,type=string,JSONPath=.spec.schedule
 * +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
 */
export interface CronTab extends CustomResource<CronTabSpec> {}`,
  },
  {
    ...onTypes,
    name: 'kubebuilder:selectablefield',
    repeatable: true,
    arguments: named({
      JSONPath: required(string, 'Path of a field of type string, boolean or integer, from the object.'),
    }),
    help: 'A field that `--field-selector` may ask for.',
    example: `
/** +kubebuilder:selectablefield:JSONPath=.spec.schedule */
export interface CronTab extends CustomResource<CronTabSpec> {}`,
  },
  {
    ...onTypes,
    name: 'kubebuilder:storageversion',
    arguments: none,
    help: 'Objects are stored in this version. Of several versions of a kind, exactly one has this marker.',
    example: `
/** +kubebuilder:storageversion */
export interface CronTab extends CustomResource<CronTabSpec> {}`,
  },
  {
    ...onTypes,
    name: 'kubebuilder:unservedversion',
    arguments: none,
    help: 'The API server does not serve this version, though objects may still be stored in it.',
    example: `
/** +kubebuilder:unservedversion */
export interface CronTab extends CustomResource<CronTabSpec> {}`,
  },
  {
    ...onTypes,
    name: 'kubebuilder:deprecatedversion',
    tags: ['deprecated'],
    arguments: named({
      warning: optional(string, 'What clients of this version are told; by default that it is deprecated.'),
    }),
    help: 'Whoever uses this version is warned. On a type that is no kind, nothing comes of it.',
    example: `
/** +kubebuilder:deprecatedversion:warning="stable.example.com/v1beta1 CronTab is deprecated; use v1" */
export interface CronTab extends CustomResource<CronTabSpec> {}`,
  },
  {
    ...onTypes,
    name: 'kubebuilder:skipversion',
    arguments: none,
    help: 'Leaves this version out of the CustomResourceDefinition.',
    example: `
/** +kubebuilder:skipversion */
export interface CronTab extends CustomResource<CronTabSpec> {}`,
  },
  {
    ...onTypes,
    name: 'kubebuilder:metadata',
    repeatable: true,
    arguments: named({
      annotations: optional(strings, 'Annotations, each as `key=value`.'),
      labels: optional(strings, 'Labels, each as `key=value`.'),
    }),
    help: 'Annotations and labels of the CustomResourceDefinition itself.',
    example: `
/** +kubebuilder:metadata:annotations="team=batch",labels={"app=crontab","tier=control"} */
export interface CronTab extends CustomResource<CronTabSpec> {}`,
  },
];
