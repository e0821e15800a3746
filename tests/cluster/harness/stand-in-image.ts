import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.js';

const run = promisify(execFile);

export interface StandInImage {
  /** With registry and tag, as pods name it. */
  readonly name: string;
  /** What its containers run, in busybox' shell. */
  readonly script: string;
  /** More files, by their absolute paths; all may be executed. */
  readonly files: Readonly<Record<string, string>>;
  readonly user: string;
}

/**
 * Puts an image on the node under a name whose registry the node cannot reach: busybox with a script. Returns what takes it
 * away.
 */
export async function installStandIn(cluster: Cluster, image: StandInImage): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-image-'));
  const kn = path.join(cluster.folder, 'bin/kn');
  const archive = path.join(folder, 'image.tar');
  const root = path.join(folder, 'root');
  const files = { ...image.files, '/entrypoint.sh': `#!/bin/sh\n${image.script}` };
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.join(root, path.dirname(file)), { recursive: true });
      await writeFile(path.join(root, file), text, { mode: 0o755 });
    }
    await run(path.join(cluster.scripts, 'mkimage.py'), [
      ...[
        '-o',
        archive,
        '-t',
        image.name,
        '--dir',
        `${path.join(cluster.folder, 'bb')}:/`,
        '--dir',
        `${root}:/`,
      ],
      ...['--entrypoint', '["/entrypoint.sh"]', '--user', image.user],
    ]);
    await run(kn, ['ctr', '-n', 'k8s.io', 'images', 'import', archive]);
  } finally {
    await rm(folder, { recursive: true });
  }
  return async () => {
    await run(kn, ['ctr', '-n', 'k8s.io', 'images', 'rm', image.name]);
  };
}
