/** Compares two messages line by line, and lines word by word. Both may come from a bank, so the work is bounded. */
import { diffArrays, diffLines } from 'diff';
import { texts } from '../../shared/texts/texts.ts';
import { beginningOf } from '../../shared/body-view/body-view.ts';

const t = texts.common.compared;

/** Lines next to each other; null on the side that has none. */
export interface Row {
  left: string | null;
  right: string | null;
  /** `noise` differs as it does in every message, such as a date. */
  kind: 'same' | 'noise' | 'differs';
}

export interface Message {
  /** Request line or status. */
  first: string;
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
/** The same for the words of a line, and the characters of the longest line that is compared by word. */
const MOST_WORD_EDITS = 60;
const LONGEST_LINE = 2000;

/** @returns the rows of two messages, with JSON bodies formatted, so that a difference is shown at its field */
export function compared(left: Message, right: Message): Compared {
  const [one, other] = [left, right].map(({ body }) => beginningOf(body, MOST_LINES));
  const lines = (first: string, body: readonly string[] = []) => [first, '', ...body];
  const of = comparedLines(lines(left.first, one?.lines), lines(right.first, other?.lines));
  return { ...of, cut: one?.more === true || other?.more === true };
}

/** @returns the rows of two texts of some lines */
export function comparedLines(left: readonly string[], right: readonly string[]): Compared {
  const rows = alignedRows(left, right);
  return { rows: rows ?? sideBySide(left, right), cut: false, aligned: rows !== null };
}

/** A word too long to compare by eye, such as a certificate in base64. */
const LONG_WORD = /\S{161,}/g;

/** A line with its long words cut in the middle. */
export function shortLine(line: string): string {
  return line.replace(LONG_WORD, (word) => `${cutInside(word)} (${t.characters(word.length)})`);
}

const cutInside = (word: string) => `${word.slice(0, 60)}…${word.slice(-20)}`;

/** A part of a line. */
export interface Piece {
  text: string;
  differs: boolean;
}

/** The words of a row that differ, and the text between them. @param whole whether long words are not cut */
export function wordsOf(row: Row, whole: boolean): { left: Piece[]; right: Piece[] } {
  const { left, right } = row;
  const alone = (text: string | null) =>
    text === null ? [] : [{ text: whole ? text : shortLine(text), differs: false }];
  if (left === null || right === null || row.kind === 'same')
    return { left: alone(left), right: alone(right) };
  const pieces = wordPieces(left, right) ?? { left: middleOf(left, right), right: middleOf(right, left) };
  if (whole) return pieces;
  const short = ({ text, differs }: Piece) => ({
    text: differs ? shortLine(text) : text.replace(LONG_WORD, cutInside),
    differs,
  });
  return { left: pieces.left.map(short), right: pieces.right.map(short) };
}

/** @returns null for lines that are too long or too different for it */
function wordPieces(left: string, right: string): { left: Piece[]; right: Piece[] } | null {
  const isLong = (line: string) => line.length > LONGEST_LINE || line.search(LONG_WORD) >= 0;
  if (isLong(left) || isLong(right)) return null;
  const changes = diffArrays(wordsIn(left), wordsIn(right), { maxEditLength: MOST_WORD_EDITS });
  if (changes === undefined) return null;
  const side = (isOther: 'added' | 'removed', isThis: 'added' | 'removed') =>
    changes
      .filter((change) => !change[isOther])
      .map((change) => ({ text: change.value.join(''), differs: change[isThis] }));
  return { left: side('added', 'removed'), right: side('removed', 'added') };
}

/** Words, blanks and the signs between them. */
const wordsIn = (line: string) => line.split(/(\s+|["',:;=&?/(){}[\]↵])/).filter((part) => part !== '');

/** The part of a line that differs, as one piece. */
function middleOf(line: string, other: string): Piece[] {
  const { start, end } = differingPart(line, other);
  return [
    { text: line.slice(0, start), differs: false },
    { text: line.slice(start, end), differs: true },
    { text: line.slice(end), differs: false },
  ].filter(({ text }) => text !== '');
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
      rows.push(...byName(lines, linesOf(next.value)));
      at++;
    } else rows.push(...sideBySide(change.added ? [] : lines, change.removed ? [] : lines));
  }
  return rows;
}

/** Lines of the same field next to each other, and those without a name in their order. */
function byName(left: readonly string[], right: readonly string[]): Row[] {
  const names = right.map((line) => nameOf(rowOf(null, line)));
  const rows: Row[] = [];
  let next = 0;
  for (const line of left) {
    const name = nameOf(rowOf(line, null));
    const at = name === null && names[next] !== null ? -1 : names.indexOf(name, next);
    if (at >= 0) {
      rows.push(...sideBySide([], right.slice(next, at)));
      next = at + 1;
    }
    rows.push(rowOf(line, at < 0 ? null : (right[at] ?? null)));
  }
  return [...rows, ...sideBySide([], right.slice(next))];
}

/** What a row is about: the name of a header or of a field; null if it has none. */
export function nameOf({ left, right }: Row): string | null {
  return /^\s*"?([\w()-]{1,80})"?: /.exec(left ?? right ?? '')?.[1] ?? null;
}

function sideBySide(left: readonly string[], right: readonly string[]): Row[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) =>
    rowOf(left[at] ?? null, right[at] ?? null),
  );
}

/** A row that is the same, or not. */
export function rowOf(left: string | null, right: string | null): Row {
  return { left, right, kind: left === right ? 'same' : 'differs' };
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
