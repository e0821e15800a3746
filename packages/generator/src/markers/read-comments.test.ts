import { describe, expect, test } from 'vitest';
import { block, read, readBlocks } from './test-support/reading.js';

describe('readComments', () => {
  test('lines that begin with a plus sign are markers, all others documentation', () => {
    const reading = read('Number of pods.\n+kubebuilder:validation:Minimum=0\n+optional\nIt may be 0.');
    expect(reading).toEqual({
      documentation: 'Number of pods.\nIt may be 0.',
      markers: [
        ['kubebuilder:validation:Minimum', 0],
        ['optional', true],
      ],
      fileMarkers: [],
      problems: [],
    });
  });

  test('markers stand behind text and behind each other, two spaces apart', () => {
    const { documentation, markers } = read(
      'Number of pods.  +kubebuilder:validation:Minimum=0  +kubebuilder:default=1',
    );
    expect(documentation).toBe('Number of pods.');
    expect(markers).toEqual([
      ['kubebuilder:validation:Minimum', 0],
      ['kubebuilder:default', 1],
    ]);
  });

  test('two spaces and a plus sign in quotes belong to the text in quotes', () => {
    const { markers } = read(
      '+kubebuilder:default="a  +optional"  +nullable\n+kubebuilder:example=`b  +optional`',
    );
    expect(markers).toEqual([
      ['kubebuilder:default', 'a  +optional'],
      ['nullable', true],
      ['kubebuilder:example', 'b  +optional'],
    ]);
  });

  test("another tool's marker is no documentation and no mistake at the beginning of a line, and text further right", () => {
    const { documentation, problems } = read('One  +other:thing\n+other:thing=1\n+ an item of a list');
    expect(documentation).toBe('One  +other:thing\n+ an item of a list');
    expect(problems).toEqual([]);
  });

  test('fenced code is documentation, whatever it holds', () => {
    const text = 'Like so:\n```yaml\n---\n+optional\n@minimum 0\nTODO\n\n\n```\n+nullable';
    const { documentation, markers } = read(text);
    expect(documentation).toBe('Like so:\n```yaml\n---\n+optional\n@minimum 0\nTODO\n\n```');
    expect(markers).toEqual([['nullable', true]]);
  });

  test('a fence that does not end hides no markers', () => {
    expect(read('```\n+optional').markers).toEqual([['optional', true]]);
  });

  test('text of a detached comment is no documentation, its markers count', () => {
    const blocks = [block('License.\n+kubebuilder:title=T', 'detached'), block('Doc.', 'doc', 5)];
    expect(readBlocks(blocks, 'type')).toEqual({
      documentation: 'Doc.',
      markers: [['kubebuilder:title', 'T']],
      fileMarkers: [],
      problems: [],
    });
  });

  test("a file's markers in a detached comment before a type belong to the file", () => {
    const blocks = [
      block('+groupName=a.example.com\n+kubebuilder:skipversion', 'detached'),
      block('Doc.', 'doc', 5),
    ];
    const { markers, fileMarkers, problems } = readBlocks(blocks, 'type');
    expect(markers).toEqual([['kubebuilder:skipversion', true]]);
    expect(fileMarkers).toEqual([['groupName', 'a.example.com']]);
    expect(problems).toEqual([]);
  });

  test('a marker in the wrong place is an error', () => {
    expect(read('+kubebuilder:subresource:status').problems).toEqual([
      'a.ts:1:4: error MisplacedMarker: +kubebuilder:subresource:status stands on a field, and belongs on a type',
    ]);
    expect(read('Doc.\n  +groupName=x', 'type').problems).toEqual([
      'a.ts:2:6: error MisplacedMarker: +groupName stands on a type, and belongs on a file (put it in a comment of its own, with an empty line before the declaration)',
    ]);
  });

  test('a sentence in code is no misplaced marker', () => {
    expect(read('+required arguments come first\n+optinal ones follow', 'package').problems).toEqual([]);
    expect(read('+required', 'package').problems).toHaveLength(1);
  });

  test("in the syntax of Go, what is unknown or misplaced is nobody's mistake", () => {
    const { problems, markers, documentation } = read(
      '+kubebuilder:validatin:Minimum=1\n+groupName=x\n@minimum 0\n+k8s:maxItems=4\n+ x\n+optional',
      'field',
      'go',
    );
    expect(problems).toEqual([]);
    expect(documentation).toBe('@minimum 0');
    expect(markers).toEqual([['optional', true]]);
  });
});
