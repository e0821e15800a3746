import {
  area,
  del,
  edited,
  get,
  independent,
  mergePatch,
  post,
  put,
  sequence,
  watch,
} from '../framework/steps.js';
import type { Step } from '../framework/steps.js';
import { podSpec } from '../objects.js';

const CONFIG_MAPS = '/api/v1/namespaces/{ns}/configmaps';
const PODS = '/api/v1/namespaces/{ns}/pods';
const configMap = (name: string, labels: object = {}, fields: object = {}) => ({
  metadata: { name, labels },
  ...fields,
});
const accepting = (accept: string) => ({ headers: { accept } });
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const PARTIAL = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
const INITIAL = 'watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan';

const life: Step[] = [
  post(CONFIG_MAPS, configMap('a', { x: '1' })),
  put(`${CONFIG_MAPS}/a`, configMap('a', { x: '2' }, { data: { a: 'b' } })),
  mergePatch(`${CONFIG_MAPS}/a`, { metadata: { labels: { x: '1' } } }),
  del(`${CONFIG_MAPS}/a`),
];

export const watches = area(
  'watches',
  'events, selectors that objects enter and leave, initial events, bookmarks, representations',
  [
    sequence('the life of an object', [watch(`${CONFIG_MAPS}?watch=1`, 4, life)]),
    sequence('the life of an object, by the old path', [
      watch('/api/v1/watch/namespaces/{ns}/configmaps', 4, life),
    ]),
    sequence('one object, by the old path', [watch('/api/v1/watch/namespaces/{ns}/configmaps/a', 4, life)]),
    sequence('entering and leaving a selector', [
      watch(`${CONFIG_MAPS}?watch=1&labelSelector=x%3D1`, 4, life),
    ]),
    sequence('never within the selector', [
      watch(`${CONFIG_MAPS}?watch=1&labelSelector=x%3D9`, 1, [
        ...life,
        post(CONFIG_MAPS, configMap('end', { x: '9' })),
      ]),
    ]),
    sequence('one object by name', [
      watch(`${CONFIG_MAPS}?watch=1&fieldSelector=metadata.name%3Da`, 4, [
        post(CONFIG_MAPS, configMap('other')),
        ...life,
      ]),
    ]),
    sequence('from a version on', [
      ...life,
      post(CONFIG_MAPS, configMap('b')),
      watch(`${CONFIG_MAPS}?watch=1&resourceVersion={0.metadata.resourceVersion}`, 4),
      watch(`${CONFIG_MAPS}?watch=1&resourceVersion={1.metadata.resourceVersion}&labelSelector=x%3D1`, 2),
    ]),
    sequence('from now on, with what is there', [
      post(CONFIG_MAPS, configMap('a')),
      post(CONFIG_MAPS, configMap('b')),
      watch(`${CONFIG_MAPS}?watch=1`, 2),
      watch(`${CONFIG_MAPS}?watch=1&resourceVersion=0`, 2),
      watch(`${CONFIG_MAPS}?watch=1&resourceVersion={1.metadata.resourceVersion}`, 1, [
        post(CONFIG_MAPS, configMap('c')),
      ]),
    ]),
    sequence('initial events and their bookmark', [
      post(CONFIG_MAPS, configMap('a')),
      post(CONFIG_MAPS, configMap('b', { x: '1' })),
      watch(`${CONFIG_MAPS}?${INITIAL}`, 4, [post(CONFIG_MAPS, configMap('c'))]),
      watch(`${CONFIG_MAPS}?${INITIAL}&labelSelector=x%3D1`, 2),
      watch(`${CONFIG_MAPS}?${INITIAL}&labelSelector=x%3D7`, 1),
      watch(`${CONFIG_MAPS}?${INITIAL}&resourceVersion=0`, 4),
      watch(`${CONFIG_MAPS}?${INITIAL}`, 4, [], accepting(PARTIAL)),
      watch(`${CONFIG_MAPS}?${INITIAL}`, 4, [], accepting(TABLE)),
      watch(
        `${CONFIG_MAPS}?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion={0.metadata.resourceVersion}`,
        1,
      ),
    ]),
    independent('initial events', 'f-watches-initial', {
      'without match': watch(`${CONFIG_MAPS}?watch=1&sendInitialEvents=true&allowWatchBookmarks=true`, 1),
      'with exact match': watch(
        `${CONFIG_MAPS}?watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=Exact`,
        1,
      ),
      'without bookmarks': watch(
        `${CONFIG_MAPS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=1`,
        'end',
      ),
      'match without initial events': watch(`${CONFIG_MAPS}?watch=1&resourceVersionMatch=NotOlderThan`, 1),
      'match and version without initial events': watch(
        `${CONFIG_MAPS}?watch=1&resourceVersionMatch=NotOlderThan&resourceVersion=5`,
        1,
      ),
      'of a bad version': watch(
        `${CONFIG_MAPS}?watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan&resourceVersion=x`,
        1,
      ),
      'no boolean': watch(`${CONFIG_MAPS}?watch=1&sendInitialEvents=maybe`, 1),
    }),
    sequence('as tables', [
      watch(`${CONFIG_MAPS}?watch=1`, 4, life, accepting(TABLE)),
      watch(
        `${CONFIG_MAPS}?watch=1&includeObject=None`,
        1,
        [post(CONFIG_MAPS, configMap('b'))],
        accepting(TABLE),
      ),
      watch(
        `${CONFIG_MAPS}?watch=1&includeObject=Object`,
        2,
        [post(CONFIG_MAPS, configMap('c'))],
        accepting(TABLE),
      ),
    ]),
    sequence('as metadata', [watch(`${CONFIG_MAPS}?watch=1`, 4, life, accepting(PARTIAL))]),
    sequence('an object with a finalizer', [
      watch(`${CONFIG_MAPS}?watch=1`, 4, [
        post(CONFIG_MAPS, { metadata: { name: 'a', finalizers: ['example.com/x'] } }),
        del(`${CONFIG_MAPS}/a`),
        mergePatch(`${CONFIG_MAPS}/a`, { metadata: { labels: { still: 'here' } } }),
        mergePatch(`${CONFIG_MAPS}/a`, { metadata: { finalizers: null } }),
      ]),
    ]),
    sequence('a write that changes nothing is no event', [
      watch(`${CONFIG_MAPS}?watch=1`, 2, [
        post(CONFIG_MAPS, configMap('a')),
        mergePatch(`${CONFIG_MAPS}/a`, {}),
        put(`${CONFIG_MAPS}/a`, edited(0)),
        post(CONFIG_MAPS, configMap('end')),
      ]),
    ]),
    sequence('dry runs are no events', [
      watch(`${CONFIG_MAPS}?watch=1`, 2, [
        post(`${CONFIG_MAPS}?dryRun=All`, configMap('dry')),
        post(CONFIG_MAPS, configMap('a')),
        mergePatch(`${CONFIG_MAPS}/a?dryRun=All`, { data: { a: 'b' } }),
        del(`${CONFIG_MAPS}/a?dryRun=All`),
        del(`${CONFIG_MAPS}/a`),
      ]),
    ]),
    sequence('a pod through its subresources', [
      watch(`${PODS}?watch=1`, 5, [
        post(PODS, { metadata: { name: 'p' }, spec: podSpec }),
        post(`${PODS}/p/binding`, { target: { kind: 'Node', name: 'n' } }),
        mergePatch(`${PODS}/p/status`, { status: { phase: 'Running' } }),
        del(`${PODS}/p?gracePeriodSeconds=5`),
        del(`${PODS}/p?gracePeriodSeconds=0`),
      ]),
    ]),
    sequence('pods entering and leaving a node', [
      watch(`${PODS}?watch=1&fieldSelector=spec.nodeName%3Dn`, 2, [
        post(PODS, { metadata: { name: 'p' }, spec: podSpec }),
        post(`${PODS}/p/binding`, { target: { kind: 'Node', name: 'n' } }),
        del(`${PODS}/p?gracePeriodSeconds=0`),
      ]),
      watch(`${PODS}?watch=1&fieldSelector=status.phase%3DPending`, 2, [
        post(PODS, { metadata: { name: 'q' }, spec: podSpec }),
        mergePatch(`${PODS}/q/status`, { status: { phase: 'Running' } }),
      ]),
    ]),
    sequence('a collection is deleted one by one', [
      post(CONFIG_MAPS, configMap('a')),
      post(CONFIG_MAPS, configMap('b')),
      watch(`${CONFIG_MAPS}?watch=1&resourceVersion={1.metadata.resourceVersion}`, 2, [del(CONFIG_MAPS)]),
    ]),
    independent('refused', 'f-watches-refused', {
      'a version that is none': watch(`${CONFIG_MAPS}?watch=1&resourceVersion=x`, 1),
      'a version of the future': watch(
        `${CONFIG_MAPS}?watch=1&resourceVersion=99999999&timeoutSeconds=1`,
        'end',
      ),
      compacted: watch(`${CONFIG_MAPS}?watch=1&resourceVersion=1&timeoutSeconds=1`, 'end'),
      'a selector that is none': watch(`${CONFIG_MAPS}?watch=1&labelSelector=a%3D%3D%3Db`, 1),
      'a field nobody knows': watch(`${CONFIG_MAPS}?watch=1&fieldSelector=a.b%3Dc`, 1),
      'watch is no boolean': watch(`${CONFIG_MAPS}?watch=maybe&timeoutSeconds=1&labelSelector=never`, 'end'),
      'watch is false': get(`${CONFIG_MAPS}?watch=false&labelSelector=never`),
      'a timeout that is none': get(`${CONFIG_MAPS}?watch=1&timeoutSeconds=x`),
      'a media type nobody knows': watch(`${CONFIG_MAPS}?watch=1`, 1, [], accepting('text/plain')),
      'one second': watch(`${CONFIG_MAPS}?watch=1&timeoutSeconds=1&labelSelector=never`, 'end'),
      'an unknown resource': watch('/api/v1/namespaces/{ns}/nothings?watch=1', 1),
      'one object': watch(`${CONFIG_MAPS}/absent?watch=1&timeoutSeconds=1`, 'end'),
      'a kind without watch': watch('/api/v1/componentstatuses?watch=1', 1),
    }),
  ],
);
