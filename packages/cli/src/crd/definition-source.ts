import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { createClient, listItems } from '@kubewright/client';
import { CliError } from '../errors.js';
import { withTransport } from '../io/connect-cluster.js';
import type { ClusterFlags } from '../io/connect-cluster.js';
import type { CommandIo } from '../io/terminal.js';
import { parseDefinitions } from './parse-definitions.js';

/** The word for a cluster in place of a file. */
const CLUSTER = 'cluster';
const MANIFEST = /\.(ya?ml|json)$/;

/** Whether a source is a cluster, whose definitions are not all meant. */
export const isCluster = (source: string): boolean => source === CLUSTER;

/**
 * The CustomResourceDefinitions of a source: a file, a folder (with those below it), `git:REVISION:PATH` for a file or
 * folder of a revision, or `cluster`.
 *
 * @throws CliError naming the source and what is wrong with it; also when it has no definition, unless it is a cluster
 */
export async function readDefinitions(
  source: string,
  flags: ClusterFlags,
  io: CommandIo,
): Promise<CustomResourceDefinition[]> {
  if (isCluster(source)) return readCluster(flags, io);
  const found = source.startsWith('git:') ? await readRevision(source, io) : await readPath(source, io);
  if (found.length === 0)
    throw new CliError('InvalidManifest', `${source}: no CustomResourceDefinition is in there`);
  return found;
}

async function readPath(source: string, { cwd }: CommandIo): Promise<CustomResourceDefinition[]> {
  const absolute = path.resolve(cwd, source);
  const isFolder = await stat(absolute).then(
    (found) => found.isDirectory(),
    (cause: unknown) => {
      throw new CliError(
        'InvalidArgument',
        `${source}: there is no such file or folder; for a revision write git:REVISION:PATH, for a cluster "cluster"`,
        { cause },
      );
    },
  );
  const files = isFolder
    ? (await readdir(absolute, { recursive: true })).filter((name) => MANIFEST.test(name)).sort()
    : [''];
  const definitions: CustomResourceDefinition[] = [];
  for (const file of files) {
    const name = path.join(source, file);
    definitions.push(...(await parseDefinitions(name, await readFile(path.join(absolute, file), 'utf8'))));
  }
  return definitions;
}

async function readRevision(source: string, io: CommandIo): Promise<CustomResourceDefinition[]> {
  const [, revision = '', wanted = ''] = /^git:([^:]+):(.+)$/.exec(source) ?? [];
  if (revision === '' || revision.startsWith('-'))
    throw new CliError(
      'InvalidArgument',
      `${source}: write git:REVISION:PATH, as in git:HEAD~1:config/crd/bases`,
    );
  const listed = await git(source, ['ls-tree', '-r', '-z', '--name-only', revision, '--', wanted], io);
  const files = listed.split('\0').filter((name) => name !== '');
  if (files.length === 0) throw new CliError('InvalidArgument', `${source}: ${revision} has no ${wanted}`);
  const definitions: CustomResourceDefinition[] = [];
  for (const file of files.filter((name) => name === wanted || MANIFEST.test(name))) {
    const text = await git(source, ['show', `${revision}:./${file}`], io);
    definitions.push(...(await parseDefinitions(`git:${revision}:${file}`, text)));
  }
  return definitions;
}

/** Without a shell: what stands in a source is never a command. */
async function git(source: string, args: readonly string[], { cwd, signal }: CommandIo): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', [...args], { cwd, signal, maxBuffer: 1 << 28 });
    return stdout;
  } catch (cause) {
    const { code, stderr = '' } = cause as { code?: unknown; stderr?: string };
    const reason =
      code === 'ENOENT' ? 'git is not installed' : (stderr.trim().split('\n')[0] ?? 'git failed');
    throw new CliError('InvalidArgument', `${source}: ${reason}`, { cause });
  }
}

function readCluster(flags: ClusterFlags, io: CommandIo): Promise<CustomResourceDefinition[]> {
  return withTransport(flags, io, async (transport) => {
    const client = createClient({ transport });
    const definitions: CustomResourceDefinition[] = [];
    for await (const definition of listItems(client, CustomResourceDefinition, { signal: io.signal }))
      definitions.push(definition);
    return definitions;
  });
}
