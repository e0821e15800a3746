import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@kubewright/api';
import type { KubernetesObject } from '@kubewright/api';
import { ValidatingWebhookConfiguration } from '@kubewright/api/admissionregistration/v1';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { Deployment } from '@kubewright/api/apps/v1';
import { Lease } from '@kubewright/api/coordination/v1';
import { Namespace, Pod, Secret, Service, ServiceAccount } from '@kubewright/api/core/v1';
import { ClusterRole, ClusterRoleBinding } from '@kubewright/api/rbac/v1';
import type { Client } from '@kubewright/client';
import { selfSignedCertificates } from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CapturedIo } from '../test-support/captured-io.js';
import type { ClusterCheck, Finding } from './check.js';
import { certificateExpiry } from './checks/certificate-expiry.js';
import { definitions } from './checks/definitions.js';
import { deployment } from './checks/deployment.js';
import { leaderLease } from './checks/leader-lease.js';
import { operatorPermissions } from './checks/operator-permissions.js';
import { permissions } from './checks/permissions.js';
import { requiredKinds } from './checks/required-kinds.js';
import { serverVersion } from './checks/server-version.js';
import { storedVersions } from './checks/stored-versions.js';
import { stuckFinalizers } from './checks/stuck-finalizers.js';
import { webhookEndpoints } from './checks/webhook-endpoints.js';
import { webhookTrust } from './checks/webhook-trust.js';

const DAY_MS = 86_400_000;
let env: TestEnvironment;
let client: Client;
let folder: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  ({ client } = env);
  folder = await mkdtemp(path.join(tmpdir(), 'kubewright-doctor-'));
});
afterAll(async () => {
  await env.stop();
  await rm(folder, { recursive: true });
});

interface Given {
  readonly as?: Client;
  /** How far the clock of the doctor is ahead. */
  readonly laterMs?: number;
}

async function findings(
  check: ClusterCheck,
  objects: readonly object[],
  given: Given = {},
): Promise<readonly Finding[]> {
  const { as = client, laterMs = 0 } = given;
  const io = new CapturedIo({ clock: { ...systemClock, now: () => systemClock.now() + laterMs } });
  const found = await check.run({
    folder,
    kustomization: 'config/default',
    io,
    nodeVersion: 'v24.0.0',
    client: as,
    objects: objects as KubernetesObject[],
  });
  for (const { severity, advice } of found) expect(advice !== undefined).toBe(/warning|error/.test(severity));
  return found;
}

const told = async (check: ClusterCheck, objects: readonly object[], given?: Given): Promise<string[]> =>
  (await findings(check, objects, given)).map(({ severity, message }) => `${severity}: ${message}`);

