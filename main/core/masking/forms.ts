/** The forms in which banks echo a text. */

/** From this length on a secret is found inside a longer text, and in every form. */
export const LONG = 8;

/** From this length on a secret is found only in the forms of every text: no token is as long, and the others are twenty times as much. */
const HUGE = 20_000;

/**
 * Plain and escaped in JSON; a short text also percent-encoded, and a long one, of which percent-search.ts finds any percent-encoding, as
 * pages, tokens and dumps encode it.
 * @returns the longest first
 */
export function formsOf(text: string): string[] {
  const wellFormed = text.toWellFormed();
  const forms = [text, JSON.stringify(text).slice(1, -1)];
  if (text.length < LONG) forms.push(...percentOf(wellFormed));
  else if (text.length < HUGE) {
    const bytes = Buffer.from(wellFormed);
    const hex = bytes.toString('hex');
    forms.push(...entitiesOf(text), ...base64Of(bytes), hex, hex.toUpperCase(), ...escapesOf(text));
  }
  // One form may be a part of another.
  return [...new Set(forms)].filter(Boolean).sort((a, b) => b.length - a.length);
}

/** With the marks that are left in a path, without them, and with a plus for a blank; with digits in either case. */
function percentOf(text: string): string[] {
  const path = encodeURIComponent(text);
  const all = path.replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  return [path, all, all.replaceAll('%20', '+')].flatMap((one) => [one, lowerPercent(one)]);
}

function lowerPercent(text: string): string {
  return text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

/** HTML: with the apostrophe and the quotation mark by name, by number, or left as they are. */
function entitiesOf(text: string): string[] {
  const basic = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return ['"', '&quot;', '&#34;', '&#x22;'].flatMap((quote) =>
    ["'", '&apos;', '&#39;', '&#x27;', '&#039;'].map((apostrophe) =>
      basic.replaceAll('"', quote).replaceAll("'", apostrophe),
    ),
  );
}

/** What bytes look like inside longer base64 and base64url: three alignments, without the characters that the neighbours share. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((alphabet) => padded.toString(alphabet).slice(from, to));
  });
}

/** `\u` escapes of everything, of what is outside ASCII, or of what HTML has a meaning for, with digits in either case; `/` may be escaped, too. */
function escapesOf(text: string): string[] {
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const upper = (one: string) =>
    one.replaceAll(/\\u[0-9a-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`);
  const all = [...Array(text.length).keys()].map((at) => escape(text.charAt(at))).join('');
  const plain = JSON.stringify(text).slice(1, -1);
  const some = plain.replaceAll(/[\u0080-\uffff]/g, escape);
  const forHtml = [plain, some].map((one) => one.replaceAll(/[<>&']/g, escape));
  const slashed = [plain, some, ...forHtml].map((one) => one.replaceAll('/', '\\/'));
  return [all, some, ...forHtml, ...slashed].flatMap((one) => [one, upper(one)]);
}
