import type { ProjectConfig, ProjectResource } from '../../model.js';
import { keepsStatusOf } from './controller.js';
import { apiGroupOf, camelCase, controllerNames, importPath, kindModule, withArticle } from './names.js';
import { draftOf, standInDefinition } from './test-objects.js';

/** A test of a controller that passes as it is. */
export function controllerTest(config: ProjectConfig, resource: ProjectResource, name: string): string {
  const { kind } = resource;
  const { identifier, file } = controllerNames(config, resource, name);
  const keepsStatus = keepsStatusOf(config, resource, name);
  const object = camelCase(kind);
  const crds = config.resources.some(({ api }) => api !== undefined) ? 'own' : 'none';
  const environment =
    resource.external !== undefined ? `crds: [definition], ` : resource.core ? '' : `crds, `;
  const needsPath = environment === 'crds, ' && crds === 'own';
  const toRoot = file
    .split('/')
    .slice(1)
    .map(() => '..')
    .join('/');
  return `${needsPath ? `import path from 'node:path';\n` : ''}${keepsStatus ? `import { isStatusConditionTrue } from 'kubewright';\n` : ''}${resource.external === undefined ? '' : `import { CustomResourceDefinition } from 'kubewright/apiextensions/v1';\n`}import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ${kind} } from '${kindModule(config, resource, file)}';
import { ${identifier} } from '${importPath(file, file)}';

${needsPath ? `const crds = path.resolve(import.meta.dirname, '${toRoot}/config/crd/bases');\n\n` : ''}${resource.external === undefined ? '' : `${standInDefinition(resource, apiGroupOf(resource))}\n`}describe('the controller ${name}', () => {
  let env: TestEnvironment;
  // The embedded control plane; KUBEWRIGHT_TEST_TARGET=kube takes etcd and kube-apiserver of KUBEBUILDER_ASSETS.
  beforeAll(async () => {
    env = await startTestEnvironment({ ${environment}controllers: [${identifier}] });
  }, 60_000);
  afterAll(() => env.stop());

${keepsStatus ? statusTest(resource, object, identifier) : plainTest(resource, object)}});
`;
}

function statusTest(resource: ProjectResource, object: string, identifier: string): string {
  const { kind } = resource;
  return `  it('says of ${withArticle(kind)} that it is available', async () => {
    await env.client.create(${draftOf(resource, 'sample')});
    await env.settled();

    const ${object} = await env.client.get(${kind}, 'sample');
    expect(isStatusConditionTrue(${object}.status?.conditions, 'Available')).toBe(true);
    expect(${object}.status?.observedGeneration).toBe(${object}.metadata.generation);
    // TODO(user): check what else your controller promises.
  });

  it('writes nothing once it has converged, not even after a restart', async () => {
    await env.client.create(${draftOf(resource, 'quiet')});
    await env.settled();
    const before = await env.client.get(${kind}, 'quiet');
    const restarted = await env.startManager([${identifier}]);
    await env.settled();
    await restarted.stop();
    expect(await env.client.get(${kind}, 'quiet')).toEqual(before);
  });
`;
}

function plainTest(resource: ProjectResource, object: string): string {
  const { kind } = resource;
  if (draftOf(resource, 'sample') === undefined)
    return `  it('has nothing to do where there is no ${kind}', async () => {
    await env.settled();
    expect((await env.client.list(${kind})).items).toEqual([]);
    // TODO(user): create ${withArticle(kind)}, and check what your controller promises.
  });
`;
  return `  it('reconciles ${withArticle(kind)} and leaves its spec as it is', async () => {
    const ${object} = await env.client.create(${draftOf(resource, 'sample')});
    await env.settled();

    expect((await env.client.get(${kind}, 'sample')).metadata.generation).toBe(${object}.metadata.generation);
    // TODO(user): check what your controller promises.
  });
`;
}
