/** Compares two messages line by line. Both may come from a bank, so the work is bounded. */
import { diffLines } from 'diff';
import { texts } from '../../shared/texts/texts.ts';
import { beginningOf } from '../../shared/body-view/body-view.ts';

const t = texts.common.compared;

/** Lines next to each other; null on the side that has none. */
export interface Row {
  left: string | null;
  right: string | null;
}

export interface Message {
  /** Request line or status line. */
  first: string;
  headers: readonly (readonly [string, string])[];
  body: string;
}

export interface Compared {
  rows: Row[];
  /** Whether a body has more lines than are compared. */
  cut: boolean;
  /** Whether equal lines are next to each other; otherwise there are too many differences, and lines are paired by number. */
  aligned: boolean;
}

/** Maximum number of lines of a body to compare. */
export const MOST_LINES = 1000;
/** Maximum number of lines removed or added. The work grows with this number times the number of lines. */
const MOST_EDITS = 1000;

/** @returns the rows of two messages, with JSON bodies formatted, so that a difference is shown at its field */
export function compared(left: Message, right: Message): Compared {
  const [one, other] = [linesIn(left), linesIn(right)];
  const rows = alignedRows(one.lines, other.lines);
  return {
    rows: rows ?? sideBySide(one.lines, other.lines),
    cut: one.more || other.more,
    aligned: rows !== null,
  };
}

/** A word too long to compare by eye, such as a certificate in base64. */
const LONG_WORD = /\S{161,}/g;

/** A line with its long words cut in the middle. */
export function shortLine(line: string): string {
  return line.replace(LONG_WORD, (word) => `${cutInside(word)} (${t.characters(word.length)})`);
}

const cutInside = (word: string) => `${word.slice(0, 60)}…${word.slice(-20)}`;

/** A row as it is shown: what differs is in view, and long words before and after it are cut. */
export function shortRow({ left, right }: Row): Row {
  if (left === null || right === null || left === right)
    return { left: left && shortLine(left), right: right && shortLine(right) };
  const same = (text: string) => text.replace(LONG_WORD, cutInside);
  const short = (line: string, other: string) => {
    const { start, end } = differingPart(line, other);
    return same(line.slice(0, start)) + shortLine(line.slice(start, end)) + same(line.slice(end));
  };
  return { left: short(left, right), right: short(right, left) };
}

function linesIn({ first, headers, body }: Message): { lines: string[]; more: boolean } {
  const { lines, more } = beginningOf(body, MOST_LINES);
  return { lines: [first, ...headers.map(([name, value]) => `${name}: ${value}`), '', ...lines], more };
}

/** Puts removed and added lines next to each other. @returns null if there are too many of them */
function alignedRows(left: readonly string[], right: readonly string[]): Row[] | null {
  const rows: Row[] = [];
  const changes = diffLines(textOf(left), textOf(right), { maxEditLength: MOST_EDITS });
  if (changes === undefined) return null;
  for (let at = 0; at < changes.length; at++) {
    const change = changes[at];
    if (!change) continue;
    const lines = linesOf(change.value);
    const next = changes[at + 1];
    if (change.removed && next?.added) {
      rows.push(...sideBySide(lines, linesOf(next.value)));
      at++;
    } else
      for (const line of lines)
        rows.push({ left: change.added ? null : line, right: change.removed ? null : line });
  }
  return rows;
}

function sideBySide(left: readonly string[], right: readonly string[]): Row[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => ({
    left: left[at] ?? null,
    right: right[at] ?? null,
  }));
}

function textOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

/** The range `[start, end)` of a text without the prefix and suffix that it shares with another text. */
export function differingPart(text: string, other: string): { start: number; end: number } {
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (start < shorter && text[start] === other[start]) start++;
  let tail = 0;
  while (tail < shorter - start && text[text.length - 1 - tail] === other[other.length - 1 - tail]) tail++;
  return { start, end: text.length - tail };
}
