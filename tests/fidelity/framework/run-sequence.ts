import type { TransportBody, TransportResponse } from '@kubewright/api';
import { parse as parseYaml } from 'yaml';
import { resolveBody, resolveText } from './edits.js';
import type { Past } from './edits.js';
import { protobufTree } from './protobuf-tree.js';
import type { Server } from './servers.js';
import type { RequestStep, Sequence, Step, WatchStep } from './steps.js';

/** What a server said to one request. */
export interface Answer {
  /** The request as it was written, placeholders and all. */
  readonly request: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or the tree of a protobuf message, or text; for a watch, its events. */
  readonly body: unknown;
}

const WAIT_MS = 20_000;
/** For a custom resource that is not found although it should be there. */
const NOT_SERVED_MS = 1_500;
const POLL_MS = 25;
/** Events that have not come by then do not come. */
const EVENTS_MS = 8_000;

/** The server's side of a sequence: the answers, in the order in which they were complete. */
export async function runSequence(server: Server, sequence: Sequence, namespace: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  await ensureNamespace(server, namespace);
  const run = new Run(server, sequence.over ?? 'in-process', { namespace, answers });
  for (const step of sequence.steps) await run.step(step);
  return answers;
}

const namespaces = new WeakMap<Server, Map<string, Promise<void>>>();

/** Each namespace is made once, whichever sequence comes first. */
function ensureNamespace(server: Server, name: string): Promise<void> {
  const known = namespaces.get(server) ?? new Map<string, Promise<void>>();
  namespaces.set(server, known);
  const made = known.get(name) ?? createNamespace(server, name);
  known.set(name, made);
  return made;
}

async function createNamespace(server: Server, name: string): Promise<void> {
  const response = await server.transportAs('admin', 'in-process').request({
    method: 'POST',
    path: '/api/v1/namespaces',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ metadata: { name } })),
  });
  const body = await response.body.bytes();
  if (response.status !== 201)
    throw new Error(`namespace ${name} on ${server.name}: ${Buffer.from(body).toString()}`);
}

class Run {
  readonly #server: Server;
  readonly #over: 'in-process' | 'https';
  readonly #past: Past & { answers: Answer[] };

  constructor(server: Server, over: 'in-process' | 'https', past: Past & { answers: Answer[] }) {
    this.#server = server;
    this.#over = over;
    this.#past = past;
  }

  async step(step: Step): Promise<void> {
    this.#past.answers.push(step.kind === 'watch' ? await this.#watch(step) : await this.#request(step));
  }

  async #request(step: RequestStep): Promise<Answer> {
    const deadline = Date.now() + (step.until === undefined ? NOT_SERVED_MS : WAIT_MS);
    for (;;) {
      const response = await this.#send(step, AbortSignal.timeout(WAIT_MS));
      const answer = answerOf(step, response, decode(response, await response.body.bytes()));
      const isReady = step.until?.(answer) ?? !isNotYetServed(step, answer);
      if (isReady || Date.now() > deadline) return answer;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  #send(step: RequestStep, signal?: AbortSignal): Promise<TransportResponse> {
    const headers: Record<string, string> = { 'user-agent': 'fidelity/1.0' };
    for (const [name, value] of Object.entries(step.headers)) headers[name] = resolveText(value, this.#past);
    return this.#server.transportAs(step.as ?? 'admin', this.#over).request({
      method: step.method,
      path: resolveText(step.path, this.#past),
      headers,
      ...(step.body === undefined ? {} : { body: encode(resolveBody(step.body, this.#past)) }),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  async #watch(step: WatchStep): Promise<Answer> {
    const abort = new AbortController();
    const response = await this.#send(step.request, abort.signal);
    if (response.status !== 200)
      return answerOf(step.request, response, decode(response, await response.body.bytes()));
    const events: unknown[] = [];
    const read = readEvents(response.body, step.events, events);
    for (const during of step.during) await this.step(during);
    const timer = setTimeout(() => abort.abort(), EVENTS_MS);
    await read;
    clearTimeout(timer);
    abort.abort();
    return answerOf(step.request, response, events);
  }
}

async function readEvents(body: TransportBody, wanted: number | 'end', events: unknown[]): Promise<void> {
  let rest = '';
  if (events.length === wanted) return;
  try {
    for await (const piece of body) {
      const lines = (rest + Buffer.from(piece).toString('utf8')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.trim() === '') continue;
        events.push(parseJson(line));
        if (events.length === wanted) return;
      }
    }
    if (wanted !== 'end') events.push('the server ended the watch');
  } catch {
    events.push('no more events came');
  }
}

/** A real server loses sight of a custom resource for a moment when it has just learnt of it or of another version. */
const isNotYetServed = ({ path }: RequestStep, { status, body }: Answer): boolean =>
  status === 404 && path.startsWith('/apis/{ns}.') && body === '404 page not found\n';

function answerOf(step: RequestStep, response: TransportResponse, body: unknown): Answer {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers))
    headers[name] = typeof value === 'string' ? value : value.join(', ');
  return { request: `${step.method} ${step.path}`, status: response.status, headers, body };
}

function encode(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function decode(response: TransportResponse, bytes: Uint8Array): unknown {
  const type = String(response.headers['content-type'] ?? '');
  if (type.includes('protobuf')) return protobufTree(bytes);
  const text = Buffer.from(bytes).toString('utf8');
  if (type.includes('yaml')) return { yaml: parseYaml(text) as unknown };
  return type.includes('json') ? parseJson(text) : text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
