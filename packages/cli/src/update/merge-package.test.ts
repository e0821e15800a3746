import { describe, expect, it } from 'vitest';
import { mergePackage } from './merge-package.js';

const SIDES = { ours: 'yours', theirs: 'kubewright 2' };
const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;
const merge = (ours: object, base: object, theirs: object) =>
  mergePackage({ ours: json(ours), base: json(base), theirs: json(theirs) }, SIDES);

describe('a merge of package.json', () => {
  it.each([
    [
      'neighbours that both added',
      { scripts: { a: '1', mine: 'm' } },
      { scripts: { a: '1' } },
      { scripts: { a: '1', its: 'i' } },
      { scripts: { a: '1', its: 'i', mine: 'm' } },
    ],
    [
      'a range that the release raised',
      { dependencies: { x: '1', y: '1' } },
      { dependencies: { x: '1' } },
      { dependencies: { x: '2' } },
      { dependencies: { x: '2', y: '1' } },
    ],
    [
      'what the user took out',
      { scripts: {} },
      { scripts: { a: '1' } },
      { scripts: { a: '2' } },
      { scripts: {} },
    ],
    [
      'what the release took out',
      { scripts: { a: '1', b: '1' } },
      { scripts: { a: '1', b: '1' } },
      { scripts: { b: '1' } },
      { scripts: { b: '1' } },
    ],
    [
      'a release however it is written',
      { dependencies: { kubewright: '0.1.0' } },
      { dependencies: { kubewright: '^0.1.0' } },
      { dependencies: { kubewright: '^0.2.0' } },
      { dependencies: { kubewright: '0.2.0' } },
    ],
    [
      'a link of the user',
      { dependencies: { kubewright: 'file:../k' } },
      { dependencies: { kubewright: '^0.1.0' } },
      { dependencies: { kubewright: '^0.2.0' } },
      { dependencies: { kubewright: 'file:../k' } },
    ],
    [
      'a section that is new',
      { name: 'a' },
      { name: 'a' },
      { name: 'a', engines: { node: '>=22' } },
      { name: 'a', engines: { node: '>=22' } },
    ],
  ])('takes %s', (_what, ours, base, theirs, merged) => {
    expect(merge(ours, base, theirs)).toEqual({ text: json(merged), conflicts: 0 });
  });

  it('keeps the text where nothing is to be done, and its indentation where something is', () => {
    const ours = '{ "name":"a",   "scripts": {} }';
    expect(mergePackage({ ours, base: '{"name":"b"}', theirs: '{"name":"b"}' }, SIDES).text).toBe(ours);
    expect(mergePackage({ ours: '{\n\t"a": 1\n}', base: '{"a":1}', theirs: '{"a":2}' }, SIDES).text).toBe(
      '{\n\t"a": 2\n}',
    );
  });

  it('marks a value that both changed, and no other line', () => {
    const { text, conflicts } = merge(
      { scripts: { a: 'mine', b: '1' }, license: 'MIT' },
      { scripts: { a: '1', b: '1' }, license: 'MIT' },
      { scripts: { a: 'its', b: '2' }, license: 'MIT' },
    );
    expect(conflicts).toBe(1);
    expect(text).toBe(`{
  "scripts": {
<<<<<<< yours
    "a": "mine",
=======
    "a": "its",
>>>>>>> kubewright 2
    "b": "2"
  },
  "license": "MIT"
}
`);
  });

  it('merges by lines what is no JSON', () => {
    expect(
      mergePackage({ ours: 'a\nb\nc\nx\n', base: 'a\nb\nc\nd\n', theirs: 'y\nb\nc\nd\n' }, SIDES),
    ).toEqual({
      text: 'y\nb\nc\nx\n',
      conflicts: 0,
    });
  });
});
