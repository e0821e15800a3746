import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../generate/generate.js';
import { DIAGNOSTIC_CODES, formatDiagnostic } from './diagnostic.js';
import type { DiagnosticCode } from './diagnostic.js';

const root = resolve(import.meta.dirname, '../../../..');
const path = join(root, 'docs/generator-errors.md');
const document = readFileSync(path, 'utf8');

const sections = document
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    code: section.slice(0, section.indexOf('\n')) as DiagnosticCode,
    source: /```ts\n([\s\S]*?)```/.exec(section)?.[1],
    printed: /```text\n([\s\S]*?)```/.exec(section)?.[1],
  }));

/** Told of a run, not of types. */
const WITHOUT_EXAMPLE: readonly DiagnosticCode[] = ['MissingRule', 'UnusedRule', 'BroadRule'];

describe('docs/generator-errors.md', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubewright-errors-'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    // The packages' sources, whether they are built or not.
    const compilerOptions = { module: 'NodeNext', customConditions: ['@kubewright/source'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('explains every code, in the order of the list', () => {
    expect(sections.map(({ code }) => code)).toEqual(DIAGNOSTIC_CODES);
  });

  test.each(sections.filter(({ code }) => !WITHOUT_EXAMPLE.includes(code)))(
    'shows what is printed for $code',
    async ({ code, source = '', printed }) => {
      mkdirSync(join(folder, code));
      writeFileSync(join(folder, code, 'cron-tab.ts'), source);
      const { diagnostics } = await generate({ folder, files: [`${code}/*.ts`] });
      const actual = diagnostics.map((one) => `${formatDiagnostic(one, join(folder, code))}\n`).join('');
      if (process.env['UPDATE_GOLDEN'] === '1') update(source, actual);
      else expect(actual).toBe(printed);
      expect(diagnostics.map((one) => one.code)).toContain(code);
    },
  );
});

/** Puts what is printed behind the source that it is printed for. */
function update(source: string, printed: string): void {
  const text = readFileSync(path, 'utf8');
  const start = text.indexOf('```text\n', text.indexOf(source)) + '```text\n'.length;
  writeFileSync(path, text.slice(0, start) + printed + text.slice(text.indexOf('```', start)));
}
