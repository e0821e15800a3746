import type { TLSSocket } from 'node:tls';
import type { UserInfo } from '../pipeline/server-request.js';

/** The user of a client certificate that our authority signed: its common name, in the groups of its organizations. */
export function certificateUser(socket: TLSSocket): UserInfo | undefined {
  if (!socket.authorized) return undefined;
  const { subject } = socket.getPeerCertificate();
  if ((subject as { CN?: string } | undefined)?.CN === undefined) return undefined;
  const organizations = subject.O as string | string[] | undefined;
  const groups = organizations === undefined ? [] : [organizations].flat();
  return { name: subject.CN as string, groups };
}
