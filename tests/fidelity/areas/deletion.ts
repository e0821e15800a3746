import { withEdits } from '../framework/edits.js';
import { area, del, get, independent, mergePatch, post, put, edited, sequence } from '../framework/steps.js';
import { podSpec, podTemplate, sampleOf } from '../objects.js';

const CONFIG_MAPS = '/api/v1/namespaces/{ns}/configmaps';
const PODS = '/api/v1/namespaces/{ns}/pods';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/{ns}/deployments';
const configMap = (name: string, fields: object = {}) => ({ metadata: { name, ...fields } });
const pod = (name: string, spec: object = {}) => ({ metadata: { name }, spec: { ...podSpec, ...spec } });
const deployment = (name: string, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec: { selector: { matchLabels: { app: 'web' } }, template: podTemplate },
});
const held = { finalizers: ['example.com/hold'] };
const OPTIONS = { apiVersion: 'v1', kind: 'DeleteOptions' };

export const deletion = area(
  'deletion',
  'preconditions, propagation, grace periods, finalizers, collections, dry run, malformed delete options',
  [
    sequence('preconditions that hold and that do not', [
      post(CONFIG_MAPS, configMap('a')),
      del(`${CONFIG_MAPS}/a`, { ...OPTIONS, preconditions: { uid: 'x' } }),
      del(`${CONFIG_MAPS}/a`, { ...OPTIONS, preconditions: { resourceVersion: '1' } }),
      del(`${CONFIG_MAPS}/a`, {
        ...OPTIONS,
        preconditions: { uid: '{0.metadata.uid}', resourceVersion: '1' },
      }),
      del(`${CONFIG_MAPS}/a`, { ...OPTIONS, preconditions: { uid: '' } }),
      post(CONFIG_MAPS, configMap('b')),
      del(`${CONFIG_MAPS}/b`, {
        ...OPTIONS,
        preconditions: { uid: '{5.metadata.uid}', resourceVersion: '{5.metadata.resourceVersion}' },
      }),
      get(`${CONFIG_MAPS}/b`),
    ]),
    sequence('a finalizer holds an object until it is taken off', [
      post(CONFIG_MAPS, configMap('a', held)),
      del(`${CONFIG_MAPS}/a`),
      get(`${CONFIG_MAPS}/a`),
      del(`${CONFIG_MAPS}/a`),
      put(`${CONFIG_MAPS}/a`, edited(2, { data: { still: 'mutable' } })),
      put(`${CONFIG_MAPS}/a`, edited(4, { 'metadata.finalizers': ['example.com/hold', 'example.com/new'] })),
      put(`${CONFIG_MAPS}/a`, edited(4, { 'metadata.deletionTimestamp': undefined })),
      put(`${CONFIG_MAPS}/a`, edited(6, { 'metadata.finalizers': [] })),
      get(`${CONFIG_MAPS}/a`),
      post(CONFIG_MAPS, configMap('a')),
    ]),
    ...['Foreground', 'Background', 'Orphan', 'Sideways', ''].map((propagationPolicy) =>
      sequence(`propagation policy "${propagationPolicy}"`, [
        post(DEPLOYMENTS, deployment('d')),
        del(`${DEPLOYMENTS}/d`, { ...OPTIONS, propagationPolicy }),
        get(`${DEPLOYMENTS}/d`),
        del(`${DEPLOYMENTS}/d?propagationPolicy=Background`),
        mergePatch(`${DEPLOYMENTS}/d`, { metadata: { finalizers: null } }),
        get(`${DEPLOYMENTS}/d`),
      ]),
    ),
    ...[true, false].map((orphanDependents) =>
      sequence(`orphanDependents ${orphanDependents}`, [
        post(DEPLOYMENTS, deployment('d')),
        del(`${DEPLOYMENTS}/d`, { ...OPTIONS, orphanDependents }),
        get(`${DEPLOYMENTS}/d`),
        del(`${DEPLOYMENTS}/d`, { ...OPTIONS, orphanDependents, propagationPolicy: 'Background' }),
      ]),
    ),
    sequence('foreground and finalizers together', [
      post(DEPLOYMENTS, deployment('d', held)),
      del(`${DEPLOYMENTS}/d?propagationPolicy=Foreground`),
      del(`${DEPLOYMENTS}/d?propagationPolicy=Orphan`),
      del(`${DEPLOYMENTS}/d?propagationPolicy=Background`),
      get(`${DEPLOYMENTS}/d`),
      mergePatch(`${DEPLOYMENTS}/d`, { metadata: { finalizers: ['foregroundDeletion'] } }),
      mergePatch(`${DEPLOYMENTS}/d`, { metadata: { finalizers: [] } }),
      get(`${DEPLOYMENTS}/d`),
    ]),
    ...[undefined, 0, 1, 30, -1].map((gracePeriodSeconds) =>
      sequence(`grace period ${gracePeriodSeconds} of a pod that is not scheduled`, [
        post(PODS, pod('p')),
        del(`${PODS}/p`, { ...OPTIONS, ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }) }),
        get(`${PODS}/p`),
      ]),
    ),
    ...[undefined, 0, 1, 30, -1].map((gracePeriodSeconds) =>
      sequence(`grace period ${gracePeriodSeconds} of a pod on a node`, [
        post(PODS, pod('p', { nodeName: 'n', terminationGracePeriodSeconds: 10 })),
        del(`${PODS}/p`, { ...OPTIONS, ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }) }),
        get(`${PODS}/p`),
        del(`${PODS}/p`, { ...OPTIONS, gracePeriodSeconds: 5 }),
        del(`${PODS}/p`, { ...OPTIONS, gracePeriodSeconds: 20 }),
        get(`${PODS}/p`),
        mergePatch(`${PODS}/p`, { metadata: { labels: { late: 'yes' } } }),
        del(`${PODS}/p?gracePeriodSeconds=0`),
        get(`${PODS}/p`),
      ]),
    ),
    sequence('a grace period for what has none', [
      post(CONFIG_MAPS, configMap('a')),
      del(`${CONFIG_MAPS}/a?gracePeriodSeconds=30`),
      get(`${CONFIG_MAPS}/a`),
    ]),
    sequence('a pod with grace period and finalizer', [
      post(PODS, withEdits(pod('p', { nodeName: 'n' }), { 'metadata.finalizers': held.finalizers })),
      del(`${PODS}/p`),
      del(`${PODS}/p?gracePeriodSeconds=0`),
      get(`${PODS}/p`),
      mergePatch(`${PODS}/p`, { metadata: { finalizers: null } }),
      get(`${PODS}/p`),
    ]),
    sequence('a finished pod', [
      post(PODS, pod('p', { nodeName: 'n' })),
      mergePatch(`${PODS}/p/status`, { status: { phase: 'Succeeded' } }),
      del(`${PODS}/p`),
      get(`${PODS}/p`),
    ]),
    sequence('dry runs delete nothing', [
      post(CONFIG_MAPS, configMap('a')),
      del(`${CONFIG_MAPS}/a?dryRun=All`),
      del(`${CONFIG_MAPS}/a`, { ...OPTIONS, dryRun: ['All'] }),
      del(`${CONFIG_MAPS}/a`, { ...OPTIONS, dryRun: ['Some'] }),
      del(`${CONFIG_MAPS}/a?dryRun=All`, { ...OPTIONS, dryRun: [] }),
      del(`${CONFIG_MAPS}?dryRun=All`),
      get(`${CONFIG_MAPS}/a`),
      post(PODS, pod('p', { nodeName: 'n' })),
      del(`${PODS}/p?dryRun=All`),
      get(`${PODS}/p`),
    ]),
    sequence('collections, by selector and with finalizers', [
      post(CONFIG_MAPS, configMap('a', { labels: { x: '1' } })),
      post(CONFIG_MAPS, configMap('b', { labels: { x: '1' }, ...held })),
      post(CONFIG_MAPS, configMap('c', { labels: { x: '2' } })),
      del(`${CONFIG_MAPS}?labelSelector=x%3D1`),
      get(CONFIG_MAPS),
      del(`${CONFIG_MAPS}?fieldSelector=metadata.name%3Dc`),
      get(CONFIG_MAPS),
      del(`${CONFIG_MAPS}?labelSelector=x%3D%3D%3D1`),
      del(`${CONFIG_MAPS}?fieldSelector=data.a%3Dc`),
      del(CONFIG_MAPS, { ...OPTIONS, preconditions: { uid: 'x' } }),
      del(CONFIG_MAPS),
      del('/api/v1/configmaps'),
      mergePatch(`${CONFIG_MAPS}/b`, { metadata: { finalizers: null } }),
      get(CONFIG_MAPS),
    ]),
    sequence('a namespace ends in two steps', [
      post('/api/v1/namespaces', { metadata: { name: '{ns}-n' } }),
      post('/api/v1/namespaces/{ns}-n/configmaps', configMap('a')),
      del('/api/v1/namespaces/{ns}-n'),
      get('/api/v1/namespaces/{ns}-n'),
      post('/api/v1/namespaces/{ns}-n/configmaps', configMap('b')),
      put('/api/v1/namespaces/{ns}-n/configmaps/a', configMap('a', { labels: { still: 'ok' } })),
      del('/api/v1/namespaces/{ns}-n/configmaps/a'),
      del('/api/v1/namespaces/{ns}-n'),
      put('/api/v1/namespaces/{ns}-n/finalize', edited(3, { 'spec.finalizers': [] })),
      get('/api/v1/namespaces/{ns}-n'),
    ]),
    sequence('protected namespaces', [
      del('/api/v1/namespaces/default?dryRun=All'),
      del('/api/v1/namespaces/kube-system?dryRun=All'),
      del('/api/v1/namespaces/kube-public?dryRun=All'),
      del('/api/v1/namespaces'),
    ]),
    ...['Job', 'ReplicationController', 'StatefulSet', 'CronJob', 'PersistentVolumeClaim'].map((kind) => {
      const { apiVersion, plural, object } = sampleOf(kind);
      const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : '/api/v1';
      const list = `${root}/namespaces/{ns}/${plural}`;
      return sequence(`default propagation of a ${kind}`, [
        post(list, object),
        del(`${list}/{ns}-it`, OPTIONS),
        get(`${list}/{ns}-it`),
        del(`${list}/{ns}-it`, { ...OPTIONS, propagationPolicy: 'Background' }),
        get(`${list}/{ns}-it`),
      ]);
    }),
    independent('malformed', 'f-deletion-malformed', {
      'absent object': del(`${CONFIG_MAPS}/absent`),
      'no JSON': del(`${CONFIG_MAPS}/absent`, 'nope'),
      'a list': del(`${CONFIG_MAPS}/absent`, '[]'),
      'another kind': del(`${CONFIG_MAPS}/absent`, { apiVersion: 'v1', kind: 'Pod' }),
      'options of another version': del(`${CONFIG_MAPS}/absent`, {
        apiVersion: 'apps/v1',
        kind: 'DeleteOptions',
      }),
      'unknown field': del(`${CONFIG_MAPS}/absent`, { ...OPTIONS, nothing: 1 }),
      'wrong type': del(`${CONFIG_MAPS}/absent`, { ...OPTIONS, gracePeriodSeconds: 'x' }),
      'grace period in the query is text': del(`${CONFIG_MAPS}/absent?gracePeriodSeconds=x`),
      'orphan in the query is text': del(`${CONFIG_MAPS}/absent?orphanDependents=maybe`),
      'both propagation and orphan in the query': del(
        `${CONFIG_MAPS}/absent?orphanDependents=true&propagationPolicy=Background`,
      ),
      'unknown dry run': del(`${CONFIG_MAPS}/absent?dryRun=Yes`),
      'a subresource': del(`${PODS}/absent/status`),
      'a media type nobody knows': del(`${CONFIG_MAPS}/absent`, OPTIONS, {
        headers: { 'content-type': 'text/plain' },
      }),
      'unknown query': del(`${CONFIG_MAPS}/absent?sideways=true`),
      'a kind that is not deleted': del('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews/x'),
      'an unknown resource': del('/api/v1/namespaces/{ns}/nothings/x'),
    }),
  ],
);
