/** Reads headers as the user types them: one per line, `Name: value` (RFC 9110, 5.6.2 and 5.5). */

export type HeaderLinesReading =
  | { ok: true; headers: [name: string, value: string][] }
  | { ok: false; line: number; text: string };

/** @returns name and value of each line, or the first line that is not a header (counted from 1), with a sentence */
export function readHeaderLines(lines: readonly string[]): HeaderLinesReading {
  const headers: [string, string][] = [];
  const seen = new Set<string>();
  for (const [at, line] of lines.entries()) {
    const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/.exec(line.trimEnd());
    if (!match)
      return {
        ok: false,
        line: at + 1,
        text: 'A header must be a name, a colon and a value. An empty line ends the headers.',
      };
    const [, name = '', value = ''] = match;
    if (seen.has(name.toLowerCase()))
      return {
        ok: false,
        line: at + 1,
        text: `${name} occurs twice. To send a header twice on purpose, use “Break it”.`,
      };
    if (name.toLowerCase() === '__proto__')
      return {
        ok: false,
        line: at + 1,
        text: `${name} cannot be the name of a header: JavaScript reserves it.`,
      };
    seen.add(name.toLowerCase());
    headers.push([name, value]);
  }
  return { ok: true, headers };
}

/** The headers in a text that may contain empty lines; an empty list if a line cannot be read. */
export function headersOf(text: string): [name: string, value: string][] {
  const read = readHeaderLines(text.split('\n').filter((line) => line.trim() !== ''));
  return read.ok ? read.headers : [];
}
