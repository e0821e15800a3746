import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { MarkerTarget, MarkerValue } from '../model/marker.js';
import { read, registry } from './test-support/reading.js';

/** What controller-gen makes of markers and comments: `npm run record:markers`. */
interface Recording {
  readonly markers: readonly {
    readonly target: MarkerTarget;
    readonly line: string;
    /** Absent where controller-gen knows no such marker there. */
    readonly name?: string;
    /** Of named arguments, those that are not empty. */
    readonly value?: MarkerValue;
    readonly error?: string;
  }[];
  readonly comments: readonly { lines: readonly string[]; text: string; markers: readonly string[] }[];
}

const recording = JSON.parse(
  readFileSync(new URL('testdata/controller-gen.json', import.meta.url), 'utf8'),
) as Recording;

/** Where controller-gen's answer is not ours, and why. */
const DIFFERENT: Readonly<Record<string, { why: string; ours: MarkerValue | 'error' }>> = {
  '+kubebuilder:default=9223372036854775807': { why: 'a JavaScript number cannot hold it', ours: 'error' },
  '+kubebuilder:validation:MinLength=-5': { why: 'the API server refuses it', ours: 'error' },
  '+kubebuilder:printcolumn:name=A,type=string,JSONPath=.a,priority=-1': {
    why: 'no priority is below 0',
    ours: 'error',
  },
  '+kubebuilder:printcolumn:name=A,name=B,type=string,JSONPath=.a': {
    why: 'controller-gen forgets the first',
    ours: 'error',
  },
  '+listType=k:v': { why: 'controller-gen refuses it later', ours: 'error' },
  '+kubebuilder:resource:path= a b ,scope=Cluster': {
    why: 'controller-gen loses the word before a space and a comma',
    ours: { path: 'a b', scope: 'Cluster' },
  },
};

const rows = recording.markers.filter(({ line }) => !line.startsWith('+default=ref('));

describe('markers', () => {
  test.each(rows.filter(({ value, line }) => value !== undefined && !(line in DIFFERENT)))(
    '$line has the value that controller-gen reads',
    ({ target, line, name = '', value }) => {
      const { markers, problems } = read(line, target);
      expect(problems).toEqual([]);
      expect(markers.map(([markerName]) => markerName)).toEqual([registry.find(name)?.name]);
      const isNamed = registry.find(name)?.arguments.form === 'named';
      expect(markers.map(([, ours]) => (isNamed ? withoutEmpty(ours) : ours))).toEqual([value]);
    },
  );

  test.each(rows.filter(({ error }) => error !== undefined))(
    '$line is an error, as it is to controller-gen ($error)',
    ({ target, line }) => {
      const { markers, problems } = read(line, target);
      expect(markers).toEqual([]);
      expect(problems).toEqual([expect.stringMatching(/^a\.ts:1:\d+: error InvalidMarker: /)]);
    },
  );

  test.each(rows.filter(({ name }) => name === undefined))(
    '$line, which controller-gen overlooks, is an error',
    ({ target, line }) => {
      const { markers, problems } = read(line, target);
      expect(markers).toEqual([]);
      expect(problems).toEqual([expect.stringMatching(/ error (?:Unknown|Invalid|Misplaced)Marker: /)]);
    },
  );

  test.each(Object.entries(DIFFERENT))('%s is not as controller-gen has it', (line, { ours }) => {
    const row = rows.find((candidate) => candidate.line === line);
    const { markers, problems } = read(line, row?.target);
    expect(row).toBeDefined();
    expect(problems).toHaveLength(ours === 'error' ? 1 : 0);
    expect(markers.map(([, value]) => value)).toEqual(ours === 'error' ? [] : [ours]);
  });
});

describe('documentation', () => {
  test.each(recording.comments)(
    'of $lines is as controller-gen has it',
    ({ lines, text, markers: names }) => {
      for (const syntax of ['go', 'typescript'] as const) {
        const { documentation, markers } = read(lines.join('\n'), 'type', syntax);
        expect(documentation).toBe(text);
        expect(markers.map(([name]) => name)).toEqual(names);
      }
    },
  );
});

function withoutEmpty(value: MarkerValue): MarkerValue {
  const isEmpty = (argument: MarkerValue): boolean =>
    argument === '' ||
    argument === 0 ||
    argument === false ||
    (Array.isArray(argument) && argument.length === 0);
  return Object.fromEntries(
    Object.entries(value as object).filter(([, argument]) => !isEmpty(argument as MarkerValue)),
  );
}
