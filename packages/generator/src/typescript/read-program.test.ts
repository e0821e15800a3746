import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/diagnostic.js';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import { createMarkerRegistry } from '../markers/registry.js';
import { readProgram } from './open-program.js';
import { fakeCoreType } from './test-support/fake-core-type.js';
import { renderModel } from './test-support/render-model.js';

/*
 * One folder for each case: its sources, and what they must give: expected.json, errors.txt, or both.
 * UPDATE_GOLDEN=1 writes them anew.
 */
const folder = join(import.meta.dirname, 'testdata');
const repository = `${resolve(import.meta.dirname, '../../../..')}/`;
const cases = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe('reading TypeScript', () => {
  it.each(cases)('gives what the golden says: %s', async (name) => {
    const diagnostics = new Diagnostics();
    const model = await readProgram({
      folder,
      files: [`${name}/**/*`],
      registry: createMarkerRegistry(),
      coreType: fakeCoreType,
      diagnostics,
    });
    const errors = diagnostics
      .all()
      .map((one) => `${formatDiagnostic(one, join(folder, name)).replaceAll(repository, '')}\n`);
    const rendered = JSON.stringify(renderModel(model, join(folder, name)), null, 2);
    // What is guessed after an error is of no interest.
    compare(join(folder, name, 'expected.json'), errors.length > 0 ? '' : `${rendered}\n`);
    compare(join(folder, name, 'errors.txt'), errors.join(''));
  });
});

function compare(path: string, actual: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') {
    if (actual === '') rmSync(path, { force: true });
    else writeFileSync(path, actual);
  }
  expect(actual).toBe(existsSync(path) ? readFileSync(path, 'utf8') : '');
}
