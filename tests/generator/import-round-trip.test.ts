import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { roundTrip } from './support/round-trip.js';
import type { RoundTrip } from './support/round-trip.js';

// The definitions of the golden folders of the importer, which hold every construct.
const testdata = fileURLToPath(new URL('../../packages/generator/src/import/testdata', import.meta.url));

describe('definitions that become TypeScript and definitions again', () => {
  let trip: RoundTrip;
  beforeAll(async () => {
    const cases = await readdir(testdata);
    const files = cases.map((name) => path.join(testdata, name, 'crd.yaml'));
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
    trip = await roundTrip(texts);
  });

  it('are read without a finding', () => {
    expect(trip.findings).toEqual([]);
  });

  it('say the same as before, whatever they say', () => {
    expect(trip.differences).toEqual(
      Object.fromEntries(Object.keys(trip.differences).map((name) => [name, []])),
    );
    expect(Object.keys(trip.differences).length).toBeGreaterThan(5);
  });
});
