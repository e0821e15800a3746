import { builtinGroupVersions } from '@kubewright/api/schema';
import { formatApiVersion } from '@kubewright/api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStatusError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { builtinObjectSchema } from '../schema/builtin-schema.js';
import { decodeProtobuf, encodeProtobuf, hasProtobuf } from './codec.js';
import type { TypedObject } from './codec.js';
import { isProtobufError } from './protobuf-error.js';

const configMap = {
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: 'a', labels: { z: '1', b: '' } },
  data: { key: 'value' },
};

/** The envelope around the bytes of a message. */
function enveloped(type: { apiVersion: string; kind: string }, raw: readonly number[]): Uint8Array {
  const text = (number: number, value: string) => [number * 8 + 2, value.length, ...Buffer.from(value)];
  const typeMeta = [...text(1, type.apiVersion), ...text(2, type.kind)];
  return Buffer.from([...Buffer.from('k8s\0'), 0x0a, typeMeta.length, ...typeMeta, 0x12, raw.length, ...raw]);
}

const roundTrip = (object: TypedObject): TypedObject => decodeProtobuf(encodeProtobuf(object));

describe('encodeProtobuf', () => {
  // What kube-apiserver 1.36.1 answers for a ConfigMap list of no items.
  it('writes the envelope, and zero values of what is no pointer', () => {
    const list = { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '7' }, items: [] };
    expect(Buffer.from(encodeProtobuf(list)).toString('latin1')).toBe(
      'k8s\0\n\x13\n\x02v1\x12\rConfigMapList\x12\t\n\x07\n\0\x12\x017\x1a\0\x1a\0"\0',
    );
  });

  it('writes map entries in the order of their keys as bytes', () => {
    const keys = Object.keys(
      (roundTrip({ ...configMap, data: { '\u{1F600}': '', '\uFF5E': '', b: '', a: '' } })['data'] ??
        {}) as object,
    );
    expect(keys).toEqual(['a', 'b', '\uFF5E', '\u{1F600}']);
  });

  it('refuses a kind that has no message', () => {
    expect(() => encodeProtobuf({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' })).toThrow(
      'does not implement the protobuf',
    );
    expect(() => encodeProtobuf({ major: '1' })).toThrow('does not implement the protobuf');
  });

  it('grows with the object', () => {
    const data = Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [`key-${i}`.padEnd(12), 'x'.repeat(i)]),
    );
    expect(roundTrip({ ...configMap, data })['data']).toEqual(data);
  });
});

