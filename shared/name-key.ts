/** When two names are one: most file systems ignore the case of letters, and the way in which accents are encoded. */

/**
 * Equal for names that some system takes for the same file. Lower case alone leaves letters apart that have one upper case: σ and ς, s and
 * ſ, µ and μ. What is made equal besides, such as ß and ss, only means that a name is not free.
 */
export function nameKey(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase();
  // Each on its own: a Σ at the end of a word becomes another letter than the same Σ before others.
  return Array.from(name.normalize('NFD'), folded).join('').normalize('NFC');
}

/** Most names, and listings have thousands of them. */
const ASCII = /^[\x20-\x7e]*$/;

function folded(character: string): string {
  return Array.from(character.toLowerCase().toUpperCase(), (one) => one.toLowerCase()).join('');
}
