import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addQuantity,
  canonicalQuantity,
  compareQuantity,
  formatQuantity,
  parseQuantity,
  QuantityError,
  quantityToNumber,
} from './quantity.js';

describe('canonicalQuantity', () => {
  // Each as resource.ParseQuantity(text).String() of apimachinery 0.36.1 gives it.
  it.each([
    ['0', '0'],
    ['0.0', '0'],
    ['0Ki', '0'],
    ['-0', '0'],
    ['.', '0'],
    ['+', '0'],
    ['1', '1'],
    ['100', '100'],
    ['1000', '1k'],
    ['12000m', '12'],
    ['0.1', '100m'],
    ['1.5', '1500m'],
    ['100.035k', '100.035k'],
    ['1k', '1k'],
    ['1000k', '1M'],
    ['1024', '1024'],
    ['1Ki', '1Ki'],
    ['1024Ki', '1Mi'],
    ['1.5Gi', '1536Mi'],
    ['1.5Ki', '1536'],
    ['-1.5Ki', '-1536'],
    ['0.5Ki', '512'],
    ['1000Mi', '1000Mi'],
    ['0.5Mi', '512Ki'],
    ['0.0001Ki', '102400u'],
    ['1e3', '1e3'],
    ['1.5e3', '1500'],
    ['10e2', '1e3'],
    ['5E3', '5E3'],
    ['1E', '1E'],
    ['1e-10', '1e-9'],
    ['0.1n', '1n'],
    ['-0.1n', '-1n'],
    ['1.0000000001', '1000000001n'],
    ['9Ei', '9223372036854775807'],
    ['-9Ei', '-9223372036854775807'],
    ['100000000000000000000Ki', '9223372036854775807'],
    ['1234567890123456789012', '1234567890123456789012'],
    // Taken for canonical already.
    ['+1', '+1'],
    ['01', '01'],
    ['1.500', '1.500'],
  ])('of %s is %s', (text, expected) => {
    expect(canonicalQuantity(text)).toBe(expected);
  });

  it('takes numbers', () => {
    expect(canonicalQuantity(2)).toBe('2');
    expect(canonicalQuantity(0.5)).toBe('500m');
    expect(canonicalQuantity(1e21)).toBe('1e+21');
  });

  it('keeps the amount where Kubernetes has no suffix left and drops it', () => {
    expect(canonicalQuantity('1000E')).toBe('1e21');
    expect(canonicalQuantity('1e100')).toBe('10e99');
  });

  it('is canonical itself, and the same amount', () => {
    const text = fc
      .tuple(
        fc.constantFrom('', '-', '+'),
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.option(fc.bigInt({ min: 0n, max: 10n ** 10n }), { nil: undefined }),
        fc.constantFrom(
          '',
          'n',
          'u',
          'm',
          'k',
          'M',
          'G',
          'T',
          'P',
          'E',
          'Ki',
          'Mi',
          'Gi',
          'Ti',
          'Pi',
          'Ei',
          'e6',
          'E-3',
        ),
      )
      .map(
        ([sign, integer, fraction, suffix]) =>
          `${sign}${integer}${fraction === undefined ? '' : `.${fraction}`}${suffix}`,
      );
    fc.assert(
      fc.property(text, (quantity) => {
        const canonical = canonicalQuantity(quantity);
        expect(canonicalQuantity(canonical)).toBe(canonical);
        expect(compareQuantity(canonical, quantity)).toBe(0);
        expect(formatQuantity(parseQuantity(canonical))).toBe(formatQuantity(parseQuantity(quantity)));
      }),
    );
  });
});

describe('a text that is no quantity', () => {
  const format =
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  it.each([
    ['', 'QuantityFormat', format],
    [' 1', 'QuantityFormat', format],
    ['1 ', 'QuantityFormat', format],
    ['a', 'QuantityFormat', format],
    ['1.2.3', 'QuantityFormat', format],
    ['1x', 'QuantityFormat', format],
    ['.e-12', 'QuantityFormat', 'unable to parse numeric part of quantity'],
    ['1i', 'QuantitySuffix', "unable to parse quantity's suffix"],
    ['1K', 'QuantitySuffix', "unable to parse quantity's suffix"],
    ['1e', 'QuantitySuffix', "unable to parse quantity's suffix"],
    ['1+5', 'QuantitySuffix', "unable to parse quantity's suffix"],
    ['1e99999999999', 'QuantitySuffix', "unable to parse quantity's suffix"],
  ])('%j is refused as %s', (text, code, message) => {
    for (const run of [
      parseQuantity,
      canonicalQuantity,
      quantityToNumber,
      (q: string) => compareQuantity('1', q),
    ]) {
      expect(() => run(text)).toThrow(
        expect.objectContaining({ name: 'QuantityError', code, message, value: text }),
      );
    }
    expect(() => parseQuantity(text)).toThrow(QuantityError);
  });
});

it('a long text that is no quantity is refused at once', () => {
  // Milliseconds when linear, hours when not.
  for (const text of ['0'.repeat(100_000), '1'.repeat(100_000), `1${'e'.repeat(100_000)}`]) {
    expect(() => parseQuantity(`${text}x`)).toThrow(QuantityError);
  }
});

describe('compareQuantity', () => {
  it.each([
    ['1', '1000m', 0],
    ['1Ki', '1024', 0],
    ['1Ki', '1k', 1],
    ['-1', '1', -1],
    ['0', '-1n', 1],
    ['0', '0Gi', 0],
    ['-2', '-1', -1],
    ['-1Ki', '-1k', -1],
    ['0.1n', '1n', 0],
    ['9007199254740993', '9007199254740992', 1],
    ['1e2147483647', '1', 1],
    ['-1e2147483647', '1n', -1],
    ['1e-2147483647', '1n', 0],
  ])('of %s and %s is %d', (a, b, expected) => {
    expect(compareQuantity(a, b)).toBe(expected);
    expect(compareQuantity(b, a)).toBe(-expected + 0);
  });
});

describe('addQuantity', () => {
  it.each([
    ['1', '500m', '1500m'],
    ['1Gi', '1Gi', '2Gi'],
    ['1Gi', '1', '1073741825'],
    ['0', '1Ki', '1Ki'],
    ['1Ki', '0', '1Ki'],
    ['1k', '24', '1024'],
    ['1Ki', '1k', '2024'],
    ['1Mi', '1m', '1048576001m'],
    ['1e3', '1', '1001'],
    ['1', '-1', '0'],
    ['9223372036854775807', '9223372036854775807', '18446744073709551614'],
  ])('of %s and %s is %s', (a, b, expected) => {
    expect(addQuantity(a, b)).toBe(expected);
  });

  it('refuses amounts that would need thousands of digits', () => {
    expect(() => addQuantity('1e2147483647', '1')).toThrow(
      expect.objectContaining({ code: 'QuantityRange' }),
    );
  });
});

describe('quantityToNumber', () => {
  it.each([
    ['1500m', 1.5],
    ['1Gi', 2 ** 30],
    ['-1u', -1e-6],
    ['1e400', Infinity],
    ['0', 0],
  ])('of %s is %d', (text, expected) => {
    expect(quantityToNumber(text)).toBe(expected);
  });
});
