import { spawn } from 'node:child_process';
import type { Output } from '../io/terminal.js';
import { CliError } from '../errors.js';

/** Programs that build from a Dockerfile, in the order in which they are looked for. */
const ENGINES = ['docker', 'podman', 'buildah'] as const;
export type Engine = (typeof ENGINES)[number];

export interface EngineIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** The first engine that is installed and works: a docker without its daemon does not. */
async function findEngine(io: EngineIo): Promise<Engine | undefined> {
  for (const engine of ENGINES) {
    const works = await runs(engine, ['version'], { ...io, stdout: SILENT, stderr: SILENT }).catch(
      () => false,
    );
    if (works) return engine;
  }
  return undefined;
}

/** Undefined for `none`, and for `auto` where there is no engine. Throws `CliError` `InvalidArgument`. */
export async function chooseEngine(wanted: string, io: EngineIo): Promise<Engine | undefined> {
  if (wanted === 'none') return undefined;
  if (wanted === 'auto') return findEngine(io);
  const engine = ENGINES.find((name) => name === wanted);
  if (engine !== undefined) return engine;
  throw new CliError(
    'InvalidArgument',
    `there is no engine "${wanted}": use auto, none, ${ENGINES.join(', ')}`,
  );
}

/** Runs an engine and shows what it prints. Throws `CliError` `CannotBuildImage` when it fails or is not there. */
export async function runEngine(
  engine: Engine,
  args: readonly string[],
  io: EngineIo & { readonly cwd: string },
): Promise<void> {
  let succeeded: boolean;
  try {
    succeeded = await runs(engine, args, io);
  } catch (cause) {
    io.signal.throwIfAborted();
    throw new CliError(
      'CannotBuildImage',
      `"${engine}" cannot be run: ${(cause as Error).message}; --engine none builds without an engine`,
      { cause },
    );
  }
  if (!succeeded) throw new CliError('CannotBuildImage', `"${engine} ${args.join(' ')}" failed: see above`);
}

const SILENT: Output = { write: () => true };

function runs(engine: string, args: readonly string[], io: EngineIo & { cwd?: string }): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(engine, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: io.env,
      signal: io.signal,
      ...(io.cwd === undefined ? {} : { cwd: io.cwd }),
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => void io.stdout.write(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => void io.stderr.write(text));
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}
