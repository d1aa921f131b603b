/** Check digits, IBANs and KIDs against published examples; banking days and Oslo time at their edges. */
import { describe, expect, it } from 'vitest';
import {
  addDays,
  bankingDay,
  dateOf,
  daysBetween,
  easterSunday,
  isBankingDay,
} from '../../shared/norway/banking-days.ts';
import {
  bbanFrom,
  isBban,
  isIban,
  isIdentityNumber,
  syntheticIdentityNumber,
  hasKidForm,
  isCreditorReference,
  isKid,
  kidOf,
} from '../../shared/norway/numbers.ts';
import { osloDate, osloInstant } from '../../shared/norway/oslo.ts';

describe('PAY-12: IBAN', () => {
  // The examples of the ISO 13616 registry.
  it.each([
    'NO9386011117947',
    'SE4550000000058398257466',
    'DK5000400440116243',
    'FI2112345600000785',
    'IS140159260076545510730339',
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'NL91ABNA0417164300',
    'BE68539007547034',
    'ES9121000418450200051332',
    'IT60X0542811101000000123456',
    'PT50000201231234567890154',
    'PL61109010140000071219812874',
    'GB29NWBK60161331926819',
    'IE29AIBK93115212345678',
    'AT611904300234573201',
    'CH9300762011623852957',
    'LT121000011101001000',
    'LV80BANK0000435195001',
    'EE382200221020145685',
    'LU280019400644750000',
    'CZ6508000000192000145399',
    'HU42117730161111101800000000',
  ])('%s is one', (text) => {
    expect(isIban(text)).toBe(true);
  });
  it.each([
    'NO9386011117948',
    'no9386011117947',
    'NO93860111179470',
    'NO938601111794',
    ' NO9386011117947',
    'NO9386011117947 ',
    'N19386011117947',
    '',
  ])('"%s" is none', (text) => {
    expect(isIban(text)).toBe(false);
  });
  it('the length of a country is checked even if the check digits are right', () => {
    // 98 minus the remainder of the rest with 00, for a Norwegian number with one digit too many.
    const rest = '860111179470';
    const check = String(98n - (BigInt(`${rest}232400`) % 97n)).padStart(2, '0');
    expect(isIban(`NO${check}${rest}`)).toBe(false);
    // A country whose length the bank does not know.
    const other = String(98n - (BigInt(`${rest}333300`) % 97n)).padStart(2, '0');
    expect(isIban(`XX${other}${rest}`)).toBe(true);
    expect(isIban(`XX${other}${rest} `)).toBe(false);
  });
  it('an IBAN has 14 to 34 characters', () => {
    const iban = (size: number) => {
      const rest = '1'.repeat(size - 4);
      return `XX${String(98n - (BigInt(`${rest}333300`) % 97n)).padStart(2, '0')}${rest}`;
    };
    expect([13, 14, 34, 35].map((size) => isIban(iban(size)))).toEqual([false, true, true, false]);
  });
});

