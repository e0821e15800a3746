import type { CSINode, CSINodeDriver } from '@kubewright/api/storage/v1';
import { child, duplicate, index, invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, column, NAME } from '../shared/columns.js';
import { driverName } from '../shared/driver-name.js';
import { age } from '../shared/duration.js';
import { goStruct } from '../shared/go-struct.js';
import { IMMUTABLE_MESSAGE, sameValue } from '../shared/immutable.js';
import { nonNegative } from '../shared/numbers.js';
import { qualifiedName } from '../shared/rules.js';

const MAX_NODE_ID_LENGTH = 256;

/** registry/storage/csinode/strategy.go. */
export const csiNode = behaviour<CSINode>({
  group: 'storage.k8s.io',
  kind: 'CSINode',
  hasGeneration: false,
  validate: ({ spec }) => {
    const errors: FieldError[] = [];
    const names = new Set<string>();
    spec.drivers?.forEach((driver, i) => {
      const at = index('spec.drivers', i);
      driverRules(errors, at, driver);
      if (names.has(driver.name)) errors.push(duplicate(child(at, 'name'), driver.name));
      names.add(driver.name);
    });
    return errors;
  },
  validateUpdate: ({ spec }, old) => {
    const errors: FieldError[] = [];
    for (const before of old.spec.drivers ?? []) {
      for (const driver of spec.drivers ?? []) {
        if (driver.name !== before.name || sameValue(fixedPart(driver), fixedPart(before))) continue;
        errors.push(invalid('spec.drivers', fixedPart(driver), IMMUTABLE_MESSAGE));
      }
    }
    return errors;
  },
  table: {
    columns: [
      NAME,
      column('Drivers', 'integer', 'Drivers indicates the number of CSI drivers registered on the node'),
      AGE,
    ],
    row: ({ metadata, spec = { drivers: [] } }, nowMs) => [
      metadata?.name,
      spec.drivers?.length ?? 0,
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

const FIXED = { name: '', nodeID: '', topologyKeys: null, allocatable: null };

/** What no update of a driver changes, as the real server prints it. */
const fixedPart = (driver: CSINodeDriver): object => goStruct({ ...driver, allocatable: undefined }, FIXED);

function driverRules(errors: FieldError[], path: string, driver: CSINodeDriver): void {
  driverName(errors, child(path, 'name'), driver.name);
  const { nodeID, topologyKeys } = driver;
  if (!nodeID) errors.push(required(child(path, 'nodeID')));
  else if (nodeID.length > MAX_NODE_ID_LENGTH) {
    const message = `must be ${MAX_NODE_ID_LENGTH} characters or less`;
    errors.push(invalid(child(path, 'nodeID'), nodeID, message));
  }
  nonNegative(errors, child(path, 'allocatable.count'), driver.allocatable?.count);
  topologyKeys?.forEach((key, i) => {
    if (key === '') errors.push(required(path));
    if (topologyKeys.indexOf(key) < i) errors.push(duplicate(path, key));
    qualifiedName(errors, path, key);
  });
}
