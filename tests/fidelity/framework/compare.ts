import type { Answer } from './run-sequence.js';
import type { Sequence } from './steps.js';

/** One thing that the two servers said differently. */
export interface Difference {
  /** The place of the request in its sequence. */
  readonly step: number;
  readonly request: string;
  /** `status`, `header warning`, or the JSON path in the body. */
  readonly where: string;
  readonly embedded: unknown;
  readonly real: unknown;
}

const HEADERS = ['content-type', 'warning', 'location', 'retry-after', 'www-authenticate', 'allow'];
/** Where protobufTree has the resource version of a list, and of an object where it may be read as text. */
const PROTOBUF_LIST_VERSION = /^\$\.message\.2\[0\]\.1\[0\]\.[26]\[0\]$/;
const MAX_PER_ANSWER = 12;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?( ?[+-]\d{4}| ?Z)?( UTC)?( m=\S+)?/;
const JWT = /eyJ[\w-]+\.[\w-]+\.[\w-]+/;
/** An address that was drawn for a service that then was refused. */
const ALLOCATED = /(failed to allocate IP: IPAddress\.networking\.k8s\.io ")10\.96\.\d+\.\d+/g;
const RECENT_MS = 30 * 60_000;
const IP_FIELDS = new Set(['clusterIP', 'clusterIPs', 'ip', 'IP']);
/** Lists that a real server fills from maps. */
const UNORDERED = new Set(['resourceRules', 'nonResourceRules']);
/** What a server lists of all groups: those that other sequences define meanwhile come and go. */
const GROUP_LISTS = new Set(['$.groups', '$.paths']);
const GROUP_OF_A_SEQUENCE = /\bf-[\w-]+\.example\.com\b/;
const PORT_FIELDS = new Set(['nodePort', 'healthCheckNodePort']);

/**
 * Compares the answers to one sequence. What a server may choose (uids, versions, times, generated names, allocated
 * addresses and ports) is not compared by value but by what it stands for: what is the same on one server must be the
 * same on the other, a later version later on both.
 */
export function compareAnswers(
  embedded: readonly Answer[],
  real: readonly Answer[],
  { madeByServers = false }: Pick<Sequence, 'madeByServers'> = {},
): Difference[] {
  const comparison = new Comparison(!madeByServers);
  return real.flatMap((answer, step) => comparison.answer(step, embedded[step] as Answer, answer));
}

class Comparison {
  /** Values that stand for each other, in both directions. */
  readonly #realOf = new Map<string, string>();
  readonly #embeddedOf = new Map<string, string>();
  readonly #versions: { embedded: bigint; real: bigint }[] = [];
  /** What is replaced in texts, by server. */
  readonly #words = { embedded: new Map<string, string>(), real: new Map<string, string>() };
  readonly #comparesOrder: boolean;
  #found: Omit<Difference, 'step' | 'request'>[] = [];

  constructor(comparesOrder: boolean) {
    this.#comparesOrder = comparesOrder;
  }

  answer(step: number, embedded: Answer, real: Answer): Difference[] {
    this.#found = [];
    if (embedded.status !== real.status) {
      this.#add(
        'status',
        `${embedded.status} ${summary(embedded.body)}`,
        `${real.status} ${summary(real.body)}`,
      );
    } else {
      for (const name of HEADERS) this.#header(name, embedded.headers[name], real.headers[name]);
      this.#value('$', '', embedded.body, real.body, undefined);
    }
    const { request } = real;
    return this.#found.slice(0, MAX_PER_ANSWER).map((difference) => ({ step, request, ...difference }));
  }

  #add(where: string, embedded: unknown, real: unknown): void {
    this.#found.push({ where, embedded, real });
  }

  #header(name: string, embedded: string | undefined, real: string | undefined): void {
    // The code of a warning may look like a resource version.
    const text = (value: string | undefined) => value?.replaceAll('299 - ', '');
    if (this.#text(text(embedded), 'embedded') !== this.#text(text(real), 'real'))
      this.#add(`header ${name}`, embedded, real);
  }

  #value(path: string, key: string, embedded: unknown, real: unknown, parent: Fields | undefined): void {
    if (embedded === real && key !== 'resourceVersion') return;
    if (UNORDERED.has(key) && path.endsWith(`.${key}`) && Array.isArray(embedded) && Array.isArray(real)) {
      this.#value(`${path}[]`, key, byText(embedded), byText(real), parent);
    } else if (GROUP_LISTS.has(path) && Array.isArray(embedded) && Array.isArray(real)) {
      this.#value(`${path}[]`, key, lastingGroups(embedded), lastingGroups(real), parent);
    } else if (Array.isArray(embedded) && Array.isArray(real)) {
      const length = Math.max(embedded.length, real.length);
      for (let i = 0; i < length; i++) this.#value(`${path}[${i}]`, key, embedded[i], real[i], parent);
    } else if (isFields(embedded) && isFields(real)) {
      this.#fields(path, embedded, real);
    } else if (typeof embedded === 'string' && typeof real === 'string') {
      if (!this.#sameString(path, key, embedded, real, parent)) this.#add(path, embedded, real);
    } else if (PORT_FIELDS.has(key) && isNodePort(embedded) && isNodePort(real)) {
      this.#learn(String(embedded), String(real), '<port>');
    } else if (embedded !== real) {
      this.#add(path, embedded, real);
    }
  }

  #fields(path: string, embedded: Fields, real: Fields): void {
    // The name first: what is generated is learnt there before it is met in texts.
    const keys = new Set(['metadata', ...Object.keys(real), ...Object.keys(embedded)]);
    const generateName = real['generateName'];
    if (typeof generateName === 'string' && generateName !== '')
      this.#generated(generateName, embedded['name'], real['name']);
    for (const key of keys) {
      if (isManagedFields(key, real[key] ?? embedded[key])) {
        this.#managedFields(`${path}.${key}`, embedded[key], real[key]);
        continue;
      }
      const at = /^[\w-]+$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
      this.#value(at, key, embedded[key], real[key], real);
    }
  }

  /** Entries as texts, in an order of their own: the servers sort them by times. */
  #managedFields(path: string, embedded: unknown, real: unknown): void {
    const ours = entryTexts(embedded);
    const theirs = entryTexts(real);
    for (let i = 0; i < Math.max(ours.length, theirs.length); i++) {
      if (ours[i] !== theirs[i]) this.#add(`${path}[${i}]`, ours[i], theirs[i]);
    }
  }

  #generated(prefix: string, embedded: unknown, real: unknown): void {
    if (typeof embedded !== 'string' || typeof real !== 'string') return;
    if (embedded.length !== real.length || !embedded.startsWith(prefix) || !real.startsWith(prefix)) return;
    this.#learn(embedded, real, '<generated>');
  }

  #sameString(
    path: string,
    key: string,
    embedded: string,
    real: string,
    parent: Fields | undefined,
  ): boolean {
    if (key === 'resourceVersion') return this.#sameVersion(embedded, real, parent);
    if (key === 'continue') return (embedded === '') === (real === '');
    if (PROTOBUF_LIST_VERSION.test(path)) return /^\d+$/.test(embedded) === /^\d+$/.test(real);
    if (isUuid(embedded) && isUuid(real)) return this.#stand(embedded, real);
    if (IP_FIELDS.has(key) && isServiceIP(embedded) && isServiceIP(real)) {
      this.#learn(embedded, real, '<ip>');
      return this.#stand(embedded, real);
    }
    if (isRecentSecond(embedded) && isRecentSecond(real)) return true;
    if (isRecent(embedded) && isRecent(real)) return timeForm(embedded) === timeForm(real);
    if (/^\d+m?s$/.test(embedded) && /^\d+m?s$/.test(real) && path.includes('.cells[')) return true;
    return this.#text(embedded, 'embedded') === this.#text(real, 'real');
  }

  /** Of a list or a bookmark the form; of an object the order to all versions of the sequence. */
  #sameVersion(embedded: string, real: string, parent: Fields | undefined): boolean {
    if (!/^\d+$/.test(embedded) || !/^\d+$/.test(real)) return embedded === real;
    const ofCollection = parent?.['uid'] === undefined;
    if (ofCollection) return (embedded === '0') === (real === '0');
    const pair = { embedded: BigInt(embedded), real: BigInt(real) };
    this.#words.embedded.set(embedded, '<version>');
    this.#words.real.set(real, '<version>');
    if (!this.#comparesOrder) return true;
    const fits = this.#versions.every(
      (other) => order(pair.embedded, other.embedded) === order(pair.real, other.real),
    );
    if (fits) this.#versions.push(pair);
    return fits;
  }

  /** Whether the two stand for each other, from now on at least. */
  #stand(embedded: string, real: string): boolean {
    const knownReal = this.#realOf.get(embedded);
    const knownEmbedded = this.#embeddedOf.get(real);
    if (knownReal === undefined && knownEmbedded === undefined) {
      this.#realOf.set(embedded, real);
      this.#embeddedOf.set(real, embedded);
      return true;
    }
    return knownReal === real && knownEmbedded === embedded;
  }

  #learn(embedded: string, real: string, word: string): void {
    this.#words.embedded.set(embedded, word);
    this.#words.real.set(real, word);
  }

  #text(text: string | undefined, side: 'embedded' | 'real'): string | undefined {
    if (text === undefined) return undefined;
    // Before versions, one of which may be the number of the year.
    let masked = text.replace(new RegExp(TIME, 'g'), '<time>');
    for (const [value, word] of this.#words[side]) {
      if (masked.includes(value)) masked = masked.replace(wholeWord(value), word);
    }
    return masked
      .replace(new RegExp(UUID, 'g'), '<uid>')
      .replace(/(?<=resource version: \d+, current: )\d+/, '<version>')
      .replace(new RegExp(JWT, 'g'), '<token>')
      .replace(ALLOCATED, '$1<ip>');
  }
}

