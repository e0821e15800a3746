interface Field {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const FIELDS: readonly Field[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  {
    min: 1,
    max: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { min: 0, max: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];

const DESCRIPTORS = new Set([
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@midnight',
  '@hourly',
]);
const EVERY = /^@every (?:[0-9]+(?:\.[0-9]+)?(?:ns|us|µs|ms|s|m|h))+$/;

/** What is wrong with a cron schedule of five fields, in the words of robfig/cron `parser.go`; undefined when nothing is. */
export function cronFault(schedule: string): string | undefined {
  const spec =
    schedule.startsWith('TZ=') || schedule.startsWith('CRON_TZ=')
      ? schedule.slice(schedule.indexOf(' ') + 1).trim()
      : schedule;
  if (spec.startsWith('@')) {
    return DESCRIPTORS.has(spec) || EVERY.test(spec) ? undefined : `unrecognized descriptor: ${spec}`;
  }
  const parts = spec.trim() === '' ? [] : spec.trim().split(/\s+/);
  if (parts.length !== FIELDS.length) {
    return `expected exactly 5 fields, found ${parts.length}: [${parts.join(' ')}]`;
  }
  for (const [i, part] of parts.entries()) {
    for (const range of part.split(',')) {
      const fault = rangeFault(range, FIELDS[i] as Field);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

function rangeFault(expression: string, field: Field): string | undefined {
  const [span = '', step, ...moreSteps] = expression.split('/');
  const [low = '', high, ...moreBounds] = span.split('-');
  if (moreSteps.length > 0) return `too many slashes: ${expression}`;
  if (moreBounds.length > 0) return `too many hyphens: ${expression}`;
  const isAny = low === '*' || low === '?';
  const start = isAny ? field.min : parse(low, field);
  const end =
    isAny || high === undefined ? (isAny || step !== undefined ? field.max : start) : parse(high, field);
  if (typeof start === 'string') return start;
  if (typeof end === 'string') return end;
  const by = step === undefined ? 1 : parse(step, { min: 0, max: field.max });
  if (typeof by === 'string') return by;
  if (start < field.min) return `beginning of range (${start}) below minimum (${field.min}): ${expression}`;
  if (end > field.max) return `end of range (${end}) above maximum (${field.max}): ${expression}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${expression}`;
  return by === 0 ? `step of range should be a positive number: ${expression}` : undefined;
}

/** The number, or what is wrong with its text. */
function parse(text: string, field: Field): number | string {
  const named = field.names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) return named + field.min;
  if (!/^[-+]?[0-9]+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  }
  const value = Number(text);
  return value < 0 ? `negative number (${value}) not allowed: ${text}` : value;
}
