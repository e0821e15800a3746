/**
 * Where a server listens, as Go writes it: `:8443` (all addresses), `127.0.0.1:8443`, `[::1]:0` (any free port).
 * Undefined for `0`, which turns the server off. Throws a TypeError that names `option`.
 */
export function parseBindAddress(
  bindAddress: string,
  option: string,
): { host: string; port: number } | undefined {
  if (bindAddress === '0') return undefined;
  const colon = bindAddress.lastIndexOf(':');
  const text = bindAddress.slice(colon + 1);
  const port = Number(text);
  if (colon < 0 || !/^\d{1,5}$/.test(text) || port > 65535) {
    throw new TypeError(
      `${option} is ${JSON.stringify(bindAddress)}: write an address and a port, as in ":8443" or "127.0.0.1:8443", or "0" for none`,
    );
  }
  const host = bindAddress.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  return { host, port };
}
