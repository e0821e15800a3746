import { parseFieldSelector } from '@kubewright/api';
import { describe, expect, it } from 'vitest';

import { fieldSelectorText, labelSelectorText } from './selectors.js';

describe('labelSelectorText', () => {
  it('leaves text as it is', () => {
    expect(labelSelectorText('app in (a,b), !c')).toBe('app in (a,b), !c');
  });

  it('takes labels that must be equal', () => {
    expect(labelSelectorText({ app: 'web', tier: 'front' })).toBe('app=web,tier=front');
  });

  it('takes a LabelSelector object', () => {
    const matchExpressions = [{ key: 'tier', operator: 'NotIn', values: ['a', 'b'] }];
    expect(labelSelectorText({ matchLabels: { app: 'web' }, matchExpressions })).toBe(
      'app=web,tier notin (a,b)',
    );
  });

  it('takes a label that is called like a field of LabelSelector for a label', () => {
    expect(labelSelectorText({ matchLabels: 'x' })).toBe('matchLabels=x');
  });

  it('selects everything with an empty object', () => {
    expect(labelSelectorText({})).toBe('');
  });
});

describe('fieldSelectorText', () => {
  it('leaves text as it is', () => {
    expect(fieldSelectorText('status.phase!=Running')).toBe('status.phase!=Running');
  });

  it('escapes values so that the server reads back the same', () => {
    const text = fieldSelectorText({ 'metadata.name': 'a,b=c\\d', 'status.phase': 'Running' });
    expect(parseFieldSelector(text).requirements).toEqual([
      { field: 'metadata.name', operator: '=', value: 'a,b=c\\d' },
      { field: 'status.phase', operator: '=', value: 'Running' },
    ]);
  });
});
