import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findKubeAssets, startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment, TestTarget } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Kubectl, unorderedRules } from './kubectl.js';
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

/** PKCS #10 in PEM, for CN=parity. */
const CERTIFICATE_REQUEST =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIS01ITUNBUUF3RVRFUE1BMEdBMVVFQXd3R2NHRnlhWFI1TUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowRApBUWNEUWdBRWJZUERXbzJWUFhra1ByWGJVM3lobE9pRk94MS9qajFuSjN6VlhLSVdHWGdsZjRCNnhqU3NNTlhtCkE2RTV5a2J4ZWhJY3ZWV3pGcVh5MGRCU2hoU0xnYUFBTUFvR0NDcUdTTTQ5QkFNQ0EwY0FNRVFDSUR1dlo1UUcKQVpERzJiTlZVZU1ZSkJtUlIrdFZTcGZvb0ZLV2lFNmFjVktoQWlBYUNyU09QTUYyN2hjQ2xJaDJ0SzF2cjJlUAplUlhqd2FlU2UyWWRmNDBnZ3c9PQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K';
const GENERATED = `
apiVersion: v1
kind: ConfigMap
metadata: { generateName: made-, labels: { made: generated } }
data: { a: b }
`;
const NODE = `
apiVersion: v1
kind: Node
metadata: { name: parity, labels: { kind: parity } }
`;
const EVENT = `
apiVersion: v1
kind: Event
metadata: { name: thing, namespace: shop }
involvedObject: { apiVersion: v1, kind: ConfigMap, name: none, namespace: shop }
reason: Happened
message: something did
type: Warning
source: { component: parity }
firstTimestamp: "2026-01-01T00:00:00Z"
lastTimestamp: "2026-01-01T00:00:00Z"
count: 2
`;
const REQUEST = `
apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: { name: request }
spec:
  signerName: example.com/parity
  usages: [client auth]
  request: ${CERTIFICATE_REQUEST}
`;

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
  ['patch configmap settings -p {"data":{"a":1}}'],
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
  ['describe configmap settings'],
  ['create -f -', { stdin: GENERATED }],
  ['get configmaps -l made=generated -o custom-columns=GENERATED:.metadata.generateName,DATA:.data'],
  ['replace --force -f -', { stdin: SETTINGS('gray') }],
  ['apply --prune -l made=generated -f -', { stdin: GENERATED.replace('generateName: made-', 'name: made') }],
  ['get configmaps -l made=generated -o jsonpath={.items[*].data}'],
  ['delete configmaps -l made=generated'],
  ['get configmaps --sort-by=.metadata.name -o name'],
  ['get configmaps --sort-by={.data.color} -o custom-columns=NAME:.metadata.name,COLOR:.data.color'],
  ['get configmap,secret -o name'],
  ['get configmap settings -o go-template={{.data.color}}'],
  ['get configmaps -A --field-selector metadata.namespace=shop -o wide'],
  ['create quota limits --hard=configmaps=3,pods=10'],
  ['get quota limits -o jsonpath={.spec}'],
  ['delete quota limits'],
  // Workloads.
  ['apply -f -', { stdin: WEB }],
  ['rollout status deployment/web --timeout=60s', { lastLine: true }],
  ['wait --for=condition=Available deployment/web --timeout=60s'],
  ['wait --for=jsonpath={.status.readyReplicas}=2 deployment/web --timeout=60s'],
  ['get deployment,service,replicaset', { unordered: true }],
  ['get all -o name', { unordered: true }],
  ['get deployment web -o wide'],
  ['get endpointslices'],
  ['describe service web'],
  ['describe deployment web'],
  ['rollout pause deployment/web'],
  ['rollout pause deployment/web'],
  ['rollout restart deployment/web'],
  ['rollout resume deployment/web'],
  ['rollout resume deployment/web'],
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
  ['get pod once -o wide'],
  ['logs nothing'],
  ['label pod once color=red'],
  ['get pods -l color -o name'],
  ['delete pod once --now'],
  ['create deployment hello --image=nginx --replicas=1'],
  ['delete deployment hello --dry-run=server'],
  ['delete deployment hello'],
  ['create ingress front --rule=example.com/*=web:80 --dry-run=server -o yaml'],
  ['create job once --image=busybox --dry-run=server -o yaml'],
  ['create cronjob nightly --image=busybox --schedule=nightly --dry-run=server'],
  ['create cronjob nightly --image=busybox --schedule=@daily --dry-run=server -o yaml'],
  ['create pdb careful --selector=app=web --min-available=1 --dry-run=server -o yaml'],
  ['create priorityclass high --value=1000 --description=important --dry-run=server -o yaml'],
  ['create priorityclass too-high --value=2000000000 --dry-run=server'],
  ['create service clusterip plain --tcp=80:8080 --dry-run=server -o jsonpath={.spec.ports}'],
  ['create service externalname out --external-name=example.com --dry-run=server -o yaml'],
  ['create configmap settings --from-literal=a=b --dry-run=server'],
  // Nodes.
  ['create -f -', { stdin: NODE }],
  ['get nodes -l kind=parity'],
  ['cordon parity'],
  ['get node parity -o jsonpath={.spec.unschedulable}'],
  ['uncordon parity'],
  ['uncordon parity'],
  ['drain parity --ignore-daemonsets --timeout=60s'],
  ['taint nodes parity team=blue:NoSchedule'],
  ['taint nodes parity team=blue:NoSchedule'],
  ['taint nodes parity team=blue:NoSchedule --overwrite'],
  ['taint nodes parity team=blue:Sideways'],
  ['taint nodes parity team-'],
  ['taint nodes parity team-'],
  ['delete node parity'],
  // Certificates.
  ['create -f -', { stdin: REQUEST }],
  ['get csr request -o custom-columns=SIGNER:.spec.signerName,USAGES:.spec.usages'],
  ['certificate approve request'],
  ['certificate approve request'],
  ['get csr request -o jsonpath={.status.conditions[*].reason}'],
  ['certificate deny request'],
  ['delete csr request'],
  // Events.
  ['create -f -', { stdin: EVENT }],
  ['get events --field-selector involvedObject.name=none'],
  ['get events --field-selector involvedObject.name=none -o wide'],
  ['events --for=configmap/none'],
  ['events --types=Warning'],
  ['describe events thing'],
  // Custom resources.
  ['apply -f -', { stdin: WIDGETS }],
  ['wait --for=condition=Established crd/widgets.parity.example.com --timeout=60s'],
  ['explain widget.spec', { retried: true }],
  ['explain widget --recursive', { retried: true }],
  ['explain widgets.spec.color', { retried: true }],
  ['apply -f -', { stdin: widget('{ size: 2 }') }],
  ['apply -f -', { stdin: widget('{ size: -1 }') }],
  ['apply -f -', { stdin: widget('{ size: 2, color: mauve }') }],
  ['apply -f -', { stdin: widget('{ size: 2, colour: red }') }],
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
  ['get widget one --subresource=scale'],
  ['patch widget one -p {"spec":{"size":1}}'],
  ['describe widget one'],
  ['get widgets -o custom-columns=NAME:.metadata.name,SIZE:.spec.size'],
  ['get widgets --sort-by=.spec.size'],
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
  ['explain cronjobs --api-version=batch/v1'],
  ['explain hpa.spec.metrics --api-version=autoscaling/v2'],
  ['explain pods --api-version=apps/v1'],
  ['explain pod.spec.nothing'],
  ['explain pods --output=plaintext-openapiv2'],
  ['explain deployments.spec --output=plaintext-openapiv2 --recursive'],
  ['api-resources --verbs=list,get --namespaced=false -o name', { unordered: true }],
  ['api-resources --verbs=bind', { unordered: true }],
  ['api-resources --categories=all -o name', { unordered: true }],
  ['cluster-info'],
  ['get --raw /healthz'],
  ['get --raw /readyz/ping'],
  ['get --raw /api/v1/namespaces/shop/configmaps/nothing'],
  ['get --raw /nothing'],
  ['get --raw /apis/apps/v1'],
  ['get nothings'],
  ['get pods nothing'],
  ['get pods/nothing configmaps/nothing'],
  ['describe pods nothing'],
  ['get pods --field-selector status.nothing=x'],
  ['get pods -l !!'],
  ['create -f -', { stdin: '{ apiVersion: v2, kind: Pod, metadata: { name: x } }' }],
  ['create -f -', { stdin: '{ kind: Pod, metadata: { name: x } }' }],
  [
    'create -f -',
    { stdin: '{ apiVersion: v1, kind: Pod, metadata: { name: x }, spec: { containers: [{ nam: a }] } }' },
  ],
  [
    'create --validate=warn -f -',
    { stdin: '{ apiVersion: v1, kind: ConfigMap, metadata: { name: x }, dta: {} }' },
  ],
  [
    'create --validate=ignore --dry-run=server -f -',
    { stdin: '{ apiVersion: v1, kind: ConfigMap, metadata: { name: y }, dta: {} }' },
  ],
  ['get --raw /openapi/v3 --request-timeout=0.5x'],
  // Access.
  ['auth whoami -o jsonpath={.status.userInfo.groups}'],
  ['auth can-i create pods'],
  ['auth can-i --list --as=system:anonymous', { unordered: true }],
  ['auth can-i --list --as=jane', { unordered: true }],
  ['auth can-i get pods --as=jane'],
  ['create role reader --verb=get,list --resource=pods,configmaps'],
  ['create rolebinding jane-reads --role=reader --user=jane'],
  ['auth can-i get pods --as=jane'],
  ['auth can-i --list --as=jane', { unordered: true }],
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
      unordered ? [...new Set(unorderedRules(text).split('\n'))].join('\n') : text;
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
    .replace(/(resourceVersion[\\"]*: *[\\"]*|Resource Version: *)\d+/g, '$1<version>')
    .replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, '<time>')
    .replace(/-[0-9a-f]{6,10}(-[a-z0-9]{5})?\b/g, '-<hash>')
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replace(/^[IWE]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ /gm, '')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ \+\d{4}/g, '<time>')
    .replace(/Context "\w+" modified/, 'Context modified')
    .replace(/\b(web|made)-[a-z0-9]{5}\b/gm, '$1-<suffix>')
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
