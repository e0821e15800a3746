import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../kinds/behaviour.js';
import { builtinObjectSchema } from './builtin-schema.js';

const deploymentSchema = builtinObjectSchema('apps', 'v1', 'Deployment');
const PREFIX = 'Deployment in version "v1" cannot be handled as a Deployment: ';
const CANNOT = `${PREFIX}json: cannot unmarshal`;
const CONTAINER = 'spec.template.spec.containers';

function deployment(): ApiObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'a' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  };
}

/** A deployment with one field set: `spec.containers.0.image`, relative to the container when it starts with `c:`. */
function withField(path: string, value: unknown): ApiObject {
  const object = deployment();
  const keys = path.replace(/^c:/, 'spec.template.spec.containers.0.').split('.');
  const last = keys.pop()!;
  let at: Record<string, unknown> = object;
  for (const key of keys) at = (at[key] ??= {}) as Record<string, unknown>;
  at[last] = value;
  return object;
}

// Texts from kube-apiserver 1.36.1.
const wrongTypes: ReadonlyArray<[path: string, value: unknown, message: string]> = [
  ['spec.replicas', 'x', `${CANNOT} string into Go struct field DeploymentSpec.spec.replicas of type int32`],
  [
    'spec.replicas',
    1.5,
    `${CANNOT} number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32`,
  ],
  [
    'spec.replicas',
    3e9,
    `${CANNOT} number 3000000000 into Go struct field DeploymentSpec.spec.replicas of type int32`,
  ],
  [
    'spec.replicas',
    1e30,
    `${CANNOT} number 1e+30 into Go struct field DeploymentSpec.spec.replicas of type int32`,
  ],
  ['spec.replicas', true, `${CANNOT} bool into Go struct field DeploymentSpec.spec.replicas of type int32`],
  ['spec.replicas', {}, `${CANNOT} object into Go struct field DeploymentSpec.spec.replicas of type int32`],
  ['spec.replicas', [], `${CANNOT} array into Go struct field DeploymentSpec.spec.replicas of type int32`],
  ['spec', 'x', `${CANNOT} string into Go struct field Deployment.spec of type v1.DeploymentSpec`],
  ['metadata', 'x', `${CANNOT} string into Go struct field Deployment.metadata of type v1.ObjectMeta`],
  [
    'metadata.labels',
    [],
    `${CANNOT} array into Go struct field ObjectMeta.metadata.labels of type map[string]string`,
  ],
  [
    'metadata.labels',
    { a: 1 },
    `${CANNOT} number into Go struct field ObjectMeta.metadata.labels of type string`,
  ],
  ['metadata.uid', 1, `${CANNOT} number into Go struct field ObjectMeta.metadata.uid of type types.UID`],
  [
    'metadata.finalizers',
    [1],
    `${CANNOT} number into Go struct field ObjectMeta.metadata.finalizers of type string`,
  ],
  [
    'metadata.creationTimestamp',
    1,
    `${CANNOT} number into Go struct field ObjectMeta.metadata.creationTimestamp of type string`,
  ],
  [
    'metadata.creationTimestamp',
    'x',
    `${PREFIX}parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"`,
  ],
  [
    'c:imagePullPolicy',
    1,
    `${CANNOT} number into Go struct field Container.${CONTAINER}.imagePullPolicy of type v1.PullPolicy`,
  ],
  ['c:command', 'x', `${CANNOT} string into Go struct field Container.${CONTAINER}.command of type []string`],
  [
    'c:ports',
    [1],
    `${CANNOT} number into Go struct field Container.${CONTAINER}.ports of type v1.ContainerPort`,
  ],
  [
    'c:resources',
    { limits: 'x' },
    `${CANNOT} string into Go struct field ResourceRequirements.${CONTAINER}.resources.limits of type v1.ResourceList`,
  ],
  [
    'c:resources',
    { limits: { cpu: {} } },
    `${PREFIX}quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`,
  ],
  ['c:resources', { limits: { cpu: '1kk' } }, `${PREFIX}unable to parse quantity's suffix`],
  [
    'c:livenessProbe',
    { httpGet: { port: true } },
    `${CANNOT} bool into Go struct field HTTPGetAction.${CONTAINER}.livenessProbe.ProbeHandler.httpGet.port of type int32`,
  ],
  [
    'c:livenessProbe',
    { exec: 'x' },
    `${CANNOT} string into Go struct field Probe.${CONTAINER}.livenessProbe.ProbeHandler.exec of type v1.ExecAction`,
  ],
  ['c:stdin', 1, `${CANNOT} number into Go struct field Container.${CONTAINER}.stdin of type bool`],
  [
    'spec.template.spec.volumes',
    {},
    `${CANNOT} object into Go struct field PodSpec.spec.template.spec.volumes of type []v1.Volume`,
  ],
  [
    'status',
    { conditions: [{ lastUpdateTime: 'z', type: 1 }] },
    `${PREFIX}parsing time "z" as "2006-01-02T15:04:05Z07:00": cannot parse "z" as "2006"`,
  ],
];

