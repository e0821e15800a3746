import type { ServiceCIDR } from '@kubewright/api/networking/v1';
import { index, invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { strictCidr } from '../shared/cidr.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { IMMUTABLE_MESSAGE } from '../shared/immutable.js';

/** registry/networking/servicecidr/strategy.go. */
export const serviceCidr = behaviour<ServiceCIDR>({
  group: 'networking.k8s.io',
  kind: 'ServiceCIDR',
  hasGeneration: false,
  validate: (object) => (object.metadata?.resourceVersion ? [] : validateRanges(object.spec?.cidrs ?? [])),
  validateUpdate: (object, old) => {
    const errors: FieldError[] = [];
    const ranges = object.spec?.cidrs ?? [];
    const before = old.spec?.cidrs ?? [];
    const isExtended = before.length === 1 && ranges.length === 2;
    if (ranges.length !== before.length && !isExtended) {
      errors.push(invalid(PATH, ranges, IMMUTABLE_MESSAGE));
      return errors;
    }
    before.forEach((range, i) => {
      if (range !== ranges[i]) errors.push(invalid(index(PATH, i), ranges[i], IMMUTABLE_MESSAGE));
    });
    if (isExtended) errors.push(...validateRanges(ranges));
    return errors;
  },
  table: {
    columns: [NAME, documented('CIDRs', 'string', 'networking.v1.ServiceCIDRSpec.cidrs'), AGE],
    row: ({ metadata, spec }, nowMs) => [
      metadata?.name,
      (spec?.cidrs ?? []).join(','),
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

const PATH = 'spec.cidrs';

/** networking validation, validateServiceCIDRSpec. */
function validateRanges(ranges: readonly string[]): FieldError[] {
  const errors: FieldError[] = [];
  if (ranges.length === 0) errors.push(required(PATH, 'at least one CIDR required'));
  if (ranges.length > 2) errors.push(invalid(PATH, { CIDRs: ranges }, 'may only hold up to 2 values'));
  if (errors.length > 0) return errors;
  const families = ranges.map((range, i) => strictCidr(errors, index(PATH, i), range));
  if (families.length === 2 && families[0] !== undefined && families[0] === families[1]) {
    const message =
      'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
    errors.push(invalid(PATH, ranges, message));
  }
  return errors;
}
