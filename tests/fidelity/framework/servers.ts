import { systemClock } from '@kubewright/api';
import type { Transport } from '@kubewright/api';
import { createApiServer } from '@kubewright/apiserver';
import { startKubeControlPlane } from '@kubewright/testing';
import { createBareTransport } from './http-transport.js';
import type { UserName } from './steps.js';

/** One of the two servers: how each user reaches it. */
export interface Server {
  readonly name: 'embedded' | 'real';
  transportAs(user: UserName, over: 'in-process' | 'https'): Transport;
}

export interface Servers {
  readonly embedded: Server;
  readonly real: Server;
  stop(): Promise<void>;
}

/** Everybody but `admin` (who may do everything) has the rights that a sequence gives them. */
const USERS: Readonly<
  Record<
    Exclude<UserName, 'admin' | 'anonymous' | 'stranger'>,
    { name: string; uid: string; groups: string[] }
  >
> = {
  alice: { name: 'alice', uid: 'alice', groups: ['developers'] },
  bob: { name: 'bob', uid: 'bob', groups: ['developers', 'auditors'] },
};

const ADMIN = { name: 'admin', uid: 'admin', groups: ['system:masters'] };

/** Starts both, with equal settings. The caller stops them. */
export async function startServers(): Promise<Servers> {
  const controlPlane = await startKubeControlPlane({
    env: process.env,
    clock: systemClock,
    controllers: false,
    users: Object.entries(USERS).map(([token, user]) => ({ token: `token-of-${token}`, ...user })),
    apiServerArguments: ['--profiling=false', '--allow-privileged'],
  });
  const embedded = createApiServer({
    anonymous: true,
    serviceAccounts: { issuer: 'https://kubernetes.default.svc' },
    tokens: new Map(Object.entries(USERS).map(([name, user]) => [`token-of-${name}`, user])),
  });
  const listening = await embedded.listen();

  const made = new Map<string, Transport>();
  const once = (key: string, make: () => Transport): Transport => {
    const transport = made.get(key) ?? make();
    made.set(key, transport);
    return transport;
  };
  const secured = (user: UserName, server: { url: string; caCertificatePem: string; token: string }) => {
    const { url, caCertificatePem } = server;
    if (user === 'anonymous') return createBareTransport({ url, caCertificatePem });
    const token = user === 'admin' ? server.token : `token-of-${user}`;
    return createBareTransport({ url, caCertificatePem, token });
  };
  return {
    embedded: {
      name: 'embedded',
      transportAs: (user, over) =>
        once(`embedded ${user} ${over}`, () => {
          if (over === 'in-process' && user === 'admin') return embedded.transportAs(ADMIN);
          if (over === 'in-process' && user in USERS)
            return embedded.transportAs(USERS[user as keyof typeof USERS]);
          return secured(user, listening);
        }),
    },
    real: {
      name: 'real',
      transportAs: (user) => once(`real ${user}`, () => secured(user, controlPlane)),
    },
    async stop() {
      await Promise.all([...made.values()].map((transport) => transport.close()));
      await Promise.all([embedded.close(), controlPlane.stop()]);
    },
  };
}
