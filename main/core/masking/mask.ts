/** Removes secret values from everything that is shown or stored, leaving a mark in place of each. */

/** Replaces a secret. */
export const MASK = '•••';

/** The forms in which a secret can appear: plain, percent-encoded in a path, and escaped in JSON. */
export function maskedForms(secret: string): string[] {
  return [...new Set([secret, encodeURIComponent(secret), inJson(secret)])];
}

/** A copy of the value with every occurrence of a secret masked. @param value plain data, as in JSON */
export function masked<T>(value: T, secrets: readonly string[]): T {
  if (secrets.length === 0) return value;
  let text = JSON.stringify(value);
  for (const secret of secrets)
    for (const form of maskedForms(secret)) text = text.replaceAll(inJson(form), MASK);
  return JSON.parse(text) as T;
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
