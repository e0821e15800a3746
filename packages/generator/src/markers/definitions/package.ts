import type { MarkerDefinition } from '../definition.js';
import { none, string, value } from './forms.js';

const onPackages = { targets: ['package'], category: 'package' } as const;

/** What holds for all types of a folder; they stand in comments that belong to no declaration. */
export const packageDefinitions: readonly MarkerDefinition[] = [
  {
    ...onPackages,
    name: 'groupName',
    arguments: { form: 'value', argument: string, optional: true },
    help: 'The API group of the kinds of the folder. `defineKind` outranks it.',
    example: `
// +groupName=stable.example.com

export interface CronTabSpec {
  schedule: string;
}`,
  },
  {
    ...onPackages,
    name: 'versionName',
    arguments: value(string),
    help: "The version of the kinds of the folder; by default the folder's name. `defineKind` outranks it.",
    example: `
// +versionName=v1

export interface CronTabSpec {
  schedule: string;
}`,
  },
  {
    ...onPackages,
    name: 'kubebuilder:skip',
    arguments: none,
    help: 'The kinds of the folder are left out.',
    example: `
// +kubebuilder:skip

export interface CronTabSpec {
  schedule: string;
}`,
  },
];
