import { describe, expect, it } from 'vitest';
import { negotiate, PRODUCES_OBJECTS } from './representation.js';
import type { NegotiateOptions } from './representation.js';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const META = 'g=meta.k8s.io;v=v1';

function chosen(accept: string, options: NegotiateOptions = {}, query = ''): string {
  try {
    const { format, as, metaVersion, pretty } = negotiate({ accept }, new URLSearchParams(query), options);
    return [format, as === 'object' ? '' : `${as} ${metaVersion}`, pretty ? 'pretty' : '']
      .filter(Boolean)
      .join(' ');
  } catch (error) {
    return (error as Error).message.split('\n', 1)[0] as string;
  }
}

const NOTHING =
  'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf';
const BUILTIN: NegotiateOptions = { produces: PRODUCES_OBJECTS };
const CUSTOM: NegotiateOptions = { protobuf: false };

// What a kube-apiserver 1.36.1 answers to these.
describe('content negotiation', () => {
  it.each([
    ['', 'json'],
    ['application/json', 'json'],
    ['*/*', 'json'],
    ['application/yaml', 'yaml'],
    [PROTOBUF, 'protobuf'],
    [`${PROTOBUF},application/json`, 'protobuf'],
    [`application/json,${PROTOBUF}`, 'json'],
    [`application/json;q=0.5,${PROTOBUF};q=0.9`, 'protobuf'],
    ['application/cbor,application/json', 'json'],
    ['application/cbor', '406: Not Acceptable'],
    ['text/html', '406: Not Acceptable'],
    ['application/*', '406: Not Acceptable'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'json'],
    ['application/json;q=0', 'json'],
    ['application/json;q=0,application/yaml', 'yaml'],
    ['application/json;q=abc', 'json'],
    ['application/json;charset=utf-8', 'json'],
    ['application/json;stream=watch', 'json'],
    ['application/json;stream=other', NOTHING],
    ['application/json;pretty=1', 'json pretty'],
    ['application/json;pretty=true', 'json'],
    [`application/json;as=Table;${META}`, 'json table v1'],
    [`application/json;as=Table;${META},application/json`, 'json table v1'],
    ['application/json;as=Table;g=meta.k8s.io;v=v1beta1', 'json table v1beta1'],
    [`application/yaml;as=Table;${META}`, 'yaml table v1'],
    [`${PROTOBUF};as=Table;${META}`, NOTHING],
    [`${PROTOBUF};as=Table;${META},application/json`, 'json'],
    ['application/json;as=Table', NOTHING],
    ['application/json;as=Table;g=meta.k8s.io', NOTHING],
    ['application/json;as=Table;g=meta.k8s.io;v=v2', NOTHING],
    ['application/json;v=v2', NOTHING],
    [`application/json;as=Other;${META}`, NOTHING],
    [`${PROTOBUF};as=PartialObjectMetadata;${META}`, 'protobuf metadata v1'],
    [`application/json;as=PartialObjectMetadataList;${META}`, 'json metadataList v1'],
  ])('of a built-in kind for Accept: %s is %s', (accept, expected) => {
    expect(chosen(accept, BUILTIN)).toBe(expected);
  });

  it.each([
    [PROTOBUF, NOTHING],
    [`${PROTOBUF},application/json`, 'json'],
    [`${PROTOBUF};as=PartialObjectMetadata;${META}`, 'protobuf metadata v1'],
    ['application/*', 'json'],
    ['text/html', NOTHING],
  ])('of a custom kind for Accept: %s is %s', (accept, expected) => {
    expect(chosen(accept, CUSTOM)).toBe(expected);
  });

  it.each([
    ['pretty=true', 'json pretty'],
    ['pretty=1', 'json pretty'],
    ['pretty=yes', 'json'],
    ['pretty=0', 'json'],
    ['pretty', 'json'],
  ])('with ?%s is %s', (query, expected) => {
    expect(chosen('application/json', BUILTIN, query)).toBe(expected);
  });
});
