import { expect, it } from 'vitest';
import { Origins } from './origins.js';
import { at } from './test-support/models.js';

it('a path leads to the closest known place', () => {
  const origins = new Origins();
  const rules = [{ rule: 'a' }, { rule: 'b' }];
  const field = { type: 'string', default: 1, 'x-kubernetes-validations': rules };
  const document = { spec: { properties: { 'a.b': field } }, names: {} };
  origins.place(document, at(1));
  origins.place(field, at(2));
  origins.placeKeyword(field, 'default', at(3));
  origins.place(rules[1]!, at(4));
  const line = (path: string): number | undefined => origins.at(document, path)?.line;
  expect(line('names.plural')).toBe(1);
  expect(line('spec.properties[a.b].type')).toBe(2);
  expect(line('spec.properties[a.b].default')).toBe(3);
  expect(line('spec.properties[a.b].x-kubernetes-validations[1].rule')).toBe(4);
  expect(line('spec.properties[a.b].x-kubernetes-validations[0].rule')).toBe(2);
  expect(line('spec.properties[toString].type')).toBe(1);
});