describe('PAY-12, SBX-1: account numbers and national IDs', () => {
  it('a check digit that would be 10 is not issued', () => {
    // 5·1 + 4·1 + 3·1 = 12, of which 11 leaves 1.
    expect(bbanFrom('1110000000')).toBeNull();
    expect(bbanFrom('8601111794')).toBe('86011117947');
    expect(bbanFrom('0000000000')).toBe('00000000000');
  });
  it.each([' 0000000000', '8601111794', '860111179477', '86011117948', 'x86011117947', '8601111794x', ''])(
    '"%s" is no account number',
    (text) => {
      expect(isBban(text)).toBe(false);
    },
  );
  it.each(['13097248022', '17054026641', '15076500565', '12057900499', '29822099635', '21483609245'])(
    'the test number %s is a national ID',
    (text) => {
      expect(isIdentityNumber(text)).toBe(true);
    },
  );
  it('one of the hundred endings of a national ID is right', () => {
    const endings = Array.from({ length: 100 }, (_, at) => `130972480${String(at).padStart(2, '0')}`);
    expect(endings.filter(isIdentityNumber)).toEqual(['13097248022']);
  });
  it('SBX-1: a synthetic national ID is the one that is right, or none where no ending is right', () => {
    let none = 0;
    for (let individual = 100; individual < 300; individual++) {
      const nine = `178580${individual}`;
      const endings = Array.from({ length: 100 }, (_, at) => nine + String(at).padStart(2, '0'));
      const right = endings.find(isIdentityNumber) ?? null;
      expect(syntheticIdentityNumber(1980, 5, 17, String(individual)), nine).toBe(right);
      if (right === null) none++;
    }
    // About one in eleven for each of the two digits.
    expect(none).toBeGreaterThan(20);
    expect(none).toBeLessThan(60);
  });
  it('a national ID has two check digits', () => {
    const number = syntheticIdentityNumber(1980, 5, 17, '123');
    expect(number?.slice(0, 9)).toBe('178580123');
    for (let at = 0; at < 11; at++) {
      const digits = Array.from(number ?? '');
      digits[at] = String((Number(digits[at]) + 1) % 10);
      expect(isIdentityNumber(digits.join('')), `digit ${at}`).toBe(false);
    }
    expect(isIdentityNumber(`${number}0`)).toBe(false);
    expect(isIdentityNumber(`x${number}`)).toBe(false);
    expect(isIdentityNumber(`${number}x`)).toBe(false);
  });
});

describe('PAY-10: KID', () => {
  it('a MOD10 digit is that of Luhn', () => {
    expect(kidOf('7992739871')).toBe('79927398713');
    expect(kidOf('0')).toBe('00');
    expect(kidOf('5')).toBe('59');
    expect(isKid('79927398713')).toBe(true);
    expect(isKid('79927398710')).toBe(false);
  });
  it.each(['11111114', '310', '6-', '12345674'])('%s has a MOD11 digit', (text) => {
    expect(isKid(text)).toBe(true);
  });
  it.each(['11111115', '311', '60', '5-', '-', '-6', '6-6'])('%s has a wrong digit or form', (text) => {
    expect(isKid(text)).toBe(false);
  });
  it('a KID has 2 to 25 characters', () => {
    const lengths = [1, 2, 25, 26];
    expect(lengths.map((length) => hasKidForm('0'.repeat(length)))).toEqual([false, true, true, false]);
    expect(lengths.map((length) => isKid('0'.repeat(length)))).toEqual([false, true, true, false]);
    expect(['x00', '00x', ' 00', '00 '].filter(hasKidForm)).toEqual([]);
  });
  it('a creditor reference has RF, its check and 1 to 21 characters', () => {
    const reference = (rest: string) => {
      const digits = Array.from(`${rest}RF00`, (letter) => Number.parseInt(letter, 36)).join('');
      return `RF${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${rest}`;
    };
    expect(reference('539007547034')).toBe('RF18539007547034');
    expect(['A', '9'.repeat(21)].map((rest) => isCreditorReference(reference(rest)))).toEqual([true, true]);
    expect(isCreditorReference(reference('9'.repeat(22)))).toBe(false);
    // One of the hundred has the right remainder, but does not start with RF.
    const late = Array.from({ length: 100 }, (_, at) => `XRF${String(at).padStart(2, '0')}539007547034`);
    expect(late.filter(isCreditorReference)).toEqual([]);
    expect(
      ['RF19539007547034', 'RF18', 'XRF18539007547034', 'RF18539007547034 '].filter(isCreditorReference),
    ).toEqual([]);
  });
});

