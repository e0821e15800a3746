import { expect, it } from 'vitest';
import { truncateDescription } from './descriptions.js';

it.each<[string, number, string]>([
  ['short', 50, 'short'],
  ['anything', 0, ''],
  ['One sentence. And another one.', 20, 'One sentence.'],
  ['no sentence ends in here', 15, 'no sentence...'],
  ['onewordwithoutend', 5, 'onewo...'],
  ['ääää', 5, 'ää...'],
  ['Ein Satz。Noch einer', 14, 'Ein Satz。'],
])('%j in %i bytes is %j', (description, limit, expected) => {
  expect(truncateDescription(description, limit)).toBe(expected);
});
