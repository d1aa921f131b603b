/** Names of certificates that come into the vault. */

/** Characters of a name. */
const LONGEST = 80;

/** A name that no other certificate has, with the next number if it is taken. @param names of all certificates; it is added to them */
export function newName(wanted: string, names: string[]): string {
  // After “Seal 2” comes “Seal 3”. A year is not counted on.
  const [, base = wanted, counted = '1'] = /^(.+) (\d{1,2})$/s.exec(wanted) ?? [];
  for (let name = wanted, number = Number(counted); ;) {
    if (!names.includes(name)) {
      names.push(name);
      return name;
    }
    const end = ` ${++number}`;
    name = base.slice(0, LONGEST - end.length).toWellFormed() + end;
  }
}
