import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors.js';
import type { LayerEntries } from './layer-entries.js';

/** Where the executable of Node stands in images made on no base. */
export const NODE_PATH = '/usr/local/bin/node';

/** Of the process that runs, whose Node goes into the image. */
export interface NodeProcess {
  readonly execPath: string;
  readonly platform: string;
  /** Absolute paths of all loaded shared libraries, the loader among them. */
  readonly sharedObjects: readonly string[];
}

/** The Node that runs this. */
export function thisNode(): NodeProcess {
  const { sharedObjects = [] } = (process.report?.getReport() ?? {}) as { sharedObjects?: string[] };
  return { execPath: process.execPath, platform: process.platform, sharedObjects };
}

/**
 * Adds a machine's own Node to a layer with the shared libraries that it needs, at the very paths where the loader looks,
 * and what a program expects of a system: users, a folder for temporary files and the certificates of authorities, if
 * the machine has them. Throws `CliError` `CannotBuildImage` on another system than Linux: its Node runs in no container.
 */
export async function addNode(entries: LayerEntries, node: NodeProcess): Promise<void> {
  if (node.platform !== 'linux')
    throw new CliError(
      'CannotBuildImage',
      `the Node of this machine is for ${node.platform} and does not run in a container: name a base image with --base, for example --base docker.io/library/node:22-slim`,
    );
  await entries.addFile(node.execPath, NODE_PATH);
  const executable = await realpath(node.execPath);
  for (const library of node.sharedObjects) {
    if (!library.startsWith('/') || library.endsWith('.node')) continue;
    if ((await realpath(library)) !== executable) await entries.addFile(library, library);
  }
  // Loaded only when a name is resolved, where they are no part of the C library (glibc before 2.34).
  const libc = node.sharedObjects.find((library) => path.basename(library).startsWith('libc.so'));
  for (const name of ['libnss_dns.so.2', 'libnss_files.so.2', 'libresolv.so.2'])
    if (libc !== undefined) await addIfThere(entries, path.join(path.dirname(libc), name));
  entries.addText(
    '/etc/passwd',
    'root:x:0:0:root:/:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/:/sbin/nologin\n',
  );
  entries.addText('/etc/group', 'root:x:0:\nnonroot:x:65532:\n');
  entries.addText('/etc/nsswitch.conf', 'hosts: files dns\n');
  entries.addDirectory('/tmp', 0o1777);
  await addIfThere(entries, AUTHORITIES);
}

async function addIfThere(entries: LayerEntries, file: string): Promise<void> {
  if (existsSync(file)) await entries.addFile(file, file);
}

const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';
