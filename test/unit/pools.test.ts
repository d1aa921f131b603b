/** Pools of connections: one for each destination, bounded, and without keys that nobody may use any longer. */
import { beforeEach, expect, it } from 'vitest';
import { Pools } from '../../main/core/requests/pool.ts';

const there = { baseUrl: 'https://bank.example/psd2', ca: '', tlsCertificateId: null };
let asked: string[];
let pools: Pools;

beforeEach(() => {
  asked = [];
  pools = new Pools(
    (id) => {
      asked.push(id);
      return { cert: '', key: '' };
    },
    () => null,
  );
});

it('a destination consists of origin, trusted roots and client certificate, not the path', () => {
  const pool = pools.to(there);
  expect(pools.to({ ...there, baseUrl: 'https://bank.example/other' })).toBe(pool);
  for (const other of [
    { ...there, baseUrl: 'https://bank.example:8443' },
    { ...there, ca: 'PEM' },
    { ...there, tlsCertificateId: 'a' },
  ])
    expect(pools.to(other)).not.toBe(pool);
  expect(pools.to(there)).toBe(pool);
});

it('the key of a client certificate is requested once, and again when its pool is gone', () => {
  const a = { ...there, tlsCertificateId: 'a' };
  const b = { ...there, tlsCertificateId: 'b' };
  const [poolA, poolB, plain] = [pools.to(a), pools.to(b), pools.to(there)];
  pools.to(a);
  expect(asked).toEqual(['a', 'b']);
  pools.retire((client) => client === 'a');
  expect(pools.to(a)).not.toBe(poolA);
  expect([pools.to(b), pools.to(there)]).toEqual([poolB, plain]);
  expect(asked).toEqual(['a', 'b', 'a']);
});

it('of many unused destinations, the longest unused are closed first', () => {
  const at = (number: number) => ({ ...there, tlsCertificateId: String(number) });
  for (let number = 0; number < 8; number++) pools.to(at(number));
  pools.to(at(0));
  pools.to(at(8));
  asked = [];
  pools.to(at(0));
  pools.to(at(8));
  expect(asked).toEqual([]);
  pools.to(at(1));
  expect(asked).toEqual(['1']);
});

it('a client certificate without an accessible key is refused and not remembered', () => {
  const locked = new Pools(
    () => {
      throw new Error('The vault is locked.');
    },
    () => null,
  );
  const wanted = { ...there, tlsCertificateId: 'a' };
  expect(() => locked.to(wanted)).toThrow('The vault is locked.');
  expect(() => locked.to(wanted)).toThrow('The vault is locked.');
});
