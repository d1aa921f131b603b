/** The names that a script gives to values, block by block, and the end of statements that are not known. */
import { memberOf, type ScriptValue, ScriptValues } from './script-values.ts';
import type { Token } from './script-tokens.ts';
import { MAX_SCRIPT_NESTING } from '../limits.ts';

/** A value of the response, one that the script says itself, or one that is not known. */
type Meaning = { value: ScriptValue } | { constant: unknown } | null;

interface Block {
  isFunction: boolean;
  /** What names meant outside of it. */
  before: [name: string, meaning: Meaning | undefined][];
}

export class ScriptNames extends ScriptValues {
  private readonly blocks: Block[] = [];

  protected get isInside(): boolean {
    return this.blocks.length > 0;
  }

  protected get isTooDeep(): boolean {
    return this.blocks.length >= MAX_SCRIPT_NESTING;
  }

  protected enter(isFunction: boolean): void {
    this.blocks.push({ isFunction, before: [] });
  }

  /** Names mean again what they meant before the block. */
  protected leave(): void {
    for (const [name, meaning] of this.blocks.pop()?.before.reverse() ?? []) this.mean(name, meaning);
  }

  /** `const body = pm.response.json()`, also without its first word, with several names, and `const { id } = body` */
  protected declaration(): boolean {
    const start = this.at;
    const word = ['const', 'let', 'var'].find((one) => this.take(one));
    if (word === undefined) return (this.bound(null) && this.endsHere()) || this.back(start);
    do if (!this.destructured(word) && !this.bound(word)) return this.back(start);
    while (this.take(','));
    return this.endsHere() || this.back(start);
  }

  private bound(word: string | null): boolean {
    const name = this.word();
    if (name === null) return false;
    if (word !== null && (this.endsHere() || this.is(','))) return this.bind(name, null, word);
    if (!this.take('=')) return false;
    const start = this.at;
    const value = this.value();
    // `body._links || {}`: where it is missing, the script finds nothing in it either.
    if (value !== null && (this.take('||') || this.take('??')) && this.literal() === null) return false;
    if (value !== null && this.endsOne()) return this.bind(name, { value }, word);
    this.back(start);
    const literal = this.literal();
    return literal !== null && this.endsOne() && this.bind(name, { constant: literal.value }, word);
  }

  private endsOne(): boolean {
    return this.endsHere() || this.is(',');
  }

  /** `{ id, _links: links } = body` or `[first] = list` */
  private destructured(word: string): boolean {
    const end = this.take('{') ? '}' : this.take('[') ? ']' : null;
    if (end === null) return false;
    const names: [step: string | number, name: string][] = [];
    while (!this.take(end)) {
      const own = this.word();
      const other = end === '}' && this.take(':') ? this.word() : own;
      if (own === null || other === null || !(this.take(',') || this.is(end))) return false;
      names.push([end === '}' ? own : names.length, other]);
    }
    const value = this.take('=') ? this.value() : null;
    if (value === null) return false;
    for (const [step, name] of names) {
      const member = memberOf(value, [step]);
      this.bind(name, member && { value: member }, word);
    }
    return true;
  }

  private bind(name: string, meaning: Meaning, word: string | null): true {
    const block = word === 'var' ? this.blocks.findLast(({ isFunction }) => isFunction) : this.blocks.at(-1);
    if (word !== null) block?.before.push([name, this.meaningOf(name)]);
    this.mean(name, meaning);
    return true;
  }

  /** Undefined for a name that the script has not given. */
  private meaningOf(name: string): Meaning | undefined {
    if (this.constants.has(name)) return { constant: this.constants.get(name) };
    const value = this.names.get(name);
    return value && { value };
  }

  private mean(name: string, meaning: Meaning | undefined): void {
    this.names.delete(name);
    this.constants.delete(name);
    if (meaning === undefined) return;
    this.names.set(name, meaning !== null && 'value' in meaning ? meaning.value : null);
    if (meaning !== null && 'constant' in meaning) this.constants.set(name, meaning.constant);
  }

  /** Goes to the end of a statement that is not known. What it may have changed means nothing any more. */
  protected skip(start: number): void {
    this.at = start;
    let open = 0;
    /** Those to the left of what may change one of them. */
    const names: string[] = [];
    for (; this.at < this.tokens.length; this.at++) {
      const { text, kind, newLine } = this.tokens[this.at] as Token;
      const isMark = kind === 'mark';
      if (isMark && open === 0 && (text === ';' || text === '}') && this.at > start) break;
      if (
        open === 0 &&
        newLine &&
        kind === 'word' &&
        this.at > start &&
        !/^(?:else|catch|finally|while)$/.test(text) &&
        !GOES_ON.test(this.tokens[this.at - 1]?.text ?? '')
      )
        break;
      if (isMark && /^[([{]$/.test(text)) open++;
      if (isMark && /^[)\]}]$/.test(text)) open = Math.max(0, open - 1);
      const before = this.tokens[this.at - 1]?.text ?? '';
      if (newLine || (isMark && /^[{}();,]$/.test(text))) names.length = 0;
      if (kind === 'word' && !/^\??\.$/.test(before)) names.push(text);
      const isChange = isMark && /^(?:=|\+\+|--)$/.test(text);
      if (isChange || /^(?:\+\+|--)$/.test(before)) for (const name of names.splice(0)) this.mean(name, null);
    }
  }

  /** Goes over what stands in brackets. */
  protected balanced(): void {
    let open = 0;
    do {
      const { text, kind } = this.tokens[this.at++] as Token;
      if (kind === 'mark' && /^[([{]$/.test(text)) open++;
      if (kind === 'mark' && /^[)\]}]$/.test(text)) open--;
    } while (open > 0 && this.at < this.tokens.length);
  }
}

/** The statement goes on after such a token. */
const GOES_ON = /^(?:[=+\-*/%&|!<>?:,.(]|=>|[!=<>]==?|&&|\|\||\?\?|\?\.)$/;
