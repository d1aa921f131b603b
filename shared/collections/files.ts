/** Common to the JSON files of the workbench: versions, and a sentence about what is wrong. */
import type { z } from 'zod';
import { shortened } from '../linear-text.ts';
import { texts } from '../texts/texts.ts';
import { MAX_STEP_FILE_NESTING } from '../limits.ts';

const t = texts.core.stepFile;

/** Characters of what is told of a fault. */
const LONGEST_REASON = 500;
const LONGEST_KEY = 200;

interface Format<T> {
  version: number;
  /** A sentence for a file of another kind. */
  notThis: (reason: string) => string;
  read: (json: unknown) => { success: true; data: T } | { success: false; error: z.ZodError };
}

/** @returns what the file says, or a sentence about what is wrong with it */
export function readVersioned<T>(text: string, format: Format<T>): T | string {
  const { version: latest, notThis, read } = format;
  let json: unknown;
  try {
    // Some editors put a byte order mark before the text.
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return t.notJson(error instanceof Error ? error.message : String(error));
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return notThis(t.noObject);
  const unfit = unfitIn(json);
  if (unfit !== null) return notThis(unfit);
  const version = 'version' in json ? json.version : null;
  if (typeof version !== 'number') return notThis(t.noVersion);
  if (version > latest) return t.newer(version, latest);
  const result = read(json);
  return result.success ? result.data : notThis(reasonOf(result.error));
}

/**
 * What a schema could not read without a loss: it would stop at the depth, and leave out the name.
 * @param inside so many other objects of the file
 */
export function unfitIn(json: object, inside = 0): string | null {
  let level: object[] = [json];
  for (let depth = inside + 1; level.length > 0; depth++) {
    if (depth > MAX_STEP_FILE_NESTING) return t.tooDeep(MAX_STEP_FILE_NESTING);
    if (level.some((value) => Object.hasOwn(value, '__proto__'))) return t.reservedName;
    const next: object[] = [];
    for (const value of level)
      for (const inner of Object.values(value) as unknown[]) if (isObject(inner)) next.push(inner);
    level = next;
  }
  return null;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The first problem, with the key that it concerns. */
function reasonOf({ issues }: z.ZodError): string {
  const [issue] = issues;
  // What is wrong with a name says more than that it is wrong.
  const said = issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message;
  // Names of the file are in both.
  const sentence = shortened(said ?? t.otherForm, LONGEST_REASON).replace(/\.?$/, '.');
  const key = shortened(issue?.path.join('/') ?? '', LONGEST_KEY);
  return key === '' ? sentence : `${key}: ${sentence}`;
}

/** The same values in the order of their names. */
export function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
