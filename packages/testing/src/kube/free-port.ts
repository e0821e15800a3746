import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * A TCP port on loopback that was free a moment ago. etcd and kube-apiserver cannot report a port of their own
 * choosing, so somebody may take it in between: callers try again when the program does not come up.
 */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
