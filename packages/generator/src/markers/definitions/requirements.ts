import type { MarkerDefinition } from '../definition.js';
import { none, strings, value } from './forms.js';
import { PREFIX } from './validation.js';

/** Which fields must be there. */
export const requirementDefinitions: readonly MarkerDefinition[] = [
  {
    targets: ['field', 'package'],
    category: 'validation',
    name: `${PREFIX}Optional`,
    arguments: none,
    help: 'The field may be left out; in the comments of a file that stand on nothing, all fields of its folder may. It outranks the question mark of TypeScript.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:Optional */
  image: string;
}`,
  },
  {
    targets: ['field', 'package'],
    category: 'validation',
    name: `${PREFIX}Required`,
    arguments: none,
    help: 'The field must be there; in the comments of a file that stand on nothing, all fields of its folder must. It outranks the question mark of TypeScript.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:Required */
  image?: string;
}`,
  },
  ...['optional', 'k8s:optional'].map((name): MarkerDefinition => ({
    targets: ['field'],
    category: 'validation',
    name,
    ...(name === 'optional' ? { tags: ['optional'] } : {}),
    arguments: none,
    help: 'The field may be left out, as with a question mark in TypeScript.',
    example: `
export interface CronTabSpec {
  /** +${name} */
  image: string;
}`,
  })),
  ...['required', 'k8s:required'].map((name): MarkerDefinition => ({
    targets: ['field'],
    category: 'validation',
    name,
    ...(name === 'required' ? { tags: ['required'] } : {}),
    arguments: none,
    help: 'The field must be there, though TypeScript has a question mark.',
    example: `
export interface CronTabSpec {
  /** +${name} */
  image?: string;
}`,
  })),
  {
    targets: ['field'],
    category: 'validation',
    name: 'nullable',
    tags: ['nullable'],
    arguments: none,
    help: 'The field may be null. `T | null` in TypeScript says the same without this marker.',
    example: `
export interface CronTabSpec {
  /** +nullable */
  image: string;
}`,
  },
  {
    targets: ['field'],
    category: 'validation',
    name: 'k8s:immutable',
    arguments: none,
    help: 'Once set, the field keeps its value: rules of the field and of its type see to it.',
    example: `
export interface CronTabSpec {
  /** +k8s:immutable */
  storageClass: string;
}`,
  },
  {
    targets: ['type'],
    category: 'validation',
    name: 'k8s:enum',
    arguments: none,
    help: 'The values of the enum are those that the schema allows. Enums and unions of literals in TypeScript are so without this marker.',
    example: `
/** +k8s:enum */
export type ConcurrencyPolicy = 'Allow' | 'Forbid' | 'Replace';`,
  },
];

/** Which fields go together. */
export const oneOfDefinitions: readonly MarkerDefinition[] = (
  [
    ['AtMostOneOf', 'At most one of these fields is set.'],
    ['ExactlyOneOf', 'Exactly one of these fields is set.'],
    ['AtLeastOneOf', 'One or more of these fields are set.'],
  ] as const
).map(([name, help]) => ({
  targets: ['type'],
  category: 'validation',
  name: PREFIX + name,
  repeatable: true,
  appliesTo: ['object'],
  arguments: value(strings),
  help: `${help} A rule of the type sees to it; the fields must be optional.`,
  example: `
/** +kubebuilder:validation:${name}=configMap;secret */
export interface Source {
  configMap?: string;
  secret?: string;
}`,
}));
