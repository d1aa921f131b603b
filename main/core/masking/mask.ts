/** Secret values are removed from everything that is shown or kept; a mark stands where each one was. */

/** Stands where a secret was. */
export const MASK = '•••';

/** The forms in which a secret can appear: as it is, percent-encoded in a path, and escaped inside a JSON text. */
export function maskedForms(secret: string): string[] {
  return [...new Set([secret, encodeURIComponent(secret), inJson(secret)])];
}

/** A copy of the value in which every secret is masked, wherever it got to. @param value plain data, as JSON has it */
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
