import type { Readable } from 'node:stream';
import type { Clock } from '@kubewright/api';
import { concatBytes } from '../bytes/json.js';
import { badRequestError, timeoutError } from '../errors/status-error.js';
import type { StatusError } from '../errors/status-error.js';
import { bodyTooLargeError } from '../pipeline/limits.js';

export interface ReadLimits {
  readonly clock: Clock;
  readonly maxBytes: number;
  /** How long the whole body may take. */
  readonly timeoutMs: number;
}

const EMPTY = new Uint8Array();

/**
 * The whole body of a request. Throws StatusError 413, 400 when it ends early, and 504 when it does not come in time.
 * What comes after a body was given up is thrown away, so that the client gets to read why.
 */
export function collectBody(
  source: Readable,
  { clock, maxBytes, timeoutMs }: ReadLimits,
): Promise<Uint8Array> {
  if (source.destroyed) return Promise.reject(endedEarlyError());
  return new Promise((resolve, reject) => {
    let pieces: Uint8Array[] | undefined = [];
    let total = 0;
    const finish = (): Uint8Array[] | undefined => {
      const gathered = pieces;
      pieces = undefined;
      timer.cancel();
      return gathered;
    };
    const timer = clock.setTimer(
      () => {
        if (finish() !== undefined) reject(timeoutError());
      },
      timeoutMs,
      { unref: true },
    );
    source.on('data', (piece: Uint8Array) => {
      total += piece.length;
      if (pieces === undefined) {
        if (total > 2 * maxBytes) source.destroy();
        return;
      }
      pieces.push(piece);
      if (total <= maxBytes) return;
      finish();
      reject(bodyTooLargeError(maxBytes));
    });
    source.once('end', () => {
      const gathered = finish();
      if (gathered !== undefined) resolve(gathered.length === 0 ? EMPTY : concatBytes(gathered));
    });
    source.once('close', () => {
      if (finish() !== undefined) reject(endedEarlyError());
    });
  });
}

const endedEarlyError = (): StatusError => badRequestError('the body of the request ended early');
