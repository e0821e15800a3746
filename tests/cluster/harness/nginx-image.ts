import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.js';

const run = promisify(execFile);

/**
 * Puts an image under nginx's name on the node, which cannot reach the registry that has the real one: busybox with a
 * script that reads the configuration as far as the operator writes it, and listens as it says. Returns what takes it away.
 */
export async function installNginxImage(cluster: Cluster, name: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-nginx-'));
  const script = String.raw`#!/bin/sh\nfor port in $(sed -n "s/^listen \([0-9]*\);/\1/p" /etc/nginx/conf.d/listen.inc); do\n  httpd -p $port -h /usr/share/nginx/html\ndone\ntrap 'exit 0' TERM\nwhile true; do sleep 60 & wait $!; done\n`;
  const kn = path.join(cluster.folder, 'bin/kn');
  const archive = path.join(folder, 'nginx.tar');
  try {
    await run(path.join(cluster.scripts, 'mkimage.py'), [
      ...['-o', archive, '-t', name, '--dir', `${path.join(cluster.folder, 'bb')}:/`],
      ...['--text', `/entrypoint.sh=${script}`],
      ...['--text', String.raw`/usr/share/nginx/html/index.html=stands in for nginx\n`],
      ...['--entrypoint', '["sh", "/entrypoint.sh"]', '--user', '101'],
    ]);
    await run(kn, ['ctr', '-n', 'k8s.io', 'images', 'import', archive]);
  } finally {
    await rm(folder, { recursive: true });
  }
  return async () => {
    await run(kn, ['ctr', '-n', 'k8s.io', 'images', 'rm', name]);
  };
}
