/** What the server says of a field that it refuses. */
export interface Cause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

type Step = string | number;
type Path = readonly Step[];
type Holder = Record<Step, unknown>;

/** What may be done about a field: give it a value, or its key another name. */
type Remedy = { readonly value: unknown } | { readonly key: string };
type Rule = (value: unknown, match: RegExpMatchArray) => Remedy;

const word = (value: unknown): string =>
  (typeof value === 'string' ? value.replace(/[^a-z]/gi, '').toLowerCase() : '') || 'a';
const give = (value: unknown) => (): Remedy => ({ value });

/** What a message asks for, told from its words; where several fit they are tried in this order. */
const RULES: ReadonlyArray<readonly [RegExp, Rule]> = [
  [/effect must be '(\w+)'/, (_, [, wanted]) => ({ value: wanted })],
  [/supported values: "([^"]*)"/, (_, [, first]) => ({ value: first })],
  [/supported values: "[^"]*", "([^"]*)"/, (_, [, second]) => ({ value: second })],
  [/expected exactly 5 fields/, give('0 0 * * *')],
  [/unknown time zone/, give('UTC')],
  [/valid values: "(\w+)"/, (_, [, first]) => ({ value: first })],
  [/must be '(\w+)' or '/, (_, [, first]) => ({ value: first })],
  [/only "(\w+)" is supported/, (_, [, only]) => ({ value: only })],
  [/must be either (\w+)/, (_, [, first]) => ({ value: first })],
  [/must include at least one of (\w+)/, (_, [, first]) => ({ value: first })],
  [/standard limit type/, give('Container')],
  [/standard resource|resource type/, () => ({ key: 'cpu' })],
  [/unsupported scope/, give('BestEffort')],
  [/not a valid selector operator/, give('In')],
  [/not a valid field selector key/, give('metadata.name')],
  [/field label not supported/, give('metadata.name')],
  [/must specify API group/, give('apps/v1')],
  [/compilation failed/, give('true')],
  [/semver/, give('1.0.0')],
  [/must be a relative path/, give('a')],
  [/absolute (?:URL )?path|start with slash/, give('/a')],
  [/valid IP address/, give('10.0.0.1')],
  [/valid CIDR value/, give('10.0.0.0/24')],
  [/at least three segments/, give('a.example.com')],
  [/at least two segments/, give('example.com')],
  [
    /fully qualified|qualified name|domain-prefixed|prefixed path|extended resource name/,
    (value) => ({ value: `example.com/${word(value)}` }),
  ],
  [
    /1123|1035|DNS_LABEL|alpha-numeric|C_IDENTIFIER|match regex|^Not found/,
    (value) => ({ value: word(value) }),
  ],
  [/^Duplicate/, (value) => ({ value: `${word(value)}a` })],
  [/must be (?:less|greater) than or equal to (\d+)/, (_, [, bound]) => ({ value: Number(bound) })],
  [/value: "0": .*(?:greater than zero|must be positive|less than 1)/, give('1')],
  [/greater than (?:0|zero)/, give(1)],
  [/must be true if/, give(true)],
  [/must be (\d+)$/, (_, [, wanted]) => ({ value: Number(wanted) })],
];

/** Changes an object, in place, so that the server refuses less of it. Ask it again with the causes of the next refusal. */
export class Mender {
  private readonly tried = new Set<string>();

  /** First what can be given another value; what cannot is taken away when nothing else is left to do. */
  mend(object: object, causes: readonly Cause[]): void {
    const wishes = causes.flatMap((cause) => placesFor(object, cause).map((place) => ({ place, cause })));
    const changed = new Set<string>();
    for (const { place, cause } of wishes) {
      const id = place.join('.');
      if (!changed.has(id) && this.change(object, place, cause)) changed.add(id);
    }
    if (changed.size > 0) return;
    for (const { place } of wishes) this.remove(object, place);
  }

  private change(object: object, place: Path, { message = '', reason = '' }: Cause): boolean {
    const last = place[place.length - 1];
    const holder = at(object, place.slice(0, -1)) as Holder | undefined;
    if (last === undefined || typeof holder !== 'object' || holder === null) return false;
    if (
      holder[last] !== undefined &&
      /may not specify more than 1|populate the given metric source only/.test(message)
    ) {
      delete holder[last];
      return true;
    }
    if (leaveOne(holder[last], message)) return true;
    if (reason === 'FieldValueForbidden') return false;
    for (const remedy of remediesFor(message, holder[last])) {
      if (!this.isNew(`${place.join('.')} ${JSON.stringify([holder[last], remedy])}`)) continue;
      if ('key' in remedy) rename(holder, last, remedy.key);
      else holder[last] = remedy.value;
      return true;
    }
    return false;
  }

  private remove(object: object, place: Path): void {
    if (at(object, place) !== undefined || this.isNew(place.join('.'))) remove(object, place);
    else remove(object, place.slice(0, -1));
  }

  private isNew(remedy: string): boolean {
    if (this.tried.has(remedy)) return false;
    this.tried.add(remedy);
    return true;
  }
}

const remediesFor = (message: string, value: unknown): Remedy[] =>
  RULES.flatMap(([pattern, rule]) => {
    const match = pattern.exec(message);
    if (match === null) return [];
    const remedy = rule(value, match);
    if ('key' in remedy || typeof value !== 'object') return [remedy];
    // A message about a list may be about what it holds; an object is never replaced.
    return Array.isArray(value) && typeof value[0] !== 'object' ? [{ value: [remedy.value] }] : [];
  });

/**
 * Of fields that exclude each other, as a message names them, the largest stays; of one that excludes its holder, the
 * holder. Whether there was something to leave out.
 */
function leaveOne(value: unknown, message: string): boolean {
  const holder = (Array.isArray(value) ? value[0] : value) as Holder | null | undefined;
  if (typeof holder !== 'object' || holder === null) return false;
  const [, rival] = /when ([\w.]+) is specified/.exec(message) ?? [];
  if (rival !== undefined) {
    remove(holder, rival.split('.'));
    return true;
  }
  if (!/both|one of|more than one|only (?:one|be set)/.test(message)) return false;
  const members = Object.keys(holder).filter((key) =>
    /more than one field/.test(message)
      ? typeof holder[key] === 'object'
      : new RegExp(`\\b${key}\\b`, 'i').test(message),
  );
  const [largest, ...others] = members.sort((a, b) => leaves(holder[b]) - leaves(holder[a]));
  for (const name of others.length > 0 ? others : largest === undefined ? [] : [largest]) delete holder[name];
  return largest !== undefined;
}

/**
 * The places that a cause is about: that of its path, or, where that holds others or is not written as in JSON, those
 * with the value that the message quotes.
 */
function placesFor(object: object, { field = '', message = '' }: Cause): Path[] {
  const steps = intoLists(object, stepsOf(field));
  const [, quoted] = /(?:value|found): .*?"(\w+)"(?!:\S)/is.exec(message) ?? [];
  const value = at(object, steps);
  const isLeaf = value !== undefined && (typeof value !== 'object' || value === null);
  if (isLeaf || quoted === undefined) {
    const holder = at(object, steps.slice(0, -1));
    return typeof holder === 'object' && holder !== null ? [steps] : [];
  }
  let start = steps;
  while (at(object, start) === undefined) start = start.slice(0, -1);
  const within = [...placesOf(at(object, start), quoted)].map((place) => [...start, ...place]);
  if (within.length > 0) return within;
  const anywhere = /(?:Value|Key)$/.test(quoted) ? [...placesOf(object, quoted)] : [];
  if (anywhere.length > 0 && value === undefined) return anywhere;
  return typeof at(object, steps.slice(0, -1)) === 'object' ? [steps] : [];
}

/** The steps of a field path as errors name it: `spec.containers[0].limits[cpu]`. */
function stepsOf(field: string): Step[] {
  return [...field.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)].map(([, name, key]) => {
    const step = name ?? key ?? '';
    return /^\d+$/.test(step) ? Number(step) : step;
  });
}

