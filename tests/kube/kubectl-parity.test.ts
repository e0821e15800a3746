import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findKubeAssets, startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment, TestTarget } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Kubectl } from './kubectl.js';
import type { KubectlResult } from './kubectl.js';

/** What a kubectl command is given besides its words, and what may differ in what it prints. */
interface Options {
  readonly stdin?: string;
  /** The lines are a set: their order is that of events. */
  readonly unordered?: boolean;
  /** Only the last line counts: those before it tell of progress. */
  readonly lastLine?: boolean;
  /** Repeated until it succeeds: the server does its part in its own time. */
  readonly retried?: boolean;
}

type Command = readonly [words: string, options?: Options];

const WEB = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, labels: { app: web } }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: "nginx:1.27", ports: [{ containerPort: 80 }] }]
---
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { clusterIP: 10.96.77.7, selector: { app: web }, ports: [{ port: 80 }] }
`;
const WEB_2 = WEB.replace('replicas: 2', 'replicas: 3').replace('nginx:1.27', 'nginx:1.28');

const SETTINGS = (color: string, more = '') => `
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, labels: { color: ${color} } }
data: { color: ${color}${more} }
`;

const WIDGETS = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.parity.example.com }
spec:
  group: parity.example.com
  scope: Namespaced
  names: { plural: widgets, singular: widget, kind: Widget, listKind: WidgetList, shortNames: [wd], categories: [all] }
  versions:
    - name: v1
      served: true
      storage: true
      subresources: { status: {}, scale: { specReplicasPath: .spec.size, statusReplicasPath: .status.size } }
      additionalPrinterColumns:
        - { name: Size, type: integer, jsonPath: .spec.size, description: How large it is }
        - { name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status' }
      schema:
        openAPIV3Schema:
          type: object
          description: A widget is what the tests make.
          properties:
            spec:
              type: object
              required: [size]
              properties:
                size: { type: integer, minimum: 0, description: How many there are }
                color: { type: string, enum: [red, green], default: red }
                parts: { type: array, items: { type: object, properties: { name: { type: string } } } }
            status:
              type: object
              properties:
                size: { type: integer }
                conditions:
                  type: array
                  items: { type: object, properties: { type: { type: string }, status: { type: string } } }
`;
const widget = (spec: string) =>
  `{ apiVersion: parity.example.com/v1, kind: Widget, metadata: { name: one }, spec: ${spec} }`;

