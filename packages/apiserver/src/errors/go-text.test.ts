import { describe, expect, it } from 'vitest';
import { goFloat, goJson, goNumber, goQuote } from './go-text.js';

// Printed by Go 1.26.
describe('goFloat', () => {
  it.each([
    [0, '0'],
    [-0, '-0'],
    [1.5, '1.5'],
    [0.0001, '0.0001'],
    [0.00001234, '1.234e-05'],
    [-1e-7, '-1e-07'],
    [999999.5, '999999.5'],
    [1000000, '1e+06'],
    [1000000.5, '1.0000005e+06'],
    [-2500000.75, '-2.50000075e+06'],
    [123456789.125, '1.23456789125e+08'],
    [1e21, '1e+21'],
    [1.5e300, '1.5e+300'],
  ])('prints %d as %%v does', (value, text) => {
    expect(goFloat(value)).toBe(text);
  });
});

describe('goNumber', () => {
  it.each([
    [1000000, '1000000'],
    [-3, '-3'],
    [2 ** 53, '9007199254740992'],
    [2e19, '2e+19'],
    [1000000.5, '1.0000005e+06'],
  ])('prints %d as the type that JSON gives it', (value, text) => {
    expect(goNumber(value)).toBe(text);
  });
});

describe('goQuote', () => {
  it('escapes what does not print, and prints the rest', () => {
    expect(goQuote('é\u00a0\u2028<&>')).toBe('"é\\u00a0\\u2028<&>"');
    expect(goQuote('a\tb\u0001\u007f"\\\'')).toBe('"a\\tb\\x01\\x7f\\"\\\\\'"');
    expect(goQuote('😀\u200b\ufeff\u0085\u{e0001}')).toBe('"😀\\u200b\\ufeff\\u0085\\U000e0001"');
    expect(goQuote('\u0007\b\f\v')).toBe('"\\a\\b\\f\\v"');
  });
});

describe('goJson', () => {
  it('escapes what is special in HTML', () => {
    expect(goJson({ b: '<&>\u2028', a: 1e21 })).toBe('{"b":"\\u003c\\u0026\\u003e\\u2028","a":1e+21}');
  });
});