function sortedKeys(value: unknown): unknown {
  if (!isFields(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sortedKeys(value[key])]));
}

function entryTexts(entries: unknown): string[] {
  if (!Array.isArray(entries)) return entries === undefined ? [] : [JSON.stringify(entries)];
  return entries
    .map((entry: Fields) =>
      JSON.stringify(sortedKeys(entry))
        .replace(new RegExp(UUID, 'g'), '<uid>')
        .replace(new RegExp(TIME, 'g'), '<time>')
        .replace(/"(\d{10})"/g, (whole, second: string) => (isRecentSecond(second) ? '"<time>"' : whole)),
    )
    .sort();
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** In a protobuf message it is field 17 of the metadata. */
const isManagedFields = (key: string, value: unknown): boolean =>
  key === 'managedFields' || (key === '17' && JSON.stringify(value).includes('"FieldsV1"'));
const isUuid = (text: string): boolean => new RegExp(`^${UUID.source}$`).test(text);
const isServiceIP = (text: string): boolean => text.startsWith('10.96.') || text.startsWith('10.0.0.');
const isNodePort = (value: unknown): boolean =>
  typeof value === 'number' && value >= 30_000 && value <= 32_767;
const order = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
const wholeWord = (value: string): RegExp =>
  new RegExp(`(?<![\\w.])${value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w])`, 'g');

function isRecent(text: string): boolean {
  if (!new RegExp(`^${TIME.source}$`).test(text)) return false;
  return Math.abs(Date.parse(text) - Date.now()) < RECENT_MS;
}

const lastingGroups = (list: readonly unknown[]): unknown[] =>
  list.filter((entry) => !GROUP_OF_A_SEQUENCE.test(JSON.stringify(entry)));

const byText = (list: readonly unknown[]): unknown[] =>
  [...list].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

/** A time in a protobuf message: seconds since 1970. */
const isRecentSecond = (text: string): boolean =>
  /^\d{10}$/.test(text) && Math.abs(Number(text) * 1000 - Date.now()) < RECENT_MS;

const timeForm = (text: string): string => text.replace(/\d/g, '0');

function summary(body: unknown): string {
  if (!isFields(body)) return JSON.stringify(body)?.slice(0, 300) ?? '';
  const { kind, message } = body;
  return typeof message === 'string' ? message.slice(0, 600) : String(kind);
}
