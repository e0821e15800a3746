import { readFileSync } from 'node:fs';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { describe, expect, it } from 'vitest';
import { fieldErrorCause } from '../errors/field-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { customResourceSchema } from './custom-resource-schema.js';

interface Verdict {
  readonly schema: string;
  readonly spec: unknown;
  readonly code: number;
  readonly causes?: unknown[];
  readonly stored?: unknown;
  readonly warnings?: string[];
  readonly message?: string;
}

/** What kube-apiserver 1.36.1 answered to a create of `{ spec }` under the schema, with fieldValidation=Warn. */
const verdicts = JSON.parse(
  readFileSync(new URL('./testdata/field-errors.json', import.meta.url), 'utf8'),
) as {
  schemas: Record<string, JSONSchemaProps>;
  cases: Verdict[];
};

const object = (spec: unknown): ApiObject => ({
  apiVersion: 'e.com/v1',
  kind: 'Kind',
  metadata: { name: 'a' },
  spec,
});

describe('customResourceSchema', () => {
  it.each(verdicts.cases)('judges $spec under "$schema" as the real server does', (verdict) => {
    const schema = customResourceSchema({
      type: 'object',
      properties: { spec: verdicts.schemas[verdict.schema]! },
    });
    const subject = object(structuredClone(verdict.spec));
    if (verdict.code === 400) {
      expect(() => schema.decode(subject)).toThrow(verdict.message);
      return;
    }
    const warnings = schema.decode(subject).map((path) => `unknown field ${JSON.stringify(path)}`);
    schema.applyDefaults(subject);
    expect(schema.validate(subject).map(fieldErrorCause)).toEqual(verdict.causes ?? []);
    if (verdict.code === 201) {
      expect(warnings).toEqual(verdict.warnings ?? []);
      expect(subject['spec'] ?? null).toEqual(verdict.stored ?? null);
    }
  });
});
