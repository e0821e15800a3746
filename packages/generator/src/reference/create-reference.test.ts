import type { CustomResourceDefinition, JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { describe, expect, it } from 'vitest';
import { createReference } from './create-reference.js';
import { describeValidation, inlineCode } from './describe-validation.js';

function definition(kind: string, spec: JSONSchemaProps): CustomResourceDefinition {
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  return {
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural: `${kind.toLowerCase()}s`, kind },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}

describe('createReference', () => {
  it('links every nested object to a section that is there', () => {
    const leaf: JSONSchemaProps = { type: 'object', properties: { a: { type: 'string' } } };
    const spec: JSONSchemaProps = {
      type: 'object',
      properties: {
        plain: leaf,
        list: { type: 'array', items: leaf },
        map: { type: 'object', additionalProperties: { type: 'array', items: leaf } },
      },
    };
    const text = createReference([definition('B', spec), definition('A', spec)]);
    const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target);
    const anchors = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
    expect(anchors.filter((anchor) => !links.includes(anchor))).toEqual([]);
    expect(text).toContain('`map` | [map[string][]object](#example-com-v1-a-spec-map)');
    expect(text).toContain('#### A.spec.map{}[]');
    expect(text.indexOf('### A')).toBeLessThan(text.indexOf('### B'));
  });

  it('keeps what a description says within its cell', () => {
    const description = 'one | two\nthree\n\n<b>four</b> and `<five>`';
    const text = createReference([definition('A', { type: 'string', description })]);
    expect(text).toContain('| one \\| two three<br><br>&lt;b>four&lt;/b> and `<five>` |');
  });

  it('says so when there is nothing', () => {
    expect(createReference([])).toBe('# API reference\n\nThere are no kinds.\n');
  });
});

describe('describeValidation', () => {
  it.each<[JSONSchemaProps, string[]]>([
    [{ minimum: 1, maximum: 5, exclusiveMaximum: true }, ['at least 1', 'less than 5']],
    [{ minLength: 1, maxLength: 5 }, ['1 to 5 characters']],
    [{ minItems: 2, maxItems: 2 }, ['2 items']],
    [{ minProperties: 1 }, ['at least 1 keys']],
    [{ enum: ['a', 1], nullable: true }, ['one of `a`, `1`', 'may be null']],
    [{ pattern: '^`a`$', format: 'date' }, ['format date', 'matches ``^`a`$``']],
    [{ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a', 'b'] }, ['unique by a, b']],
    [
      { 'x-kubernetes-validations': [{ rule: 'self > 1' }, { rule: 'self < 9', message: 'too much' }] },
      ['`self > 1`', 'too much (`self < 9`)'],
    ],
  ])('says %j in words', (schema, words) => {
    expect(describeValidation(schema)).toEqual(words);
  });

  it('writes code that has backticks itself', () => {
    expect([inlineCode('a'), inlineCode('a`b'), inlineCode('`a')]).toEqual(['`a`', '``a`b``', '`` `a ``']);
  });
});
