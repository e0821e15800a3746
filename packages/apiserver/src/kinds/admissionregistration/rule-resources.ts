import type { RuleWithOperations } from '@kubewright/api/admissionregistration/v1';
import { child, index, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';

const SCOPES: readonly string[] = ['*', 'Cluster', 'Namespaced'];

/** What a rule applies to (admissionregistration validation, validateRule). */
export function resourceRules(errors: FieldError[], path: string, rule: RuleWithOperations): void {
  wildcardAlone(errors, child(path, 'apiGroups'), rule.apiGroups ?? [], 'API groups');
  const versions = rule.apiVersions ?? [];
  wildcardAlone(errors, child(path, 'apiVersions'), versions, 'API versions');
  versions.forEach((version, i) => {
    if (version === '') errors.push(required(index(child(path, 'apiVersions'), i)));
  });
  resources(errors, child(path, 'resources'), rule.resources ?? []);
  if (rule.scope !== undefined && !SCOPES.includes(rule.scope)) {
    errors.push(notSupported(child(path, 'scope'), rule.scope, SCOPES));
  }
}

function wildcardAlone(errors: FieldError[], path: string, values: readonly string[], what: string): void {
  if (values.length === 0) errors.push(required(path));
  if (values.length > 1 && values.includes('*')) {
    errors.push(invalid(path, values, `if '*' is present, must not specify other ${what}`));
  }
}

function resources(errors: FieldError[], path: string, list: readonly string[]): void {
  if (list.length === 0) errors.push(required(path));
  const allSubresourcesOf = new Set<string>();
  const ofAllResources = new Set<string>();
  let plain = false;
  list.forEach((entry, i) => {
    const at = index(path, i);
    if (entry === '') {
      errors.push(required(at));
      return;
    }
    const slash = entry.indexOf('/');
    if (slash < 0) {
      plain = entry !== '*';
      return;
    }
    const [resource, subresource] = [entry.slice(0, slash), entry.slice(slash + 1)];
    if (allSubresourcesOf.has(resource)) {
      errors.push(invalid(at, entry, `if '${resource}/*' is present, must not specify ${entry}`));
    }
    if (ofAllResources.has(subresource)) {
      errors.push(invalid(at, entry, `if '*/${subresource}' is present, must not specify ${entry}`));
    }
    if (subresource === '*') allSubresourcesOf.add(resource);
    if (resource === '*') ofAllResources.add(subresource);
  });
  if (list.length > 1 && list.includes('*/*')) {
    errors.push(invalid(path, list, "if '*/*' is present, must not specify other resources"));
  }
  if (list.includes('*') && plain) {
    errors.push(
      invalid(path, list, "if '*' is present, must not specify other resources without subresources"),
    );
  }
}
