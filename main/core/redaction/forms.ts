/** The forms in which banks echo a secret. */

/** Characters from which on a secret is found inside a longer text, and in every form. */
export const LONG = 8;

/**
 * Plain, escaped in JSON, and in base64; a short text also percent-encoded, which percent-search.ts finds for a long one.
 * @returns the longest first
 */
export function formsOf(text: string): string[] {
  const wellFormed = text.toWellFormed();
  const json = JSON.stringify(text).slice(1, -1);
  const encoded = text.length < LONG ? percentOf(wellFormed) : base64Of(Buffer.from(wellFormed));
  const forms = [text, json, json.replaceAll('/', '\\/'), ...encoded];
  // One form may be a part of another.
  return [...new Set(forms)].filter(Boolean).sort((a, b) => b.length - a.length);
}

/** With and without the marks that a path may have, with a plus for a space, and with digits in either case. */
function percentOf(text: string): string[] {
  const path = encodeURIComponent(text);
  const all = path.replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  return [path, all, all.replaceAll('%20', '+')].flatMap((one) => [one, lowerPercent(one)]);
}

function lowerPercent(text: string): string {
  return text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

/** Bytes inside longer base64 and base64url: three alignments, without the characters that neighbours share. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((alphabet) => padded.toString(alphabet).slice(from, to));
  });
}
