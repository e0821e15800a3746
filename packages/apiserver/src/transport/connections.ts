import type { Http2Session } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '@kubewright/api';
import type { UserInfo } from '../pipeline/server-request.js';
import { RepeatingTimer } from '../watch/repeating-timer.js';
import { certificateUser } from './peer.js';

/** How long a connection may keep the server waiting. The defaults are the real server's (apiserver `server/secure_serving.go`). */
export interface ConnectionLimits {
  /** For its first request, headers included. */
  readonly firstRequestMs: number;
  /** For a further request, after the last was answered. */
  readonly idleMs: number;
}

const DEFAULT_LIMITS: ConnectionLimits = { firstRequestMs: 32_000, idleMs: 90_000 };
// How late a connection may be noticed.
const SWEEP_INTERVAL_MS = 5_000;

/** One connection: who is at the other end, and whether anything is asked. */
export class Connection {
  readonly socket: TLSSocket;
  /** Set for HTTP/2. */
  session: Http2Session | undefined;
  /** Requests that are not answered to the end. */
  active = 0;
  /** When it began, or its last request ended. */
  quietSince: number;
  spoke = false;
  private readonly clock: Clock;
  private user: { readonly info: UserInfo | undefined } | undefined;

  constructor(socket: TLSSocket, clock: Clock) {
    this.socket = socket;
    this.clock = clock;
    this.quietSince = clock.now();
  }

  /** Reading a certificate costs more than a small request, and it stays the same. */
  get peer(): UserInfo | undefined {
    this.user ??= { info: certificateUser(this.socket) };
    return this.user.info;
  }

  begin(): void {
    this.active += 1;
    this.spoke = true;
  }

  end(): void {
    this.active -= 1;
    if (this.active === 0) this.quietSince = this.clock.now();
  }
}

/** The open connections of a port. One timer looks after all of them, so that a request costs no timer of its own. */
export class Connections {
  private readonly open = new Set<Connection>();
  private readonly clock: Clock;
  private readonly limits: ConnectionLimits;
  private readonly timer: RepeatingTimer;

  constructor(clock: Clock, limits: Partial<ConnectionLimits> = {}) {
    this.clock = clock;
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    const onTick = (): void => this.sweep();
    this.timer = new RepeatingTimer({ clock, intervalMs: SWEEP_INTERVAL_MS, onTick });
  }

  add(socket: TLSSocket): Connection {
    const connection = new Connection(socket, this.clock);
    this.open.add(connection);
    this.timer.start();
    socket.once('close', () => {
      this.open.delete(connection);
      if (this.open.size === 0) this.timer.stop();
    });
    return connection;
  }

  all(): Connection[] {
    return [...this.open];
  }

  /** Says goodbye to everyone, and gives what is written a turn of the event loop to leave. */
  async finish(): Promise<void> {
    for (const { session } of this.open) session?.close();
    // eslint-disable-next-line no-restricted-globals -- a turn of the event loop is not time
    await new Promise((resolve) => void setImmediate(resolve));
    for (const { socket } of this.open) socket.end();
    this.timer.stop();
  }

  private sweep(): void {
    const now = this.clock.now();
    const { firstRequestMs, idleMs } = this.limits;
    for (const { socket, session, active, spoke, quietSince } of this.open) {
      if (active > 0 || now - quietSince < (spoke ? idleMs : firstRequestMs)) continue;
      // Says goodbye first, so that a client does not take it for an error.
      session?.close();
      socket.destroySoon();
    }
  }
}
