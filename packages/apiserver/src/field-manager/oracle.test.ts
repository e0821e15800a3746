import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deepClone, parseApiVersion } from '@kubewright/api';
import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../kinds/behaviour.js';
import { builtinResources } from '../resources/builtin-resources.js';
import { ResourceTable } from '../resources/resource-table.js';
import { ManualClock } from '../test-support/manual-clock.js';
import { FieldManagers } from './field-managers.js';
import { setManagedFields } from './set-managed-fields.js';

// One object of each kind, every field filled, as Kubernetes' own suites keep them (k8s.io/api testdata).
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const oracles = process.env['KUBEWRIGHT_ORACLES'] ?? path.join(root, '../shared/oracles');
const folder = path.join(oracles, 'kubernetes-objects');

const resources = new ResourceTable(builtinResources());
const managers = new FieldManagers({ clock: new ManualClock(), resources });

const cases = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => {
        const object = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as ApiObject;
        const { group, version } = parseApiVersion(object.apiVersion ?? '');
        const resource = resources
          .all()
          .find((one) => one.kind === object.kind && one.group === group && one.version === version);
        return resource === undefined ? [] : [{ name: file.slice(0, -'.json'.length), object, resource }];
      })
  : [];

// Skipped where the folder is not there: these objects are not kept in this repository.
describe.skipIf(cases.length === 0)('the oracles of KUBEWRIGHT_ORACLES', () => {
  it.each(cases)('$name is what it was after it was applied', ({ object, resource }) => {
    const config = deepClone(object);
    setManagedFields(config, undefined);
    // Fields that Kubernetes 1.36 does not have.
    resource.schema.decode(config);
    const manager = managers.of(resource);

    const applied = manager.apply(undefined, config, 'oracle', false);
    const entries = applied.metadata.managedFields ?? [];
    const again = manager.apply(applied, config, 'oracle', false);
    expect(again).toEqual(applied);
    setManagedFields(applied, undefined);
    expect(applied).toEqual(config);

    expect(entries.map(({ manager: owner }) => owner)).toEqual(['oracle']);
    const other = manager.apply(
      { ...applied, metadata: { ...applied.metadata, managedFields: entries } },
      config,
      'other',
      false,
    );
    const [one, two] = other.metadata.managedFields ?? [];
    expect(one?.fieldsV1).toEqual(two?.fieldsV1);
  });
});
