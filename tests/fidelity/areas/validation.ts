import { withEdits } from '../framework/edits.js';
import { area, edited, post, put, sequence } from '../framework/steps.js';
import type { Edits, Sequence } from '../framework/steps.js';
import { collection, sampleOf } from '../objects.js';
import { creations } from './validation-creations.js';
import { updates } from './validation-updates.js';

/** By kind (with its version where there are several) and path: the values a good object is given there, one at a time. */
export type Values = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;

export const validation = area(
  'validation',
  'good objects of each kind with one value changed, created and replaced: defaults, reasons, causes and field paths',
  [...creationCases(), ...updateCases()],
);

function creationCases(): Sequence[] {
  return cases(creations).map(({ kind, apiVersion, edits, title, namespace, name }) => {
    const sample = sampleOf(kind, apiVersion);
    return sequence(
      `create ${title}`,
      [post(collection(sample), withEdits(sample.object, { 'metadata.name': name, ...edits }))],
      { namespace },
    );
  });
}

function updateCases(): Sequence[] {
  return cases(updates).map(({ kind, apiVersion, edits, title, namespace, name }) => {
    const sample = sampleOf(kind, apiVersion);
    return sequence(
      `replace ${title}`,
      [
        post(collection(sample), withEdits(sample.object, { 'metadata.name': `${name}-u` })),
        put(`${collection(sample)}/${name}-u`, edited(0, edits)),
      ],
      { namespace },
    );
  });
}

function cases(values: Values) {
  return Object.entries(values).flatMap(([key, byPath]) => {
    const [kind = '', apiVersion] = key.split(' ');
    const namespace = `f-validation-${key.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
    return Object.entries(byPath)
      .flatMap(([path, list]) => list.map((value) => ({ path, value })))
      .map(({ path, value }, index) => {
        const edits: Edits = { [path]: value };
        const title = `${key} with ${path} = ${(JSON.stringify(value) ?? 'nothing').slice(0, 100)} (${index})`;
        return { kind, apiVersion, edits, title, namespace, name: `{ns}-${index}` };
      });
  });
}
