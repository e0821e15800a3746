import type { Clock, Timer, Transport } from '@kubewright/api';
import { interceptTransport, isTransportError } from '@kubewright/client';

export interface ReachabilityOptions {
  transport: Transport;
  clock: Clock;
  /** How long requests may go without any answer. */
  timeoutMs: number;
  /** Called once, with what the last request failed with. */
  onGone: (error: Error) => void;
}

/**
 * The same transport, watched: when requests have failed for `timeoutMs` and none was answered in between, the server
 * is taken for gone. Any answer counts, an error status too; silence without requests does not. `stop` ends the watch
 * and leaves the transport alone.
 */
export function watchReachability(options: ReachabilityOptions): { transport: Transport; stop: () => void } {
  const { clock, timeoutMs, onGone } = options;
  let timer: Timer | undefined;
  let lastError: Error | undefined;
  const answered = (): void => {
    timer?.cancel();
    timer = undefined;
  };
  const transport = interceptTransport(options.transport, [
    async (request, next) => {
      try {
        const response = await next(request);
        answered();
        return response;
      } catch (error) {
        if (isTransportError(error)) {
          lastError = error;
          timer ??= clock.setTimer(() => onGone(goneError(timeoutMs, lastError)), timeoutMs, { unref: true });
        }
        throw error;
      }
    },
  ]);
  return { transport, stop: answered };
}

function goneError(timeoutMs: number, cause: Error | undefined): Error {
  return new Error(`the API server has not answered for ${timeoutMs / 1000} s: ${cause?.message ?? ''}`, {
    cause,
  });
}

/** Asks the server for its version; throws the TransportError, in one sentence, when nobody answers. */
export async function assertReachable(transport: Transport, signal: AbortSignal): Promise<void> {
  const response = await transport.request({ method: 'GET', path: '/version', signal });
  await response.body.bytes();
}
