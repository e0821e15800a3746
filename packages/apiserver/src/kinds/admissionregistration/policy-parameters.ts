import { validateDns1035Label, validateDns1123Subdomain } from '@kubewright/api';
import type { ParamKind, ParamRef, Variable } from '@kubewright/api/admissionregistration/v1';
import { child, forbidden, index, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { validLabelSelector } from '../shared/labels.js';
import { pathSegmentFaults } from '../shared/path-segment.js';
import { faults } from '../shared/rules.js';

// What both kinds of policies and of bindings have in common.

/** admissionregistration validation, validateParamKind. */
export function paramKindRules(errors: FieldError[], path: string, { apiVersion, kind }: ParamKind): void {
  const at = child(path, 'apiVersion');
  if (!apiVersion) errors.push(required(at));
  else groupVersionRules(errors, at, apiVersion);
  if (!kind) errors.push(required(child(path, 'kind')));
  else {
    const messages = validateDns1035Label(kind.toLowerCase());
    const message = `may have mixed case, but should otherwise match: ${messages.join(',')}`;
    if (messages.length > 0) errors.push(invalid(child(path, 'kind'), kind, message));
  }
}

function groupVersionRules(errors: FieldError[], path: string, apiVersion: string): void {
  const parts = apiVersion === '/' ? ['', ''] : apiVersion.split('/');
  if (parts.length > 2) {
    errors.push(invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`));
    return;
  }
  const [group, version] = parts.length === 1 ? ['', parts[0]] : parts;
  const groupFaults = group ? validateDns1123Subdomain(group) : [];
  if (groupFaults.length > 0) errors.push(invalid(path, group, groupFaults.join(',')));
  if (!version) {
    errors.push(invalid(path, apiVersion, 'version must be specified'));
    return;
  }
  const versionFaults = validateDns1035Label(version);
  if (versionFaults.length > 0) errors.push(invalid(path, version, versionFaults.join(',')));
}

const NOT_FOUND_ACTIONS: readonly string[] = ['Deny', 'Allow'];

/** admissionregistration validation, validateParamRef. */
export function paramRefRules(errors: FieldError[], path: string, reference: ParamRef | undefined): void {
  if (reference === undefined) return;
  const { name, selector, parameterNotFoundAction: action } = reference;
  const exclusive = 'name and selector are mutually exclusive';
  if (name) {
    faults(errors, child(path, 'name'), name, pathSegmentFaults(name));
    if (selector !== undefined) errors.push(forbidden(child(path, 'name'), exclusive));
  }
  if (selector !== undefined) {
    validLabelSelector(errors, child(path, 'selector'), selector);
    if (name) errors.push(forbidden(child(path, 'selector'), exclusive));
  }
  if (!name && selector === undefined)
    errors.push(required(path, 'one of name or selector must be specified'));
  const at = child(path, 'parameterNotFoundAction');
  if (!action) errors.push(required(at));
  else if (!NOT_FOUND_ACTIONS.includes(action)) errors.push(notSupported(at, action, NOT_FOUND_ACTIONS));
}

export function policyNameRules(errors: FieldError[], path: string, name: string | undefined): void {
  if (!name) errors.push(required(path));
  else faults(errors, path, name, validateDns1123Subdomain(name));
}

const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

/** admissionregistration validation, validateVariable. The expressions themselves are not compiled here. */
export function variableRules(errors: FieldError[], path: string, variables: Variable[] | undefined): void {
  variables?.forEach(({ name, expression }, i) => {
    const at = index(path, i);
    if (!name?.trim()) errors.push(required(child(at, 'name'), 'name is not specified'));
    else if (!IDENTIFIER.test(name) || RESERVED.has(name))
      errors.push(invalid(child(at, 'name'), name, 'must be a valid CEL identifier'));
    if (!expression?.trim()) errors.push(required(child(at, 'expression'), 'expression is not specified'));
  });
}
