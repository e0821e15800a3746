import { fileURLToPath } from 'node:url';
import { isInvalid, mergePatch, updateStatus } from 'kubewright';
import type { Condition, Stored } from 'kubewright';
import { CustomResourceDefinition } from 'kubewright/apiextensions/v1';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NginxOperator } from '../../api/v1/nginx-operator.js';
import type { NginxOperatorSpec, NginxOperatorStatus } from '../../api/v1/nginx-operator.js';
import { NginxOperator as NginxOperatorV1Alpha1 } from '../../api/v1alpha1/nginx-operator.js';
import type { NginxOperatorSpec as SpecV1Alpha1 } from '../../api/v1alpha1/nginx-operator.js';
import { nginxOperatorConversion } from './nginx-operator.js';

// Objects are written in one version and read in the other, through the API server, which calls the conversion. No
// controller runs.

const crds = fileURLToPath(new URL('../../../config/crd/bases', import.meta.url));

const port = fc.integer({ min: 1, max: 65_535 });
const replicas = fc.nat({ max: 2 ** 31 - 1 });
const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const present = { requiredKeys: [] };

const specs: fc.Arbitrary<NginxOperatorSpec> = fc.record(
  {
    ports: fc
      .uniqueArray(port, { minLength: 1, maxLength: 16 })
      .map((ports) => ports.map((number, i) => ({ name: `p${i}`, port: number }))),
    replicas,
    forceRedeploy: text,
  },
  present,
);
const oldSpecs: fc.Arbitrary<SpecV1Alpha1> = fc.record({ port, replicas, forceRedeploy: text }, present);
const conditions: fc.Arbitrary<Condition[]> = fc
  .record({
    type: fc.constantFrom('OperatorDegraded', 'OperandAvailable'),
    status: fc.constantFrom('True', 'False', 'Unknown'),
    reason: fc.constant('Drawn'),
    message: text,
    observedGeneration: fc.nat(),
    lastTransitionTime: fc.constant('2026-01-02T03:04:05Z'),
  })
  .map((condition) => [condition as Condition]);
const statuses: fc.Arbitrary<NginxOperatorStatus> = fc.record(
  { readyReplicas: replicas, conditions },
  present,
);

describe('the conversion of NginxOperator', () => {
  let env: TestEnvironment;
  beforeAll(async () => {
    env = await startTestEnvironment({ crds, webhooks: [nginxOperatorConversion] });
  }, 90_000);
  afterAll(() => env.stop());

  let made = 0;
  const metadata = () => ({ name: `drawn-${made++}`, namespace: 'default' });

  it('loses nothing of v1 to one who reads and writes v1alpha1', async () => {
    await fc.assert(
      fc.asyncProperty(specs, statuses, async (spec, status) => {
        const created = await env.client.create(NginxOperator({ metadata: metadata(), spec }));
        await updateStatus(env.client, created, status);
        const old = await env.client.get(NginxOperatorV1Alpha1, created.metadata);
        expect(old.spec).not.toHaveProperty('ports');
        expect(old.status ?? {}).toEqual(status);
        await env.client.update({
          ...old,
          metadata: { ...old.metadata, labels: { touched: 'yes' } },
        } as typeof old);
        const back = await env.client.get(NginxOperator, created.metadata);
        expect(back.spec).toEqual(spec);
        expect(back.status ?? {}).toEqual(status);
        // What carried it over belongs to v1alpha1 alone.
        expect(back.metadata.annotations).toBeUndefined();
        expect(back.metadata.labels).toEqual({ touched: 'yes' });
      }),
      { numRuns: 25 },
    );
  });

  it('loses nothing of v1alpha1 to one who reads and writes v1', async () => {
    await fc.assert(
      fc.asyncProperty(oldSpecs, async (spec) => {
        const created = await env.client.create(NginxOperatorV1Alpha1({ metadata: metadata(), spec }));
        const now = await env.client.get(NginxOperator, created.metadata);
        expect(now.spec).not.toHaveProperty('port');
        await env.client.update({
          ...now,
          metadata: { ...now.metadata, labels: { touched: 'yes' } },
        } as typeof now);
        expect((await env.client.get(NginxOperatorV1Alpha1, created.metadata)).spec).toEqual(spec);
      }),
      { numRuns: 25 },
    );
  });

  const ports = [
    { name: 'web', port: 8080 },
    { name: 'admin', port: 9090 },
  ];
  it.each([
    { change: { port: 80 }, gives: [{ name: 'web', port: 80 }, ports[1]] },
    { change: { port: 9090 }, gives: [{ name: 'web', port: 9090 }] },
    { change: { port: null }, gives: undefined },
    { change: { replicas: 3 }, gives: ports },
  ])('gives the ports $gives when v1alpha1 is changed by $change', async ({ change, gives }) => {
    const { metadata: key } = await env.client.create(
      NginxOperator({ metadata: metadata(), spec: { ports } }),
    );
    await env.client.patch(NginxOperatorV1Alpha1, key, mergePatch({ spec: change }));
    const { spec } = await env.client.get(NginxOperator, key);
    expect(spec.ports).toEqual(gives);
  });

  it('lists and watches the objects of both versions in either', async () => {
    const name = (of: Stored<NginxOperator> | Stored<NginxOperatorV1Alpha1>) => of.metadata.name;
    const now = await env.client.list(NginxOperator, { namespace: 'default' });
    const old = await env.client.list(NginxOperatorV1Alpha1, { namespace: 'default' });
    expect(old.items.length).toBeGreaterThan(0);
    expect(old.items.map(name)).toEqual(now.items.map(name));
  });

  it('stores v1, and only v1', async () => {
    const crd = await env.client.get(CustomResourceDefinition, 'nginxoperators.operator.example.com');
    expect(crd.status?.storedVersions).toEqual(['v1']);
  });

  it('leaves two names for one port to the schema', async () => {
    const twice = [
      { name: 'a', port: 80 },
      { name: 'b', port: 80 },
    ];
    const refused = env.client.create(NginxOperator({ metadata: metadata(), spec: { ports: twice } }));
    await expect(refused).rejects.toSatisfy(isInvalid);
    await expect(refused).rejects.toThrow('each port may be there once');
  });
});
