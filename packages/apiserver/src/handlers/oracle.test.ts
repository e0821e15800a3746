import { deepClone, isJsonObject } from '@kubewright/api';
import type { TransportRequest } from '@kubewright/api';
import { afterAll, describe, expect, it } from 'vitest';
import { createApiServer } from '../create-api-server.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { parseYamlText } from '../pipeline/parse-yaml.js';
import { decodeProtobuf } from '../protobuf/codec.js';
import { ResourceStore } from '../registry/resource-store.js';
import { objectPresenter } from '../representation/object-presenter.js';
import { negotiate } from '../representation/representation.js';
import { respondPieces } from '../representation/respond.js';
import { builtinResources } from '../resources/builtin-resources.js';
import { ResourceTable } from '../resources/resource-table.js';
import type { ServedResource } from '../resources/served-resource.js';
import { createMemoryStorage } from '../storage/memory-storage.js';
import { ManualClock } from '../test-support/manual-clock.js';
import { leaves, Mender } from '../test-support/mend-object.js';
import { asRequested, oracleObjects } from '../test-support/oracle-objects.js';
import { recordingLogger } from '../test-support/recording-logger.js';
import { seededRandom } from '../test-support/seeded-random.js';

const FORMATS = {
  json: { type: 'application/json', decode: (bytes: Uint8Array): unknown => JSON.parse(textOf(bytes)) },
  yaml: {
    type: 'application/yaml',
    decode: (bytes: Uint8Array): unknown => parseYamlText(textOf(bytes)).value,
  },
  protobuf: {
    type: 'application/vnd.kubernetes.protobuf',
    decode: (bytes: Uint8Array): unknown => decodeProtobuf(bytes),
  },
} as const;
type Format = keyof typeof FORMATS;
const formats = Object.keys(FORMATS) as Format[];
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

const oracles = oracleObjects();
const served = oracles.flatMap(({ resource, ...oracle }) =>
  resource === undefined ? [] : [{ ...oracle, resource }],
);
const stored = served.filter(({ resource: { verbs } }) => verbs.includes('create') && verbs.includes('get'));