function crd(
  group: string,
  versions: readonly object[] = [{ name: 'v1', storage: true }],
  names: object = {},
) {
  return CustomResourceDefinition({
    metadata: { name: `carts.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'carts', singular: 'cart', kind: 'Cart', listKind: 'CartList', ...names },
      versions: versions.map((version) => ({
        name: 'v1',
        served: true,
        storage: false,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
          },
        },
        ...version,
      })),
    },
  });
}

async function established(definition: CustomResourceDefinition): Promise<void> {
  await client.apply(definition, { force: true });
  await env.eventually(async () => {
    const { status } = await client.get(CustomResourceDefinition, definition.metadata?.name ?? '');
    expect(status?.conditions ?? []).toContainEqual(
      expect.objectContaining({ type: 'Established', status: 'True' }),
    );
  });
}

/** A project's namespace with an operator that becomes available. */
function project(name: string, args: readonly string[] = []) {
  const namespace = `${name}-system`;
  const labels = { app: name, 'control-plane': 'controller-manager' };
  return {
    namespace: Namespace({ metadata: { name: namespace } }),
    account: ServiceAccount({ metadata: { name: 'manager', namespace } }),
    operator: Deployment({
      metadata: { name: 'manager', namespace, labels },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            serviceAccountName: 'manager',
            containers: [{ name: 'manager', image: 'shop:v1', args: [...args] }],
          },
        },
      },
    }),
    service: Service({
      metadata: { name: 'webhook', namespace },
      spec: { selector: labels, ports: [{ port: 443, targetPort: 9443 }] },
    }),
  };
}

const applied = async (...objects: readonly KubernetesObject[]): Promise<void> => {
  for (const object of objects) await client.apply(object, { force: true });
};

const available = (operator: Deployment): Promise<void> =>
  env.eventually(async () => {
    const { name = '', namespace = '' } = operator.metadata ?? {};
    expect((await client.get(Deployment, { name, namespace })).status?.availableReplicas).toBe(1);
  });

describe('the doctor, in a cluster', () => {
  it('knows the server by its version', async () => {
    expect(await told(serverVersion, [])).toEqual(['ok: Kubernetes v1.36.1']);
    const saying = (gitVersion: string): Client =>
      ({
        transport: {
          request: () =>
            Promise.resolve({
              body: { bytes: () => Promise.resolve(Buffer.from(JSON.stringify({ gitVersion }))) },
            }),
        },
      }) as unknown as Client;
    expect(await told(serverVersion, [], { as: saying('v1.24.17') })).toEqual([
      'error: Kubernetes v1.24.17 is older than 1.25: validation rules of CRDs are ignored there',
    ]);
    expect(await told(serverVersion, [], { as: saying('v1.29.3-eks') })).toEqual([
      expect.stringMatching(/^warning: Kubernetes v1\.29\.3-eks is older than 1\.30/),
    ]);
    expect(await told(serverVersion, [], { as: saying('v1.99.0') })).toEqual([
      expect.stringMatching(/^warning: Kubernetes v1\.99\.0 is newer than 1\.36/),
    ]);
  });

  it('finds kinds that nobody serves, and says who makes them', async () => {
    const own = crd('kinds.example.com');
    const cart = { apiVersion: 'kinds.example.com/v1', kind: 'Cart', metadata: { name: 'a' } };
    const certificate = { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', metadata: { name: 'a' } };
    const { operator } = project('kinds');
    expect(await told(requiredKinds, [])).toEqual(['skipped: there is nothing to deploy']);
    expect(await told(requiredKinds, [own, cart, operator])).toEqual(['ok: all 3 kinds are served']);
    const [finding] = await findings(requiredKinds, [own, certificate]);
    expect(finding).toMatchObject({
      severity: 'error',
      message: 'nobody serves Certificate of cert-manager.io/v1',
    });
    expect(finding?.advice).toContain('install cert-manager');
  });

  it('finds what the user may not do, escalation included', async () => {
    const { namespace, operator } = project('rights');
    const role = ClusterRole({
      metadata: { name: 'rights-manager' },
      rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }],
    });
    const objects = [namespace, operator, role];
    expect(await told(permissions, objects)).toEqual(['ok: you may deploy and undeploy']);
    const eve = client.with({ impersonate: { username: 'eve' } });
    expect(await told(permissions, objects, { as: eve })).toEqual([
      'error: you may not get, create, patch, delete namespaces',
      'error: you may not get, create, patch, delete deployments.apps in namespace rights-system',
      'error: you may not get, create, patch, delete clusterroles.rbac.authorization.k8s.io',
    ]);
    await applied(
      ClusterRole({
        metadata: { name: 'rights-of-eve' },
        rules: [
          {
            apiGroups: ['', 'apps'],
            resources: ['namespaces', 'deployments'],
            verbs: ['get', 'create', 'patch', 'delete'],
          },
          {
            apiGroups: ['rbac.authorization.k8s.io'],
            resources: ['clusterroles'],
            verbs: ['get', 'create', 'patch', 'delete'],
          },
        ],
      }),
      ClusterRoleBinding({
        metadata: { name: 'rights-of-eve' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'rights-of-eve' },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'eve' }],
      }),
    );
    await env.eventually(async () => {
      expect(await told(permissions, objects, { as: eve })).toEqual([
        expect.stringMatching(
          /^error: clusterrole\.rbac\.authorization\.k8s\.io\/rights-manager: .*attempting to grant/s,
        ),
      ]);
    });
  });

  it('compares CRDs with those that are installed', async () => {
    const mine = crd('crds.example.com');
    expect(await told(definitions, [])).toEqual(['skipped: the project has no CRDs']);
    expect(await told(definitions, [mine])).toEqual(['warning: carts.crds.example.com is not installed']);
    await established(mine);
    expect(await told(definitions, [mine])).toEqual(['ok: 1 CRDs are installed as the project has them']);

    const more = crd('crds.example.com', [{ storage: true }], { shortNames: ['ct'] });
    expect(await told(definitions, [more])).toEqual([
      expect.stringMatching(/^warning: carts\.crds\.example\.com is not as the project has it: /),
    ]);
    const other = crd('crds.example.com', [{ name: 'v2', storage: true }]);
    expect(await told(definitions, [other])).toContainEqual(
      expect.stringMatching(/^error: carts\.crds\.example\.com v1 .*/),
    );

    const rival = crd('crds.example.com', undefined, { plural: 'wagons', singular: 'wagon' });
    await applied({ ...rival, metadata: { name: 'wagons.crds.example.com' } });
    await env.eventually(async () => {
      expect(
        await told(definitions, [{ ...rival, metadata: { name: 'wagons.crds.example.com' } }]),
      ).toContainEqual(expect.stringMatching(/^error: wagons\.crds\.example\.com is not served: /));
    });
  });

  it('finds versions in which objects may still be stored', async () => {
    const alpha = { name: 'v1alpha1' };
    const before = crd('stored.example.com', [{ ...alpha, storage: true }]);
    expect(await told(storedVersions, [before])).toEqual(['skipped: no CRD of the project is installed']);
    await established(before);
    expect(await told(storedVersions, [before])).toEqual([
      'ok: objects are stored in the storage versions only',
    ]);
    const after = crd('stored.example.com', [{ storage: true }, alpha]);
    await established(after);
    await env.eventually(async () => {
      expect(await told(storedVersions, [after])).toEqual([
        'warning: carts.stored.example.com may have objects stored in v1alpha1, not in v1',
      ]);
    });
    const [finding] = await findings(storedVersions, [crd('stored.example.com')]);
    expect(finding).toMatchObject({
      severity: 'error',
      message:
        'carts.stored.example.com may have objects stored in v1alpha1, which the project no longer has',
    });
    expect(finding?.advice).toContain(`{"status":{"storedVersions":["v1"]}}`);
  });

  it('finds an operator that does not run, and what is in the way', async () => {
    const { namespace, account, operator } = project('running');
    expect(await told(deployment, [namespace])).toEqual(['skipped: the project deploys no operator']);
    expect(await told(deployment, [operator])).toEqual([
      'skipped: the operator is not deployed ("kubewright deploy")',
    ]);
    await applied(namespace, account, operator);
    await available(operator);
    expect(await told(deployment, [operator])).toEqual([
      'ok: Deployment running-system/manager: 1 of 1 replicas available',
    ]);
    await applied({ ...operator, spec: { ...operator.spec, replicas: 0 } } as Deployment);
    expect(await told(deployment, [operator])).toEqual([
      'warning: Deployment running-system/manager has no replicas',
    ]);

    const broken = project('lame');
    const spec = broken.operator.spec!;
    // Nobody schedules it.
    spec.template.spec!.schedulerName = 'nobody';
    await applied(broken.namespace, broken.account, broken.operator);
    expect(await told(deployment, [broken.operator])).toEqual([
      expect.stringMatching(/^error: Deployment lame-system\/manager has 0 of 1 replicas available/),
    ]);
  });

  it('finds roles that differ, and rights that the operator used in its tests and does not have', async () => {
    const { namespace, account, operator } = project('roles');
    const role = ClusterRole({
      metadata: { name: 'roles-manager' },
      rules: [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list'] }],
    });
    const binding = ClusterRoleBinding({
      metadata: { name: 'roles-manager' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'roles-manager' },
      subjects: [{ kind: 'ServiceAccount', name: 'manager', namespace: 'roles-system' }],
    });
    const objects = [namespace, account, operator, role, binding];
    expect(await told(operatorPermissions, objects)).toEqual(['skipped: the operator is not deployed']);
    await applied(namespace, account, operator);
    expect(await told(operatorPermissions, objects)).toEqual([
      'error: clusterrole.rbac.authorization.k8s.io/roles-manager is not there',
      'error: clusterrolebinding.rbac.authorization.k8s.io/roles-manager is not there',
    ]);
    await applied(role, binding);
    expect(await told(operatorPermissions, objects)).toEqual([
      'ok: roles and bindings are as the project has them',
    ]);
    const wider = { ...role, rules: [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] }] };
    expect(await told(operatorPermissions, [operator, wider])).toEqual([
      'error: clusterrole.rbac.authorization.k8s.io/roles-manager is not as the project has it',
    ]);

    const calls = path.join(folder, '.kubewright/calls');
    await mkdir(calls, { recursive: true });
    const record = (...verbs: readonly string[]) =>
      writeFile(
        path.join(calls, 'a.jsonl'),
        verbs
          .map(
            (verb) => `${JSON.stringify({ verb, group: 'apps', resource: 'deployments', namespace: 't' })}\n`,
          )
          .join(''),
      );
    await record('get', 'list');
    expect(await told(operatorPermissions, objects)).toEqual(['ok: 2 recorded calls are allowed']);
    await record('get', 'patch');
    expect(await told(operatorPermissions, objects)).toEqual([
      'error: the service account manager may not patch deployments.apps, which the operator did in its tests',
    ]);
    await rm(calls, { recursive: true });
  });

  it('finds that nobody leads', async () => {
    const { namespace, account, operator } = project('led', ['--leader-elect']);
    const alone = project('alone');
    expect(await told(leaderLease, [alone.operator])).toEqual([
      'skipped: no operator is deployed that elects a leader',
    ]);
    await applied(namespace, account, operator);
    await available(operator);
    const [pod] = (await client.list(Pod, { namespace: 'led-system' })).items;
    expect(await told(leaderLease, [operator])).toEqual([
      'error: no pod of the operator holds a Lease in led-system: nothing is reconciled',
    ]);
    await applied(
      Lease({
        metadata: { name: 'led', namespace: 'led-system' },
        spec: {
          holderIdentity: `${pod?.metadata.name ?? ''}_3f`,
          leaseDurationSeconds: 15,
          renewTime: new Date(systemClock.now()).toISOString().replace('Z', '000Z'),
        },
      }),
    );
    expect(await told(leaderLease, [operator])).toEqual([
      `ok: ${pod?.metadata.name ?? ''} holds the Lease led-system/led`,
    ]);
    expect(await told(leaderLease, [operator], { laterMs: 20_000 })).toEqual([
      expect.stringMatching(
        /^error: the Lease led-system\/led was renewed last at .*: nothing is reconciled$/,
      ),
    ]);
  });

  it('finds webhooks that nobody answers or nobody trusts, and certificates that expire', async () => {
    const { namespace, account, operator, service } = project('hooked');
    const [pair, authority] = await certificate('webhook.hooked-system.svc');
    const [, stranger] = await certificate('webhook.hooked-system.svc');
    const hook = (ca: string, failurePolicy: 'Fail' | 'Ignore' = 'Fail') =>
      ValidatingWebhookConfiguration({
        metadata: { name: 'hooked' },
        webhooks: [
          {
            name: 'v.hooked.example.com',
            failurePolicy,
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
            rules: [
              {
                apiGroups: ['hooked.example.com'],
                apiVersions: ['v1'],
                resources: ['carts'],
                operations: ['CREATE'],
              },
            ],
            clientConfig: {
              service: { namespace: 'hooked-system', name: 'webhook', path: '/v' },
              ...(ca === '' ? {} : { caBundle: Buffer.from(ca).toString('base64') }),
            },
          },
        ],
      });
    const caller = 'ValidatingWebhookConfiguration hooked, v.hooked.example.com';
    const objects = [namespace, account, operator, service, hook('')];
    for (const check of [webhookEndpoints, webhookTrust])
      expect(await told(check, objects)).toEqual(['skipped: no webhook of the project is installed']);
    expect(await told(certificateExpiry, objects)).toEqual(['skipped: the operator has no certificates']);

    await applied(namespace, hook(''));
    expect(await told(webhookEndpoints, objects)).toEqual([
      `error: ${caller}: there is no Service hooked-system/webhook: what it is asked about is refused`,
    ]);
    expect(await told(webhookTrust, objects)).toEqual([
      `error: ${caller}: its caBundle has no certificate, so every call fails`,
    ]);
    await applied(service, hook(authority, 'Ignore'));
    expect(await told(webhookEndpoints, objects)).toEqual([
      `warning: ${caller}: the Service hooked-system/webhook has no endpoint that is ready: it is passed over`,
    ]);
    expect(await told(webhookTrust, objects)).toEqual([
      `warning: ${caller}: no Secret in the operator's namespace has a certificate for webhook.hooked-system.svc`,
    ]);

    const data = {
      'tls.crt': Buffer.from(pair.certificate).toString('base64'),
      'tls.key': Buffer.from(pair.key).toString('base64'),
    };
    await applied(
      account,
      operator,
      Secret({
        metadata: { name: 'webhook-server-cert', namespace: 'hooked-system' },
        type: 'kubernetes.io/tls',
        data,
      }),
    );
    await available(operator);
    await env.eventually(async () => {
      expect(await told(webhookEndpoints, objects)).toEqual(['ok: 1 webhooks have somebody who answers']);
    });
    expect(await told(webhookTrust, objects)).toEqual(['ok: 1 webhooks are trusted']);
    await applied(hook(stranger));
    expect(await told(webhookTrust, objects)).toEqual([
      `error: ${caller}: its caBundle does not fit the certificate in Secret hooked-system/webhook-server-cert`,
    ]);
    // Both together, as while an authority is replaced.
    await applied(hook(stranger + authority));
    expect(await told(webhookTrust, objects)).toEqual(['ok: 1 webhooks are trusted']);

    expect(await told(certificateExpiry, objects)).toEqual([
      'ok: 2 certificates are valid for more than 14 days',
    ]);
    const leftMs = Date.parse(pair.validTo) - systemClock.now();
    const what = 'the certificate in Secret hooked-system/webhook-server-cert';
    expect(await told(certificateExpiry, objects, { laterMs: leftMs - 2 * DAY_MS })).toContainEqual(
      expect.stringContaining(`warning: ${what} expires on `),
    );
    expect(await told(certificateExpiry, objects, { laterMs: leftMs + DAY_MS })).toContainEqual(
      expect.stringContaining(`error: ${what} expired on `),
    );
    expect(await told(certificateExpiry, objects, { laterMs: -400 * DAY_MS })).toContainEqual(
      expect.stringContaining(`error: ${what} is not valid before `),
    );
  });

  it('follows the webhooks of conversions', async () => {
    const converted = crd('converted.example.com', [{ storage: true }, { name: 'v2' }]);
    await established(converted);
    expect(await told(webhookEndpoints, [converted])).toEqual([
      'skipped: no webhook of the project is installed',
    ]);
    const { namespace } = project('converted');
    const [, authority] = await certificate('webhook.converted-system.svc');
    converted.spec.conversion = {
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: ['v1'],
        clientConfig: {
          service: { namespace: 'converted-system', name: 'webhook', path: '/convert' },
          caBundle: Buffer.from(authority).toString('base64'),
        },
      },
    };
    await applied(namespace, converted);
    expect(await told(webhookEndpoints, [converted])).toEqual([
      'error: conversion of carts.converted.example.com: there is no Service converted-system/webhook: what it is asked about is refused',
    ]);
  });

  it('finds objects that wait to be deleted for an operator that does not run', async () => {
    const definition = crd('stuck.example.com');
    const { namespace, account, operator } = project('stuck');
    const objects = [namespace, account, operator, definition];
    expect(await told(stuckFinalizers, objects)).toEqual(['ok: no object waits to be deleted']);
    await established(definition);
    const cart = {
      apiVersion: 'stuck.example.com/v1',
      kind: 'Cart',
      metadata: { name: 'a', namespace: 'default', finalizers: ['stuck.example.com/cleanup'] },
    };
    const kind = await client.mapper.kindFor(cart.apiVersion, cart.kind);
    await client.create(cart);
    expect(await told(stuckFinalizers, objects)).toEqual(['ok: no object waits to be deleted']);
    await client.delete(kind, { name: 'a', namespace: 'default' });
    expect(await told(stuckFinalizers, objects)).toEqual([
      'error: Cart default/a (stuck.example.com/cleanup): to be deleted, and no operator is deployed that could clean up',
    ]);
    await applied(namespace, account, operator);
    await available(operator);
    expect(await told(stuckFinalizers, objects)).toEqual(['ok: no object waits to be deleted']);
    expect(await told(stuckFinalizers, objects, { laterMs: 11 * 60_000 })).toEqual([
      'warning: Cart default/a (stuck.example.com/cleanup): being deleted for more than 10 minutes',
    ]);
    await applied({ ...cart, metadata: { ...cart.metadata, finalizers: [] } });
  });
});

/** A certificate for a name, and who signed it. */
async function certificate(
  name: string,
): Promise<[{ certificate: string; key: string; validTo: string }, string]> {
  const { X509Certificate } = await import('node:crypto');
  const source = selfSignedCertificates({ names: [name], clock: systemClock });
  const done = new AbortController();
  let made: { certificate: string; key: string } | undefined;
  await source.follow((pair) => {
    made = pair;
    done.abort();
  }, done.signal);
  if (made === undefined) throw new Error('no certificate was made');
  return [{ ...made, validTo: new X509Certificate(made.certificate).validTo }, await source.caBundle()];
}