/** Some paths leave the index of a list out. */
function intoLists(object: unknown, steps: Path): Path {
  const path: Step[] = [];
  for (const step of steps) {
    if (typeof step === 'string' && Array.isArray(at(object, path))) path.push(0);
    path.push(step);
  }
  return path;
}

const at = (object: unknown, steps: Path): unknown =>
  steps.reduce<unknown>((value, step) => (value as Holder | null | undefined)?.[step], object);

function* pathsOf(value: unknown, steps: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const path = [...steps, Array.isArray(value) ? Number(key) : key];
    yield path;
    yield* pathsOf(child, path);
  }
}

function* placesOf(object: unknown, wanted: string): Generator<Path> {
  for (const path of pathsOf(object))
    if (path[path.length - 1] === wanted || at(object, path) === wanted) yield path;
}

/** How many values that hold no others there are. */
export function leaves(value: unknown): number {
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : 1;
  return Object.values(value).reduce<number>((sum, child) => sum + leaves(child), 0);
}

function rename(holder: Holder, from: Step, to: string): void {
  const value = holder[from];
  delete holder[from];
  holder[to] = value;
}

/** Takes a field away; a list that is empty then goes too. What every object has stays. */
function remove(object: object, steps: Path): void {
  const parent = steps.slice(0, -1);
  const last = steps[steps.length - 1];
  const holder = at(object, parent) as Holder | undefined;
  if (last === undefined || typeof holder !== 'object' || holder === null) return;
  if (steps.length === 1 && /^(kind|apiVersion|metadata|spec)$/.test(String(last))) return;
  if (!Array.isArray(holder)) delete holder[last];
  else {
    holder.splice(Number(last), 1);
    if (holder.length === 0) remove(object, parent);
  }
}
