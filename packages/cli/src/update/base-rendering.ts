import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { tmpdir } from 'node:os';
import { withTemporaryFolder } from '../build/operator-image.js';
import { CliError } from '../errors.js';
import type { CommandIo } from '../io/terminal.js';
import { readPackageFile } from '../project/project-packages.js';
import type { Rendering } from './plan-update.js';
import { readRendering } from './rendering-folder.js';

export interface BaseRenderingOptions {
  /** The project; absolute. */
  readonly folder: string;
  /** The release that made it. */
  readonly version: string;
  /** A package of the command, a checkout of its repository, or a folder that `kubewright render` wrote; absolute. */
  readonly from?: string;
}

const NAME = '@kubewright/cli';

/** npm takes other packages, folders and addresses for a version, too, and would run what they hold. */
const RELEASE = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/**
 * What the release that made a project makes of its PROJECT file: that release is asked itself. It is looked for in `from`,
 * then in the project's node_modules, then in the registry, by npm.
 *
 * @throws CliError 'CannotRead' when it is not to be had, saying what else there is
 */
export async function baseRendering(options: BaseRenderingOptions, io: CommandIo): Promise<Rendering> {
  const { folder, version, from } = options;
  if (from !== undefined) {
    const command = (await commandIn(from)) ?? (await commandIn(path.join(from, 'packages', 'cli')));
    return command === undefined ? givenRendering(from) : renderedBy([process.execPath, command], folder, io);
  }
  const installed = path.join(folder, 'node_modules', NAME);
  const present = await readPackageFile(installed);
  const command = present?.version === version ? await commandIn(installed) : undefined;
  if (command !== undefined) return renderedBy([process.execPath, command], folder, io);
  if (!RELEASE.test(version))
    throw new CliError(
      'InvalidProject',
      `${path.join(folder, 'PROJECT')} has cliVersion "${version}", which is no release: name the release that made the project with --from, or take every difference as a conflict with --two-way`,
    );
  try {
    return await renderedBy(
      ['npm', 'exec', '--yes', `--package=${NAME}@${version}`, '--', 'kubewright'],
      folder,
      io,
    );
  } catch (cause) {
    io.signal.throwIfAborted();
    throw new CliError(
      'CannotRead',
      `what kubewright ${version} made of the project is not to be had (${(cause as Error).message}): name a package or checkout of that release, or a folder that its "kubewright render" wrote, with --from; or take every difference as a conflict with --two-way`,
      { cause },
    );
  }
}

async function givenRendering(folder: string): Promise<Rendering> {
  const rendering = await readRendering(folder);
  // Every rendering has it, from the first release on.
  if (rendering.has('package.json')) return rendering;
  throw new CliError(
    'CannotRead',
    `${folder} is neither a package of kubewright nor what "kubewright render" writes`,
  );
}

/** The program of a package of the command; undefined for other folders. */
async function commandIn(folder: string): Promise<string | undefined> {
  const described = (await readPackageFile(folder)) as
    { name?: string; bin?: Record<string, string> } | undefined;
  const program = described?.name === NAME ? described.bin?.['kubewright'] : undefined;
  if (program === undefined) return undefined;
  const file = path.join(folder, program);
  return existsSync(file) ? file : undefined;
}

function renderedBy(command: readonly string[], folder: string, io: CommandIo): Promise<Rendering> {
  return withTemporaryFolder(tmpdir(), async (output) => {
    const [program = '', ...args] = command;
    try {
      // Elsewhere, so that npm does not take the command of the project itself.
      await promisify(execFile)(program, [...args, 'render', output, '--project', folder], {
        cwd: output,
        env: io.env,
        signal: io.signal,
        maxBuffer: 1 << 26,
      });
    } catch (cause) {
      io.signal.throwIfAborted();
      const { stderr = '', message } = cause as Error & { stderr?: string };
      const reason =
        stderr
          .trim()
          .split('\n')
          .filter((line) => !line.startsWith('npm notice'))[0] ?? message;
      throw new CliError('CannotRead', `"${program}" cannot render it: ${reason}`, { cause });
    }
    return readRendering(output);
  });
}
