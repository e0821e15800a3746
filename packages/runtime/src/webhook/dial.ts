import type { Clock } from '@kubewright/api';

const TIMEOUT_MS = 10_000;
/** All addresses of the machine. */
const ANY: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Makes a TLS connection to where a server of this machine listens, and closes it. The certificate is nobody's concern. */
export async function dialTls(
  { host, port }: { host: string; port: number },
  { clock, signal }: { clock: Clock; signal?: AbortSignal | undefined },
): Promise<void> {
  const { connect } = await import('node:tls');
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ host: ANY.has(host) ? '127.0.0.1' : host, port, rejectUnauthorized: false });
    const timer = clock.setTimer(
      () => end(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)),
      TIMEOUT_MS,
      {
        unref: true,
      },
    );
    const onAbort = (): void => end(new Error('the check was given up'));
    const end = (error?: Error): void => {
      timer.cancel();
      signal?.removeEventListener('abort', onAbort);
      socket.destroy();
      if (error === undefined) resolve();
      else reject(error);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    socket.once('secureConnect', () => end());
    socket.on('error', end);
  });
}
