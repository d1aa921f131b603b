/** AIS-11, PAY-20: minor units, texts of amounts, and exchange with exact rounding. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decimalsOf,
  formatMinor,
  isCurrency,
  isKeepable,
  parseMinor,
  amountText,
  minorText,
  convert,
  RATES,
} from '../../shared/money/money.ts';

const WHOLE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ');
const THOUSANDTHS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');
const HUNDREDTHS = 'NOK EUR SEK DKK USD GBP CHF PLN CZK CAD AUD NZD ZAR TRY THB HKD SGD CNY INR'.split(' ');

describe('AIS-11: currencies', () => {
  it('have the decimals of ISO 4217', () => {
    expect(WHOLE.filter((currency) => decimalsOf(currency) !== 0)).toEqual([]);
    expect(THOUSANDTHS.filter((currency) => decimalsOf(currency) !== 3)).toEqual([]);
    expect(HUNDREDTHS.filter((currency) => decimalsOf(currency) !== 2)).toEqual([]);
  });
  it('that the bank supports are exactly those with a rate', () => {
    const all = [...WHOLE, ...THOUSANDTHS, ...HUNDREDTHS];
    expect(all.filter((currency) => !isCurrency(currency))).toEqual([]);
    expect(Object.keys(RATES).toSorted()).toEqual(all.toSorted());
    expect(['', 'nok', 'XAU', 'RUB'].filter(isCurrency)).toEqual([]);
  });
});

describe('AIS-11: texts of amounts', () => {
  it.each([
    ['0.00', 'NOK', 0],
    ['-0.00', 'NOK', 0],
    ['-0.05', 'NOK', -5],
    ['12450.00', 'NOK', 1_245_000],
    ['1234567890123.45', 'NOK', 123_456_789_012_345],
    ['12450', 'JPY', 12_450],
    ['0.001', 'KWD', 1],
    ['9007199254740.991', 'KWD', Number.MAX_SAFE_INTEGER],
  ])('%s %s are %i minor units', (text, currency, minor) => {
    expect(parseMinor(text, currency)).toBe(minor);
  });
  it.each([
    ['1', 'NOK'],
    ['1.0', 'NOK'],
    ['1.000', 'NOK'],
    ['1.', 'JPY'],
    ['1.0', 'JPY'],
    ['.50', 'NOK'],
    ['+1.00', 'NOK'],
    ['--1.00', 'NOK'],
    [' 1.00', 'NOK'],
    ['1.00 ', 'NOK'],
    ['x1.00', 'NOK'],
    ['1.00x', 'NOK'],
    ['1,00', 'NOK'],
    ['1e3', 'JPY'],
    ['12345678901234.00', 'NOK'],
    ['9007199254740.992', 'KWD'],
    ['', 'NOK'],
  ])('"%s" is not an amount in %s', (text, currency) => {
    expect(parseMinor(text, currency)).toBeNull();
  });
  it('what is written is read', () => {
    const most = { min: -999_999_999_999_999, max: 999_999_999_999_999 };
    fc.assert(
      fc.property(fc.integer(most), fc.constantFrom('NOK', 'KWD'), (minor, currency) => {
        expect(parseMinor(formatMinor(minor, currency), currency)).toBe(minor);
      }),
    );
  });
  it('a balance up to 20 trillion kroner can be stored, on either side of zero', () => {
    const most = 2_000_000_000_000_000;
    expect([most, -most, most + 1, -most - 1].map(isKeepable)).toEqual([true, true, false, false]);
  });
});

describe('PAY-20: exchange', () => {
  it('uses the published rates, none of which changes by accident', () => {
    expect(Object.values(RATES).reduce((sum, rate) => sum + rate, 0)).toBe(1_916_638);
    // docs/simulator.md names these three.
    expect(convert(100, 'EUR', 'NOK')).toBe(1174);
    expect(convert(10_000, 'EUR', 'NOK')).toBe(117_435);
    expect(convert(10_000, 'USD', 'NOK')).toBe(100_820);
    expect(convert(10_000, 'GBP', 'NOK')).toBe(133_910);
  });
  it('rounds a half to the even minor unit', () => {
    // 10 øre per 100 dong at NOK 0.0004: a multiple of 25 dong is a whole øre.
    expect([12, 13, 25, 37, 38, 62, 63].map((dong) => convert(dong, 'VND', 'NOK'))).toEqual([
      0, 1, 1, 1, 2, 2, 3,
    ]);
    // 12.5 dong per half øre cannot be written; 125 francs at NOK 0.0012 are exactly 15 øre, 1 franc 0.12.
    expect([4, 5, 125].map((francs) => convert(francs, 'GNF', 'NOK'))).toEqual([0, 1, 15]);
    // USD 0.10 at 10.0820 are 100.82 øre; SEK at 1.0645: 1000 öre are 1064.5 øre, 3000 öre 3193.5 øre.
    expect([1000, 3000, 7000].map((minor) => convert(minor, 'SEK', 'NOK'))).toEqual([1064, 3194, 7452]);
  });
  it('the same currency is not converted, whatever the amount', () => {
    expect(convert(-7, 'NOK', 'NOK')).toBe(-7);
    expect(convert(0.5, 'XAU', 'XAU')).toBe(0.5);
  });
  it('what cannot be converted is an error', () => {
    expect(convert(0, 'NOK', 'EUR')).toBe(0);
    expect(() => convert(-1, 'NOK', 'EUR')).toThrow('-1 cannot be converted.');
    expect(() => convert(0.5, 'NOK', 'EUR')).toThrow('0.5 cannot be converted.');
    expect(() => convert(1, 'NOK', 'XAU')).toThrow('The bank has no rate for XAU.');
    expect(() => convert(1, 'XAU', 'NOK')).toThrow('The bank has no rate for XAU.');
    expect(() => convert(Number.MAX_SAFE_INTEGER, 'EUR', 'NOK')).toThrow('too large');
  });
  it('the largest safe integer can be the result', () => {
    // One dong is NOK 0.0004, so the result in dong is 25 times as many as øre.
    // The two francs have the same rate.
    expect(convert(Number.MAX_SAFE_INTEGER, 'XAF', 'XOF')).toBe(Number.MAX_SAFE_INTEGER);
    const most = Math.floor(Number.MAX_SAFE_INTEGER / 25);
    expect(convert(most, 'NOK', 'VND')).toBe(most * 25);
    expect(() => convert(most + 1, 'NOK', 'VND')).toThrow('too large');
  });
  it('loses less than half a minor unit there and back', () => {
    const currency = fc.constantFrom(...Object.keys(RATES));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), currency, (minor, foreign) => {
        const exact = (minor * (RATES[foreign] ?? 0) * 100) / (10_000 * 10 ** decimalsOf(foreign));
        expect(Math.abs(convert(minor, foreign, 'NOK') - exact)).toBeLessThanOrEqual(0.5 + 1e-6 * exact);
      }),
    );
  });
});

describe('an amount as people read it', () => {
  it('has the currency first and commas between thousands', () => {
    expect(amountText({ amount: '1250.00', currency: 'NOK' })).toBe('NOK 1,250.00');
    expect(amountText({ amount: '-1234567.5', currency: 'EUR' })).toBe('EUR -1,234,567.5');
    expect(amountText({ amount: 999, currency: 'JPY' })).toBe('JPY 999');
    expect(minorText(-12_450_000, 'NOK')).toBe('NOK -124,500.00');
  });
});