/** In this order, each on what those before it left. */
const SCRIPT: readonly Command[] = [
  ['version -o json'],
  ['create namespace shop'],
  ['config set-context --current --namespace=shop'],
  // Client-side apply.
  ['apply -f -', { stdin: SETTINGS('blue') }],
  ['apply -f -', { stdin: SETTINGS('blue') }],
  ['diff -f -', { stdin: SETTINGS('green', ', size: large') }],
  ['apply -f -', { stdin: SETTINGS('green', ', size: large') }],
  ['apply -f -', { stdin: SETTINGS('red') }],
  ['get configmap settings -o yaml'],
  ['get configmap settings -o yaml --show-managed-fields'],
  ['apply view-last-applied configmap/settings'],
  // Server-side apply, of the same object: taking over from kubectl's client side, conflicts, force.
  ['apply --server-side -f -', { stdin: SETTINGS('blue') }],
  ['get configmap settings -o yaml --show-managed-fields'],
  ['apply --server-side --field-manager=other -f -', { stdin: SETTINGS('pink') }],
  ['apply --server-side --field-manager=other --force-conflicts -f -', { stdin: SETTINGS('pink') }],
  ['apply --server-side -f -', { stdin: SETTINGS('blue') }],
  ['diff --server-side -f -', { stdin: SETTINGS('blue') }],
  ['diff --server-side --force-conflicts -f -', { stdin: SETTINGS('blue') }],
  ['apply --server-side --dry-run=server --force-conflicts -f -', { stdin: SETTINGS('black') }],
  ['get configmap settings -o yaml --show-managed-fields'],
  ['label configmap settings tier=front'],
  ['annotate configmap settings note=hello'],
  ['label configmap settings tier=back'],
  ['get configmaps --show-labels'],
  ['get configmaps -L tier -l tier=back'],
  ['get configmaps --field-selector metadata.name=settings -o name'],
  ['get configmaps --field-selector data.color=red'],
  ['patch configmap settings -p {"data":{"a":"1"}}'],
  ['patch configmap settings --type=merge -p {"data":{"a":null,"b":"2"}}'],
  ['patch configmap settings --type=json -p [{"op":"add","path":"/data/c","value":"3"}]'],
  ['patch configmap settings --type=json -p [{"op":"test","path":"/data/c","value":"4"}]'],
  ['patch configmap settings --type=json -p [{"op":"remove","path":"/data/nothing"}]'],
  ['get configmap settings -o jsonpath={.data}'],
  ['replace -f -', { stdin: SETTINGS('white') }],
  ['create -f -', { stdin: SETTINGS('white') }],
  ['create configmap Bad_Name --from-literal=a=b'],
  ['create secret generic keys --from-literal=a=b'],
  ['get secrets'],
  ['describe secret keys'],
  // Workloads.
  ['apply -f -', { stdin: WEB }],
  ['rollout status deployment/web --timeout=60s', { lastLine: true }],
  ['wait --for=condition=Available deployment/web --timeout=60s'],
  ['wait --for=jsonpath={.status.readyReplicas}=2 deployment/web --timeout=60s'],
  ['get deployment,service,replicaset', { unordered: true }],
  ['get all -o name', { unordered: true }],
  ['get deployment web -o wide'],
  ['get endpointslices'],
  ['apply -f -', { stdin: WEB_2 }],
  ['rollout status deployment/web --timeout=60s', { lastLine: true }],
  ['rollout history deployment/web'],
  ['rollout undo deployment/web'],
  ['rollout status deployment/web --timeout=60s', { lastLine: true }],
  ['get deployment web -o jsonpath={.spec.template.spec.containers[0].image}'],
  ['scale deployment/web --replicas=1 --current-replicas=7'],
  ['scale deployment/web --replicas=1'],
  ['set image deployment/web web=nginx:1.29'],
  ['rollout status deployment/web --timeout=60s', { lastLine: true }],
  ['autoscale deployment/web --min=1 --max=3 --cpu=50%'],
  ['get hpa web -o jsonpath={.spec}'],
  ['expose deployment/web --name=front --port=80 --dry-run=client -o yaml'],
  ['delete hpa web'],
  ['delete deployment web --cascade=orphan'],
  ['get deployments'],
  ['delete replicasets -l app=web --cascade=foreground --timeout=60s', { unordered: true }],
  ['wait --for=delete pods -l app=web --timeout=60s', { unordered: true }],
  ['get pods'],
  ['run once --image=busybox --restart=Never --command -- true'],
  ['wait --for=jsonpath={.status.phase}=Running pod/once --timeout=60s'],
  ['delete pod once --now'],
  ['create deployment hello --image=nginx --replicas=1'],
  ['delete deployment hello --dry-run=server'],
  ['delete deployment hello'],
  // Custom resources.
  ['apply -f -', { stdin: WIDGETS }],
  ['wait --for=condition=Established crd/widgets.parity.example.com --timeout=60s'],
  ['explain widget.spec', { retried: true }],
  ['explain widget --recursive', { retried: true }],
  ['explain widgets.spec.color', { retried: true }],
  ['apply -f -', { stdin: widget('{ size: 2 }') }],
  ['apply -f -', { stdin: widget('{ size: -1 }') }],
  ['apply -f -', { stdin: widget('{ size: 2, color: mauve }') }],
  ['apply --validate=false -f -', { stdin: widget('{ size: 3, colour: red }') }],
  [
    'apply --server-side --force-conflicts -f -',
    { stdin: widget('{ size: 4, parts: [{ name: a }, { name: b }] }') },
  ],
  [
    'patch wd one --type=merge --subresource=status -p {"status":{"size":1,"conditions":[{"type":"Ready","status":"True"}]}}',
  ],
  ['wait --for=condition=Ready widget/one --timeout=60s'],
  ['get wd'],
  ['get widget one -o yaml --show-managed-fields'],
  ['scale widget/one --replicas=6'],
  ['get widget one -o jsonpath={.spec.size},{.metadata.generation}'],
  ['delete widget --all'],
  ['delete crd widgets.parity.example.com'],
  ['get widgets'],
  // What is served.
  ['api-versions', { unordered: true }],
  ['api-resources --no-headers', { unordered: true }],
  ['api-resources --api-group=apps -o wide'],
  ['explain pods --recursive'],
  ['explain deployment.spec.strategy'],
  ['explain pod.spec.containers.lifecycle --recursive'],
  ['explain nothing'],
  // Access.
  ['auth whoami -o jsonpath={.status.userInfo.groups}'],
  ['auth can-i create pods'],
  ['auth can-i --list --as=system:anonymous'],
  ['auth can-i --list --as=jane'],
  ['auth can-i get pods --as=jane'],
  ['create role reader --verb=get,list --resource=pods,configmaps'],
  ['create rolebinding jane-reads --role=reader --user=jane'],
  ['auth can-i get pods --as=jane'],
  ['auth can-i --list --as=jane'],
  ['get configmaps --as=jane'],
  ['get secrets --as=jane'],
  ['delete configmap settings --as=jane'],
  ['create clusterrolebinding more --clusterrole=cluster-admin --user=jane --as=jane'],
  [
    'auth reconcile -f - --dry-run=server',
    {
      stdin:
        '{ apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: { name: reader }, rules: [{ apiGroups: [""], resources: [pods], verbs: [watch] }] }',
    },
  ],
  ['create serviceaccount robot'],
  ['create token robot --duration=5m'],
  ['auth can-i list pods --as=system:serviceaccount:shop:robot'],
  // The end.
  ['delete configmap nothing'],
  ['delete configmap nothing --ignore-not-found'],
  ['delete configmap settings --wait=false'],
  ['delete namespace shop --timeout=60s'],
  ['get namespace shop'],
];

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

