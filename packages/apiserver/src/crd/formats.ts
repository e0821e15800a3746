import { normalizeTime } from '../schema/go-time.js';

/**
 * The formats of strings that CustomResourceDefinitions may name and the server checks; any other is ignored (with a
 * warning). Names are without dashes. After kube-openapi's `pkg/validation/strfmt` and apiextensions-apiserver's
 * `pkg/apiserver/validation/formats.go`.
 */
const checks: Readonly<Record<string, (text: string) => boolean>> = {
  bsonobjectid: (text) => /^[0-9a-fA-F]{24}$/.test(text),
  uri: isRequestUri,
  email: isEmail,
  hostname: isHostname,
  ipv4: (text) => text.includes('.') && isIp(text),
  ipv6: (text) => text.includes(':') && isIp(text),
  cidr: isCidr,
  mac: isMac,
  uuid: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text),
  uuid3: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text),
  uuid4: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text),
  uuid5: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text),
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  creditcard: isCreditCard,
  ssn: (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
  hexcolor: (text) => /^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text),
  rgbcolor: isRgbColor,
  byte: (text) =>
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/.test(text),
  password: () => true,
  date: isDate,
  duration: isDuration,
  datetime: isDateTime,
  k8sshortname: (text) => text.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text),
  k8slongname: (text) =>
    text.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(text),
};

/** The check of a format, or undefined when the server does not know the format for that type. */
export function formatCheck(
  format: string,
  type: string | undefined,
): ((text: string) => boolean) | undefined {
  return type === undefined || type === '' || type === 'string'
    ? checks[format.replaceAll('-', '')]
    : undefined;
}

/** Whether the server knows the format for that type; others are ignored. */
export function isKnownFormat(format: string, type: string | undefined): boolean {
  if (type === 'integer') return format === 'int32' || format === 'int64';
  if (type === 'number') return format === 'float' || format === 'double';
  return formatCheck(format, type) !== undefined;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && parses(`${text}T00:00:00Z`);
}

function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t');
  if (time === undefined || !isDate(date)) return false;
  const match = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/.exec(time);
  return match !== null && match[1]! <= '23' && match[2]! <= '59' && match[3]! <= '59';
}

function parses(text: string): boolean {
  try {
    normalizeTime(text, 'time');
    return true;
  } catch {
    return false;
  }
}

// Go's durations (`1h30m`), or Scala's (`22 days`).
function isDuration(text: string): boolean {
  if (/^[+-]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/.test(text)) return true;
  const known = /^(?:ns|nano.*|us|µs|micro.*|ms|milli.*|s|sec.*|m|min.*|h|hr|hour.*|d|day.*|w|wk|week.*)$/i;
  return [...text.matchAll(/\d+\s*([A-Za-zµ]+)/g)].some((match) => known.test(match[1] ?? ''));
}

function isIp(text: string): boolean {
  if (!text.includes(':')) return isIpv4(text);
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return false;
  const groups = (part: string): number => {
    if (part === '') return 0;
    const words = part.split(':');
    const last = words.at(-1) ?? '';
    const embedded = last.includes('.');
    if (embedded && !isIpv4(last)) return NaN;
    const plain = embedded ? words.slice(0, -1) : words;
    return plain.every((word) => /^[0-9a-fA-F]{1,4}$/.test(word)) ? plain.length + (embedded ? 2 : 0) : NaN;
  };
  if (tail === undefined) return groups(head) === 8;
  return !head.includes('.') && groups(head) + groups(tail) < 8;
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d+$/.test(part) && Number(part) <= 255);
}

function isCidr(text: string): boolean {
  const slash = text.indexOf('/');
  const address = text.slice(0, slash);
  const bits = text.slice(slash + 1);
  return (
    slash > 0 && isIp(address) && /^\d+$/.test(bits) && Number(bits) <= (address.includes(':') ? 128 : 32)
  );
}

function isMac(text: string): boolean {
  const pairs = /^[0-9a-fA-F]{2}(?:([:-])[0-9a-fA-F]{2})(?:\1[0-9a-fA-F]{2})*$/.test(text);
  const quads = /^[0-9a-fA-F]{4}(?:\.[0-9a-fA-F]{4})+$/.test(text);
  const bytes = text.replace(/[^0-9a-fA-F]/g, '').length / 2;
  return (pairs || quads) && (bytes === 6 || bytes === 8 || bytes === 20);
}

// net/url.ParseRequestURI: an absolute URI or an absolute path.
function isRequestUri(text: string): boolean {
  if (text === '' || /[\x00-\x1f\x7f]/.test(text)) return false;
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(text)?.[0];
  const rest = text.slice(scheme?.length ?? 0);
  if (scheme !== undefined && rest !== '' && !rest.startsWith('/')) return true;
  if (text === '*') return true;
  const authority = scheme === undefined ? null : /^\/\/([^/?#]*)/.exec(rest);
  if (authority === null && !rest.startsWith('/')) return false;
  const host = (authority?.[1] ?? '').replace(/^.*@/, '');
  const plainHost = /^(?:\[[0-9a-fA-F:.]+\]|(?:[^\s"<>[\]\\^`{|}%:]|%[0-9a-fA-F]{2})*)(?::\d*)?$/.test(host);
  return plainHost && !/%(?![0-9a-fA-F]{2})/.test(rest.slice(authority?.[0].length ?? 0).split('?')[0] ?? '');
}

// net/mail.ParseAddress: an address, or a name and an address in angle brackets.
function isEmail(text: string): boolean {
  const address = /^(?:[^<>@]*\s)?<([^<>]+)>$/.exec(text.trim())?.[1] ?? text.trim();
  return /^(?:[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)*|"(?:[^"\\]|\\.)*")@(?:[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)*|\[[^\]]*\])$/.test(
    address,
  );
}

const HOSTNAME =
  /^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u;

function isHostname(text: string): boolean {
  const bytes = (part: string): number => new TextEncoder().encode(part).length;
  return bytes(text) <= 255 && HOSTNAME.test(text) && text.split('.').every((part) => bytes(part) <= 63);
}

function isRgbColor(text: string): boolean {
  const number = '(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])';
  return new RegExp(`^rgb\\(\\s*${number}\\s*,\\s*${number}\\s*,\\s*${number}\\s*\\)$`).test(text);
}

function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '');
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(digits)) return false;
  const sum = [...digits].reduce(
    (total, digit, i) => total + (i + 1) * (digit === 'X' ? 10 : Number(digit)),
    0,
  );
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '');
  if (!/^[0-9]{13}$/.test(digits)) return false;
  return [...digits].reduce((total, digit, i) => total + (i % 2 === 0 ? 1 : 3) * Number(digit), 0) % 10 === 0;
}

function isCreditCard(text: string): boolean {
  const digits = text.replace(/\D+/g, '');
  const issuer =
    /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/;
  if (!issuer.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const doubled = Number(digit) * (i % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
