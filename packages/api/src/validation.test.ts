import { describe, expect, it } from 'vitest';
import {
  validateDns1035Label,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateLabelKey,
  validateLabelValue,
} from './validation.js';

const x = (times: number): string => 'x'.repeat(times);

const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const LABEL_1035 =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const KEY =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const VALUE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

// Texts as util/validation and api/validate/content of apimachinery 0.36.1 give them.
describe.each<[string, (value: string) => string[], ReadonlyArray<readonly [string, string[]]>]>([
  [
    'validateDns1123Label',
    validateDns1123Label,
    [
      ['a', []],
      ['0-9', []],
      [x(63), []],
      [x(64), ['must be no more than 63 characters']],
      ['', [LABEL]],
      ['-a', [LABEL]],
      ['A', [LABEL]],
      ['a\n', [LABEL]],
      ['a.b', ['must not contain dots']],
    ],
  ],
  [
    'validateDns1123Subdomain',
    validateDns1123Subdomain,
    [
      ['a.b-c.0', []],
      ['a..b', [SUBDOMAIN]],
      ['_a', [SUBDOMAIN]],
      [`${x(254)}`, ['must be no more than 253 characters']],
      ['ä'.repeat(127), ['must be no more than 253 characters', SUBDOMAIN]],
    ],
  ],
  [
    'validateDns1035Label',
    validateDns1035Label,
    [
      ['a-1', []],
      ['1a', [LABEL_1035]],
      [x(64), ['must be no more than 63 characters']],
    ],
  ],
  [
    'validateLabelKey',
    validateLabelKey,
    [
      ['app', []],
      ['example.com/My_Name.1', []],
      ['', ['name part must be non-empty', `name part ${KEY}`]],
      ['/a', ['prefix part must be non-empty']],
      ['A.com/a', [`prefix part ${SUBDOMAIN}`]],
      ['a.b/', ['name part must be non-empty', `name part ${KEY}`]],
      [x(64), ['name part must be no more than 63 bytes']],
      [`${x(254)}/a`, ['prefix part must be no more than 253 bytes']],
      [
        'a/b/c',
        [
          `a valid label key ${KEY} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
        ],
      ],
    ],
  ],
  [
    'validateLabelValue',
    validateLabelValue,
    [
      ['', []],
      ['My_Value.1', []],
      ['a ', [VALUE]],
      [x(64), ['must be no more than 63 bytes']],
    ],
  ],
])('%s', (_, validate, cases) => {
  it.each(cases)('says of %j: %j', (value, expected) => {
    expect(validate(value)).toEqual(expected);
  });
});
