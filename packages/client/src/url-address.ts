/** Where the server of a URL listens: the host as sockets and certificates know it, and the port, if need be the scheme's. */
export function urlAddress({ hostname, port, protocol }: URL): { host: string; port: number } {
  return { host: bareHost(hostname), port: port === '' ? defaultPort(protocol) : Number(port) };
}

/** An IPv6 address without the brackets that it has in URLs; anything else as it is. */
export function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

function defaultPort(protocol: string): number {
  if (protocol.startsWith('socks5')) return 1080;
  return protocol === 'https:' ? 443 : 80;
}
