import { expect, it } from 'vitest';
import { describeChange } from './describe-change.js';

it('a change is told place by place, each with what stands before it', async () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].join('\n');
  const after = ['a', 'b', 'c', 'D', 'e', 'f', 'g', 'h', 'i'].join('\n');
  expect(await describeChange(before, after)).toBe([' b', ' c', '-d', '+D', '', ' g', ' h', '+i'].join('\n'));
});
