/** Rates of exchange: those that the bank publishes, and those at which it converted (PAY-20, AIS-7). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimalsOf, appliedRate, convert, publishedRate, RATES } from '../../shared/money/money.ts';

it.each([
  ['EUR', 'NOK', 'EUR', '11.7435'],
  ['NOK', 'EUR', 'EUR', '11.7435'],
  ['NOK', 'VND', 'VND', '0.0004'],
  ['GBP', 'EUR', 'GBP', '1.1402903734'],
  ['VND', 'KWD', 'VND', '0.0000121895'],
])(
  'PAY-20: the published rate from %s to %s is quoted for one %s',
  (from, to, unitCurrency, exchangeRate) => {
    expect(publishedRate(from, to)).toEqual({ unitCurrency, exchangeRate });
  },
);

it.each(['XYZ', 'toString', 'constructor'])('PAY-20: %s has no rate', (currency) => {
  expect(() => publishedRate(currency, 'NOK')).toThrow(`The bank has no rate for ${currency}.`);
});

it('PAY-20: an amount times the published rate is the converted amount', () => {
  const currency = fc.constantFrom(...Object.keys(RATES));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), currency, currency, (minor, from, to) => {
      fc.pre(from !== to);
      const { unitCurrency, exchangeRate } = publishedRate(from, to);
      const whole = minor / 10 ** decimalsOf(from);
      const expected = unitCurrency === from ? whole * Number(exchangeRate) : whole / Number(exchangeRate);
      const converted = convert(minor, from, to) / 10 ** decimalsOf(to);
      // Half a minor unit of rounding, and the ten decimals of the rate.
      const room = 0.5 / 10 ** decimalsOf(to) + whole * 1e-10 + Math.abs(expected) * 1e-9;
      expect(Math.abs(converted - expected)).toBeLessThanOrEqual(room);
    }),
  );
});

it.each([
  [-19_950, 'EUR', -233_340, 'NOK', '11.6962406015'],
  [-3_300, 'JPY', -2_000, 'EUR', '0.0060606061'],
  [1_250, 'KWD', 41_020, 'NOK', '328.16'],
  [-1_000, 'EUR', -12_000, 'NOK', '12'],
])('PAY-20, AIS-7: %i %s that became %i %s were converted at %s', (paid, from, charged, to, exchangeRate) => {
  expect(appliedRate({ minor: paid, currency: from }, { minor: charged, currency: to })).toEqual({
    unitCurrency: from,
    exchangeRate,
  });
});
