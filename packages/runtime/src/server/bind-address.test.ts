import { describe, expect, it } from 'vitest';

import { parseBindAddress } from './bind-address.js';

describe('an address to listen on', () => {
  it.each([
    [':8443', { host: '', port: 8443 }],
    ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
    ['[::1]:8081', { host: '::1', port: 8081 }],
    ['localhost:80', { host: 'localhost', port: 80 }],
    ['0', undefined],
  ])('%s is read as Go reads it', (text, expected) => {
    expect(parseBindAddress(text, 'metrics.bindAddress')).toEqual(expected);
  });

  it.each(['8443', ':http', ':70000', ''])('%j is refused', (text) => {
    expect(() => parseBindAddress(text, 'metrics.bindAddress')).toThrow(/^metrics\.bindAddress is "/);
  });
});
