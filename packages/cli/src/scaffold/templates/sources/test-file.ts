import type { ProjectConfig, ProjectResource } from '../../model.js';
import { qualifiedGroup } from '../../resources.js';
import { kindModule } from './names.js';
import { fitting, importLine, indented } from './source-text.js';
import { standInDefinition } from './test-objects.js';

export interface TestFile {
  /** The file under test; the test stands beside it. */
  readonly file: string;
  /** What `describe` says. */
  readonly subject: string;
  /** The names that are imported from the file under test. */
  readonly tested: readonly string[];
  /** The option of `startTestEnvironment` for them. */
  readonly option: 'controllers' | 'webhooks';
  /** Names that are imported from `kubewright`. */
  readonly uses?: readonly string[];
  /** More imports, as whole lines. */
  readonly imports?: readonly string[];
  /** Functions for the tests. */
  readonly helpers?: readonly string[];
  /** Each an `it`. */
  readonly tests: readonly string[];
}

/** A file of tests around one environment. */
export function testFile(config: ProjectConfig, resource: ProjectResource, test: TestFile): string {
  const { file, subject, tested, option, uses = [], imports = [], helpers = [], tests } = test;
  const isExternal = resource.external !== undefined;
  const hasDefinitions = resource.api !== undefined;
  const lines = [
    ...(hasDefinitions ? [`import path from 'node:path';`] : []),
    ...(uses.length === 0 ? [] : [importLine(uses, 'kubewright')]),
    ...(isExternal ? [importLine(['CustomResourceDefinition'], 'kubewright/apiextensions/v1')] : []),
    `import { startTestEnvironment } from '@kubewright/testing';`,
    `import type { TestEnvironment } from '@kubewright/testing';`,
    `import { afterAll, beforeAll, describe, expect, it } from 'vitest';`,
    importLine([resource.kind], kindModule(config, resource, file)),
    ...imports,
    importLine(tested, `./${file.slice(file.lastIndexOf('/') + 1).replace(/\.ts$/, '.js')}`),
  ];
  const toProject = '../'.repeat(file.split('/').length - 1);
  const before = [
    ...(hasDefinitions
      ? [`const crds = path.resolve(import.meta.dirname, '${toProject}config/crd/bases');\n`]
      : []),
    ...(isExternal ? [standInDefinition(resource, qualifiedGroup(resource))] : []),
    ...helpers,
  ];
  const settings = [
    ...(isExternal ? ['crds: [definition]'] : hasDefinitions ? ['crds'] : []),
    `${option}: [${tested.join(', ')}]`,
  ];
  const start = fitting(
    4,
    `env = await startTestEnvironment({ ${settings.join(', ')} });`,
    `env = await startTestEnvironment({\n${settings.map((one) => `  ${one},\n`).join('')}});`,
  );
  return `${lines.join('\n')}

${before.map((part) => `${part}\n`).join('')}describe('${subject}', () => {
  let env: TestEnvironment;
  // The embedded control plane; with KUBEWRIGHT_TEST_TARGET=kube the etcd and kube-apiserver of KUBEBUILDER_ASSETS.
  beforeAll(async () => {
${indented(start, 4)}
  }, 60_000);
  afterAll(() => env.stop());

${tests.map((one) => indented(one)).join('\n')}});
`;
}
