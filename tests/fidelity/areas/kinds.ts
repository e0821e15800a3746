import { withEdits } from '../framework/edits.js';
import {
  area,
  del,
  edited,
  get,
  jsonPatch,
  mergePatch,
  post,
  put,
  sequence,
  strategicPatch,
} from '../framework/steps.js';
import type { Sequence, Step } from '../framework/steps.js';
import { collection, samples } from '../objects.js';
import type { Sample } from '../objects.js';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const PARTIAL = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
const PARTIAL_LIST = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
const accepting = (accept: string) => ({ headers: { accept } });

export const kinds = area(
  'kinds',
  'every verb, patch type, subresource and representation on a good object of each kind',
  samples.flatMap((sample) => [writes(sample), patches(sample), representations(sample), deletions(sample)]),
);

function title({ apiVersion, kind }: Sample, what: string): string {
  return `${apiVersion} ${kind}: ${what}`;
}

function writes(sample: Sample): Sequence {
  const list = collection(sample);
  const one = `${list}/{ns}-it`;
  const [path, value] = sample.change ?? ['metadata.labels', { a: 'b' }];
  return sequence(title(sample, 'create, read, replace'), [
    post(`${list}?dryRun=All`, sample.object),
    post(list, sample.object),
    post(list, sample.object),
    post(list, withEdits(sample.object, { 'metadata.name': undefined })),
    post(list, withEdits(sample.object, { 'metadata.name': 'Not_A_Name' })),
    post(list, withEdits(sample.object, { kind: 'Other' })),
    post(list, withEdits(sample.object, { 'metadata.name': '{ns}-else', 'metadata.resourceVersion': '1' })),
    post(
      `${list}?fieldValidation=Strict`,
      withEdits(sample.object, { 'metadata.name': '{ns}-strict', unknownField: 1 }),
    ),
    post(
      `${list}?fieldValidation=Warn&dryRun=All`,
      withEdits(sample.object, { 'metadata.name': '{ns}-warn', unknownField: 1 }),
    ),
    get(one),
    put(one, edited(1, { [path]: value })),
    put(one, edited(1, { [path]: value, 'metadata.labels': { changed: 'yes' } })),
    put(one, edited(9, { [path]: value, 'metadata.labels': { changed: 'yes' } })),
    get(one),
    put(`${one}?dryRun=All`, edited(-1, { 'metadata.labels': { dry: 'run' } })),
    put(one, edited(-1, { 'metadata.labels["bad label"]': 'x y' })),
    put(one, edited(13, { 'metadata.uid': '00000000-0000-0000-0000-000000000000' })),
    put(one, edited(13, { 'metadata.name': 'other' })),
    put(`${list}/{ns}-absent`, edited(13, { 'metadata.name': '{ns}-absent', 'metadata.uid': undefined })),
    put(one, edited(13, { 'metadata.finalizers': ['not a finalizer'] })),
    put(one, edited(13, { 'metadata.ownerReferences': [{ kind: 'x' }] })),
    get(one),
  ]);
}

function patches(sample: Sample): Sequence {
  const list = collection(sample);
  const one = `${list}/{ns}-it`;
  const [path, value] = sample.change ?? ['metadata.labels', { a: 'b' }];
  const change = withEdits({}, { [path]: value });
  const subresources = (sample.subresources ?? []).flatMap((name): Step[] => [
    get(`${one}/${name}`),
    mergePatch(
      `${one}/${name}`,
      name === 'scale' ? { spec: { replicas: 7 } } : { metadata: { annotations: { of: 'status' } } },
    ),
    put(
      `${one}/${name}`,
      edited(-1, name === 'scale' ? { 'spec.replicas': 4 } : { 'metadata.annotations': { by: 'put' } }),
    ),
    put(`${one}/${name}`, edited(-1, { 'metadata.resourceVersion': '1' })),
    get(one),
  ]);
  return sequence(title(sample, 'patch, subresources'), [
    post(list, sample.object),
    mergePatch(one, change),
    mergePatch(one, change),
    strategicPatch(one, { metadata: { labels: { strategic: 'yes', app: null } } }),
    jsonPatch(one, [{ op: 'add', path: '/metadata/annotations', value: { json: 'patch' } }]),
    jsonPatch(one, [{ op: 'test', path: '/metadata/name', value: 'nope' }]),
    mergePatch(one, { metadata: { resourceVersion: '1' } }),
    mergePatch(one, { metadata: { name: 'other' } }),
    mergePatch(one, { metadata: { labels: { 'bad key!': 'x' } } }),
    mergePatch(`${one}?dryRun=All`, { metadata: { labels: { dry: 'run' } } }),
    mergePatch(`${one}?fieldValidation=Strict`, { nonsense: true }),
    mergePatch(`${one}?fieldValidation=Warn`, { nonsense: true }),
    mergePatch(`${list}/{ns}-absent`, {}),
    mergePatch(one, 'not json'),
    get(one),
    ...subresources,
  ]);
}

function representations(sample: Sample): Sequence {
  const list = collection(sample);
  const one = `${list}/{ns}-it`;
  const selected = `${list}?labelSelector=only%3D{ns}`;
  return sequence(title(sample, 'representations'), [
    post(list, withEdits(sample.object, { 'metadata.labels': { only: '{ns}' } })),
    get(one, accepting(TABLE)),
    get(one, accepting(PARTIAL)),
    get(one, accepting('application/yaml')),
    get(one, accepting('application/vnd.kubernetes.protobuf')),
    get(one, accepting('text/plain')),
    get(selected),
    get(selected, accepting(TABLE)),
    get(`${selected}&includeObject=Object`, accepting(TABLE)),
    get(`${selected}&includeObject=None`, accepting(TABLE)),
    get(selected, accepting(PARTIAL_LIST)),
    get(selected, accepting('application/vnd.kubernetes.protobuf')),
    get(selected, accepting('application/yaml')),
    get(`${list}?labelSelector=only%3Dnobody`, accepting(TABLE)),
    get(`${list}?fieldSelector=metadata.name%3D{ns}-it`),
    get(`${list}?fieldSelector=spec.nonsense%3Dx`),
    get(`${list}?labelSelector=a%3D%3D%3Db`),
  ]);
}

function deletions(sample: Sample): Sequence {
  const list = collection(sample);
  const one = `${list}/{ns}-it`;
  return sequence(title(sample, 'delete'), [
    post(
      list,
      withEdits(sample.object, {
        'metadata.finalizers': ['example.com/wait'],
        'metadata.labels': { only: '{ns}' },
      }),
    ),
    del(one, { preconditions: { uid: 'wrong' } }),
    del(one, { preconditions: { resourceVersion: '1' } }),
    del(`${one}?dryRun=All`),
    del(one),
    del(one),
    get(one),
    mergePatch(one, { metadata: { finalizers: ['example.com/wait', 'example.com/more'] } }),
    mergePatch(one, { metadata: { finalizers: null } }),
    get(one),
    del(one),
    post(list, withEdits(sample.object, { 'metadata.labels': { only: '{ns}' } })),
    del(`${list}?labelSelector=only%3D{ns}&dryRun=All`),
    del(`${list}?labelSelector=only%3D{ns}`),
    get(`${list}?labelSelector=only%3D{ns}`),
    del(`${one}?propagationPolicy=Sideways`),
  ]);
}
