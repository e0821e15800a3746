import { goQuote } from '@kubewright/api/go-text';
import { parseAddress } from './ip-address.js';
import { ValueSyntaxError } from './syntax-error.js';

// Go's net/url (go1.26), which works on bytes: here a string holds one byte in each character until the end.

type Mode = 'path' | 'host' | 'zone' | 'user' | 'query' | 'fragment';

/** What may stand unescaped, beside letters, digits and `-_.~`. */
const PLAIN: Readonly<Record<Mode, string>> = {
  path: '$&+,/:;=@',
  host: '!$&\'()*+,;=:[]<>"',
  zone: '!$&\'()*+,;=:[]<>"',
  user: '$&+,;=',
  query: '',
  fragment: '$&+,/:;=?@!()*',
};

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const toBytes = (text: string): string => {
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  let bytes = '';
  for (const byte of encoder.encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
};
const fromBytes = (bytes: string): string =>
  /^[\x00-\x7f]*$/.test(bytes)
    ? bytes
    : decoder.decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));

const fault = (message: string): ValueSyntaxError => new ValueSyntaxError(message);

function shouldEscape(byte: string, mode: Mode): boolean {
  return !/[A-Za-z0-9\-_.~]/.test(byte) && !PLAIN[mode].includes(byte);
}

