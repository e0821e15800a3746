import { BlockList, isIP } from 'node:net';

import { bareHost, urlAddress } from '../url-address.js';
import type { Environment } from './types.js';

/**
 * Which proxy the environment names for a server, as Go programs read it (golang.org/x/net/http/httpproxy): HTTPS_PROXY
 * or HTTP_PROXY by the server's scheme, unless NO_PROXY names it; the machine itself is never asked for through a proxy.
 */
export function proxyFromEnvironment(server: string, env: Environment): string | undefined {
  const url = new URL(server);
  const proxy = url.protocol === 'https:' ? either(env, 'HTTPS_PROXY') : either(env, 'HTTP_PROXY');
  if (proxy === undefined) return undefined;
  const address = urlAddress(url);
  const host = address.host.toLowerCase();
  if (isLocal(host) || isExcepted(host, String(address.port), either(env, 'NO_PROXY') ?? ''))
    return undefined;
  return /^(https?|socks5h?):\/\//.test(proxy) ? proxy : `http://${proxy}`;
}

function either(env: Environment, name: string): string | undefined {
  const value = [env[name], env[name.toLowerCase()]].find((one) => one !== undefined && one !== '');
  return value;
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function isExcepted(host: string, port: string, exceptions: string): boolean {
  return exceptions
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== '' && matches(entry, host, port));
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const version = isIP(host);
  if (entry.includes('/')) return version !== 0 && isInNetwork(entry, host, version);
  const [, bare = entry, onlyPort] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  if (onlyPort !== undefined && onlyPort !== port) return false;
  const name = bareHost(bare);
  if (isIP(name) !== 0) return name === host;
  if (version !== 0) return false;
  // `.example.com` and `*.example.com` stand for what is below; `example.com` also for itself.
  const suffix = name.startsWith('*.') ? name.slice(1) : name;
  if (suffix.startsWith('.')) return host.endsWith(suffix);
  return host === suffix || host.endsWith(`.${suffix}`);
}

function isInNetwork(entry: string, host: string, version: number): boolean {
  const [network = '', prefix = ''] = entry.split('/');
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (isIP(network) !== version || !/^\d+$/.test(prefix)) return false;
  const list = new BlockList();
  try {
    list.addSubnet(network, Number(prefix), family);
  } catch {
    return false;
  }
  return list.check(host, family);
}
