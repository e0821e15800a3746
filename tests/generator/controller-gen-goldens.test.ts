import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '@kubewright/generator';
import type { GenerateOptions } from '@kubewright/generator';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

/**
 * The same types as those of controller-tools' `pkg/crd/testdata`, written as one writes them in TypeScript, give the CRDs
 * that controller-gen gives; descriptions too.
 */
const goldens =
  process.env['KUBEWRIGHT_ORACLES'] ?? path.resolve(import.meta.dirname, '../../../shared/oracles');
const folder = path.join(goldens, 'crd-golden');
const sources = path.join(import.meta.dirname, 'goldens', 'controller-gen');

const CASES: ReadonlyArray<[golden: string, sources: string, options?: Partial<GenerateOptions>]> = [
  ['testdata.kubebuilder.io_cronjobs.yaml', 'cronjob'],
  ['testdata.kubebuilder.io_jobs.yaml', 'job'],
  ['testdata.kubebuilder.io_immutabletypes.yaml', 'immutable'],
  ['testdata.kubebuilder.io_enums.yaml', 'enum'],
  ['testdata.kubebuilder.io_oneofs.yaml', 'oneof'],
  ['plural.example.com_testquotas.yaml', 'plural'],
  ['bar.example.com_foos_maxdesclen.yaml', 'foo', { maxDescLen: 50 }],
];

const ATTRIBUTION = 'controller-gen.kubebuilder.io/version';

interface Manifest {
  metadata: { annotations?: Record<string, string> };
}

describe.skipIf(!existsSync(folder))(`goldens of controller-gen (skipped without ${folder})`, () => {
  it.each(CASES)('%s', async (golden, source, options) => {
    const { files, diagnostics } = await generate({
      folder: path.join(sources, source),
      files: ['**/*.ts'],
      ...options,
    });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const plain = golden.replace('_maxdesclen', '');
    const file = files.find(({ path: name }) => path.posix.basename(name) === plain);
    const expected = parse(readFileSync(path.join(folder, golden), 'utf8')) as Manifest;
    // Each generator signs with its own name.
    const { [ATTRIBUTION]: _attribution, ...annotations } = expected.metadata.annotations ?? {};
    delete expected.metadata.annotations;
    if (Object.keys(annotations).length > 0) expected.metadata.annotations = annotations;
    expect(parse(file?.content ?? '')).toEqual(expected);
  });

  it('there is a case for each golden', () => {
    expect(CASES.map(([golden]) => golden).sort()).toEqual(readdirSync(folder).sort());
  });
});
