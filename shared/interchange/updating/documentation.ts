/** The parts of README files that describe operations. A part that the user has changed stays as it is. */
import { aboveOf } from '../../collections/tree.ts';
import { indexOf, withoutLast } from '../../linear-text.ts';

/** In the README of a folder, one text in the place of another. */
export interface ReadmeEdit {
  /** Path of the folder. */
  folder: string;
  /** Empty to add `to` at the end. */
  from: string;
  /** Empty to take `from` away. */
  to: string;
}

export type DocumentationChange =
  | { kind: 'same' | 'conflict'; edit: null }
  | { kind: 'added' | 'changed' | 'removed'; edit: ReadmeEdit };

interface Order {
  /** The README of a folder; empty if it has none. */
  readme: (folder: string) => string;
  /** Of the step. */
  folder: string;
  /** What the earlier document said; null if nobody knows. */
  was: string | null;
  now: string;
}

/** @param order texts with their headings; empty for none */
export function documentationChange({ readme, folder, was, now }: Order): DocumentationChange {
  if ((was ?? '') === now) return { kind: 'same', edit: null };
  const around = withAbove(folder);
  const has = (text: string) => around.find((one) => placeOf(readme(one), text) >= 0);
  if (was !== null && was !== '') {
    const found = has(was);
    if (found === undefined)
      return { kind: has(now) === undefined || now === '' ? 'conflict' : 'same', edit: null };
    return { kind: now === '' ? 'removed' : 'changed', edit: { folder: found, from: was, to: now } };
  }
  if (has(now) !== undefined) return { kind: 'same', edit: null };
  const [heading = ''] = now.split('\n', 1);
  if (was === null && has(heading) !== undefined) return { kind: 'conflict', edit: null };
  return { kind: 'added', edit: { folder, from: '', to: now } };
}

/** The README with a text in the place of another; the same README if it does not have the other. */
export function edited(readme: string, { from, to }: Pick<ReadmeEdit, 'from' | 'to'>): string {
  if (from === '') return readme.trim() === '' ? `${to}\n` : `${withoutLast(readme, '\n')}\n\n${to}\n`;
  const at = placeOf(readme, from);
  if (at < 0) return readme;
  const [before, after] = [readme.slice(0, at), readme.slice(at + from.length)];
  if (to !== '') return before + to + after;
  // With the empty lines before it.
  return before.trim() === ''
    ? after.replace(/^\n+/, '')
    : `${withoutLast(before, '\n')}\n` + after.replace(/^\n/, '');
}

/** Where whole lines stand in a text; -1 if nowhere. */
function placeOf(text: string, lines: string): number {
  return lines === '' ? -1 : indexOf(`\n${text}\n`, `\n${lines}\n`);
}

/** A folder and those above it, up to the outermost. */
function withAbove(folder: string): string[] {
  return folder === '' ? [''] : [folder, ...withAbove(aboveOf(folder))];
}
