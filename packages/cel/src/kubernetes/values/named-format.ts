import {
  validateDns1035Label,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateLabelKey,
  validateLabelValue,
} from '@kubewright/api';
import { requestUriFault } from './go-url.js';

/** One of the formats of `format.named` (apiserver `pkg/cel/library/format.go`). */
export interface NamedFormat {
  /** Two formats are equal when their names are. */
  readonly name: string;
  /** What is wrong with a text; nothing when it has the format. */
  readonly validate: (text: string) => string[];
  /** Length of the regular expression that the format stands for, from which its cost is reckoned. */
  readonly maxRegexSize: number;
}

/** A name whose last character may be a dash, as something will be appended to it (`maskTrailingDash`). */
const prefixOf =
  (validate: (text: string) => string[]) =>
  (text: string): string[] =>
    validate(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text);

const matching =
  (expression: RegExp, fault: string) =>
  (text: string): string[] =>
    expression.test(text) ? [] : [fault];

const DATE_TIME_REGEX_SIZE = 71;

/** The formats by the name under which `format` has them. */
export const NAMED_FORMATS: ReadonlyMap<string, NamedFormat> = new Map(
  Object.entries<NamedFormat>({
    dns1123Label: { name: 'DNS1123Label', validate: validateDns1123Label, maxRegexSize: 30 },
    dns1123Subdomain: { name: 'DNS1123Subdomain', validate: validateDns1123Subdomain, maxRegexSize: 60 },
    dns1035Label: { name: 'DNS1035Label', validate: validateDns1035Label, maxRegexSize: 30 },
    qualifiedName: { name: 'QualifiedName', validate: validateLabelKey, maxRegexSize: 60 },
    dns1123LabelPrefix: {
      name: 'DNS1123LabelPrefix',
      validate: prefixOf(validateDns1123Label),
      maxRegexSize: 30,
    },
    dns1123SubdomainPrefix: {
      name: 'DNS1123SubdomainPrefix',
      validate: prefixOf(validateDns1123Subdomain),
      maxRegexSize: 60,
    },
    dns1035LabelPrefix: {
      name: 'DNS1035LabelPrefix',
      validate: prefixOf(validateDns1035Label),
      maxRegexSize: 30,
    },
    labelValue: { name: 'LabelValue', validate: validateLabelValue, maxRegexSize: 40 },
    uri: {
      name: 'URI',
      validate(text) {
        const fault = requestUriFault(text);
        return fault === undefined ? [] : [fault];
      },
      maxRegexSize: 1103,
    },
    uuid: {
      name: 'uuid',
      validate: matching(
        /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i,
        'does not match the UUID format',
      ),
      maxRegexSize: 70,
    },
    byte: {
      name: 'byte',
      validate: matching(
        /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/,
        'invalid base64',
      ),
      maxRegexSize: 84,
    },
    date: {
      name: 'date',
      validate: (text) => (isDate(text) ? [] : ['invalid date']),
      maxRegexSize: DATE_TIME_REGEX_SIZE,
    },
    datetime: {
      name: 'datetime',
      validate: (text) => (isDateTime(text) ? [] : ['invalid datetime']),
      maxRegexSize: DATE_TIME_REGEX_SIZE,
    },
  }),
);

/** A day of the calendar, `2026-02-28` (strfmt, IsDate). */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  if (month < '01' || month > '12' || day < '01') return false;
  const leap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return Number(day) <= days[Number(month) - 1]!;
}

/** strfmt, IsDateTime: date and time of RFC 3339, in any case. */
function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t');
  if (time === undefined || !isDate(date)) return false;
  const match = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/.exec(time);
  return match !== null && match[1]! <= '23' && match[2]! <= '59' && match[3]! <= '59';
}
