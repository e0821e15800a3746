import type { Implementation, Library } from '../../library.js';
import { BOOL, listType, mapType, objectType, STRING } from '../../types.js';
import type { Type } from '../../types.js';
import { ArrayList, MapValue, OpaqueValue } from '../../values.js';
import type { Value } from '../../values.js';
import { parseUrl, requestUriFault } from '../values/go-url.js';
import type { GoUrl } from '../values/go-url.js';
import { noSuchOverload } from '../../library/errors.js';
import { parsing } from './arguments.js';

const URL_TYPE: Type = objectType('kubernetes.URL');

/** A URL as a value of CEL. */
class UrlValue extends OpaqueValue {
  readonly type = URL_TYPE;
  readonly url: GoUrl;

  constructor(url: GoUrl) {
    super();
    this.url = url;
  }

  equals(other: Value): boolean {
    return other instanceof UrlValue && other.url.toString() === this.url.toString();
  }
}

/** A map from strings to lists of strings. */
class QueryMap extends MapValue {
  readonly #values: ReadonlyMap<string, ArrayList>;

  constructor(query: ReadonlyMap<string, string[]>) {
    super();
    this.#values = new Map([...query].map(([name, values]) => [name, new ArrayList(values)]));
  }

  get size(): number {
    return this.#values.size;
  }

  find(key: Value): Value | undefined {
    return typeof key === 'string' ? this.#values.get(key) : undefined;
  }

  keys(): readonly Value[] {
    return [...this.#values.keys()];
  }
}

const getter =
  (read: (url: GoUrl) => Value): Implementation =>
  (value) =>
    value instanceof UrlValue ? read(value.url) : noSuchOverload();

const accessor = (name: string, id: string, result: Type, read: (url: GoUrl) => Value) => ({
  name,
  overloads: [{ id, member: true, args: [URL_TYPE], result, implementation: getter(read) }],
});

/** `url('https://example.com/a').getHost()` and the like (apiserver `pkg/cel/library/urls.go`). */
export const urlLibrary: Library = {
  name: 'kubernetes.urls',
  functions: [
    {
      name: 'url',
      overloads: [
        {
          id: 'string_to_url',
          args: [STRING],
          result: URL_TYPE,
          implementation: parsing(
            (text) => new UrlValue(parseUrl(text)),
            'URL parse error during conversion from string: ',
          ),
        },
      ],
    },
    {
      name: 'isURL',
      overloads: [
        {
          id: 'is_url_string',
          args: [STRING],
          result: BOOL,
          implementation: (text) =>
            typeof text === 'string' ? requestUriFault(text) === undefined : noSuchOverload(),
        },
      ],
    },
    accessor('getScheme', 'url_get_scheme', STRING, (url) => url.scheme),
    accessor('getHost', 'url_get_host', STRING, (url) => url.hostText),
    accessor('getHostname', 'url_get_hostname', STRING, (url) => url.hostname),
    accessor('getPort', 'url_get_port', STRING, (url) => url.port),
    accessor('getEscapedPath', 'url_get_escaped_path', STRING, (url) => url.escapedPath),
    accessor(
      'getQuery',
      'url_get_query',
      mapType(STRING, listType(STRING)),
      (url) => new QueryMap(url.query()),
    ),
  ],
};