describe('builtinObjectSchema', () => {
  it.each(wrongTypes)('refuses %s = %j as the real server words it', (path, value, message) => {
    expect(() => deploymentSchema.decode(withField(path, value))).toThrow(message);
  });

  it('lets a parse error that comes later take the place of a type error', () => {
    const object = withField('spec.replicas', 'x');
    object['status'] = { conditions: [{ lastUpdateTime: 'z' }] };
    expect(() => deploymentSchema.decode(object)).toThrow(/parsing time/);
  });

  it.each([
    ['foo', 1, 'foo'],
    ['spec.Replicas', 1, 'spec.Replicas'],
    ['c:foo', { a: 1 }, 'spec.template.spec.containers[0].foo'],
    ['c:ports', [{ foo: 1, containerPort: 2 }], 'spec.template.spec.containers[0].ports[0].foo'],
  ])('removes the unknown field %s and tells its path', (path, value, expected) => {
    const object = withField(path, value);
    expect(deploymentSchema.decode(object)).toEqual([expected]);
    expect(JSON.stringify(object)).not.toMatch(/foo|Replicas/);
  });

  it('names unknown fields inside maps by their key', () => {
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: {},
      spec: {
        versions: [{ schema: { openAPIV3Schema: { properties: { 'a.b': { foo: 1, items: { foo: 1 } } } } } }],
      },
    };
    expect(builtinObjectSchema('apiextensions.k8s.io', 'v1', 'CustomResourceDefinition').decode(crd)).toEqual(
      ['spec.versions[0].schema.openAPIV3Schema.properties.a.b.foo'],
    );
    expect(JSON.stringify(crd)).not.toContain('foo');
  });

  it('keeps and drops empty values as omitempty says', () => {
    const object = withField('c:env', [{ name: 'a', value: '' }, { name: 'b', valueFrom: null }, null]);
    Object.assign((object['spec'] as Record<string, object>)['template']!, {
      spec: {
        securityContext: {},
        volumes: [],
        nodeSelector: {},
        hostNetwork: false,
        containers: [{ name: 'c', env: [null] }],
      },
    });
    object.metadata.labels = {};
    deploymentSchema.decode(object);
    expect(object).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        strategy: {},
        template: {
          metadata: { labels: { a: 'b' } },
          spec: { containers: [{ name: 'c', env: [{ name: '' }], resources: {} }], securityContext: {} },
        },
      },
      status: {},
    });
  });

  it('writes null for a list that Go always writes and that is empty', () => {
    const role: ApiObject = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: {},
      rules: [],
    };
    const schema = builtinObjectSchema('rbac.authorization.k8s.io', 'v1', 'Role');
    schema.decode(role);
    expect(role['rules']).toBeNull();
    delete role['rules'];
    schema.decode(role);
    expect(role['rules']).toBeNull();
  });

  it('turns null in maps and lists into zero values', () => {
    const configMap: ApiObject = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {},
      data: { a: null },
      binaryData: {},
    };
    builtinObjectSchema('', 'v1', 'ConfigMap').decode(configMap);
    expect(configMap).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', metadata: {}, data: { a: '' } });
  });

  it('writes quantities and times in canonical form', () => {
    const object = withField('c:resources', {
      limits: { cpu: '1000m', memory: '1024Mi' },
      requests: { cpu: 0.5 },
    });
    object.metadata.deletionTimestamp = '2020-01-01T00:00:00.5+02:00';
    deploymentSchema.decode(object);
    const json = JSON.stringify(object);
    expect(json).toContain('"limits":{"cpu":"1","memory":"1Gi"},"requests":{"cpu":"500m"}');
    expect(json).toContain('"deletionTimestamp":"2019-12-31T22:00:00Z"');
  });

  it.each([
    ['eA==', 'eA==', undefined],
    ['e\nA==', 'eA==', undefined],
    ['x', undefined, 0],
    ['eA', undefined, 0],
    ['eA=a', undefined, 2],
    ['!!!!', undefined, 0],
    [[1, 2], 'AQI=', undefined],
  ])('decodes the bytes %j', (value, expected, fault) => {
    const secret: ApiObject = { apiVersion: 'v1', kind: 'Secret', metadata: {}, data: { a: value } };
    const decode = () => builtinObjectSchema('', 'v1', 'Secret').decode(secret);
    if (fault === undefined) {
      decode();
      expect(secret['data']).toEqual({ a: expected });
    } else {
      expect(decode).toThrow(
        `Secret in version "v1" cannot be handled as a Secret: illegal base64 data at input byte ${fault}`,
      );
    }
  });

  it('is idempotent', () => {
    const object = withField('c:env', [{ name: 'a', value: '' }]);
    deploymentSchema.decode(object);
    const once = structuredClone(object);
    expect(deploymentSchema.decode(object)).toEqual([]);
    expect(object).toEqual(once);
  });

  it('has a schema for every resource and subresource that Kubernetes serves', async () => {
    const { builtinGroupVersions } = await import('@kubewright/api/schema');
    for (const { group, version, resources } of builtinGroupVersions) {
      for (const resource of resources) {
        expect(builtinObjectSchema(group, version, resource.kind).openApiName).toMatch(/^io\.k8s\./);
        for (const sub of resource.subresources.filter(({ kind }) => !kind.endsWith('Options'))) {
          expect(builtinObjectSchema(sub.group, sub.version, sub.kind).openApiName).toMatch(/^io\.k8s\./);
        }
      }
    }
  });

  it('knows no kind that Kubernetes does not have', () => {
    expect(() => builtinObjectSchema('apps', 'v1', 'Foo')).toThrow('no built-in kind Foo in apps/v1');
  });
});
