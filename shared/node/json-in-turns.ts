/**
 * A large JSON document that may come from anybody, parsed while others have their turn: first the ends of its large objects and lists
 * are found and everything is counted, then each of those is put together from parts that the engine parses. Only one long text is a
 * part that cannot be divided.
 */
import { inTurns } from '../in-turns.ts';
import type { JsonBounds } from '../json-bounds.ts';
import { SNAPSHOT } from './bounded-json.ts';

/** Bytes that are looked at in a row: a few milliseconds. */
const PART = 256 * 1024;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = [0x7b, 0x5b, 0x7d, 0x5d];

/** The position behind each large object or list, by its first. */
type Ends = ReadonlyMap<number, number>;

/**
 * @param bytes UTF-8
 * @param turn called every few milliseconds; may throw to stop
 * @throws SyntaxError if it is not JSON, or exceeds the bounds of a snapshot
 */
export async function parseInTurns(bytes: Buffer, turn: () => Promise<void>): Promise<unknown> {
  return inTurns(parsed(bytes), turn);
}

function* parsed(bytes: Buffer): Generator<void, unknown> {
  const ends = yield* endsOf(bytes, SNAPSHOT);
  // What is around it is the first of all.
  const start = Math.min(...ends.keys());
  const end = ends.get(start);
  if (end === undefined) return JSON.parse(bytes.toString('utf8'));
  const around = bytes.toString('latin1', 0, start) + bytes.toString('latin1', end);
  if (!isBlank(around)) throw wrong();
  return yield* large(bytes, start, ends);
}

/** Each byte is looked at once. */
function* endsOf(bytes: Buffer, bounds: Required<Omit<JsonBounds, 'all'>>): Generator<void, Ends> {
  const ends = new Map<number, number>();
  const starts: number[] = [];
  /** Of the open objects; those of lists do not count. */
  const commas: number[] = [];
  let [opened, separated, pause] = [0, 0, PART];
  for (let at = 0; at < bytes.length; at++) {
    if (at >= pause) {
      yield;
      pause = at + PART;
    }
    const byte = bytes[at];
    if (byte === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at += bytes[at] === BACKSLASH ? 2 : 1) {
        if (at < pause) continue;
        yield;
        pause = at + PART;
      }
    } else if (byte === COMMA) {
      const seen = (commas.pop() ?? 0) + 1;
      commas.push(seen);
      if (seen >= bounds.members || ++separated > bounds.values) throw full();
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      starts.push(at);
      commas.push(byte === OPEN_LIST ? Number.NEGATIVE_INFINITY : 0);
      if (starts.length > bounds.levels || ++opened > bounds.containers) throw full();
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      const start = starts.pop();
      commas.pop();
      if (start === undefined || bytes[start] !== (byte === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_LIST))
        throw wrong();
      if (at - start >= PART) ends.set(start, at + 1);
    }
  }
  if (starts.length > 0) throw wrong();
  return ends;
}

/** A large object or list. What is small in it is parsed together; what is large is put together in the same way. */
function* large(bytes: Buffer, start: number, ends: Ends): Generator<void, unknown> {
  const isList = bytes[start] === OPEN_LIST;
  const last = (ends.get(start) ?? 0) - 1;
  const list: unknown[] = [];
  const members: [string, unknown][] = [];
  const add = (from: number, to: number) => {
    const text = bytes.toString('utf8', from, to);
    // Nothing between two commas, which brackets around it would hide.
    if (isBlank(text)) {
      if (from === start + 1 && to === last) return;
      throw wrong();
    }
    if (isList) for (const one of JSON.parse(`[${text}]`) as unknown[]) list.push(one);
    else members.push(...Object.entries(JSON.parse(`{${text}}`) as object));
  };
  /** Where the part begins that is not parsed yet, and its last comma; and what is behind something large, up to the next comma. */
  let [from, comma] = [start + 1, -1];
  let behind: number | null = null;
  for (let at = start + 1; at <= last; at++) {
    const end = ends.get(at);
    if (at === last || bytes[at] === COMMA) {
      if (behind !== null) {
        if (!isBlank(bytes.toString('latin1', behind, at))) throw wrong();
        behind = null;
        from = at + 1;
      } else if (at === last || at - from >= PART) {
        add(from, at);
        from = at + 1;
        yield;
      }
      comma = at;
    } else if (end !== undefined) {
      // What is before it in this part; then its name.
      if (comma >= from) add(from, comma);
      const before = bytes.toString('utf8', Math.max(from, comma + 1), at);
      const value = yield* large(bytes, at, ends);
      if (isList && !isBlank(before)) throw wrong();
      if (isList) list.push(value);
      else members.push([nameIn(before), value]);
      behind = end;
      at = end - 1;
    } else at = smallEnd(bytes, at);
  }
  // Entries keep a member called `__proto__`.
  return isList ? list : Object.fromEntries(members);
}

/** The last byte of a text, an object or a list that is small, or of anything else. */
function smallEnd(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; ; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) for (at++; bytes[at] !== QUOTE; at += bytes[at] === BACKSLASH ? 2 : 1);
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    if (depth === 0) return at;
  }
}

/** @param text `"name":` */
function nameIn(text: string): string {
  const [name, ...others] = Object.keys(JSON.parse(`{${text}0}`) as object);
  if (name === undefined || others.length > 0 || !/:[ \t\n\r]*$/.test(text)) throw wrong();
  return name;
}

const isBlank = (text: string) => !/[^ \t\n\r]/.test(text);
const wrong = () => new SyntaxError('The document is not JSON.');
const full = () => new SyntaxError('The document has too many values.');
