import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCoreTypeMatcher, importTypes, readKinds } from '@kubewright/generator';
import { beforeAll, describe, expect, it } from 'vitest';
import { roundTrip } from './support/round-trip.js';
import { typeErrors } from './support/type-errors.js';

const hasGo = spawnSync('go', ['version']).status === 0;

/** Where widely used operators keep their definitions in their Go modules. */
const PROJECTS = [
  ['cert-manager', 'github.com/cert-manager/cert-manager@v1.21.2', 'deploy/crds', 6],
  [
    'Prometheus operator',
    'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    'example/prometheus-operator-crd-full',
    10,
  ],
  ['Gateway API', 'sigs.k8s.io/gateway-api@v1.3.0', 'config/crd/experimental', 11],
  ['KEDA', 'github.com/kedacore/keda/v2@v2.17.0', 'config/crd/bases', 6],
  ['Argo CD', 'github.com/argoproj/argo-cd/v3@v3.4.0', 'manifests/crds', 3],
] as const;

/** From the module cache, or into it. */
function definitionsOf(module: string, folder: string): string[] {
  // Outside of any module, whose go.mod would have a say.
  const answer = execFileSync('go', ['mod', 'download', '-json', module], {
    cwd: tmpdir(),
    encoding: 'utf8',
  });
  const directory = path.join((JSON.parse(answer) as { Dir: string }).Dir, folder);
  return readdirSync(directory)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(path.join(directory, name), 'utf8'));
}

describe.skipIf(!hasGo)('types imported from the definitions of others (needs Go for their modules)', () => {
  describe.each(PROJECTS)('%s', (_, module, folder, count) => {
    let texts: string[];
    beforeAll(() => {
      texts = definitionsOf(module, folder);
    }, 600_000);

    it('compile under the strictest settings', () => {
      const kinds = texts.flatMap((text) => readKinds(text, module));
      const coreTypes = createCoreTypeMatcher();
      expect(typeErrors(importTypes({ kinds, coreTypes, packageName: '@kubewright/api' }))).toEqual([]);
    });

    it('give definitions that are valid, and equivalent to those that they came from', async () => {
      const { findings, differences } = await roundTrip(texts);
      expect(findings).toEqual([]);
      const names = Object.keys(differences);
      expect(names).toHaveLength(count);
      expect(differences).toEqual(Object.fromEntries(names.map((name) => [name, []])));
    });
  });
});