// The objects are not kept in this repository: skipped where the folder of KUBEWRIGHT_ORACLES is not there.
describe.skipIf(oracles.length === 0)('the oracles of KUBEWRIGHT_ORACLES', () => {
  it('are stored by the server, or there is a rule why not', () => {
    const others = oracles.filter(({ name }) => !stored.some((one) => one.name === name));
    expect(
      others
        .filter(({ json, resource }) => reasonNotStored(json, resource) === undefined)
        .map(({ name }) => name),
    ).toEqual([]);
    expect(stored.length).toBeGreaterThan(50);
  });

  describe('below validation, whole', () => {
    const resources = new ResourceTable(builtinResources());
    it.each(stored)(
      '$name is decoded, stored and shown unchanged in every format',
      async ({ json, yaml, protobuf, resource }) => {
        const store = new ResourceStore(
          { storage: createMemoryStorage(), resources, afterWrite: () => undefined },
          resource,
        );
        const decoded = deepClone(json);
        resource.schema.decode(decoded);
        for (const sent of [FORMATS.yaml.decode(yaml), FORMATS.protobuf.decode(protobuf)] as ApiObject[]) {
          resource.schema.decode(sent);
          expect(sent).toEqual(decoded);
        }
        const entry = store.put('a', deepClone(decoded), { expected: 0, dryRun: false });
        const { selfLink: _, ...metadata } = decoded.metadata;
        for (const format of formats) {
          const representation = negotiate({ accept: FORMATS[format].type }, new URLSearchParams());
          const { body } = await respondPieces({ representation }, 200, [
            objectPresenter(store).object(entry),
          ]);
          const shown = FORMATS[format].decode(Buffer.concat(body as Uint8Array[]));
          const expected = { ...decoded, metadata: { ...metadata, resourceVersion: String(entry.revision) } };
          // What another version does not know is added to the annotations.
          if (store.stored === resource) expect(shown, format).toEqual(expected);
          else expect(lost(expected, shown, expected.kind), format).toEqual([]);
        }
      },
    );
  });

  describe('through the server', () => {
    const logger = recordingLogger();
    const server = createApiServer({
      clock: new ManualClock(),
      random: seededRandom(),
      logger,
      // These ask for objects that others name.
      admissionPlugins: {
        disable: ['Priority', 'RuntimeClass', 'MutatingAdmissionWebhook', 'ValidatingAdmissionWebhook'],
      },
    });
    const survived = new Map<string, number>();
    afterAll(async () => {
      await server.close();
      expect(logger.errors).toEqual([]);
    });

    const send = async (
      method: TransportRequest['method'],
      path: string,
      options: { type?: string; accept?: string; body?: Uint8Array } = {},
    ) => {
      const { type, accept, body } = options;
      const headers = {
        accept: accept ?? 'application/json',
        'user-agent': 'oracle',
        ...(type === undefined ? {} : { 'content-type': type }),
      };
      const response = await server.transport.request({
        method,
        path,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      return { status: response.status, bytes: await response.body.bytes() };
    };
    const json = async (
      method: TransportRequest['method'],
      path: string,
      body?: unknown,
      type = 'application/json',
    ) => {
      const sent = body === undefined ? {} : { type, body: Buffer.from(JSON.stringify(body)) };
      const { status, bytes } = await send(method, path, sent);
      return { status, body: JSON.parse(textOf(bytes)) as ApiObject };
    };
    /** Sends an object, mended by what the server says of it, until it is accepted. */
    const accepted = async (
      method: TransportRequest['method'],
      path: string,
      object: ApiObject,
    ): Promise<ApiObject> => {
      const mender = new Mender();
      for (let round = 0; ; round++) {
        const { status, body } = await json(method, path, object);
        if (status < 300) return body;
        const { details, message } = body as unknown as { details?: { causes?: [] }; message: string };
        if (status !== 422 || round === MAX_ROUNDS)
          throw new Error(`${status} after ${round} rounds: ${message}`);
        mender.mend(object, details?.causes ?? []);
      }
    };

    it.each(stored)('$name comes back unchanged', async ({ name, json: oracle, resource }) => {
      const known = deepClone(oracle);
      resource.schema.decode(known);
      // No rule wants longer names, and events and autoscalers of two versions are stored in one place.
      const { status: whole, ...request } = asRequested(
        known,
        `oracle-${resource.version}-${resource.group.split('.')[0] ?? ''}`.replace(/-$/, ''),
      );
      const collection = pathOf(resource);
      await accepted('POST', collection, request);
      const path = `${collection}/${request.metadata.name ?? ''}`;
      if (resource.subresources.some((one) => one.name === 'status') && whole !== undefined) {
        const { body } = await json('GET', path);
        const withStatus = { ...body, status: whole } as ApiObject;
        await accepted('PUT', `${path}/status`, withStatus);
        Object.assign(request, { status: withStatus['status'] });
      }
      const { body: got } = await json('GET', path);
      expect(lost(request, got, request.kind)).toEqual([]);
      survived.set(name, leaves(got) - leaves(got.metadata.managedFields));

      for (const format of formats) {
        const { status, bytes } = await send('GET', path, { accept: FORMATS[format].type });
        const expected = format === 'protobuf' ? withoutInnerTypes(got) : got;
        expect([status, FORMATS[format].decode(bytes)], format).toEqual([200, expected]);
        const put = await send('PUT', path, { type: FORMATS[format].type, body: bytes });
        expect([put.status, JSON.parse(textOf(put.bytes))], `put of ${format}`).toEqual([200, got]);
      }

      const { managedFields: _, ...metadata } = got.metadata;
      const applied = { ...got, metadata };
      const apply = () =>
        json('PATCH', `${path}?fieldManager=other`, applied, 'application/apply-patch+yaml');
      const first = await apply();
      expect([first.status, unmanaged(first.body)]).toEqual([200, unmanaged(got)]);
      expect((first.body.metadata.managedFields ?? []).map(({ manager }) => manager)).toContain('other');
      delete (applied.metadata as { resourceVersion?: string }).resourceVersion;
      expect((await apply()).body).toEqual(first.body);

      for (const as of ['Table', 'PartialObjectMetadata']) {
        const shown = [];
        for (const format of formats) {
          const accept = `${FORMATS[format].type};as=${as};g=meta.k8s.io;v=v1`;
          const { status, bytes } = await send('GET', path, { accept });
          // A table has no message.
          const isShown = as !== 'Table' || format !== 'protobuf';
          expect(status, accept).toBe(isShown ? 200 : 406);
          if (isShown) shown.push(FORMATS[format].decode(bytes));
        }
        for (const other of shown) expect(other, as).toEqual(shown[0]);
      }
    });

    it('keep enough of their fields to mean something', async ({ annotate }) => {
      const total = [...survived.values()].reduce((sum, count) => sum + count, 0);
      await annotate(`${String(total)} fields of ${String(survived.size)} kinds came back`);
      expect([...survived].filter(([, count]) => count < 15)).toEqual([]);
      expect(survived.size).toBe(stored.length);
      expect(total).toBeGreaterThan(6400);
    });
  });
});

const MAX_ROUNDS = 25;

const pathOf = ({ group, version, namespaced, plural }: ServedResource): string =>
  `${group === '' ? '/api/v1' : `/apis/${group}/${version}`}${namespaced ? '/namespaces/default' : ''}/${plural}`;

/** Fields that no server of 1.36 keeps as they are sent, and why. */
const NOT_KEPT: ReadonlyArray<readonly [RegExp, string]> = [
  [/\.spec\.serviceAccount$/, 'another name for serviceAccountName, which counts'],
  [/^CertificateSigningRequest\.spec\.(?:username|uid|groups|extra)/, 'those of the user who asks'],
  [/^Lease\.spec\.(?:strategy|preferredHolder)$/, 'dropped: CoordinatedLeaderElection is off'],
  [/^Node\.spec\.configSource/, 'dropped since 1.24'],
  [/^Secret\.stringData/, 'written into data, never read'],
  [/^(?:ClusterRoleBinding|RoleBinding)\.subjects\.apiGroup$/, 'empty is absent'],
  [
    /^StatefulSet\.spec\.updateStrategy\.rollingUpdate\.maxUnavailable$/,
    'dropped: MaxUnavailableStatefulSet is off',
  ],
  [/^CSIDriver\.spec\.preventPodSchedulingIfMissing$/, 'dropped: VolumeLimitScaling is off'],
];
const isKept = (path: string): boolean => !NOT_KEPT.some(([pattern]) => pattern.test(path));

/** Kinds that are about requests and answers, or that the server keeps for itself. */
const PARTS =
  /^(?:APIGroup|APIVersions|APIGroupDiscovery|AdmissionReview|RangeAllocation|SerializedReference|Status|WatchEvent|\w+Options)$/;
/** Kinds that came to be stable after 1.36. */
const NEWER = /^(?:ClusterTrustBundle|DeviceTaintRule|PodCertificateRequest|StorageVersionMigration)$/;
const builtin = builtinResources();

function reasonNotStored(
  { apiVersion, kind }: Partial<ApiObject>,
  resource: ServedResource | undefined,
): string | undefined {
  if (resource !== undefined) return 'it is asked or only read, and stored by nobody';
  // The sample of a watch event does not even say what it is.
  if (kind === undefined || PARTS.test(kind)) return 'it is a part of requests and answers';
  if (/v\d+(?:alpha|beta)\d+$/.test(apiVersion ?? '')) return 'its version is gone, or off unless asked for';
  if (builtin.some(({ subresources }) => subresources.some((one) => one.kind === kind)))
    return 'it is a subresource';
  return NEWER.test(kind) ? 'it came later' : undefined;
}

/** Objects within objects have no type in protobuf: claims in a stateful set. */
function withoutInnerTypes(object: ApiObject): ApiObject {
  if (object.kind !== 'StatefulSet') return object;
  const copy = deepClone(object) as ApiObject & { spec: { volumeClaimTemplates: Array<Partial<ApiObject>> } };
  for (const claim of copy.spec.volumeClaimTemplates) {
    delete claim.apiVersion;
    delete claim.kind;
  }
  return copy;
}

function unmanaged({ metadata, ...rest }: ApiObject): unknown {
  const { managedFields: _, resourceVersion: __, ...others } = metadata;
  return { ...rest, metadata: others };
}

/** Values of `sent` that `got` does not have and should: `Pod.spec.hostname: "a" is undefined`. */
function lost(sent: unknown, got: unknown, at: string): string[] {
  if (Array.isArray(sent))
    return sent.flatMap((item, i) => lost(item, (got as unknown[] | undefined)?.[i], at));
  if (isJsonObject(sent)) {
    return Object.entries(sent).flatMap(([key, value]) =>
      lost(value, (got as Record<string, unknown> | undefined)?.[key], `${at}.${key}`),
    );
  }
  if (sent === undefined || sent === got || !isKept(at)) return [];
  return [`${at}: ${JSON.stringify(sent)} is ${JSON.stringify(got)}`];
}
