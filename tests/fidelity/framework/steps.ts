/**
 * The words in which an area is written: a sequence is a title and a list of requests, as data.
 *
 * Any string in a path, header or body may hold placeholders, resolved for each server from its own answers:
 * `{ns}` is the sequence's namespace (also good as a prefix for cluster-scoped names), `{0.metadata.uid}` is a value
 * from the answer to the first request, `{-1.metadata.continue}` from the latest one.
 */
export interface Area {
  readonly name: string;
  /** One line for docs/fidelity.md: what is compared here. */
  readonly about: string;
  readonly sequences: readonly Sequence[];
  /** Whether nothing else may have been asked of the servers before. */
  readonly first?: boolean;
}

export interface Sequence {
  readonly title: string;
  readonly steps: readonly Step[];
  /** The name behind `{ns}`. Defaults to one of the sequence's own. */
  readonly namespace?: string;
  /** Where the embedded server is asked. Defaults to 'in-process'. */
  readonly over?: 'in-process' | 'https';
  /** Whether the objects were made by the servers themselves, several at once: which came first is chance. Defaults to false. */
  readonly madeByServers?: boolean;
}

export type Step = RequestStep | WatchStep;

export interface RequestStep {
  readonly kind: 'request';
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, unless it is text or bytes, which are sent as they are. */
  readonly body?: unknown;
  readonly as?: UserName;
  /** Asks again until the answer is like this; what is compared is the last answer. */
  readonly until?: (answer: { status: number; body: unknown }) => boolean;
}

/** Opens a watch, makes the requests of `during`, and takes the events that come. */
export interface WatchStep {
  readonly kind: 'watch';
  readonly request: RequestStep;
  readonly during: readonly Step[];
  /** How many events to wait for; 'end' for a watch that the server ends. */
  readonly events: number | 'end';
}

/** Who may ask; their rights are in servers.ts. */
export type UserName = 'admin' | 'alice' | 'bob' | 'anonymous' | 'stranger';

/** An answer's object with edits, as the body of a later request. See `withEdits` for the edits. */
export class EditedAnswer {
  readonly answer: number;
  readonly edits: Edits;

  constructor(answer: number, edits: Edits) {
    this.answer = answer;
    this.edits = edits;
  }
}

/** Values by path (`spec.containers[0].image`, `metadata.labels["a/b"]`); undefined takes the field away. */
export type Edits = Readonly<Record<string, unknown>>;

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: UserName;
  readonly until?: RequestStep['until'];
}

export function area(
  name: string,
  about: string,
  sequences: readonly (Sequence | readonly Sequence[])[],
  options: Pick<Area, 'first'> = {},
): Area {
  return { name, about, sequences: sequences.flat(), ...options };
}

export function sequence(
  title: string,
  steps: readonly (Step | readonly Step[])[],
  options: Pick<Sequence, 'namespace' | 'over' | 'madeByServers'> = {},
): Sequence {
  return { title, steps: steps.flat(), ...options };
}

/** Requests that need nothing of each other, each a sequence; they share a namespace. */
export function independent(
  title: string,
  namespace: string,
  requests: Readonly<Record<string, Step | readonly Step[]>>,
  options: Pick<Sequence, 'madeByServers'> = {},
): Sequence[] {
  return Object.entries(requests).map(([name, steps]) =>
    sequence(`${title}: ${name}`, [steps].flat(), { namespace, ...options }),
  );
}

const JSON_TYPE = { 'content-type': 'application/json' };

function request(
  method: RequestStep['method'],
  path: string,
  body: unknown,
  { headers = {}, as, until }: RequestOptions,
  bodyHeaders: Readonly<Record<string, string>> = JSON_TYPE,
): RequestStep {
  return {
    kind: 'request',
    method,
    path,
    headers: { accept: 'application/json', ...(body === undefined ? {} : bodyHeaders), ...headers },
    ...(body === undefined ? {} : { body }),
    ...(as === undefined ? {} : { as }),
    ...(until === undefined ? {} : { until }),
  };
}

export const get = (path: string, options: RequestOptions = {}): RequestStep =>
  request('GET', path, undefined, options);
export const post = (path: string, body?: unknown, options: RequestOptions = {}): RequestStep =>
  request('POST', path, body, options);
export const put = (path: string, body?: unknown, options: RequestOptions = {}): RequestStep =>
  request('PUT', path, body, options);
export const del = (path: string, body?: unknown, options: RequestOptions = {}): RequestStep =>
  request('DELETE', path, body, options);

const patchOf =
  (type: string) =>
  (path: string, body: unknown, options: RequestOptions = {}): RequestStep =>
    request('PATCH', path, body, options, { 'content-type': type });

export const jsonPatch = patchOf('application/json-patch+json');
export const mergePatch = patchOf('application/merge-patch+json');
export const strategicPatch = patchOf('application/strategic-merge-patch+json');

/** Server-side apply; the path names the manager (`?fieldManager=a`). */
export const apply = patchOf('application/apply-patch+yaml');

export function watch(
  path: string,
  events: number | 'end',
  during: readonly Step[] = [],
  options: RequestOptions = {},
): WatchStep {
  return { kind: 'watch', request: get(path, options), during, events };
}

/** The answer to an earlier request (by its place, from 0; -1 is the latest) with edits. */
export const edited = (answer: number, edits: Edits = {}): EditedAnswer => new EditedAnswer(answer, edits);

/** Until the status is that: for what takes a real server a moment. */
export const untilStatus = (status: number): Pick<RequestOptions, 'until'> => ({
  until: (answer) => answer.status === status,
});

/** Until a condition of the object is as named. */
export const untilCondition = (type: string, status = 'True'): Pick<RequestOptions, 'until'> => ({
  until: ({ body }) => {
    const conditions = (body as { status?: { conditions?: { type: string; status: string }[] } }).status
      ?.conditions;
    return conditions?.some((condition) => condition.type === type && condition.status === status) === true;
  },
});

/** How many requests a server is sent, waiting not counted. */
export function countRequests(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + 1 + (step.kind === 'watch' ? countRequests(step.during) : 0), 0);
}
