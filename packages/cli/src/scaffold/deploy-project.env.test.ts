import { systemClock } from '@kubewright/api';
import type { KubernetesObject } from '@kubewright/api';
import { MutatingWebhookConfiguration } from '@kubewright/api/admissionregistration/v1';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { SubjectAccessReview } from '@kubewright/api/authorization/v1';
import type { ResourceAttributes } from '@kubewright/api/authorization/v1';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { applyObjects, deleteObjects } from '../deploy/objects.js';
import type { ObjectsOptions, Outcome } from '../deploy/objects.js';
import { renderKustomization } from '../kustomize/render.js';
import { TestProject } from './test-support/project.js';

interface Case {
  readonly name: string;
  readonly init: readonly string[];
  /** Sections that users switch on themselves, as lines of config/default/kustomization.yaml. */
  readonly switchedOn: readonly string[];
  readonly allowed: readonly ResourceAttributes[];
  readonly forbidden: readonly ResourceAttributes[];
}

const GROUP = 'crew.testproject.org';
const OWN = 'project-v4-system';
const captains = (verb: string, namespace: string): ResourceAttributes => ({
  group: GROUP,
  resource: 'captains',
  verb,
  namespace,
});
const secrets = (namespace: string): ResourceAttributes => ({
  resource: 'secrets',
  verb: 'update',
  namespace,
});
const configurations: ResourceAttributes = {
  group: 'admissionregistration.k8s.io',
  resource: 'mutatingwebhookconfigurations',
  verb: 'update',
};
const unasked: readonly ResourceAttributes[] = [
  { ...configurations, verb: 'get' },
  { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions', verb: 'update' },
];
const definition: ResourceAttributes = {
  group: 'apiextensions.k8s.io',
  resource: 'customresourcedefinitions',
  name: `captains.${GROUP}`,
  verb: 'update',
};
const always: readonly ResourceAttributes[] = [
  { group: 'coordination.k8s.io', resource: 'leases', verb: 'update', namespace: OWN },
  { group: 'events.k8s.io', resource: 'events', verb: 'create', namespace: OWN },
  { group: 'authorization.k8s.io', resource: 'subjectaccessreviews', verb: 'create' },
];

const CASES: readonly Case[] = [
  {
    name: 'with certificates of cert-manager, metrics certificates, Prometheus and network policies',
    init: [],
    switchedOn: [
      '- ../prometheus',
      '- ../network-policy',
      '- path: cert_metrics_manager_patch.yaml\n  target:\n    kind: Deployment',
    ],
    allowed: [...always, captains('update', 'default')],
    forbidden: [secrets(OWN), configurations],
  },
  {
    name: 'with certificates of its own',
    init: ['--certificates', 'operator'],
    switchedOn: [],
    allowed: [...always, captains('update', 'default'), secrets(OWN), configurations, definition],
    forbidden: [secrets('default'), ...unasked],
  },
  {
    name: 'that watches its own namespace, with certificates of its own',
    init: ['--namespaced', '--certificates', 'operator'],
    switchedOn: [],
    allowed: [...always, captains('update', OWN), secrets(OWN), configurations, definition],
    forbidden: [captains('get', 'default'), secrets('default'), ...unasked],
  },
];

describe.each(CASES)('config/default of a project $name', ({ init, switchedOn, allowed, forbidden }) => {
  const project = new TestProject();
  let env: TestEnvironment;
  let objects: readonly KubernetesObject[];
  const outcomes = new Map<string, Outcome>();

  beforeAll(async () => {
    env = await startTestEnvironment();
    await env.client.create(CustomResourceDefinition(standIn('cert-manager.io', 'Issuer')));
    await env.client.create(CustomResourceDefinition(standIn('cert-manager.io', 'Certificate')));
    await env.client.create(CustomResourceDefinition(standIn('monitoring.coreos.com', 'ServiceMonitor')));
    await project.init(...init);
    await project.line('create api --group crew --version v1 --kind Captain');
    await project.line('create api --group crew --version v2 --kind Captain --controller=false');
    await project.line('create api --group crew --version v1 --kind Admiral --namespaced=false');
    await project.line('create webhook --group crew --version v1 --kind Captain --conversion --spoke v2');
    project.install();
    await project.line(
      'create webhook --group crew --version v1 --kind Captain --defaulting --programmatic-validation',
    );
    const file = 'config/default/kustomization.yaml';
    for (const lines of switchedOn)
      project.write(file, project.read(file).replace(lines.replace(/^/gm, '#'), lines));
    objects = await renderKustomization({ folder: `${project.folder}/config/default` });
  }, 60_000);
  afterAll(async () => {
    await env.stop();
    project.remove();
  });

  const options = (): ObjectsOptions => ({
    client: env.client,
    clock: systemClock,
    signal: new AbortController().signal,
    timeoutMs: 20_000,
    onObject: ({ kind, metadata }, outcome) =>
      void outcomes.set(`${kind} ${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`, outcome),
  });

  it('is applied whole, and again without a change', async () => {
    await applyObjects(objects, options());
    expect([...outcomes.values()].every((outcome) => outcome === 'created')).toBe(true);
    expect(outcomes.size).toBe(objects.length);
    for (const lines of switchedOn.filter((one) => one.includes('../')))
      expect([...outcomes.keys()].join()).toMatch(
        lines.includes('prometheus') ? /ServiceMonitor/ : /NetworkPolicy/,
      );
    await applyObjects(objects, options());
    expect([...outcomes].filter(([, outcome]) => outcome !== 'unchanged')).toEqual([]);
  });

  it('gives the operator what it needs and no more', async () => {
    const user = `system:serviceaccount:${OWN}:project-v4-controller-manager`;
    const groups = ['system:serviceaccounts', `system:serviceaccounts:${OWN}`, 'system:authenticated'];
    const may = async (resourceAttributes: ResourceAttributes): Promise<boolean> => {
      const review = SubjectAccessReview({ spec: { user, groups, resourceAttributes } });
      return (await env.client.create(review)).status?.allowed ?? false;
    };
    for (const attributes of allowed) expect([attributes, await may(attributes)]).toEqual([attributes, true]);
    for (const attributes of forbidden)
      expect([attributes, await may(attributes)]).toEqual([attributes, false]);
  });

  it('calls webhooks by the service that it deploys', async () => {
    const { webhooks } = await env.client.get(MutatingWebhookConfiguration, {
      name: 'project-v4-mutating-webhook-configuration',
    });
    const service = { name: 'project-v4-webhook-service', namespace: OWN };
    expect(webhooks?.map(({ clientConfig }) => clientConfig.service)).toMatchObject([service]);
    const definition = await env.client.get(CustomResourceDefinition, { name: `captains.${GROUP}` });
    expect(definition.spec.conversion).toMatchObject({
      strategy: 'Webhook',
      webhook: { clientConfig: { service } },
    });
  });

  it('takes the samples of kinds without webhooks', async () => {
    for (const document of parseAllDocuments(project.read('config/samples/crew_v1_admiral.yaml')))
      await env.client.create(document.toJS() as KubernetesObject & { apiVersion: string; kind: string });
  });

  it('is removed whole', async () => {
    await deleteObjects(objects, options());
    expect([...outcomes].filter(([, outcome]) => outcome !== 'deleted')).toEqual([]);
  });
});

/** As much of others' definitions as it takes to store their objects. */
function standIn(group: string, kind: string) {
  const singular = kind.toLowerCase();
  const plural = `${singular}s`;
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular, kind, listKind: `${kind}List` },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}
