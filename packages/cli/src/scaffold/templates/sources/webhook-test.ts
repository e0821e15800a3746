import type { ProjectConfig, ProjectResource } from '../../model.js';
import { apiFile, camelCase, importPath, withArticle } from './names.js';
import { importLine } from './source-text.js';
import { testFile } from './test-file.js';
import { sampleFunction } from './test-objects.js';
import { spokeAlias, spokesOf, webhookNames } from './webhook.js';

/** A test of a kind's webhooks that passes as they are. */
export function webhookTest(config: ProjectConfig, resource: ProjectResource): string {
  const { kind, version, webhooks } = resource;
  const { file, webhook, conversion } = webhookNames(config, resource);
  const spokes = spokesOf(config, resource);
  const sample = webhook === undefined ? undefined : sampleFunction(resource, 'sample', kind);
  const tests = [
    ...(sample !== undefined && webhooks?.defaulting === true ? [defaulterTest(kind)] : []),
    ...(sample !== undefined && webhooks?.validation === true ? [validatorTest(kind)] : []),
    ...spokes.map((spoke) => conversionTest(resource, spoke)),
  ];
  return testFile(config, resource, {
    file,
    subject: `the webhooks of ${kind} ${version}`,
    tested: [webhook, conversion].filter((name) => name !== undefined),
    option: 'webhooks',
    uses: sample !== undefined && webhooks?.validation === true ? ['mergePatch'] : [],
    imports: spokes.map((spoke) =>
      importLine([`${kind} as ${spokeAlias(spoke)}`], importPath(file, apiFile(config, spoke))),
    ),
    helpers: [
      ...(sample === undefined ? [] : [sample]),
      ...spokes.map((spoke) => sampleFunction(spoke, sampleOf(spoke), spokeAlias(spoke)) ?? ''),
    ],
    tests: tests.length > 0 ? tests : [emptyTest(kind)],
  });
}

/** `sampleV2` */
const sampleOf = (spoke: ProjectResource): string => camelCase(`sample-${spoke.version}`);

function defaulterTest(kind: string): string {
  return `it('lets ${withArticle(kind)} be created that leaves everything open', async () => {
  const created = await env.client.create(sample('open'));
  expect(created.metadata.name).toBe('open');
  // TODO(user): check what the defaulter fills in.
});
`;
}

function validatorTest(kind: string): string {
  return `it('lets ${withArticle(kind)} be created and changed that is in order', async () => {
  const created = await env.client.create(sample('in-order'));
  const labels = { changed: 'true' };
  const change = mergePatch({ metadata: { labels } });
  const changed = await env.client.patch(${kind}, created.metadata, change);
  expect(changed.metadata.labels).toMatchObject(labels);
  // TODO(user): check that the validator refuses what it should:
  // await expect(env.client.create(bad)).rejects.toThrow('spec.size: Invalid value');
});
`;
}

function emptyTest(kind: string): string {
  return `it('are registered', async () => {
  expect((await env.client.list(${kind})).items).toEqual([]);
  // TODO(user): create ${withArticle(kind)}, and check what the webhooks make of it.
});
`;
}

function conversionTest({ kind, version }: ProjectResource, spoke: ProjectResource): string {
  const alias = spokeAlias(spoke);
  const name = `from-${spoke.version}`;
  return `it('turns ${spoke.version} into ${version} and back, and loses nothing', async () => {
  const created = await env.client.create(${sampleOf(spoke)}('${name}'));
  const hub = await env.client.get(${kind}, '${name}');
  expect(hub.apiVersion).toBe(${kind}.apiVersion);
  expect(hub.metadata.uid).toBe(created.metadata.uid);

  const back = await env.client.get(${alias}, '${name}');
  expect(back.spec).toEqual(created.spec);
  // TODO(user): set the fields that the versions name differently, and check them in both.
});
`;
}
