import type { HotLoop, ReconcileExplanation } from '@kubewright/runtime';
import { CliError } from '../errors.js';
import { fetchJson } from '../io/fetch-json.js';

/** What `/debug/reconciles` of a manager answers. */
export interface DebugAnswer {
  /** The newest first. */
  readonly reconciles: readonly ReconcileExplanation[];
  readonly hotLoops: readonly HotLoop[];
}

/** More than a manager keeps by default. */
const LIMIT = 1000;

/**
 * Asks a debug server what it keeps, of all reconciles or those that ended after the one with this `sequence`.
 *
 * @throws CliError 'CannotConnect' when nobody answers, or somebody else
 */
export async function readReconciles(
  url: string,
  options: { readonly after?: number; readonly limit?: number; readonly signal: AbortSignal },
): Promise<DebugAnswer> {
  const { after = 0, limit = LIMIT, signal } = options;
  const address = `${url.replace(/\/+$/, '')}/debug/reconciles?after=${after}&limit=${limit}`;
  let answer: unknown;
  try {
    answer = await fetchJson(address, signal);
  } catch (cause) {
    signal.throwIfAborted();
    const { message, cause: below } = cause as Error & { cause?: { code?: string; message?: string } };
    const reason = below?.code ?? below?.message ?? message;
    throw new CliError(
      'CannotConnect',
      `no operator tells at ${url} why it reconciles (${reason}): start it with --debug-bind-address=:8082, for example "kubewright run -- --debug-bind-address=:8082", or name where it is with --address, --pod or --deployed`,
      { cause },
    );
  }
  const { reconciles, hotLoops } = (answer ?? {}) as Partial<DebugAnswer>;
  if (!Array.isArray(reconciles) || !Array.isArray(hotLoops))
    throw new CliError(
      'CannotConnect',
      `${url} is not the debug server of an operator: it answers something else`,
    );
  return { reconciles, hotLoops };
}
