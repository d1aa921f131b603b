/** Money, Norwegian numbers, durations, limits: properties. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renewalDays } from '../../bank-sim/domain/consent.ts';
import { isFurtherPage, isReadOnline, unattendedWait } from '../../bank-sim/domain/unattended-limits.ts';
import { redirectAfter } from '../../bank-sim/domain/sca.ts';
import { differingPart } from '../../renderer/ui/compared.ts';
import { formatMinor } from '../../shared/money/money.ts';
import {
  bbanFrom,
  ibanOf,
  isBban,
  isIdentityNumber,
  syntheticIdentityNumber,
} from '../../shared/norway/numbers.ts';
import { DAY, durationMs, HOUR } from '../../shared/time.ts';

describe('AIS-11: money', () => {
  it.each([
    [0, 'NOK', '0.00'],
    [-5, 'NOK', '-0.05'],
    [1_245_000, 'NOK', '12450.00'],
    [12_450, 'JPY', '12450'],
    [-1, 'JPY', '-1'],
    [1, 'KWD', '0.001'],
    [12_345_678, 'KWD', '12345.678'],
  ])('%i minor units of %s are %s', (minor, currency, text) => {
    expect(formatMinor(minor, currency)).toBe(text);
  });
  it('no digit is lost, for any whole number', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom('NOK', 'JPY', 'KWD'), (minor, currency) => {
        expect(BigInt(formatMinor(minor, currency).replace('.', ''))).toBe(BigInt(minor));
      }),
    );
    expect(() => formatMinor(0.5, 'NOK')).toThrow(RangeError);
  });
});

describe('Norwegian numbers', () => {
  it('an account number is valid, and invalid with any one digit changed', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{10}$/),
        fc.nat(10),
        fc.integer({ min: 1, max: 9 }),
        (digits, at, by) => {
          const bban = bbanFrom(digits);
          if (bban === null) return;
          expect(isBban(bban)).toBe(true);
          const changed = bban.slice(0, at) + ((Number(bban[at]) + by) % 10) + bban.slice(at + 1);
          expect(isBban(changed)).toBe(false);
        },
      ),
    );
  });
  it('an IBAN has remainder 1 modulo 97', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{10}$/), (digits) => {
        const bban = bbanFrom(digits);
        if (bban === null) return;
        const iban = ibanOf(bban);
        expect(BigInt(`${iban.slice(4)}2324${iban.slice(2, 4)}`) % 97n).toBe(1n);
      }),
    );
    expect(ibanOf('86011117947')).toBe('NO9386011117947');
  });
  it('a synthetic national ID is valid and in the synthetic range', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        fc.stringMatching(/^[0-4]\d\d$/),
        (month, day, individual) => {
          const number = syntheticIdentityNumber(1980, month, day, individual);
          if (number === null) return;
          expect(isIdentityNumber(number)).toBe(true);
          expect(Number(number.slice(2, 4))).toBe(month + 80);
        },
      ),
    );
  });
});

describe('durations', () => {
  it.each([
    ['PT1H', HOUR],
    ['P1DT2H3M4S', 93_784_000],
    ['P2W', 1_209_600_000],
    ['PT0S', 0],
  ])('%s', (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });
  it.each(['', 'P', 'PT', '1H', 'P1M', 'P1Y', 'PT1.5H', 'PT-1H', 'P1D '])(
    '"%s" is not a duration',
    (text) => {
      expect(durationMs(text)).toBeNull();
    },
  );
});

describe('LIM-1: unattended requests against a small model', () => {
  it('at most four are allowed in any 24 hours, and again at the announced time', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 60 }), (steps) => {
        const allowed: number[] = [];
        let now = 1_000_000;
        for (const step of steps) {
          now += step * 1000;
          const wait = unattendedWait(allowed, now);
          const inWindow = allowed.filter((at) => at > now - DAY).length;
          expect(wait === 0).toBe(inWindow < 4);
          expect(unattendedWait(allowed, now + wait * 1000)).toBe(0);
          if (wait === 0) allowed.push(now);
        }
      }),
    );
  });
});

describe('LIM-2: what else an unattended listing needs', () => {
  it('an account read online at most 180 days ago', () => {
    expect(isReadOnline(null, 0)).toBe(false);
    expect(isReadOnline(0, 180 * DAY)).toBe(true);
    expect(isReadOnline(0, 180 * DAY + 1)).toBe(false);
  });
  it('a further page of a listing begun at most an hour ago, not read since', () => {
    expect(isFurtherPage(null, false, 0)).toBe(false);
    expect(isFurtherPage(0, false, HOUR)).toBe(true);
    expect(isFurtherPage(0, true, HOUR)).toBe(false);
    expect(isFurtherPage(0, false, HOUR + 1)).toBe(false);
  });
});

it('VER-2: consent is renewed after 180 days since 1 October 2023', () => {
  expect([renewalDays('2023-09-30'), renewalDays('2023-10-01')]).toEqual([90, 180]);
});

describe('SCA-1: the redirect', () => {
  const sca = {
    id: 'x',
    tpp: 't',
    tppName: 'T',
    ask: 'consent' as const,
    sessionId: 's 1&',
    appVariant: false,
    createdAt: 0,
    outcome: null,
    failure: null,
    subject: null,
    authorisationId: null,
    agreementId: null,
  };
  it('keeps the query and the spelling of an app URL', () => {
    const result = { outcome: 'aborted' as const };
    expect(redirectAfter({ ...sca, redirectUri: 'no.fjordpay.app://sca?a=b' }, result)).toMatch(
      /^no\.fjordpay\.app:\/\/sca\?a=b&status=401&code=/,
    );
    const approved = {
      outcome: 'approved' as const,
      psuId: 'p',
      corporateId: null,
      context: 'PRIVATE' as const,
    };
    expect(redirectAfter({ ...sca, redirectUri: 'https://t.example/r' }, approved)).toBe(
      'https://t.example/r?psu-id=p&tpp-session-id=s%201%26&context=PRIVATE',
    );
  });
});

describe('the difference of two lines', () => {
  it('is what remains between the common prefix and suffix', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (head, ours, theirs, tail) => {
        const [a, b] = [head + ours + tail, head + theirs + tail];
        const [one, two] = [differingPart(a, b), differingPart(b, a)];
        expect(a.slice(0, one.start)).toBe(b.slice(0, two.start));
        expect(a.slice(one.end)).toBe(b.slice(two.end));
      }),
    );
    expect(differingPart('enc!!x=', 'enc%21%21x%3D')).toEqual({ start: 3, end: 7 });
  });
});
