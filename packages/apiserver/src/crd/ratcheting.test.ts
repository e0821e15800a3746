import { readFileSync } from 'node:fs';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { describe, expect, it } from 'vitest';
import { fieldErrorCause } from '../errors/field-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { customResourceSchema } from './custom-resource-schema.js';

interface Update {
  readonly case: string;
  readonly status: boolean;
  readonly spec: unknown;
  readonly statusValue: unknown;
  readonly causes: unknown[];
}

/** Updates of an object that its schema, tightened since, no longer allows, and what kube-apiserver 1.36.1 said. */
const { schema, old, cases } = JSON.parse(
  readFileSync(new URL('./testdata/ratcheting.json', import.meta.url), 'utf8'),
) as { schema: JSONSchemaProps; old: { spec: unknown; status: unknown }; cases: Update[] };

const object = (spec: unknown, status: unknown): ApiObject => ({
  apiVersion: 'e.com/v1',
  kind: 'Rat',
  metadata: { name: 'r' },
  spec,
  status,
});

describe('ratcheting', () => {
  it.each(cases)(
    'judges the update "$case" as the real server does',
    ({ status, spec, statusValue, causes }) => {
      const compiled = customResourceSchema(schema);
      const before = object(old.spec, old.status);
      const after = object(spec, statusValue);
      const errors = status ? compiled.validateStatus(after, before) : compiled.validate(after, before);
      expect(errors.map(fieldErrorCause)).toEqual(causes);
    },
  );
});
