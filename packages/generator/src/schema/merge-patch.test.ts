import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import type { MarkerValue } from '../model/marker.js';
import { applyPatchMarkers } from './merge-patch.js';
import { Origins } from './origins.js';
import { SchemaBuilder } from './schema-builder.js';
import { array, at, declaration, field, marker, object, reference, string } from './test-support/models.js';

const name = 'kubewright:schema:patch';

function patch(target: object, ...patches: MarkerValue[]): { result: unknown; problems: string[] } {
  const diagnostics = new Diagnostics();
  const markers = patches.map((value) => ({ name, value, position: at(7) }));
  const result = applyPatchMarkers(target, name, markers, { origins: new Origins(), diagnostics });
  return { result, problems: diagnostics.all().map(({ message }) => message) };
}

describe('a patch marker', () => {
  it.each<[string, object, MarkerValue, unknown]>([
    ['adds', { type: 'string' }, { format: 'ipv4' }, { type: 'string', format: 'ipv4' }],
    ['replaces', { enum: ['a'] }, { enum: ['b', null] }, { enum: ['b', null] }],
    ['removes', { type: 'object', nullable: true }, { nullable: null }, { type: 'object' }],
    [
      'reaches inside',
      { items: { type: 'string' } },
      { items: { default: '' } },
      { items: { type: 'string', default: '' } },
    ],
    ['makes what it reaches', {}, { items: { default: '' } }, { items: { default: '' } }],
  ])('%s keywords', (_, before, value, after) => {
    const frozen = JSON.stringify(before);
    expect(patch(before, value)).toEqual({ result: after, problems: [] });
    expect(JSON.stringify(before)).toBe(frozen);
  });

  it('may stand several times, and is an object', () => {
    expect(patch({}, { a: 1, b: 1 }, { b: 2 }).result).toEqual({ a: 1, b: 2 });
    expect(patch({ a: 1 }, ['b'])).toEqual({
      result: { a: 1 },
      problems: ['+kubewright:schema:patch: a patch is a JSON object, but this is ["b"]'],
    });
  });

  it('tells where a keyword comes from, and keeps the places of all others', () => {
    const origins = new Origins();
    const before = { properties: { a: { type: 'string' }, b: { type: 'string' } } };
    origins.place(before.properties.a, at(1));
    origins.place(before.properties.b, at(2));
    const markers = [{ name, value: { properties: { a: { format: 'x' } } }, position: at(7) }];
    const after = applyPatchMarkers(before, name, markers, { origins, diagnostics: new Diagnostics() });
    expect(origins.at(after, 'properties[a].format')?.line).toBe(7);
    expect(origins.at(after, 'properties[a].type')?.line).toBe(1);
    expect(origins.at(after, 'properties[b].type')?.line).toBe(2);
  });

  it('of a field changes the field alone, and not the type that it shares', () => {
    const shared = declaration('Shared', object(field('name', string)));
    const owner = declaration(
      'Owner',
      object(
        field('one', reference(shared), {
          markers: [marker(name, { properties: { name: { format: 'x' } } })],
        }),
        field('two', array(reference(shared))),
      ),
    );
    const { properties } = new SchemaBuilder({ diagnostics: new Diagnostics() }).declarationSchema(owner);
    expect(properties?.['one']?.properties).toEqual({ name: { type: 'string', format: 'x' } });
    expect(properties?.['two']).toMatchObject({ items: { properties: { name: { type: 'string' } } } });
    expect(JSON.stringify(properties?.['two'])).not.toContain('format');
  });
});
