/** Reads JSON and YAML from somebody else, within bounds. */
import { parse } from 'yaml';
import { interchange as t } from '../texts/interchange.ts';
import { MAX_IMPORT_NESTING, MAX_IMPORT_VALUES, MAX_YAML_ALIASES, MAX_YAML_BYTES } from '../limits.ts';

/** A file cannot be read. The message is a sentence. */
export class UnreadableFile extends Error {}

/** @throws UnreadableFile */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UnreadableFile(t.notJson(reasonOf(error)));
  }
  checkBounds(value);
  return value;
}

/** JSON is YAML too, and is read by the faster parser. @throws UnreadableFile */
export function parseJsonOrYaml(text: string): unknown {
  return /^\s*[{[]/.test(text) ? parseJson(text) : parseYaml(text);
}

/** @throws UnreadableFile */
export function parseYaml(text: string): unknown {
  if (text.length > MAX_YAML_BYTES) throw new UnreadableFile(t.tooLarge(MAX_YAML_BYTES / 1024 / 1024));
  let value: unknown;
  try {
    // Each key is compared with all others to find one that stands twice, which takes too long for large files.
    value = parse(text, {
      maxAliasCount: MAX_YAML_ALIASES,
      uniqueKeys: false,
      logLevel: 'silent',
      merge: true,
    });
  } catch (error) {
    throw new UnreadableFile(t.notYaml(reasonOf(error)));
  }
  checkBounds(value);
  return value;
}

/** Aliases of YAML make few characters many values, or a value that contains itself: each is counted as often as it is seen. */
function checkBounds(root: unknown): void {
  let level: unknown[] = [root];
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_IMPORT_NESTING) throw new UnreadableFile(t.tooDeep(MAX_IMPORT_NESTING));
    const inner: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const child of Object.values(value)) {
        if (++values > MAX_IMPORT_VALUES) throw new UnreadableFile(t.tooMany(MAX_IMPORT_VALUES));
        if (typeof child === 'object' && child !== null) inner.push(child);
      }
    }
    level = inner;
  }
}

function reasonOf(error: unknown): string {
  return (
    (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.replace(/[.:]$/, '') ?? ''
  );
}

/** The text of a file whose encoding is not known. */
interface Decoded {
  text: string;
  /** Whether it was no Unicode text, and read as Windows-1252. */
  guessed: boolean;
}

/** Recognises a byte order mark, UTF-16 without one, and UTF-8. */
export function decode(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes);
  try {
    return { text: new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes), guessed: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), guessed: true };
  }
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // JSON, YAML and commands begin with an ASCII character, of which UTF-16 has a zero byte.
  if (first !== 0 && second === 0) return 'utf-16le';
  return first === 0 && second !== undefined && second !== 0 ? 'utf-16be' : 'utf-8';
}
