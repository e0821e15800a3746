import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { isApiError } from '@kubewright/client';
import { CHANGE_RULES, compareDefinitions } from '@kubewright/generator';
import type { ChangeSeverity } from '@kubewright/generator';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaChanges } from './compatibility/cases.js';
import { definitionChanges, statesOf } from './compatibility/definition-cases.js';
import { definitionsOf, serverVerdict } from './compatibility/verdict.js';
import type { Verdict } from './compatibility/verdict.js';

/** What `compareDefinitions` says of a change is what a server makes of an object that was stored before it. */
let env: TestEnvironment;
let verdicts: readonly Verdict[] = [];

beforeAll(async () => {
  env = await startTestEnvironment();
  verdicts = await Promise.all(schemaChanges.map((change, index) => serverVerdict(env, change, index)));
}, 110_000);
afterAll(() => env.stop());

function severityOf({ readable, writable, appliable, creatable }: Verdict): ChangeSeverity {
  if (!readable || !writable || !appliable) return 'breaksObjects';
  return creatable ? 'harmless' : 'breaksClients';
}

describe('the severity of a change is the verdict of the server', () => {
  it.each(schemaChanges.map((change, index) => [change.what, index] as const))('when %s', (_, index) => {
    const change = schemaChanges[index];
    const verdict = verdicts[index];
    if (change === undefined || verdict === undefined) return expect.unreachable();
    // Without the field that tells when the definition is in force.
    const findings = compareDefinitions(...definitionsOf(change, index)).filter(
      ({ path }) => path !== '.seen',
    );
    expect(findings.map(({ code }) => code).sort()).toEqual([...change.codes].sort());
    const worst = findings[0]?.severity;
    expect(worst === 'warning' ? 'harmless' : worst, JSON.stringify(verdict)).toBe(severityOf(verdict));
  });
});

describe('a change of the definition itself', () => {
  it.each(definitionChanges.map((change, index) => [change.what, index] as const))(
    'is found, and refused by the server if it says so, when %s',
    async (_, index) => {
      const change = definitionChanges[index];
      if (change === undefined) return expect.unreachable();
      const [before, after] = statesOf(change, index);
      const findings = compareDefinitions(before, after);
      expect(findings.map(({ code }) => code).sort()).toEqual([...change.codes].sort());
      await env.client.create(CustomResourceDefinition(before));
      const established = await env.eventually(async () => {
        const read = await env.client.get(CustomResourceDefinition, before.metadata?.name ?? '');
        expect(read.status?.conditions).toContainEqual(
          expect.objectContaining({ type: 'Established', status: 'True' }),
        );
        return read;
      });
      const refusal = await env.client
        .update({ ...established, spec: after.spec }, { dryRun: true })
        .then(() => undefined)
        .catch((error: unknown) => error);
      expect(isApiError(refusal), String(refusal)).toBe(change.refused === true);
      if (change.refused === true) expect(findings[0]?.severity).toBe('breaksObjects');
    },
  );
});

describe('the table of rules', () => {
  it('has a server case for each rule, but for definitions that come and go as a whole', () => {
    const tested = new Set([...schemaChanges, ...definitionChanges].flatMap(({ codes }) => codes));
    const untested = Object.keys(CHANGE_RULES).filter((code) => !(tested as Set<string>).has(code));
    expect(untested).toEqual(['DefinitionRemoved', 'DefinitionAdded']);
  });
});
