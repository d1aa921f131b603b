/** Methods and header lines of HTTP. */

/** Methods of the bank's operations, links and control calls. */
export const BANK_METHODS = ['GET', 'PUT', 'POST', 'DELETE'] as const;

/** Methods of a request that a user composes. */
export const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

type HeaderLinesReading =
  | { ok: true; headers: [name: string, value: string][] }
  | { ok: false; line: number; text: string };

/**
 * Reads headers as the user types them: one per line, `Name: value` (RFC 9110, 5.6.2 and 5.5).
 * @returns name and value of each line, or the first line that is not a header (counted from 1), with a sentence
 */
export function readHeaderLines(lines: readonly string[]): HeaderLinesReading {
  const headers: [string, string][] = [];
  const seen = new Set<string>();
  for (const [at, line] of lines.entries()) {
    const fault = (text: string) => ({ ok: false, line: at + 1, text }) as const;
    const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/.exec(line.trimEnd());
    if (!match) return fault('A header must be a name, a colon and a value. An empty line ends the headers.');
    const [, name = '', value = ''] = match;
    const key = name.toLowerCase();
    if (seen.has(key))
      return fault(`${name} occurs twice. To send a header twice on purpose, use “Break it”.`);
    if (key === '__proto__') return fault(`${name} cannot be the name of a header: JavaScript reserves it.`);
    seen.add(key);
    headers.push([name, value]);
  }
  return { ok: true, headers };
}

/** The headers in a text that may contain empty lines; an empty list if a line cannot be read. */
export function headersOf(text: string): [name: string, value: string][] {
  const read = readHeaderLines(text.split('\n').filter((line) => line.trim() !== ''));
  return read.ok ? read.headers : [];
}
