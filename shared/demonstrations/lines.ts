/** Where in a JSON text a value stands, so that a fault can be found in an editor. */

export interface Lines {
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
export function linesOf(text: string): Lines {
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
