import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';

/** Stands for the Service of the webhooks: hands each connection to the next of the ports that are open. */
export interface Balancer {
  readonly url: string;
  ports: () => readonly number[];
  stop(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((near) => {
    const ports = balancer.ports();
    turn += 1;
    const port = ports[turn % Math.max(ports.length, 1)];
    if (port === undefined) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const balancer: Balancer = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ports: () => [],
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
  return balancer;
}
