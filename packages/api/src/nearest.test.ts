import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from './nearest.js';

describe('nearest', () => {
  it.each([
    ['depoly', ['deploy', 'undeploy'], 'deploy'],
    ['deplyo', ['undeploy', 'deploy'], 'deploy'],
    ['JSON', ['text', 'json'], 'json'],
    ['leader-election', ['leader-elect', 'leader-election-id'], 'leader-elect'],
    ['x', ['text', 'json'], undefined],
    ['wings', ['kubeconfig', 'context'], undefined],
    ['', ['a', 'ab', 'abc'], 'a'],
  ])('of %s is, among %j, %s', (word, known, found) => {
    expect(nearest(word, known)).toBe(found);
  });

  it('takes more mistakes, or none, when it is told so', () => {
    expect(nearest('ab', ['wxyz'], 4)).toBe('wxyz');
    expect(nearest('jsn', ['json'], 0)).toBeUndefined();
  });
});

describe('didYouMean', () => {
  it('knows words by a part of them, too', () => {
    expect(didYouMean('column', ['printcolumn', 'scale'])).toBe('did you mean printcolumn?');
    expect(didYouMean('sca', ['printcolumn', 'scale'])).toBe('did you mean scale?');
    expect(didYouMean('zebra', ['printcolumn', 'scale'])).toBeUndefined();
  });
});
