import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { MarkerTarget } from '../model/marker.js';
import { read } from './test-support/reading.js';

const WEBHOOK =
  'mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,name=a.b.c,admissionReviewVersions=v1';

/** Comments with mistakes, by what they stand on. */
const MISTAKES: readonly (readonly [target: MarkerTarget, comment: string])[] = [
  // Names.
  ['field', '+kubebuilder:validation:Minimun=0'],
  ['field', 'Number of pods.\n\n  +kubebuilder:validaton:Minimum=0'],
  ['field', '+kubebuidler:validation:Minimum=0'],
  ['field', '+kubebuilder:validation:minimum=0'],
  ['field', '+kubebuilder:validation:nullable'],
  ['field', '+kubebuilder:validation:Min=0'],
  ['type', '+kubebuilder:validation:OneOf=a;b'],
  ['field', '+kubebuilder:validation:item:Minimum=0'],
  ['field', '+kubebuilder:minimum=0'],
  ['field', '+kubebuilder:something:else=0'],
  ['type', '+kubebuilder:printcolum:name=A,type=string,JSONPath=.a'],
  ['type', '+kubebuilder:subresource:stauts'],
  ['type', '+kubebuilder:resource:path:x=a'],
  ['field', '+k8s:minLength=1'],
  ['field', '+k8s:imutable'],
  ['field', '+k8s:something'],
  ['field', '+optinal'],
  ['field', '+Optional'],
  ['field', '+listtype=map'],
  ['field', 'Number of pods.  +defualt=1'],
  ['package', '+groupname=a.example.com'],
  // Values.
  ['field', '+kubebuilder:validation:Minimum=none'],
  ['field', '+kubebuilder:validation:Minimum='],
  ['field', '+kubebuilder:validation:Minimum'],
  ['field', '+kubebuilder:validation:Minimum=1,2'],
  ['field', '+kubebuilder:validation:Minimum=1 pod'],
  ['field', '+kubebuilder:validation:Minimum =1'],
  ['field', '+kubebuilder:validation:Minimum:least=1'],
  ['field', '+kubebuilder:validation:MinLength=1.5'],
  ['field', '+kubebuilder:validation:MinLength=-1'],
  ['field', '+kubebuilder:validation:MaxLength=99999999999999999999'],
  ['field', '+kubebuilder:validation:UniqueItems=yes'],
  ['field', '+kubebuilder:validation:Type=int'],
  ['field', '+kubebuilder:validation:Pattern=^a{1,3}$'],
  ['field', '+kubebuilder:validation:Pattern="^\\d+$"'],
  ['field', '+kubebuilder:validation:Pattern=`^a$'],
  ['field', '+kubebuilder:default="one'],
  ['field', '+kubebuilder:default={a: 1'],
  ['field', '+kubebuilder:default={1,two}'],
  ['field', '+kubebuilder:default={a,,b}'],
  ['field', '+kubebuilder:default={a: }'],
  ['field', '+kubebuilder:default=[1,2]'],
  ['field', "+kubebuilder:default='one'"],
  ['field', '+kubebuilder:validation:Enum=a;;b'],
  ['field', '+listMapKey=a;b'],
  ['field', '+listType=maps'],
  ['field', '+default=one'],
  ['field', '+default={"a": 1, "b" 2}'],
  ['field', "+default={a: 'b'}"],
  ['field', '+default=ref(DefaultReplicas)'],
  ['field', '+nullable=true'],
  ['field', '+optional unless it is required'],
  // Arguments.
  ['type', '+kubebuilder:resource:pth=a'],
  ['type', '+kubebuilder:resource:shortname=a'],
  ['type', '+kubebuilder:resource:plural=a'],
  ['type', '+kubebuilder:resource=a'],
  ['type', '+kubebuilder:resource:path'],
  ['type', '+kubebuilder:resource:path=a,'],
  ['type', '+kubebuilder:resource:path=a,scope'],
  ['type', '+kubebuilder:resource:path="a"b'],
  ['type', '+kubebuilder:resource:path=a,scope=cluster'],
  ['type', '+kubebuilder:resource:path=,scope=Cluster'],
  ['type', '+kubebuilder:printcolumn'],
  ['type', '+kubebuilder:printcolumn:name=A,JSONPath=.a'],
  ['type', '+kubebuilder:printcolumn:name=A,type=text,JSONPath=.a'],
  ['type', '+kubebuilder:printcolumn:name=A,name=B,type=string,JSONPath=.a'],
  ['type', 'One.\n+kubebuilder:printcolumn:name=A,type=string,JSONPath=.a,priority=low'],
  ['field', '+kubebuilder:validation:XValidation:rule="self > 0",reason=Invalid'],
  ['package', '+kubebuilder:rbac:groups=apps,resources=deployments'],
  ['package', '+kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,list'],
  ['package', `+kubebuilder:webhook:${WEBHOOK},timeoutSeconds=60`],
  ['package', `+kubebuilder:webhook:${WEBHOOK},sideEffects=Nothing`],
  ['package', `+kubebuilder:webhook:${WEBHOOK.replace('create', 'create;list')}`],
  // Places.
  ['field', '+kubebuilder:subresource:status'],
  ['field', '+kubebuilder:rbac:groups=apps,resources=deployments,verbs=get'],
  ['field', '+k8s:enum'],
  ['type', '+optional'],
  ['type', '+groupName=a.example.com'],
  ['package', '+kubebuilder:validation:Minimum=0'],
  ['package', '+kubebuilder:printcolumn:name=A,type=string,JSONPath=.a'],
  ['field', 'Number of pods. +kubebuilder:validation:Minimum=0'],
  // Several at once: all are told.
  ['field', 'Pods.  +kubebuilder:validation:Minimum=x  +kubebuilder:defualt=1\n+optinal'],
  // JSDoc tags.
  ['field', '@minmum 0'],
  ['field', '@Minimum 0'],
  ['field', '@minimum none'],
  ['field', '@minimum'],
  ['field', '@minimum: 0'],
  ['field', '@maxLength 1.5'],
  ['field', '@uniqueItems maybe'],
  ['field', '@nullable or not'],
  ['field', '@listType sets'],
  ['field', '@pattern /^a$/'],
  ['field', '@default a text'],
  ['field', "@default 'open"],
  ['field', '@default {a: 1'],
  ['field', '@default {1}'],
  ['field', '@enum a, b c'],
  ['type', '@required'],
];

test('the message of each mistake is as written down, with its place and what to write instead', async () => {
  const written = MISTAKES.map(([target, comment]) => {
    const lines = comment.split('\n').map((line) => `  * ${line}`.trimEnd());
    return [`on a ${target}`, ...lines, ...read(comment, target).problems].join('\n');
  });
  await expect(`${written.join('\n\n')}\n`).toMatchFileSnapshot(
    fileURLToPath(new URL('testdata/errors.txt', import.meta.url)),
  );
});

test.each(MISTAKES)('on a %s, %j is not overlooked', (target, comment) => {
  expect(read(comment, target).problems).not.toEqual([]);
});
