/** A signed text as lines, for display. */

/** The lines of a text. A line break at the end, which belongs to no line, stays with the last one. */
export function signedLines(text: string): string[] {
  return text
    .split(/(?<=\n)(?!\n*$)/)
    .map((line, at, all) => (at === all.length - 1 ? line : line.slice(0, -1)));
}

/** Makes line breaks and other invisible characters visible; spaces stay. */
export function visibleBreaks(text: string): string {
  return text
    .replaceAll('\t', '⇥')
    .replaceAll('\r', '␍')
    .replaceAll('\n', '↵')
    .replaceAll('\0', '␀')
    .replaceAll('\ufeff', '⌂');
}
