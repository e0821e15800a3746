import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { patternSamples } from './pattern-sample.js';

/** What a value is made for: the name of its field gives readable texts; the variant tells items of a list apart. */
export interface SamplePlace {
  readonly name: string;
  readonly variant: number;
}

/** By name without dashes, as the server compares them; those that a server checks, and the usual others. */
const FORMATS: Readonly<Record<string, string>> = {
  bsonobjectid: '507f1f77bcf86cd799439011',
  uri: 'https://example.com',
  email: 'someone@example.com',
  hostname: 'www.example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  ip: '192.0.2.1',
  cidr: '192.0.2.0/24',
  mac: '00:00:5e:00:53:01',
  uuid: '6ba7b810-9dad-41d1-80b4-00c04fd430c8',
  uuid3: '6ba7b810-9dad-31d1-80b4-00c04fd430c8',
  uuid4: '6ba7b810-9dad-41d1-80b4-00c04fd430c8',
  uuid5: '6ba7b810-9dad-51d1-80b4-00c04fd430c8',
  isbn: '0306406152',
  isbn10: '0306406152',
  isbn13: '9780306406157',
  creditcard: '4111111111111111',
  ssn: '123-45-6789',
  hexcolor: '#336699',
  rgbcolor: 'rgb(51,102,153)',
  byte: 'c2FtcGxl',
  password: 'sample',
  date: '2026-01-01',
  datetime: '2026-01-01T00:00:00Z',
  duration: '1h',
};

/** Candidates for a text, best first; not all of them need fit. */
export function* textSamples(schema: JSONSchemaProps, place: SamplePlace): Generator<string> {
  const { format = '', pattern = '', minLength = 0, maxLength = Infinity } = schema;
  const word = wordOf(place.name);
  const plain = place.variant === 0 ? word : `${word}-${place.variant + 1}`;
  const formatted = FORMATS[format.replaceAll('-', '')];
  if (formatted !== undefined && place.variant === 0) yield formatted;
  yield plain;
  if (pattern !== '') {
    yield* USUAL_TEXTS;
    yield* patternSamples(pattern, word, place.variant);
  }
  if (formatted !== undefined) yield formatted;
  const long = plain.repeat(Math.ceil(Math.max(minLength, 1) / plain.length));
  yield long.slice(0, Math.max(minLength, Math.min(plain.length, maxLength)));
  if (minLength === 0) yield '';
}

/** What patterns often mean; any other is met by a text made for it. */
const USUAL_TEXTS = ['100m', '1h', '1.0.0', 'v1', 'https://example.com'];

/** `clusterName` becomes `cluster-name`: a name that Kubernetes takes nearly everywhere. */
function wordOf(name: string): string {
  const word = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return word === '' ? 'sample' : word;
}

/** Candidates for a number, best first. */
export function* numberSamples(schema: JSONSchemaProps, { variant }: SamplePlace): Generator<number> {
  const { minimum, maximum, multipleOf } = schema;
  const step = multipleOf ?? 1;
  const isWhole = schema.type !== 'number';
  const grid = (value: number, round: (quotient: number) => number): number => round(value / step) * step;
  for (let n = variant; n < variant + 4; n++) yield (n + 1) * step;
  if (!isWhole && minimum !== undefined && maximum !== undefined) yield (minimum + maximum) / 2;
  if (minimum !== undefined)
    for (let n = 0; n < 3; n++) yield grid(minimum, Math.ceil) + (variant + n) * step;
  if (maximum !== undefined)
    for (let n = 0; n < 3; n++) yield grid(maximum, Math.floor) - (variant + n) * step;
  yield 0;
}
