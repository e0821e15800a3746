import type { ProjectConfig, ProjectResource } from '../../model.js';
import { keepsStatusOf } from './controller.js';
import { controllerNames, withArticle } from './names.js';
import { testFile } from './test-file.js';
import { sampleFunction } from './test-objects.js';

/** A test of a controller that passes as it is. */
export function controllerTest(config: ProjectConfig, resource: ProjectResource, name: string): string {
  const { kind } = resource;
  const { identifier, file } = controllerNames(config, resource, name);
  const common = {
    file,
    subject: `the controller ${name}`,
    tested: [identifier],
    option: 'controllers',
  } as const;
  const sample = sampleFunction(resource, 'sample', kind);
  if (sample === undefined) return testFile(config, resource, { ...common, tests: [emptyTest(kind)] });
  const helpers = [sample];
  return keepsStatusOf(config, resource, name)
    ? testFile(config, resource, {
        ...common,
        uses: ['isStatusConditionTrue'],
        helpers,
        tests: statusTests(kind, identifier),
      })
    : testFile(config, resource, { ...common, helpers, tests: [plainTest(kind)] });
}

function statusTests(kind: string, identifier: string): string[] {
  return [
    `it('says of ${withArticle(kind)} that it is available', async () => {
  await env.client.create(sample('fine'));
  await env.settled();

  const { metadata, status } = await env.client.get(${kind}, 'fine');
  expect(isStatusConditionTrue(status?.conditions, 'Available')).toBe(true);
  expect(status?.observedGeneration).toBe(metadata.generation);
  // TODO(user): check what else the controller promises.
});
`,
    `it('writes nothing once it has converged, not even after a restart', async () => {
  await env.client.create(sample('quiet'));
  await env.settled();
  const before = await env.client.get(${kind}, 'quiet');

  const restarted = await env.startManager([${identifier}]);
  await env.settled();
  await restarted.stop();
  expect(await env.client.get(${kind}, 'quiet')).toEqual(before);
});
`,
  ];
}

function plainTest(kind: string): string {
  return `it('reconciles ${withArticle(kind)}, and leaves its spec as it is', async () => {
  const created = await env.client.create(sample('fine'));
  await env.settled();

  const { metadata } = await env.client.get(${kind}, 'fine');
  expect(metadata.generation).toBe(created.metadata.generation);
  // TODO(user): check what the controller promises.
});
`;
}

function emptyTest(kind: string): string {
  return `it('has nothing to do where there is no ${kind}', async () => {
  await env.settled();
  expect((await env.client.list(${kind})).items).toEqual([]);
  // TODO(user): create ${withArticle(kind)}, and check what the controller promises.
});
`;
}
