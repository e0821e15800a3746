// Rules of names, as apimachinery states them in pkg/util/validation/validation.go and pkg/api/validate/content.
// Each returns what is wrong, in Kubernetes' words; nothing when the value is right.

const DNS_1123_LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const DNS_1123_SUBDOMAIN = `${DNS_1123_LABEL}(\\.${DNS_1123_LABEL})*`;
const DNS_1035_LABEL = '[a-z]([-a-z0-9]*[a-z0-9])?';
const LABEL_KEY = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${LABEL_KEY})?`;

const isDns1123Label = whole(DNS_1123_LABEL);
const isDns1123Subdomain = whole(DNS_1123_SUBDOMAIN);
const isDns1035Label = whole(DNS_1035_LABEL);
const isLabelKey = whole(LABEL_KEY);
const isLabelValue = whole(LABEL_VALUE);

const DNS_1123_SUBDOMAIN_FAULT = mismatch(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  DNS_1123_SUBDOMAIN,
  ['example.com'],
);

/** Namespaces and the like: at most 63 characters of a-z, 0-9 and '-'. */
export function validateDns1123Label(value: string): string[] {
  const errors = tooLong(value, 63, 'characters');
  if (!isDns1123Label(value)) {
    errors.push(
      isDns1123Subdomain(value)
        ? 'must not contain dots'
        : mismatch(
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
            DNS_1123_LABEL,
            ['my-name', '123-abc'],
          ),
    );
  }
  return errors;
}

/** Names of most objects: labels joined by dots, at most 253 characters. */
export function validateDns1123Subdomain(value: string): string[] {
  return subdomain(value, 'characters');
}

function subdomain(value: string, unit: 'characters' | 'bytes'): string[] {
  const errors = tooLong(value, 253, unit);
  if (!isDns1123Subdomain(value)) errors.push(DNS_1123_SUBDOMAIN_FAULT);
  return errors;
}

/** Names of services: a label that starts with a letter. */
export function validateDns1035Label(value: string): string[] {
  const errors = tooLong(value, 63, 'characters');
  if (!isDns1035Label(value)) {
    errors.push(
      mismatch(
        "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
        DNS_1035_LABEL,
        ['my-name', 'abc-123'],
      ),
    );
  }
  return errors;
}

const LABEL_KEY_TEXT =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const LABEL_KEY_EXAMPLES = ['MyName', 'my.name', '123-abc'];

/** Keys of labels and annotations, finalizers, resource names: `name` or `prefix.example.com/name`. */
export function validateLabelKey(value: string): string[] {
  const parts = value.split('/');
  if (parts.length > 2) {
    return [
      `a valid label key ${mismatch(LABEL_KEY_TEXT, LABEL_KEY, LABEL_KEY_EXAMPLES)} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const errors: string[] = [];
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  if (prefix === '') errors.push('prefix part must be non-empty');
  else if (prefix !== undefined)
    errors.push(...subdomain(prefix, 'bytes').map((text) => `prefix part ${text}`));

  if (name === '') errors.push('name part must be non-empty');
  else errors.push(...tooLong(name, 63, 'bytes').map((text) => `name part ${text}`));
  if (!isLabelKey(name)) errors.push(`name part ${mismatch(LABEL_KEY_TEXT, LABEL_KEY, LABEL_KEY_EXAMPLES)}`);
  return errors;
}

/** Values of labels: empty, or at most 63 characters that start and end with a letter or digit. */
export function validateLabelValue(value: string): string[] {
  const errors = tooLong(value, 63, 'bytes');
  if (!isLabelValue(value)) {
    errors.push(
      mismatch(
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
        LABEL_VALUE,
        ['MyValue', 'my_value', '12345'],
      ),
    );
  }
  return errors;
}

function whole(pattern: string): (value: string) => boolean {
  const expression = new RegExp(`^(?:${pattern})$`);
  return (value) => expression.test(value);
}

function mismatch(text: string, pattern: string, examples: readonly string[]): string {
  const list = examples.map((example) => `'${example}', `).join(' or ');
  return `${text} (e.g. ${list}regex used for validation is '${pattern}')`;
}

function tooLong(value: string, max: number, unit: 'characters' | 'bytes'): string[] {
  // Go counts bytes, whatever its message says.
  const length = value.length > max ? value.length : utf8Length(value);
  return length > max ? [`must be no more than ${max} ${unit}`] : [];
}

function utf8Length(value: string): number {
  let bytes = 0;
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