describe('decodeProtobuf', () => {
  it('returns what was encoded', () => {
    expect(roundTrip(configMap)).toEqual(configMap);
  });

  it('takes the type from the caller where the body has none', () => {
    expect(
      decodeProtobuf(enveloped({ apiVersion: '', kind: '' }, []), { apiVersion: 'v1', kind: 'ConfigMap' }),
    ).toEqual({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: {},
    });
    expect(() => decodeProtobuf(enveloped({ apiVersion: '', kind: '' }, []))).toThrow(
      "Object 'Kind' is missing",
    );
  });

  it('finds the options and answers of meta/v1 in every API version', () => {
    const options = { kind: 'DeleteOptions', apiVersion: 'apps/v1', gracePeriodSeconds: 0 };
    expect(roundTrip(options)).toEqual(options);
    const status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'm',
      code: 404,
    };
    expect(roundTrip(status)).toEqual(status);
  });

  it('keeps pointers that are zero, and leaves out empty values that are none', () => {
    const spec = {
      replicas: 0,
      paused: false,
      selector: null,
      template: { metadata: {}, spec: { containers: null } },
      strategy: {},
    };
    const decoded = roundTrip({
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      metadata: { generateName: '' },
      spec,
    });
    expect(decoded).toEqual({
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      metadata: {},
      spec: {
        replicas: 0,
        selector: null,
        template: { metadata: {}, spec: { containers: null } },
        strategy: {},
      },
      status: {},
    });
  });

  it('knows the values that have a form of their own', () => {
    const schema = {
      properties: {
        a: { items: { type: 'string' }, additionalProperties: true },
        b: { default: { x: [1, null] }, enum: [1, 'a', null] },
      },
      dependencies: { a: ['b'], b: { type: 'object' } },
      additionalProperties: { maximum: 1.5 },
    };
    const crd = {
      kind: 'CustomResourceDefinition',
      apiVersion: 'apiextensions.k8s.io/v1',
      spec: { versions: [{ name: 'v1', schema: { openAPIV3Schema: schema } }] },
    };
    expect(JSON.stringify(roundTrip(crd))).toContain(JSON.stringify(roundTrip(crd)['spec']));
    const spec = roundTrip(crd)['spec'] as { versions: Array<{ schema: { openAPIV3Schema: unknown } }> };
    expect(spec.versions[0]?.schema.openAPIV3Schema).toEqual(schema);
    const lease = {
      kind: 'Lease',
      apiVersion: 'coordination.k8s.io/v1',
      metadata: { creationTimestamp: '1969-12-31T23:59:59Z' },
      spec: { acquireTime: '2026-01-02T03:04:05.000006Z', leaseTransitions: -1 },
    };
    expect(roundTrip(lease)).toEqual(lease);
    const service = {
      kind: 'Service',
      apiVersion: 'v1',
      metadata: {},
      spec: {
        ports: [
          { port: 1, targetPort: 'http' },
          { port: 2, targetPort: 3 },
        ],
      },
    };
    expect(roundTrip(service)['spec']).toEqual(service.spec);
    const secret = {
      kind: 'Secret',
      apiVersion: 'v1',
      metadata: { generation: 2 ** 53 },
      data: { a: 'AP8=', ['__proto__']: '' },
    };
    expect(roundTrip(secret)).toEqual(secret);
  });

  it('skips fields that it does not know', () => {
    const raw = [0x98, 0x06, 0x01, 0xa2, 0x06, 0x01, 0x00, 0xa3, 0x06, 0x08, 0x01, 0xa4, 0x06, 0x12, 0x00];
    expect(decodeProtobuf(enveloped({ apiVersion: 'v1', kind: 'ConfigMap' }, raw))).toMatchObject({
      kind: 'ConfigMap',
    });
  });

  // Texts from kube-apiserver 1.36.1.
  it.each([
    ['nothing', new Uint8Array(), 'NotProtobuf', 'empty data'],
    [
      'JSON',
      Buffer.from('{}'),
      'NotProtobuf',
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    ],
    ['no envelope', Buffer.from('k8s\0'), 'NotProtobuf', 'empty body'],
    ['an envelope that ends early', Buffer.from('k8s\0\n\x0f\n'), 'Malformed', 'unexpected EOF'],
    [
      'a wrong wire type',
      enveloped(configMap, [0x08, 0x01]),
      'Malformed',
      'proto: wrong wireType = 0 for field metadata',
    ],
    [
      'an endless integer',
      enveloped(
        configMap,
        Array.from({ length: 12 }, () => 0xff),
      ),
      'Malformed',
      'proto: integer overflow',
    ],
    [
      'an unknown kind',
      enveloped({ apiVersion: 'v1', kind: 'Foo' }, []),
      'UnknownKind',
      'no kind "Foo" is registered for version "v1"',
    ],
  ])('refuses %s', (_, bytes, code, message) => {
    expect(() => decodeProtobuf(bytes)).toThrow(
      expect.objectContaining({ name: 'ProtobufError', code, message }),
    );
  });

  it('names the type of what is damaged inside', () => {
    expect(() => decodeProtobuf(enveloped(configMap, [0x0a, 0x09]))).toThrow(
      expect.objectContaining({ message: 'unexpected EOF', type: { apiVersion: 'v1', kind: 'ConfigMap' } }),
    );
  });

  it('refuses messages that nest too deeply, embedded JSON too', () => {
    let schema: object = {};
    for (let i = 0; i < 700; i++) schema = { not: schema };
    const crd = {
      kind: 'CustomResourceDefinition',
      apiVersion: 'apiextensions.k8s.io/v1',
      spec: { versions: [{ schema: { openAPIV3Schema: schema } }] },
    };
    const bytes = encodeProtobuf(crd);
    expect(() => decodeProtobuf(bytes)).toThrow('nest deeper than 500 levels');
    const revision = { kind: 'ControllerRevision', apiVersion: 'apps/v1', data: schema };
    const embedded = encodeProtobuf(revision);
    expect(() => decodeProtobuf(embedded)).toThrow('nests deeper than 500 levels');
  });

  it('answers any damage with an object or an error of its own', () => {
    const whole = Buffer.from(encodeProtobuf({ ...configMap, binaryData: { b: 'AAEC' } }));
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(damage, fc.nat(whole.length), (changes, end) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        try {
          decodeProtobuf(bytes.subarray(0, end === 0 ? bytes.length : end));
        } catch (error) {
          if (!isProtobufError(error) && !isStatusError(error)) throw error;
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the messages', () => {
  const served = builtinGroupVersions.flatMap(({ group, version, resources }) =>
    resources.flatMap((resource) => [
      { group, version, kind: resource.kind },
      ...resource.subresources.filter(({ kind }) => !kind.endsWith('Options')),
    ]),
  );

  it('are there for every kind that Kubernetes serves, and its list', () => {
    for (const { group, version, kind } of served) {
      expect([kind, hasProtobuf(formatApiVersion(group, version), kind)]).toEqual([kind, true]);
    }
    const listed = builtinGroupVersions.flatMap(({ group, version, resources }) =>
      resources
        .filter(({ verbs }) => verbs.includes('list'))
        .map(({ kind }) => [formatApiVersion(group, version), `${kind}List`] as const),
    );
    expect(listed.filter(([apiVersion, kind]) => !hasProtobuf(apiVersion, kind))).toEqual([]);
  });

  it('decode to what decoding JSON would leave as it is', () => {
    // The list of bytes that a signing request must have is no case of it: the server refuses null and '' alike.
    for (const { group, version, kind } of served.filter((one) => one.kind !== 'CertificateSigningRequest')) {
      const decoded = roundTrip({
        kind,
        apiVersion: formatApiVersion(group, version),
      }) as unknown as ApiObject;
      const again = structuredClone(decoded);
      expect(builtinObjectSchema(group, version, kind).decode(again)).toEqual([]);
      expect(again).toEqual(decoded);
    }
  });
});
