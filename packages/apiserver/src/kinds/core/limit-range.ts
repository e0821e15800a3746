import { canonicalQuantity, compareQuantity } from '@kubewright/api';
import type { LimitRange, LimitRangeItem } from '@kubewright/api/core/v1';
import { child, duplicate, forbidden, index, invalid, key, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { defaultTable } from '../shared/columns.js';
import { fillIn, roundUpQuantities } from '../shared/quantities.js';
import type { Quantities } from '../shared/quantities.js';
import { containerResourceName, isOvercommitAllowed, resourceName } from '../shared/resource-names.js';
import { qualifiedName } from '../shared/rules.js';

/** registry/core/limitrange/strategy.go, apis/core/v1/defaults.go. */
export const limitRange = behaviour<LimitRange>({
  group: '',
  kind: 'LimitRange',
  keepsEmpty: { 'spec.limits': 'null' },
  hasGeneration: false,
  defaults: ({ spec }) => {
    for (const item of spec?.limits ?? []) defaultItem(item);
  },
  prepareForCreate: ({ metadata }, { random }) => {
    if (metadata !== undefined) metadata.name ||= random.uuid();
  },
  validate: validateLimitRange,
  table: defaultTable,
});

const QUANTITIES = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

function defaultItem(item: LimitRangeItem): void {
  for (const field of QUANTITIES) roundUpQuantities(item[field]);
  if (item.type !== 'Container') return;
  const limits: Quantities = { ...item.default };
  const requests: Quantities = { ...item.defaultRequest };
  fillIn(limits, item.max);
  fillIn(requests, limits);
  fillIn(requests, item.min);
  if (Object.keys(limits).length > 0) item.default = limits;
  if (Object.keys(requests).length > 0) item.defaultRequest = requests;
}

const TYPES: readonly string[] = ['Pod', 'Container', 'PersistentVolumeClaim'];

/** core validation, ValidateLimitRange. */
function validateLimitRange({ spec }: LimitRange): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  spec?.limits?.forEach((item, i) => {
    const at = index('spec.limits', i);
    const before = errors.length;
    qualifiedName(errors, child(at, 'type'), item.type);
    if (errors.length === before && !item.type.includes('/') && !TYPES.includes(item.type)) {
      errors.push(invalid(child(at, 'type'), item.type, 'must be a standard limit type or fully qualified'));
    }
    if (seen.has(item.type)) errors.push(duplicate(child(at, 'type'), item.type));
    seen.add(item.type);
    itemRules(errors, at, item);
  });
  return errors;
}

function itemRules(errors: FieldError[], path: string, item: LimitRangeItem): void {
  const nameRule = item.type === 'Pod' || item.type === 'Container' ? containerResourceName : resourceName;
  if (item.type === 'Pod') {
    for (const field of ['default', 'defaultRequest'] as const) {
      if (item[field] === undefined) continue;
      errors.push(forbidden(child(path, field), "may not be specified when `type` is 'Pod'"));
    }
  }
  const hasStorage = item.min?.['storage'] !== undefined || item.max?.['storage'] !== undefined;
  if (item.type === 'PersistentVolumeClaim' && !hasStorage) {
    const message = 'either minimum or maximum storage value is required, but neither was provided';
    errors.push(required(child(path, 'limits'), message));
  }
  const names = new Set<string>();
  for (const field of QUANTITIES) {
    for (const name in item[field]) {
      nameRule(errors, key(child(path, field), name), name);
      names.add(name);
    }
  }
  for (const name of names) boundRules(errors, path, name, item);
}

type Bound = 'min' | 'max' | 'default' | 'defaultRequest';

/** Which may not be greater than which, the field that is told, and the words for both. */
const ORDER: ReadonlyArray<
  readonly [low: Bound, high: Bound, told: Bound, words: readonly [string, string]]
> = [
  ['min', 'max', 'min', ['min value', 'max value']],
  ['min', 'defaultRequest', 'defaultRequest', ['min value', 'default request value']],
  ['defaultRequest', 'max', 'defaultRequest', ['default request value', 'max value']],
  ['defaultRequest', 'default', 'defaultRequest', ['default request value', 'default limit value']],
  ['min', 'default', 'default', ['min value', 'default value']],
  ['default', 'max', 'default', ['default value', 'max value']],
];

function boundRules(errors: FieldError[], path: string, name: string, item: LimitRangeItem): void {
  for (const [lowField, highField, told, [lowWord, highWord]] of ORDER) {
    const [low, high] = [item[lowField]?.[name], item[highField]?.[name]];
    if (low === undefined || high === undefined || compareQuantity(low, high) <= 0) continue;
    // The real server shows the other bound where the default limit is told.
    const shown = told === 'default' ? (lowField === 'min' ? low : high) : (item[told]?.[name] ?? low);
    const message = `${lowWord} ${canonicalQuantity(low)} is greater than ${highWord} ${canonicalQuantity(high)}`;
    errors.push(invalid(key(child(path, told), name), canonicalQuantity(shown), message));
  }
  const ratio = item.maxLimitRequestRatio?.[name];
  if (ratio !== undefined && compareQuantity(ratio, '1') < 0) {
    const text = canonicalQuantity(ratio);
    errors.push(
      invalid(key(child(path, 'maxLimitRequestRatio'), name), text, `ratio ${text} is less than 1`),
    );
  }
  const [limit, request] = [item.default?.[name], item.defaultRequest?.[name]];
  if (isOvercommitAllowed(name) || limit === undefined || request === undefined) return;
  if (compareQuantity(limit, request) === 0) return;
  const [limitText, requestText] = [canonicalQuantity(limit), canonicalQuantity(request)];
  const message = `default value ${limitText} must equal to defaultRequest value ${requestText} in ${name}`;
  errors.push(invalid(key(child(path, 'defaultRequest'), name), requestText, message));
}
