/** Reads the file of a demonstration, from whomever it comes, and names every fault with its line and reason. */
import { inPlainWords } from '../schema-tools.ts';
import type { z } from 'zod';
import { unfitIn } from '../collections/files.ts';
import { cutTo } from '../flow/diagram-text.ts';
import { texts } from '../texts/texts.ts';
import { type Demonstration, demonstrationSchema } from './demonstration.ts';
import { type ControlChoice, type Fault, unsafeIn } from './safe.ts';
import { MAX_DEMONSTRATION_BYTES } from '../limits.ts';

const t = texts.demonstrations.lint;

export type { ControlChoice };

export interface DemonstrationFault {
  /** From 1. */
  line: number;
  /** A sentence. */
  text: string;
}

export type Linted = { demonstration: Demonstration } | { faults: DemonstrationFault[] };

/** Characters in which the name is looked for that stands before a fault. */
const LONGEST_NEAR = 1000;

/** Faults that are named; who has mended those sees the rest. */
const MOST = 50;
/** Characters of a name of the file in a sentence. */
const LONGEST_NAME = 100;

/** @param controls the control calls that the bank has */
export function lintDemonstration(text: string, controls: readonly ControlChoice[]): Linted {
  if (new TextEncoder().encode(text).length > MAX_DEMONSTRATION_BYTES)
    return { faults: [{ line: 1, text: t.tooLarge(MAX_DEMONSTRATION_BYTES / 1024) }] };
  // Some editors put a byte order mark before the text.
  const plain = text.replace(/^\uFEFF/, '');
  let json: unknown;
  try {
    json = JSON.parse(plain);
  } catch (error) {
    return { faults: [syntaxFault(plain, error)] };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return { faults: [{ line: 1, text: t.noObject }] };
  const unfit = unfitIn(json);
  if (unfit !== null) return { faults: [{ line: 1, text: t.unfit(unfit) }] };
  const read = demonstrationSchema.safeParse(json, inPlainWords);
  const found = read.success ? unsafeIn(read.data, controls) : schemaFaults(read.error.issues);
  const lines = linesOf(plain);
  const repeated = lines.repeated.map(({ line, name }) => ({ line, text: t.repeated(named(name)) }));
  const faults = [...repeated.slice(0, MOST), ...found.slice(0, MOST).map((fault) => faultAt(fault, lines))];
  if (read.success && faults.length === 0) return { demonstration: read.data };
  return { faults: faults.toSorted((a, b) => a.line - b.line).slice(0, MOST) };
}

/** The engine names the place in its message, except at the end of the text. */
function syntaxFault(text: string, error: unknown): DemonstrationFault {
  const message = error instanceof Error ? error.message : String(error);
  const named = /\(line (\d+) column \d+\)/.exec(message)?.[1];
  const offset = /at position (\d+)/.exec(message)?.[1];
  const before = offset === undefined ? text.trimEnd() : text.slice(0, Number(offset));
  const line = named === undefined ? before.split('\n').length : Number(named);
  const reason = message.replace(/ in JSON at position .*$/s, '');
  const name = lastNameIn(before);
  return { line, text: name === null ? t.notJson(reason) : t.notJsonNear(reason, name) };
}

/** The last member whose name stands in the beginning of a JSON text: what is wrong is in it or behind it. */
function lastNameIn(beginning: string): string | null {
  const names = beginning.slice(-LONGEST_NEAR).matchAll(/"([^"\\\n]{1,100})"\s{0,20}:/g);
  return Array.from(names).at(-1)?.[1] ?? null;
}

function schemaFaults(issues: readonly z.core.$ZodIssue[]): Fault[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...issue.path, key], text: t.unknownName(named(key)) }));
    if (issue.code === 'invalid_union') {
      const [nearest] = issue.errors.toSorted((a, b) => a.length - b.length);
      const inner = (nearest ?? []).map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
      if (inner.length > 0) return schemaFaults(inner);
    }
    // What is wrong with a name says more than that it is wrong.
    const said = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message;
    return [{ path: issue.path, text: sentence(said ?? issue.message) }];
  });
}

function faultAt({ path, text }: Fault, lines: Lines): DemonstrationFault {
  const where = path.map((part) => (typeof part === 'number' ? part + 1 : named(String(part)))).join('/');
  return { line: lines.of(path), text: where === '' ? text : t.at(where, text) };
}

/** A name of the file, which may be as long as the file. */
const named = (name: string) => cutTo(name, LONGEST_NAME);

const sentence = (text: string) => text.replace(/\.?$/, '.');

/** Where in a JSON text a value stands, so that a fault can be found in an editor. */

interface Lines {
  /** The line of a value, from 1; of the nearest one around it if it is not there. A name that is too much is found too. */
  of: (path: readonly PropertyKey[]) => number;
  /** Lines on which a name stands for the second time in its object. JSON has the last one win, in silence. */
  repeated: readonly { line: number; name: string }[];
}

/** A member of an object, or an entry of a list. */
interface Member {
  /** Null in a list. */
  name: string | null;
  /** Of its name, or of the entry. */
  line: number;
  inside: readonly Member[];
}

/** @param text that `JSON.parse` accepts, of bounded depth */
function linesOf(text: string): Lines {
  const repeated: { line: number; name: string }[] = [];
  const whole = new Scan(text, repeated).value();
  return {
    repeated,
    of: (path) => {
      let { line, inside } = whole;
      for (const part of path) {
        const member = typeof part === 'number' ? inside[part] : inside.findLast(({ name }) => name === part);
        if (member === undefined) break;
        ({ line, inside } = member);
      }
      return line;
    },
  };
}

/** Looks at each character once. */
class Scan {
  private readonly text: string;
  private readonly repeated: { line: number; name: string }[];
  private at = 0;
  private line = 1;

  constructor(text: string, repeated: { line: number; name: string }[]) {
    this.text = text;
    this.repeated = repeated;
  }

  value(): Pick<Member, 'line' | 'inside'> {
    this.skip();
    const { line } = this;
    const first = this.text[this.at];
    if (first === '{') return { line, inside: this.members('}') };
    if (first === '[') return { line, inside: this.members(']') };
    if (first === '"') this.string();
    else while (this.at < this.text.length && !/[\s,\]}]/.test(this.text[this.at] ?? '')) this.at++;
    return { line, inside: [] };
  }

  private members(end: '}' | ']'): Member[] {
    const members: Member[] = [];
    const seen = new Set<string>();
    for (;;) {
      // What opens the object or list, or a comma.
      this.at++;
      this.skip();
      if (this.text[this.at] !== end) members.push(end === '}' ? this.named(seen) : this.entry());
      this.skip();
      if (this.text[this.at] !== ',') break;
    }
    this.at++;
    return members;
  }

  private entry(): Member {
    return { name: null, ...this.value() };
  }

  private named(seen: Set<string>): Member {
    const { line } = this;
    const name = JSON.parse(this.string()) as string;
    if (seen.has(name)) this.repeated.push({ line, name });
    seen.add(name);
    this.skip();
    // The colon.
    this.at++;
    return { name, line, inside: this.value().inside };
  }

  private string(): string {
    const from = this.at++;
    while (this.at < this.text.length && this.text[this.at] !== '"')
      this.at += this.text[this.at] === '\\' ? 2 : 1;
    return this.text.slice(from, ++this.at);
  }

  private skip(): void {
    for (; /\s/.test(this.text[this.at] ?? ''); this.at++) if (this.text[this.at] === '\n') this.line++;
  }
}
