import { readdirSync } from 'node:fs';
import path from 'node:path';
import { formatDiagnostic, generate } from '@kubewright/generator';
import { describe, expect, it } from 'vitest';

/**
 * A folder for every construct: the types, and the CRD that comes of them (`crd.yaml`); for every error the types, and what
 * is said (`messages.txt`). `npm test -- tests/generator -u` writes the expectations anew.
 */
const goldens = path.join(import.meta.dirname, 'goldens');
const cases = (kind: string): string[] => readdirSync(path.join(goldens, kind)).sort();
const run = (kind: string, name: string) =>
  generate({ folder: path.join(goldens, kind, name), files: ['*.ts'] });

describe('constructs', () => {
  it.each(cases('constructs'))('%s', async (name) => {
    const folder = path.join(goldens, 'constructs', name);
    const { files, diagnostics } = await run('constructs', name);
    expect(diagnostics.map((one) => formatDiagnostic(one, folder))).toEqual([]);
    expect(files).toHaveLength(1);
    await expect(files[0]?.content).toMatchFileSnapshot(path.join(folder, 'crd.yaml'));
  });
});

describe('errors', () => {
  it.each(cases('errors'))('%s', async (name) => {
    const folder = path.join(goldens, 'errors', name);
    const { files, diagnostics } = await run('errors', name);
    expect(files).toEqual([]);
    const messages = diagnostics.map((one) => `${formatDiagnostic(one, folder)}\n`).join('');
    await expect(messages).toMatchFileSnapshot(path.join(folder, 'messages.txt'));
  });
});
