import type { MarkerDefinition } from '../definition.js';
import { value } from './forms.js';

const json = value({ type: 'json' });

/** The last resort, for what there is no marker for; `kubewright import` writes them where it must. */
export const patchDefinitions: readonly MarkerDefinition[] = [
  {
    name: 'kubewright:schema:patch',
    targets: ['type', 'field'],
    category: 'schema',
    repeatable: true,
    arguments: json,
    help: 'Changes the schema by a JSON merge patch (RFC 7386), after all other markers: for what no other marker says, `not` and `oneOf` for example. `null` removes a keyword, and lists are replaced as a whole.',
    example: `
export interface CronTabSpec {
  /** +kubewright:schema:patch={"not":{"enum":["latest"]}} */
  tag: string;
}`,
  },
  {
    name: 'kubewright:crd:patch',
    targets: ['type'],
    category: 'resource',
    repeatable: true,
    arguments: json,
    help: 'Changes the CustomResourceDefinition by a JSON merge patch (RFC 7386), after all other markers. Lists are replaced as a whole.',
    example: `
/** +kubewright:crd:patch={"spec":{"names":{"listKind":"CronTabs"}}} */
export interface CronTab extends CustomResource<CronTabSpec> {}`,
  },
];
