import { closeSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { formatCall, parseCall } from './recorded-call.js';
import type { RecordedCall } from './recorded-call.js';

export type CallLogErrorCode = 'CannotWrite' | 'CannotRead' | 'InvalidLine';

/** A record of calls could not be written or read; the message names the file. */
export class CallLogError extends Error {
  override readonly name = 'CallLogError';
  readonly code: CallLogErrorCode;

  constructor(code: CallLogErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A file that calls are appended to, a line of JSON each. */
export interface CallLog {
  readonly file: string;
  /** Written at once, so that a process that dies has lost nothing. Never throws: a failure is what `close` throws. */
  append(call: RecordedCall): void;
  /** @throws CallLogError 'CannotWrite' when a call could not be written. */
  close(): void;
}

export interface OpenCallLogOptions {
  /** In the names of files in a folder. Defaults to this process. */
  pid?: number;
}

/**
 * Opens a record of calls: a path with an extension is a file, any other a folder, in which each process has a file of
 * its own, `calls-<pid>.jsonl`. Folders are made; what is there stays, and several processes may append to one file.
 *
 * @throws CallLogError 'CannotWrite'
 */
export function openCallLog(target: string, options: OpenCallLogOptions = {}): CallLog {
  const { pid = process.pid } = options;
  let file = target;
  let failure: CallLogError | undefined;
  const failed = (cause: unknown): CallLogError =>
    new CallLogError('CannotWrite', `cannot record calls in ${file}: ${(cause as Error).message}`, { cause });
  let descriptor: number | undefined;
  try {
    if (isFolder(target)) file = path.join(target, `calls-${pid}.jsonl`);
    mkdirSync(path.dirname(file), { recursive: true });
    descriptor = openSync(file, 'a');
  } catch (error) {
    throw failed(error);
  }
  return {
    file,
    append(call) {
      if (descriptor === undefined || failure !== undefined) return;
      try {
        writeSync(descriptor, `${formatCall(call)}\n`);
      } catch (error) {
        failure = failed(error);
      }
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
      if (failure !== undefined) throw failure;
    },
  };
}

/**
 * The distinct calls in a file, or in all `.jsonl` files of a folder.
 *
 * @throws CallLogError 'CannotRead', 'InvalidLine'
 */
export async function readCallLog(target: string): Promise<RecordedCall[]> {
  const calls = new Map<string, RecordedCall>();
  for (const file of await filesOf(target)) {
    const lines = (await readText(file)).split('\n');
    for (const [i, line] of lines.entries()) {
      if (line === '') continue;
      const call = parseCall(line);
      if (call !== undefined) calls.set(formatCall(call), call);
      // The last line may have been cut off with its process.
      else if (i < lines.length - 1)
        throw new CallLogError('InvalidLine', `${file}:${i + 1}: not a recorded call: ${line.slice(0, 80)}`);
    }
  }
  return [...calls.values()];
}

async function filesOf(target: string): Promise<string[]> {
  try {
    if (!(await stat(target)).isDirectory()) return [target];
    const names = await readdir(target);
    return names
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => path.join(target, name));
  } catch (cause) {
    throw cannotRead(target, cause);
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}

const cannotRead = (target: string, cause: unknown): CallLogError =>
  new CallLogError('CannotRead', `cannot read recorded calls from ${target}: ${(cause as Error).message}`, {
    cause,
  });

function isFolder(target: string): boolean {
  return statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? path.extname(target) === '';
}
