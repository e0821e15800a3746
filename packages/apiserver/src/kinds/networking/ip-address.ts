import type { IPAddress, ParentReference } from '@kubewright/api/networking/v1';
import { validateDns1123Subdomain } from '@kubewright/api';
import { child, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { NONE } from '../shared/cells.js';
import { documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { immutable } from '../shared/immutable.js';
import { strictAddressFaults } from '../shared/ip-address.js';
import { pathSegmentFaults } from '../shared/path-segment.js';
import { faults } from '../shared/rules.js';

/** registry/networking/ipaddress/strategy.go: an address of a service, as its name. */
export const ipAddress = behaviour<IPAddress>({
  group: 'networking.k8s.io',
  kind: 'IPAddress',
  hasGeneration: false,
  nameRule: strictAddressFaults,
  validate: ({ spec }) => {
    const errors: FieldError[] = [];
    const parent = spec?.parentRef as ParentReference | undefined;
    if (parent === undefined) errors.push(required('spec.parentRef'));
    else parentRules(errors, 'spec.parentRef', parent);
    return errors;
  },
  validateUpdate: (object, old) => {
    const errors: FieldError[] = [];
    const [parent, before] = [object, old].map(({ spec }) => internalParent(spec?.parentRef));
    immutable(errors, 'spec.parentRef', parent, before);
    return errors;
  },
  table: {
    columns: [NAME, documented('ParentRef', 'string', 'networking.v1.IPAddressSpec.parentRef')],
    // One cell more than there are columns, as in the real server.
    row: ({ metadata, spec }, nowMs) => [
      metadata?.name,
      parentCell(spec?.parentRef),
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

/** As the real server prints its internal type. */
function internalParent(parent: ParentReference | undefined): object | undefined {
  if (parent === undefined) return undefined;
  const { group = '', resource = '', namespace = '', name = '' } = parent;
  return { Group: group, Resource: resource, Namespace: namespace, Name: name };
}

function parentCell(parent: ParentReference | undefined): string {
  if (parent === undefined) return NONE;
  const { group, resource = '', namespace, name = '' } = parent;
  const of = (group ? `${resource}.${group}` : resource).toLowerCase();
  return [of, ...(namespace ? [namespace] : []), name].join('/');
}

/** networking validation, validateIPAddressParentReference. */
function parentRules(errors: FieldError[], path: string, parent: ParentReference): void {
  const { group, namespace } = parent;
  if (group) faults(errors, child(path, 'group'), group, validateDns1123Subdomain(group));
  for (const field of ['resource', 'name'] as const) {
    const value = parent[field];
    if (!value) errors.push(required(child(path, field)));
    else faults(errors, child(path, field), value, pathSegmentFaults(value));
  }
  if (namespace) faults(errors, child(path, 'namespace'), namespace, pathSegmentFaults(namespace));
}
