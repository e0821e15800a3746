import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Shell } from './shell.js';

const command = `node ${fileURLToPath(new URL('../../packages/cli/bin/kubewright.js', import.meta.url))}`;

/** As the commands that made kubebuilder's testdata/project-v4: every sort of kind, controller and webhook that there is. */
const COMMANDS = [
  'api --group crew --version v1 --kind Captain',
  'api --group crew --version v1 --kind Captain --resource=false --controller-name captain-backup',
  'webhook --group crew --version v1 --kind Captain --defaulting --programmatic-validation',
  'api --group crew --version v1 --kind FirstMate',
  'api --group crew --version v2 --kind FirstMate --controller=false',
  'webhook --group crew --version v1 --kind FirstMate --conversion --spoke v2',
  'api --group crew --version v1 --kind Sailor',
  'webhook --group crew --version v1 --kind Sailor --defaulting --defaulting-path /custom-mutate --programmatic-validation --validation-path /custom-validate',
  'api --group crew --version v1 --kind Admiral --plural admirales --namespaced=false',
  'webhook --group crew --version v1 --kind Admiral --plural admirales --defaulting',
  'webhook --group crew --version v1 --kind Admiral --plural admirales --programmatic-validation',
  'api --group cert-manager --version v1 --kind Certificate --resource=false --external-api-path src/external/certificate.ts --external-api-domain io',
  'webhook --group cert-manager --version v1 --kind Certificate --defaulting',
  'api --group core --version v1 --kind Pod --resource=false',
  'webhook --group core --version v1 --kind Pod --defaulting',
  'api --group apps --version v1 --kind Deployment --resource=false',
  'webhook --group apps --version v1 --kind Deployment --defaulting --programmatic-validation',
  'api --group networking --version v1 --kind Ingress --resource=false',
];

/** A second group, whose kind has the name of another. */
const MULTIGROUP = [
  'api --group sea-creatures --version v1beta1 --kind Captain',
  'webhook --group sea-creatures --version v1beta1 --kind Captain --defaulting',
];

/** What `kubewright import --external` would write. */
const CERTIFICATE = `import { defineKind } from 'kubewright';
import type { CustomResource } from 'kubewright';

// +kubebuilder:skip
export interface Certificate extends CustomResource<{ secretName?: string }, object> {}
export const Certificate = defineKind<Certificate>({ group: 'cert-manager.io', version: 'v1', kind: 'Certificate' });
`;

describe.each([
  { layout: 'one group', flags: '', more: [], tests: 24 },
  {
    layout: 'several groups, one namespace, no license, certificates of its own',
    flags: '--multigroup --namespaced --license none --certificates operator',
    more: MULTIGROUP,
    tests: 27,
  },
])('a project of all sorts of kinds: $layout', ({ flags, more, tests }) => {
  let shell: Shell;
  beforeAll(async () => {
    shell = new Shell(await mkdtemp(path.join(tmpdir(), 'first-hour-kinds-')));
  });
  afterAll(() => rm(shell.cwd, { recursive: true, force: true }));

  it('compiles under every strict setting, has everything generated, and passes its tests', async () => {
    await shell.succeed(`${command} init --domain testproject.org --project-name project-v4 ${flags}`.trim());
    await mkdir(path.join(shell.cwd, 'src/external'));
    await writeFile(path.join(shell.cwd, 'src/external/certificate.ts'), CERTIFICATE);
    for (const one of [...COMMANDS, ...more]) await shell.succeed(`${command} create ${one}`);

    await shell.succeed(`${command} generate --samples --check`);
    await shell.succeed('npx tsc --noUnusedLocals --noUnusedParameters --exactOptionalPropertyTypes');
    expect(await shell.succeed('npm test')).toMatch(new RegExp(`Tests +${tests} passed`));
    await shell.succeed(`${command} generate --samples --check`);
    await shell.succeed(`${command} build`);
  }, 300_000);
});