describe('SBX-5, PAY-14: the calendar', () => {
  it.each([
    [1954, '04-18'],
    [1961, '04-02'],
    [1981, '04-19'],
    [2000, '04-23'],
    [2008, '03-23'],
    [2026, '04-05'],
    [2038, '04-25'],
    [2049, '04-18'],
    [2076, '04-19'],
    [2100, '03-28'],
    [2285, '03-22'],
    [2299, '04-16'],
    [4200, '04-20'],
  ])('Easter Sunday of %i is %s', (year, day) => {
    expect(easterSunday(year)).toBe(`${year}-${day}`);
  });
  it('Easter Sunday is that of the Gregorian calendar in every year', () => {
    // Meeus, Astronomical Algorithms, chapter 8: written in another way than the code.
    for (let year = 1583; year <= 4099; year++) {
      const [a, b, c] = [year % 19, Math.trunc(year / 100), year % 100];
      const [d, e] = [Math.trunc(b / 4), b % 4];
      const g = Math.trunc((b - Math.trunc((b + 8) / 25) + 1) / 3);
      const h = (19 * a + b - d - g + 15) % 30;
      const [i, k] = [Math.trunc(c / 4), c % 4];
      const l = (32 + 2 * e + 2 * i - h - k) % 7;
      const n = h + l - 7 * Math.trunc((a + 11 * h + 22 * l) / 451) + 114;
      expect(easterSunday(year)).toBe(dateOf(year, Math.trunc(n / 31), (n % 31) + 1));
    }
  });
  it('days are counted over the end of months, years and daylight saving', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
    expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2);
  });
  it('a day past the end of its month is the last one, and months carry over', () => {
    expect([dateOf(2026, 2, 31), dateOf(2028, 2, 30), dateOf(2026, 13, 1), dateOf(2026, 4, 30)]).toEqual([
      '2026-02-28',
      '2028-02-29',
      '2027-01-01',
      '2026-04-30',
    ]);
  });
  it('banks are closed around Easter even in its earliest and latest years, and open beside it', () => {
    // 2285: Easter on 22 March. 2038: on 25 April, so Whit Monday is 14 June.
    expect(['2285-03-19', '2285-03-20', '2285-03-23', '2038-06-14'].filter(isBankingDay)).toEqual([]);
    expect(['2285-03-18', '2285-03-24', '2038-06-15', '2038-04-21'].filter(isBankingDay)).toHaveLength(4);
  });
  it('a date moves to the next or previous banking day, or stays', () => {
    expect(bankingDay('2026-11-20')).toBe('2026-11-20');
    expect(bankingDay('2026-11-21')).toBe('2026-11-23');
    expect(bankingDay('2026-11-22', -1)).toBe('2026-11-20');
    expect(bankingDay('2026-04-02')).toBe('2026-04-07');
  });
});

describe('SBX-5: instants in Oslo', () => {
  it.each([
    ['2026-01-15', 330, '2026-01-15T04:30:00Z'],
    ['2026-07-15', 330, '2026-07-15T03:30:00Z'],
    ['2026-03-29', 0, '2026-03-28T23:00:00Z'],
    ['2026-03-29', 119, '2026-03-29T00:59:00Z'],
    ['2026-03-29', 180, '2026-03-29T01:00:00Z'],
    ['2026-03-29', 330, '2026-03-29T03:30:00Z'],
    ['2026-10-25', 0, '2026-10-24T22:00:00Z'],
    ['2026-10-25', 120, '2026-10-25T01:00:00Z'],
    ['2026-10-25', 330, '2026-10-25T04:30:00Z'],
    ['1995-10-10', 0, '1995-10-09T23:00:00Z'],
    ['1995-07-10', 0, '1995-07-09T22:00:00Z'],
  ])('%s, %i minutes after midnight', (date, minutes, instant) => {
    expect(new Date(osloInstant(date, minutes)).toISOString()).toBe(instant.replace('Z', '.000Z'));
  });
  it('a day before the present rule of summer time begins at its midnight, not a fraction of a second later', () => {
    expect(osloDate(Date.parse('1995-01-14T22:59:59.999Z'))).toBe('1995-01-14');
    expect(osloDate(Date.parse('1995-01-14T23:00:00.500Z'))).toBe('1995-01-15');
    // In that year, summer time ended in September.
    expect(osloDate(Date.parse('1995-10-10T22:30:00Z'))).toBe('1995-10-10');
  });
});
