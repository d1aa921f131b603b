/** Splits command lines into words as a shell does, and evaluates nothing. */
import { ofShellVariable } from '../shell-variable.ts';
import { ownValue } from '../../own-value.ts';

export interface Command {
  words: string[];
  /** The comment in the line before it. */
  comment: string;
  /** Parts for the shell alone, and substitutions, which were not evaluated. */
  notes: { kind: 'substitution' | 'redirection' | 'unfinished'; text: string }[];
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  v: '\v',
};

/** @param text with one or more commands, for a POSIX shell or as Chrome copies them for Windows */
export function commandsOf(text: string): Command[] {
  return new Splitter(isForWindows(text) ? fromWindows(text) : text).commands();
}

const isForWindows = (text: string) => {
  // A comment of a shell may end with any character.
  const commands = text.replaceAll(/^[ \t]*#.*$/gm, '');
  return /\^\r?\n/.test(commands) || /\bcurl(?:\.exe)?\s+\^"/.test(commands);
};

/** In the Windows command line a caret is what a backslash is elsewhere. */
function fromWindows(text: string): string {
  return text.replaceAll(/\^\r?\n[ \t]*/g, ' ').replaceAll(/\^([^])/g, '$1');
}

class Splitter {
  private readonly text: string;
  private at = 0;
  private readonly found: Command[] = [];
  private command: Command = { words: [], comment: '', notes: [] };
  private comment = '';
  private word: string | null = null;

  constructor(text: string) {
    this.text = text;
  }

  commands(): Command[] {
    while (this.at < this.text.length) this.next();
    this.endCommand();
    return this.found;
  }

  private next(): void {
    const char = this.text[this.at++] ?? '';
    const after = this.text[this.at] ?? '';
    if (char === '\\') this.escape();
    else if (char === "'") this.quoted("'");
    else if (char === '"') this.doubleQuoted();
    else if (char === '$' && after === "'") this.ansi();
    else if (char === '$') this.dollar();
    else if (char === '`') this.substitution('`', '`');
    else if (char === '#' && this.word === null) this.readComment();
    else if (/[ \t\r]/.test(char)) this.endWord();
    else if (char === '\n' || char === ';' || char === '&' || char === '|') this.separator(char);
    else if (char === '>' || (char === '<' && this.word === null)) this.redirection(char);
    else this.add(char);
  }

  private add(text: string): void {
    this.word = (this.word ?? '') + text;
  }

  private endWord(): void {
    if (this.word !== null) this.command.words.push(this.word);
    this.word = null;
  }

  private endCommand(): void {
    this.endWord();
    if (this.command.words.length > 0) {
      this.command.comment = this.comment;
      this.found.push(this.command);
      this.comment = '';
    }
    this.command = { words: [], comment: '', notes: [] };
  }

  private escape(): void {
    const char = this.text[this.at++] ?? '';
    if (char === '\r' && this.text[this.at] === '\n') this.at++;
    else if (char !== '\n') this.add(char);
  }

  private quoted(end: string): void {
    const to = this.text.indexOf(end, this.at);
    if (to < 0) this.unfinished();
    this.add(this.text.slice(this.at, to < 0 ? this.text.length : to));
    this.at = to < 0 ? this.text.length : to + 1;
  }

  private doubleQuoted(): void {
    this.add('');
    while (this.at < this.text.length) {
      const char = this.text[this.at++] ?? '';
      if (char === '"') return;
      if (char === '$') this.dollar();
      else if (char === '`') this.substitution('`', '`');
      else if (char !== '\\') this.add(char);
      else {
        const next = this.text[this.at++] ?? '';
        if (next !== '\n') this.add(/["\\$`]/.test(next) ? next : `\\${next}`);
      }
    }
    this.unfinished();
  }

  /** `$'…'` has the escapes of C. */
  private ansi(): void {
    this.at++;
    this.add('');
    while (this.at < this.text.length) {
      const char = this.text[this.at++] ?? '';
      if (char === "'") return;
      if (char !== '\\') {
        this.add(char);
        continue;
      }
      const rest = this.text.slice(this.at, this.at + 9);
      const [whole, hex, short, octal] =
        /^(?:(?:x([\da-f]{1,2}))|u([\da-f]{1,4})|([0-7]{1,3}))/i.exec(rest) ?? [];
      if (whole !== undefined) {
        this.at += whole.length;
        this.add(
          String.fromCharCode(
            octal === undefined ? Number.parseInt(hex ?? short ?? '0', 16) : Number.parseInt(octal, 8),
          ),
        );
      } else {
        const letter = this.text[this.at++] ?? '';
        this.add(ownValue(ESCAPES, letter) ?? letter);
      }
    }
    this.unfinished();
  }

  /** `$NAME` becomes a variable; `$(…)` is not evaluated. */
  private dollar(): void {
    const [whole, braced, bare] =
      /^(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/.exec(this.text.slice(this.at, this.at + 200)) ?? [];
    if (whole !== undefined) {
      this.at += whole.length;
      const name = braced ?? bare ?? '';
      this.add(`{{${ofShellVariable(name)}}}`);
      this.command.notes.push({ kind: 'substitution', text: `$${name}` });
    } else if (this.text[this.at] === '(') {
      this.at++;
      this.substitution('$(', ')');
    } else this.add('$');
  }

  private substitution(start: string, end: string): void {
    const from = this.at;
    const to = this.text.indexOf(end, from);
    this.at = to < 0 ? this.text.length : to + 1;
    const text = `${start}${this.text.slice(from, this.at)}`;
    this.add(text);
    this.command.notes.push({ kind: 'substitution', text });
  }

  private readComment(): void {
    const to = this.text.indexOf('\n', this.at);
    const comment = this.text.slice(this.at, to < 0 ? this.text.length : to);
    // `#!` names the shell.
    if (comment.trim() !== '' && !comment.startsWith('!')) this.comment = comment.trim();
    this.at = to < 0 ? this.text.length : to;
  }

  private separator(char: string): void {
    this.endCommand();
    if (char === '|' && this.text[this.at] !== '|') this.redirection(char);
  }

  /** A file or a program that would get the output. */
  private redirection(char: string): void {
    this.endWord();
    const to = /[\n;]/.exec(this.text.slice(this.at))?.index ?? this.text.length - this.at;
    const text = `${char}${this.text.slice(this.at, this.at + to)}`.trim();
    (this.command.words.length > 0 ? this.command : this.found.at(-1))?.notes.push({
      kind: 'redirection',
      text,
    });
    this.at += to;
  }

  private unfinished(): void {
    this.command.notes.push({ kind: 'unfinished', text: '' });
  }
}
