import type { ProjectConfig, ProjectResource } from '../../model.js';
import {
  apiFile,
  camelCase,
  capitalized,
  importPath,
  kindModule,
  versionsOf,
  withArticle,
  apiGroupOf,
} from './names.js';
import { draftOf, standInDefinition } from './test-objects.js';
import { webhookNames } from './webhook.js';

/** A test of a kind's webhooks that passes as they are. */
export function webhookTest(config: ProjectConfig, resource: ProjectResource): string {
  const { kind, version } = resource;
  const { file, webhook, conversion } = webhookNames(config, resource);
  const definitions = [webhook, conversion].filter((name) => name !== undefined);
  const { defaulting = false, validation = false, spoke = [] } = resource.webhooks ?? {};
  const spokes =
    conversion === undefined ? [] : versionsOf(config, resource).filter((one) => spoke.includes(one.version));
  const object = camelCase(kind);
  const isOwn = resource.api !== undefined;
  const up = file
    .split('/')
    .slice(1)
    .map(() => '..')
    .join('/');
  const draft = draftOf(resource, 'sample');
  const tests = [
    ...(defaulting && draft !== undefined ? [admissionTest('fills in what is open of', 'default')] : []),
    ...(validation && draft !== undefined ? [admissionTest('lets pass', 'valid')] : []),
    ...spokes.map((one) => conversionTest(resource, one)),
    ...(draft === undefined ? [registeredTest(kind)] : []),
  ];
  function admissionTest(does: string, name: string): string {
    const what =
      name === 'default' ? 'what your defaulter fills in' : 'that your validator refuses what it should';
    return `  it('${does} ${withArticle(kind)}', async () => {
    const ${object} = await env.client.create(${draftOf(resource, name) ?? ''});
    expect(${object}.metadata.uid).toBeDefined();
    // TODO(user): check ${what}.
  });
`;
  }
  const crds = resource.external !== undefined ? 'crds: [definition], ' : isOwn ? 'crds, ' : '';
  return `${isOwn ? `import path from 'node:path';\n` : ''}${resource.external === undefined ? '' : `import { CustomResourceDefinition } from 'kubewright/apiextensions/v1';\n`}import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ${kind} } from '${kindModule(config, resource, file)}';
${spokes.map((one) => `import { ${kind} as ${kind}${capitalized(one.version)} } from '${importPath(file, apiFile(config, one))}';\n`).join('')}import { ${definitions.join(', ')} } from '${importPath(file, file)}';

${isOwn ? `const crds = path.resolve(import.meta.dirname, '${up}/config/crd/bases');\n\n` : ''}${resource.external === undefined ? '' : `${standInDefinition(resource, apiGroupOf(resource))}\n`}describe('the webhooks of ${kind} ${version}', () => {
  let env: TestEnvironment;
  beforeAll(async () => {
    env = await startTestEnvironment({ ${crds}webhooks: [${definitions.join(', ')}] });
  }, 60_000);
  afterAll(() => env.stop());

${tests.join('\n')}});
`;
}

function registeredTest(kind: string): string {
  return `  it('are registered, and asked about no other kind', async () => {
    expect((await env.client.list(${kind})).items).toEqual([]);
    // TODO(user): create ${withArticle(kind)}, and check what your webhooks make of it.
  });
`;
}

function conversionTest(hub: ProjectResource, spoke: ProjectResource): string {
  const { kind } = hub;
  const alias = `${kind}${capitalized(spoke.version)}`;
  const draft = draftOf(spoke, `from-${spoke.version}`)?.replace(`${kind}(`, `${alias}(`) ?? '';
  return `  it('turns version ${spoke.version} into ${hub.version} and back, and loses nothing', async () => {
    const ${camelCase(alias)} = await env.client.create(${draft});
    const hub = await env.client.get(${kind}, 'from-${spoke.version}');
    expect(hub.apiVersion).toBe(${kind}.apiVersion);
    expect(hub.metadata.uid).toBe(${camelCase(alias)}.metadata.uid);
    expect((await env.client.get(${alias}, 'from-${spoke.version}')).spec).toEqual(${camelCase(alias)}.spec);
    // TODO(user): set fields that the versions call by different names, and check them.
  });
`;
}