function escape(bytes: string, mode: Mode): string {
  return bytes.replace(/[^A-Za-z0-9]/g, (byte) => {
    if (!shouldEscape(byte, mode)) return byte;
    if (byte === ' ' && mode === 'query') return '+';
    return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

function unescape(bytes: string, mode: Mode): string {
  let out = '';
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte === '%') {
      const triple = bytes.slice(i, i + 3);
      if (!/^%[0-9a-fA-F]{2}$/.test(triple)) throw fault(`invalid URL escape ${goQuote(fromBytes(triple))}`);
      const code = Number.parseInt(triple.slice(1), 16);
      const value = String.fromCharCode(code);
      if (mode === 'host' && code < 0x80 && triple !== '%25')
        throw fault(`invalid URL escape ${goQuote(triple)}`);
      if (mode === 'zone' && triple !== '%25' && value !== ' ' && shouldEscape(value, 'host'))
        throw fault(`invalid URL escape ${goQuote(triple)}`);
      out += value;
      i += 2;
    } else if (byte === '+' && mode === 'query') {
      out += ' ';
    } else {
      if ((mode === 'host' || mode === 'zone') && byte.charCodeAt(0) < 0x80 && shouldEscape(byte, mode))
        throw fault(`invalid character ${goQuote(byte)} in host name`);
      out += byte;
    }
  }
  return out;
}

const hasPort = (text: string): boolean => /^(?::[0-9]*)?$/.test(text);

/** A URL as Go's `url.URL`. */
export class GoUrl {
  readonly scheme: string = '';
  readonly host: string = '';
  private readonly opaque: string = '';
  private readonly user: string | undefined;
  private readonly path: string = '';
  private readonly rawPath: string = '';
  private readonly rawQuery: string = '';
  private readonly forceQuery: boolean = false;
  private readonly omitHost: boolean = false;
  private readonly fragment: string = '';
  private readonly rawFragment: string = '';

  private constructor(parts: Partial<Record<string, unknown>>) {
    Object.assign(this, parts);
  }

  /** Reads a URL. `viaRequest`: a request line, which is absolute or an absolute path, and has no fragment. */
  static parse(text: string, viaRequest: boolean): GoUrl {
    const bytes = toBytes(text);
    const hash = viaRequest ? -1 : bytes.indexOf('#');
    const main = hash < 0 ? bytes : bytes.slice(0, hash);
    const parts = wrap(main, () => parseParts(main, viaRequest));
    const rest = hash < 0 ? '' : bytes.slice(hash + 1);
    if (rest === '') return new GoUrl(parts);
    const fragment = wrap(bytes, () => unescape(rest, 'fragment'));
    const rawFragment = escape(fragment, 'fragment') === rest ? '' : rest;
    return new GoUrl({ ...parts, fragment, rawFragment });
  }

  get hostText(): string {
    return fromBytes(this.host);
  }

  get hostname(): string {
    return fromBytes(this.splitHost()[0]);
  }

  get port(): string {
    return this.splitHost()[1];
  }

  get escapedPath(): string {
    if (this.rawPath !== '' && validEncoded(this.rawPath)) return this.rawPath;
    return this.path === '*' ? '*' : escape(this.path, 'path');
  }

  /** The values of each parameter; parts that are not well-formed are left out. */
  query(): Map<string, string[]> {
    const values = new Map<string, string[]>();
    const pairs = this.rawQuery.split('&');
    // More than this Go does not read (net/url, defaultMaxParams).
    if (pairs.length > 10_000) return values;
    for (const pair of pairs) {
      if (pair === '' || pair.includes(';')) continue;
      const equals = pair.indexOf('=');
      try {
        const name = fromBytes(unescape(equals < 0 ? pair : pair.slice(0, equals), 'query'));
        const value = fromBytes(unescape(equals < 0 ? '' : pair.slice(equals + 1), 'query'));
        const list = values.get(name);
        if (list === undefined) values.set(name, [value]);
        else list.push(value);
      } catch (error) {
        if (!(error instanceof ValueSyntaxError)) throw error;
      }
    }
    return values;
  }

  toString(): string {
    let text = this.scheme === '' ? '' : `${this.scheme}:`;
    if (this.opaque !== '') text += this.opaque;
    else {
      const { user, host } = this;
      const omitted = this.omitHost && host === '' && user === undefined;
      if ((this.scheme !== '' || host !== '' || user !== undefined) && !omitted) {
        if (host !== '' || this.path !== '' || user !== undefined) text += '//';
        if (user !== undefined) text += `${user}@`;
        text += escape(host, 'host');
      }
      const path = this.escapedPath;
      if (path !== '' && !path.startsWith('/') && host !== '') text += '/';
      if (text === '' && path.split('/')[0]!.includes(':')) text += './';
      text += path;
    }
    if (this.forceQuery || this.rawQuery !== '') text += `?${this.rawQuery}`;
    if (this.fragment !== '') {
      const kept = this.rawFragment !== '' && validFragment(this.rawFragment);
      text += `#${kept ? this.rawFragment : escape(this.fragment, 'fragment')}`;
    }
    return fromBytes(text);
  }

  private splitHost(): [string, string] {
    const colon = this.host.lastIndexOf(':');
    const split = colon >= 0 && hasPort(this.host.slice(colon));
    const host = split ? this.host.slice(0, colon) : this.host;
    const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
    return [bare, split ? this.host.slice(colon + 1) : ''];
  }
}

const validEncoded = (bytes: string): boolean => /^[A-Za-z0-9\-_.~!$&'()*+,;=:@[\]%/]*$/.test(bytes);
const validFragment = (bytes: string): boolean => /^[A-Za-z0-9\-_.~!$&'()*+,;=:@[\]%/?]*$/.test(bytes);

/** As Go's `url.Error` words it. */
function wrap<T>(bytes: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ValueSyntaxError)) throw error;
    throw fault(`parse ${goQuote(fromBytes(bytes))}: ${error.message}`);
  }
}