// Each try takes a tenth of a second or more.
const RETRIES = 100;

class Side {
  readonly #home: string;
  readonly #env: TestEnvironment;
  readonly #kubectl: Kubectl;

  private constructor(env: TestEnvironment, home: string, kubectl: Kubectl) {
    this.#env = env;
    this.#home = home;
    this.#kubectl = kubectl;
  }

  static async start(target: TestTarget): Promise<Side> {
    const env = await startTestEnvironment({ target });
    const home = await mkdtemp(path.join(tmpdir(), 'kubewright-parity-'));
    const { kubectl: binary } = findKubeAssets({ env: process.env });
    return new Side(env, home, new Kubectl({ binary, kubeconfig: await env.kubeconfigFile(), home }));
  }

  async run([words, options = {}]: Command): Promise<Answer> {
    const { stdin, unordered = false, lastLine = false, retried = false } = options;
    const input = stdin === undefined ? {} : { stdin };
    const attempt = (): Promise<KubectlResult> =>
      this.#kubectl.attempt(words.split(/ (?![^{[]*[}\]])/), input);
    let result = await attempt();
    for (let tries = 1; retried && result.code !== 0 && tries < RETRIES; tries++) result = await attempt();
    const { code, stderr } = result;
    const stdout = lastLine ? result.stdout.trimEnd().split('\n').slice(-1).join() : result.stdout;
    const order = (text: string): string =>
      unordered ? [...new Set(text.split('\n'))].sort().join('\n') : text;
    return { code, stdout: order(normalized(stdout)), stderr: order(normalized(stderr)) };
  }

  async stop(): Promise<void> {
    await this.#env.stop();
    await rm(this.#home, { recursive: true, force: true });
  }
}

/** Without what differs from one run to the next, on one and the same server. */
function normalized(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
    .replace(/(resourceVersion"?: "?)\d+/g, '$1<version>')
    .replace(/-[0-9a-f]{6,10}(-[a-z0-9]{5})?\b/g, '-<hash>')
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replace(/^[IWE]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ /gm, '')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ \+\d{4}/g, '<time>')
    .replace(/Context "\w+" modified/, 'Context modified')
    .replace(/^web-[a-z0-9]{5}\b/gm, 'web-<suffix>')
    .replace(/\/tmp\/(LIVE|MERGED)-\d+/g, '/tmp/$1')
    .replace(/\b10\.(?!96\.77)\d+\.\d+\.\d+/g, '<ip>')
    .replace(/\b\d+[smh](\d+s)?(?=\s|$)/gm, '<age>')
    .replace(/https:\/\/127\.0\.0\.1:\d+/g, '<server>')
    .replace(/ {2,}/g, '  ')
    .replace(/^.*"(buildDate|gitCommit|goVersion|compiler|platform|gitTreeState)".*$\n/gm, '');
}

describe('kubectl on the embedded control plane and on the real one', () => {
  let sides: { readonly embedded: Side; readonly kube: Side };
  beforeAll(async () => {
    const [embedded, kube] = await Promise.all([Side.start('embedded'), Side.start('kube')]);
    sides = { embedded, kube };
  });
  afterAll(async () => {
    await Promise.all([sides.embedded.stop(), sides.kube.stop()]);
  });

  it.each(SCRIPT.map((command, step) => [step + 1, command[0], command] as const))(
    '%d: kubectl %s',
    async (_step, _words, command) => {
      const [embedded, kube] = await Promise.all([sides.embedded.run(command), sides.kube.run(command)]);
      expect(embedded).toEqual(kube);
    },
  );
});
