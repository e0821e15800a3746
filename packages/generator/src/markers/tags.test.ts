import { describe, expect, test } from 'vitest';
import type { MarkerTarget, MarkerValue } from '../model/marker.js';
import { block, read, readBlocks } from './test-support/reading.js';

const V = 'kubebuilder:validation:';

describe('JSDoc tags', () => {
  const cases: [text: string, ...markers: [name: string, value: MarkerValue][]][] = [
    ['@minimum 0', [`${V}Minimum`, 0]],
    ['@maximum -1.5', [`${V}Maximum`, -1.5]],
    ['@exclusiveMinimum 0', [`${V}Minimum`, 0], [`${V}ExclusiveMinimum`, true]],
    ['@exclusiveMaximum', [`${V}ExclusiveMaximum`, true]],
    ['@exclusiveMaximum false', [`${V}ExclusiveMaximum`, false]],
    ['@multipleOf 5', [`${V}MultipleOf`, 5]],
    ['@minLength 1', [`${V}MinLength`, 1]],
    ['@maxLength 63', [`${V}MaxLength`, 63]],
    ['@pattern ^[a-z]{1,3}$', [`${V}Pattern`, '^[a-z]{1,3}$']],
    ['@pattern `^\\d+ @x$`', [`${V}Pattern`, '^\\d+ @x$']],
    ['@pattern ^`$', [`${V}Pattern`, '^`$']],
    ['@format date-time', [`${V}Format`, 'date-time']],
    ['@minItems 1', [`${V}MinItems`, 1]],
    ['@maxItems 9', [`${V}MaxItems`, 9]],
    ['@uniqueItems', [`${V}UniqueItems`, true]],
    ['@uniqueItems true', [`${V}UniqueItems`, true]],
    ['@minProperties 1', [`${V}MinProperties`, 1]],
    ['@maxProperties 2', [`${V}MaxProperties`, 2]],
    ['@title Number of pods', ['kubebuilder:title', 'Number of pods']],
    ['@title "Pods"', ['kubebuilder:title', 'Pods']],
    ['@nullable', ['nullable', true]],
    ['@optional', ['optional', true]],
    ['@required', ['required', true]],
    ['@TJS-type integer', [`${V}Type`, 'integer']],
    ['@asType integer', [`${V}Type`, 'integer']],
    ['@TJS-minimum 3', [`${V}Minimum`, 3]],
    ['@items.minimum 3', [`${V}items:Minimum`, 3]],
    ['@items.exclusiveMinimum 3', [`${V}items:Minimum`, 3], [`${V}items:ExclusiveMinimum`, true]],
    ['@TJS-items.pattern ^a$', [`${V}items:Pattern`, '^a$']],
    ['@enum a;b', [`${V}Enum`, ['a', 'b']]],
    ['@enum 1, 2', [`${V}Enum`, [1, 2]]],
    ['@enum ["a b", "c"]', [`${V}Enum`, ['a b', 'c']]],
    ['@listType map', ['listType', 'map']],
    ['@listMapKey name', ['listMapKey', 'name']],
    ['@mapType atomic', ['mapType', 'atomic']],
    ['@structType atomic', ['structType', 'atomic']],
    ['@default 1', ['kubebuilder:default', 1]],
    ['@default -1.5', ['kubebuilder:default', -1.5]],
    ['@default true', ['kubebuilder:default', true]],
    ['@default null', ['kubebuilder:default', null]],
    ['@default bare-word', ['kubebuilder:default', 'bare-word']],
    ['@default "a text"', ['kubebuilder:default', 'a text']],
    ["@default 'it\\'s \"this\"'", ['kubebuilder:default', 'it\'s "this"']],
    ['@default []', ['kubebuilder:default', []]],
    ["@default ['a', 'b',]", ['kubebuilder:default', ['a', 'b']]],
    ['@default { a: 1, "b c": { d: [true] } }', ['kubebuilder:default', { a: 1, 'b c': { d: [true] } }]],
    ['@default {\n  "a": 1\n}', ['kubebuilder:default', { a: 1 }]],
    ['@example 5', ['kubebuilder:example', 5]],
    ['@example "5 * * * *"', ['kubebuilder:example', '5 * * * *']],
    ['@example nginx:1.27', ['kubebuilder:example', 'nginx:1.27']],
  ];

  test.each(cases)('%s means the same as markers', (text, ...markers) => {
    expect(read(`Text.\n${text}`)).toEqual({
      documentation: 'Text.',
      markers,
      fileMarkers: [],
      problems: [],
    });
  });

  test('stand behind text and behind each other', () => {
    const { documentation, markers } = read('Number of pods. @minimum 0 @default 1  +optional @title Pods');
    expect(documentation).toBe('Number of pods.');
    expect(markers).toEqual([
      [`${V}Minimum`, 0],
      ['kubebuilder:default', 1],
      ['optional', true],
      ['kubebuilder:title', 'Pods'],
    ]);
  });

  test('in backquotes and in addresses are text', () => {
    const text = 'As `@minimum 0` has it, mail me@default.example.';
    expect(read(text)).toMatchObject({ documentation: text, markers: [], problems: [] });
  });

  test("TypeScript's own are left to TypeScript, with all of their text", () => {
    const text = [
      'Text.',
      '@see the other',
      '  and more of it',
      '@minimum 1',
      '@param x is no marker',
      '@internal',
      '@enum {string}',
      '@example',
      'const x = 1;',
      '',
      'f(x);',
    ].join('\n');
    expect(read(text)).toMatchObject({ documentation: 'Text.', markers: [[`${V}Minimum`, 1]], problems: [] });
  });

  test('@example with a sentence or with code is not the example of a schema', () => {
    for (const text of ['@example call it like so', '@example <caption>A</caption>', '@example\nf();\ng();'])
      expect(read(text)).toMatchObject({ markers: [], problems: [], documentation: '' });
  });

  test('text behind a tag of ours is documentation', () => {
    expect(read('@minimum 1\nNumber of pods.\n@maximum 2\n\nMore.').documentation).toBe(
      'Number of pods.\n\nMore.',
    );
  });

  test('@remarks and @description hold documentation', () => {
    expect(read('Text.\n@remarks\nRemarks.\n@internal\n@description More.').documentation).toBe(
      'Text.\nRemarks.\nMore.',
    );
  });

  test('{@link} becomes text', () => {
    expect(
      read(
        'See {@link Pod}, {@link Pod | pods}, {@linkcode Pod.spec the spec} and {@link\nhttps://a.example b}.',
      ).documentation,
    ).toBe('See Pod, pods, the spec and b.');
  });

  test('@deprecated is a paragraph of the documentation, and deprecates the version on a type', () => {
    expect(read('Text.\n@deprecated use the\nother one\n\nMore.')).toEqual({
      documentation: 'Text.\n\nDeprecated: use the other one\n\nMore.',
      markers: [],
      fileMarkers: [],
      problems: [],
    });
    expect(read('Text.\n@deprecated use v1', 'type')).toEqual({
      documentation: 'Text.\n\nDeprecated: use v1',
      markers: [['kubebuilder:deprecatedversion', { warning: 'use v1' }]],
      fileMarkers: [],
      problems: [],
    });
    expect(read('@deprecated', 'type')).toMatchObject({
      documentation: 'Deprecated.',
      markers: [['kubebuilder:deprecatedversion', {}]],
    });
  });

  test('of detached comments and of files say nothing', () => {
    expect(readBlocks([block('@minimum 1\n@minmum 2', 'detached')], 'field').markers).toEqual([]);
    expect(readBlocks([block('@format\n@minmum 2')], 'package')).toMatchObject({ markers: [], problems: [] });
  });

  test('lines for compilers and linters are no documentation', () => {
    const text = '@ts-expect-error because\neslint-disable-next-line x\nprettier-ignore\nText.\n#region a';
    expect(read(text)).toMatchObject({ documentation: 'Text.', problems: [] });
  });

  const mistakes: [text: string, problem: string, target?: MarkerTarget][] = [
    ['@minmum 0', '4: error UnknownMarker: unknown tag @minmum (did you mean @minimum?)'],
    ['@minlength 0', '4: error UnknownMarker: unknown tag @minlength (did you mean @minLength?)'],
    ['@items.minmum 0', '4: error UnknownMarker: unknown tag @items.minmum (did you mean @items.minimum?)'],
    ['@minimum', '12: error InvalidMarker: @minimum: it lacks its value'],
    ['@minimum=1', '12: error InvalidMarker: @minimum: expected a number, got "=1"'],
    ['@minimum  none', '14: error InvalidMarker: @minimum: expected a number, got "none"'],
    ['@minimum 0 or so', '15: error InvalidMarker: @minimum: unexpected "or" behind the value'],
    ['@nullable yes', '14: error InvalidMarker: @nullable: it takes no value'],
    ['@uniqueItems yes', '17: error InvalidMarker: @uniqueItems: expected true or false, got "yes"'],
    [
      '@listType sets',
      '14: error InvalidMarker: @listType: "sets" is none of map, set, atomic (did you mean set?)',
    ],
    [
      '@default a, b',
      '13: error InvalidMarker: @default: "a, b" is no value (write it as JSON: texts stand in quotes)',
    ],
    ['@default {"a": 1', '20: error InvalidMarker: @default: expected a comma, got nothing'],
    [
      '@pattern /^a$/',
      '13: error InvalidMarker: @pattern: /^a$/ would have to match its slashes (write the expression without them)',
    ],
    ['@nullable', '4: error MisplacedMarker: @nullable stands on a type, and belongs on a field', 'type'],
  ];

  test.each(mistakes)('%s: %s', (text, problem, target) => {
    const { problems, markers } = read(text, target);
    expect(problems).toEqual([`a.ts:1:${problem}`]);
    expect(markers).toEqual([]);
  });
});
