/** What the bank keeps about sessions and unattended pages is deleted when it no longer decides anything, so disks do not fill (SVC-10). */
import { expect, it } from 'vitest';
import { bankStore, openBankDatabase } from '../../bank-sim/store/bank-store.ts';
import { DAY, HOUR } from '../../shared/time.ts';

/** An empty bank with one customer, who has one account. */
function emptyBank() {
  const db = openBankDatabase(null);
  db.exec(`
    INSERT INTO customer VALUES ('eirik', '13839319910', 'PRIVATE', 'Eirik Solbakken');
    INSERT INTO account VALUES ('account', 'eirik', 'Brukskonto', '86011100009', 'NO3786011100009', 'NOK', 'CACC', 0, 0, 0, NULL);
  `);
  const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get();
  return { ...bankStore(db), count };
}

it('a session that another has replaced is kept for a day, and the last one of each context for good', () => {
  const { access, count } = emptyBank();
  const approve = (sessionId: string, at: number) =>
    access.approve('no-sca', {
      consent: null,
      tpp: 'tpp',
      psuId: 'psu',
      customerId: 'eirik',
      corporate: null,
      sessionId,
      at,
    });
  approve('first', 0);
  approve('second', 10);
  approve('third', DAY);
  expect(count('session')).toBe(3);
  approve('fourth', DAY + 1);
  expect(count('session')).toBe(3);
  approve('fifth', 10 * DAY);
  expect(access.sessionOf('tpp', 'psu')).toEqual({ sessionId: 'fifth', corporateId: null, since: 10 * DAY });
  expect(count('session')).toBe(1);
});

it('pages of a listing are forgotten when it begins again, and all that are older than an hour with the next one', () => {
  const { unattended, count } = emptyBank();
  const page = (listing: string, offset: number) => ({
    tpp: 'tpp',
    accountId: 'account',
    listing,
    page: offset,
  });
  unattended.begin(page('one', 0), 0);
  unattended.notePage(page('one', 5), 10);
  unattended.begin(page('two', 0), 20);
  expect(unattended.readAt(page('one', 5))).toBe(10);
  unattended.begin(page('one', 0), 30);
  expect(unattended.readAt(page('one', 5))).toBeNull();
  unattended.begin(page('three', 0), 30 + HOUR);
  expect(unattended.readAt(page('one', 0))).toBe(30);
  expect(unattended.readAt(page('two', 0))).toBeNull();
  expect(count('unattended_page')).toBe(2);
  expect(unattended.calls('tpp', 'account', 'transactions', 30 + HOUR)).toHaveLength(4);
});
