import type { MarkerDefinition } from '../definition.js';
import { any, named, none, oneOf, optional, required, string, value } from './forms.js';

const schema = { category: 'schema' } as const;

/** What a schema says besides the values allowed. */
export const schemaDefinitions: readonly MarkerDefinition[] = [
  {
    ...schema,
    name: 'kubebuilder:default',
    tags: ['default'],
    targets: ['field'],
    arguments: value(any),
    help: 'The value that the API server sets where the field is left out. Lists and objects stand in braces: `{a,b}`, `{key: value}`. A text that looks like a number or `true` stands in quotes.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:default=1 */
  replicas?: int32;
  /** +kubebuilder:default={Mon,Tue} */
  days?: string[];
  /** +kubebuilder:default={cpu: "100m", memory: "64Mi"} */
  limits?: Record<string, string>;
}`,
  },
  {
    ...schema,
    name: 'default',
    targets: ['field'],
    arguments: value({ type: 'json' }),
    help: "The same in JSON, as Kubernetes' own types have it. `+kubebuilder:default` outranks it.",
    example: `
export interface CronTabSpec {
  /** +default={"cpu": "100m"} */
  limits?: Record<string, string>;
}`,
  },
  {
    ...schema,
    name: 'kubebuilder:example',
    tags: ['example'],
    targets: ['field'],
    arguments: value(any),
    help: 'An example for those who read the schema; written as a default is.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:example="0 4 * * 1" */
  schedule: string;
}`,
  },
  {
    ...schema,
    name: 'kubebuilder:title',
    tags: ['title'],
    targets: ['type', 'field'],
    arguments: value(string),
    help: 'A title for those who read the schema.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:title="Number of replicas" */
  replicas: int32;
}`,
  },
  {
    ...schema,
    name: 'kubebuilder:externalDocs',
    targets: ['type', 'field'],
    arguments: named({
      url: required(string, 'Where the document is.'),
      description: optional(string, 'What the document is.'),
    }),
    help: 'A document about the field or type.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:externalDocs:url="https://en.wikipedia.org/wiki/Cron",description="the format" */
  schedule: string;
}`,
  },
  {
    ...schema,
    name: 'kubebuilder:pruning:PreserveUnknownFields',
    targets: ['type', 'field'],
    appliesTo: ['object'],
    arguments: none,
    help: 'The API server keeps fields below this one that the schema does not name. By default it drops them.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:pruning:PreserveUnknownFields */
  settings: { mode: string };
}`,
  },
  {
    ...schema,
    name: 'kubebuilder:validation:EmbeddedResource',
    targets: ['field'],
    appliesTo: ['object'],
    arguments: none,
    help: 'The field holds an object of Kubernetes, with apiVersion, kind and metadata, which the API server validates.',
    example: `
export interface CronTabSpec {
  /**
   * +kubebuilder:validation:EmbeddedResource
   * +kubebuilder:pruning:PreserveUnknownFields
   */
  template: object;
}`,
  },
  {
    ...schema,
    name: 'kubebuilder:validation:Schemaless',
    targets: ['field'],
    arguments: none,
    help: 'The type of the field is not looked at: its markers alone make its schema.',
    example: `
export interface CronTabSpec {
  /**
   * +kubebuilder:validation:Schemaless
   * +kubebuilder:pruning:PreserveUnknownFields
   * +kubebuilder:validation:Type=object
   */
  openAPIV3Schema: unknown;
}`,
  },
];

const everywhere = { targets: ['type', 'field'], category: 'topology' } as const;

/** How server-side apply merges lists, maps and objects. */
export const topologyDefinitions: readonly MarkerDefinition[] = [
  {
    ...everywhere,
    name: 'listType',
    aliases: ['k8s:listType'],
    tags: ['listType'],
    appliesTo: ['array'],
    arguments: value(oneOf('map', 'set', 'atomic')),
    help: 'How appliers share a list: `map` merges items of one key (see `+listMapKey`), `set` merges values that are unique, `atomic` replaces the whole list.',
    example: `
export interface CronTabSpec {
  /** +listType=set */
  days: string[];
}`,
  },
  {
    ...everywhere,
    name: 'listMapKey',
    aliases: ['k8s:listMapKey'],
    tags: ['listMapKey'],
    repeatable: true,
    appliesTo: ['array'],
    arguments: value(string),
    help: 'A field that tells the items of a list of type `map` apart; several of them together.',
    example: `
export interface CronTabSpec {
  /**
   * +listType=map
   * +listMapKey=name
   */
  containers: { name: string; image: string }[];
}`,
  },
  {
    ...everywhere,
    name: 'mapType',
    tags: ['mapType'],
    appliesTo: ['object'],
    arguments: value(oneOf('granular', 'atomic')),
    help: 'How appliers share a map: `granular` (the default) merges keys, `atomic` replaces the whole map.',
    example: `
export interface CronTabSpec {
  /** +mapType=atomic */
  selector: Record<string, string>;
}`,
  },
  {
    ...everywhere,
    name: 'structType',
    tags: ['structType'],
    appliesTo: ['object'],
    arguments: value(oneOf('granular', 'atomic')),
    help: 'How appliers share an object: `granular` (the default) merges fields, `atomic` replaces the whole object.',
    example: `
export interface CronTabSpec {
  /** +structType=atomic */
  credentials: { user: string; password: string };
}`,
  },
];
