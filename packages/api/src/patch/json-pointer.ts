/** How strictly a JSON patch is read: see `JsonPatchOptions`. */
export type Dialect = 'rfc6902' | 'kubernetes';

/** The steps of a pointer (RFC 6901), unescaped; undefined when it does not begin with '/'. */
export function decodePointer(pointer: string, dialect: Dialect): string[] | undefined {
  if (pointer === '') return [];
  const [first, ...steps] = pointer.split('/');
  if (dialect === 'rfc6902' && first !== '') return undefined;
  return steps.length === 0
    ? undefined
    : steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The index of an item of a list with `length` items, or why there is none. */
export function readIndex(step: string, length: number, dialect: Dialect): number | string {
  const index = parseIndex(step, length, dialect);
  return typeof index === 'number' && index >= length ? outOfRange(index) : index;
}

/** Where to insert into a list with `length` items, its end included, or why that is no place. */
export function endOf(step: string, length: number, dialect: Dialect): number | string {
  if (step === '-') return length;
  const index = parseIndex(step, length + 1, dialect);
  if (typeof index === 'string') {
    return index.startsWith('strconv') ? `value was not a proper array index: '${step}': ${index}` : index;
  }
  return index > length ? outOfRange(index) : index;
}

function parseIndex(step: string, length: number, dialect: Dialect): number | string {
  const pattern = dialect === 'rfc6902' ? /^(0|[1-9]\d*)$/ : /^[+-]?\d+$/;
  if (!pattern.test(step)) return `strconv.Atoi: parsing ${JSON.stringify(step)}: invalid syntax`;
  const index = Number(step);
  if (index >= 0) return index;
  return index < -length ? outOfRange(index) : index + length;
}

const outOfRange = (index: number): string =>
  `Unable to access invalid index: ${index}: invalid index referenced`;