function parseParts(bytes: string, viaRequest: boolean): Record<string, unknown> {
  if (/[\x00-\x1f\x7f]/.test(bytes)) throw fault('net/url: invalid control character in URL');
  if (bytes === '' && viaRequest) throw fault('empty url');
  if (bytes === '*') return { path: '*' };
  if (bytes.startsWith(':')) throw fault('missing protocol scheme');
  const named = /^([A-Za-z][A-Za-z0-9+\-.]*):/.exec(bytes);
  const scheme = named?.[1]?.toLowerCase() ?? '';
  let rest = named === null ? bytes : bytes.slice(named[0].length);
  const question = rest.indexOf('?');
  const forceQuery = question >= 0 && question === rest.length - 1;
  const rawQuery = question < 0 ? '' : rest.slice(question + 1);
  if (question >= 0) rest = rest.slice(0, question);
  const parts: Record<string, unknown> = { scheme, forceQuery, rawQuery };
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...parts, opaque: rest };
    if (viaRequest) throw fault('invalid URI for request');
    if (rest.split('/')[0]!.includes(':')) throw fault('first path segment in URL cannot contain colon');
  }
  if ((scheme !== '' || (!viaRequest && !rest.startsWith('///'))) && rest.startsWith('//')) {
    const slash = rest.indexOf('/', 2);
    Object.assign(parts, parseAuthority(scheme, slash < 0 ? rest.slice(2) : rest.slice(2, slash)));
    rest = slash < 0 ? '' : rest.slice(slash);
  } else if (scheme !== '' && rest.startsWith('/')) parts['omitHost'] = true;
  const path = unescape(rest, 'path');
  return { ...parts, path, rawPath: escape(path, 'path') === rest ? '' : rest };
}

function parseAuthority(scheme: string, authority: string): { host: string; user?: string } {
  const at = authority.lastIndexOf('@');
  const host = parseHost(scheme, authority.slice(at + 1));
  if (at < 0) return { host };
  const info = authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(info)) throw fault('net/url: invalid userinfo');
  const colon = info.indexOf(':');
  const name = unescape(colon < 0 ? info : info.slice(0, colon), 'user');
  if (colon < 0) return { host, user: escape(name, 'user') };
  const password = unescape(info.slice(colon + 1), 'user');
  return { host, user: `${escape(name, 'user')}:${escape(password, 'user')}` };
}

function parseHost(scheme: string, host: string): string {
  const open = host.lastIndexOf('[');
  if (open > 0) throw fault('invalid IP-literal');
  if (open === 0) return parseLiteral(host);
  const colon = host.indexOf(':');
  if (colon >= 0) {
    const last = host.lastIndexOf(':');
    const strict = scheme === 'http' || scheme === 'https';
    const port = host.slice(last !== colon && !strict ? last : colon);
    if (!hasPort(port)) throw fault(`invalid port ${goQuote(fromBytes(port))} after host`);
  }
  return unescape(host, 'host');
}

function parseLiteral(host: string): string {
  const close = host.lastIndexOf(']');
  if (close < 0) throw fault("missing ']' in host");
  const port = host.slice(close + 1);
  if (!hasPort(port)) throw fault(`invalid port ${goQuote(fromBytes(port))} after host`);
  const name = host.slice(1, close);
  const zone = name.indexOf('%25');
  const plain =
    zone < 0
      ? unescape(name, 'host')
      : unescape(name.slice(0, zone), 'host') + unescape(name.slice(zone), 'zone');
  let is4: boolean;
  try {
    is4 = parseAddress(fromBytes(plain)).is4;
  } catch (error) {
    if (!(error instanceof ValueSyntaxError)) throw error;
    throw fault(`invalid host: ${error.message}`);
  }
  if (is4) throw fault('invalid IP-literal');
  return `[${plain}]${port}`;
}

/** Reads a URL as the `url` function does: absolute, or an absolute path. Throws `ValueSyntaxError`. */
export function parseUrl(text: string): GoUrl {
  GoUrl.parse(text, true);
  // A request has no fragment; the second reading separates it.
  return GoUrl.parse(text, false);
}

/** What is wrong with a URL of a request, in Go's words; undefined: nothing. */
export function requestUriFault(text: string): string | undefined {
  try {
    GoUrl.parse(text, true);
    return undefined;
  } catch (error) {
    if (!(error instanceof ValueSyntaxError)) throw error;
    return error.message;
  }
}
