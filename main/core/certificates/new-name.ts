/** Names of certificates that come into the vault. */

import { endingWith, firstFree } from '../../../shared/names.ts';

/** Characters of a name. */
const LONGEST = 80;

/** A name that no other certificate has, with the next number if it is taken. @param names of all certificates; it is added to them */
export function newName(wanted: string, names: string[]): string {
  // After “Seal 2” comes “Seal 3”. A year is not counted on.
  const [, base = wanted, counted = '1'] = /^(.+) (\d{1,2})$/s.exec(wanted) ?? [];
  const before = Number(counted) - 1;
  const name = firstFree(
    (number) => (number === 1 ? wanted : endingWith(base, ` ${before + number}`, LONGEST)),
    (one) => names.includes(one),
  );
  names.push(name);
  return name;
}
