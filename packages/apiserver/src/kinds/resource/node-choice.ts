import { validateDns1123Subdomain } from '@kubewright/api';
import type { NodeSelector } from '@kubewright/api/core/v1';
import { child, invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { nodeSelector } from '../shared/pod/affinity.js';
import { faults } from '../shared/rules.js';

interface NodeChoice {
  readonly nodeName?: string;
  readonly nodeSelector?: NodeSelector;
  readonly allNodes?: boolean;
}

/** Where devices can be used; the names of the fields that say it (resource validation, validateResourceSliceSpec). */
export function nodeChoice(
  errors: FieldError[],
  path: string,
  choice: NodeChoice,
  emptyName: string,
): string[] {
  const chosen: string[] = [];
  const { nodeName, allNodes } = choice;
  if (nodeName) {
    chosen.push('`nodeName`');
    faults(errors, child(path, 'nodeName'), nodeName, validateDns1123Subdomain(nodeName));
  } else if (nodeName !== undefined) {
    errors.push(invalid(child(path, 'nodeName'), nodeName, emptyName));
  }
  if (choice.nodeSelector !== undefined) {
    chosen.push('`nodeSelector`');
    nodeSelector(errors, child(path, 'nodeSelector'), choice.nodeSelector);
  }
  onlyTrue(errors, child(path, 'allNodes'), allNodes, chosen, '`allNodes`');
  return chosen;
}

/** A choice that is made by true and cannot be unmade by false. */
export function onlyTrue(
  errors: FieldError[],
  path: string,
  value: boolean | undefined,
  chosen: string[],
  name: string,
): void {
  if (value === true) chosen.push(name);
  else if (value === false) errors.push(invalid(path, value, 'must be either unset or set to true'));
}
