/**
 * Recognises the usual assertions and captures of test scripts that have an exact counterpart without code. A script is data here: its
 * statements are compared with a few forms. What does not fit is reported and left out.
 */
import type { Assertion } from '../collections/assertion.ts';
import { type Capture, captureSchema } from '../collections/capture.ts';
import { MAX_SCRIPT_CHARS, MAX_SCRIPT_NESTING } from '../limits.ts';
import { interchange as t } from '../texts/interchange.ts';
import { memberOf, type Names, type ScriptValue, valueOf } from './script-values.ts';
import { shown } from './report.ts';
import { expectationOf } from './script-expectation.ts';
import { argumentsIn, groupEnd, literalOf, piecesOf, textOf } from './script-text.ts';
import { isSecretName, isSecretValue } from './secrets.ts';
import { variableName } from './variables.ts';

export interface ScriptPart {
  /** The title of a test, or the beginning of the statement. */
  name: string;
  expect: Assertion[];
  keep: Capture[];
  /** Sentences about what was changed. */
  changed: string[];
  /** Statements that were not recognised. */
  unknown: string[];
}

/** @param script of any of the programs @returns its parts in their order */
export function readScript(script: string): ScriptPart[] {
  if (script.length > MAX_SCRIPT_CHARS) return [];
  const reading = new Reading();
  for (const piece of piecesOf(script)) reading.piece(piece);
  return reading.parts.map((part) => ({ ...part, expect: withoutKept(part.expect, part.keep) }));
}

/** The assertions that say more than that what is kept is there, which keeping it says, too. */
export function withoutKept(expect: readonly Assertion[], keep: readonly Capture[]): Assertion[] {
  const kept = new Set(keep.map(({ from }) => JSON.stringify(from)));
  return expect.filter(({ that, must }) => must.is !== 'present' || !kept.has(JSON.stringify(that)));
}

/** @param expression that is all of the text @returns null if it is none of a response */
export function readExpression(expression: string): ScriptValue | null {
  return valueOf(expression, new Map());
}

/** A capture of a value. @returns null if it cannot be kept */
export function captureOf(name: string, value: ScriptValue, changed: (note: string) => void): Capture | null {
  if (value.is !== 'whole') return null;
  const as = variableName(name);
  const { pick } = value;
  const capture = captureSchema.safeParse({
    as,
    from: value.source,
    ...(pick === undefined ? {} : { pick }),
  });
  if (!capture.success) return null;
  if (as !== name) changed(t.variableName(name, as));
  return capture.data;
}

const TITLE = String.raw`("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\`(?:[^\`\\]|\\.)*\`)`;
const TEST = new RegExp(
  String.raw`^(?:pm\.)?test\(\s*${TITLE}\s*,\s*(?:async\s+)?(?:function\s*\(\)|\(\)\s*=>)\s*`,
);
const SETTER =
  /^(?:pm\.(?:environment|collectionVariables|globals|variables|baseEnvironment)\.set|postman\.set(?:Environment|Global)Variable|bru\.set(?:Var|EnvVar|GlobalEnvVar))\(/;
const SILENT = /^(?:return\b|console\.(?:log|info|warn|error|debug)\b|[;,)\s]*$)/;
/** Where a test fails by itself. */
const FAILURE = /^(?:throw\b|(?:pm\.)?expect\.fail\b)/;
/** Words of chai that say nothing. */
const NOISE = /^(?:to|be|been|is|that|which|and|has|have|with|at|of|same|but|does|still|also|deep|own|all)$/;
/** Words after which an assertion is complete without a call. */
const COMPLETE = /^(?:exists?|true|false|null|undefined|ok|empty|success|accepted|json)$/;
/** A condition that asks for a response with which the step fails. */
const OF_FAILURE = /===?\s*[45]\d\d\b|!==?\s*2\d\d\b|>=?\s*400\b/;
/** One that asks for a certain value of the body. */
const OF_VALUE = /===?\s*["'`]/;

type Block = { part: ScriptPart | null; names: Names } & (
  | { is: 'test' }
  | { is: 'guard'; note: string; hasValue: boolean }
  /** Taken when the step fails, or not known as a whole: then its head is reported. */
  | { is: 'failing'; isKnown: boolean }
);

class Reading {
  readonly parts: ScriptPart[] = [];
  private names: Names = new Map();
  private readonly blocks: Block[] = [];

  piece({ is, text }: { is: 'open' | 'close' | 'statement'; text: string }): void {
    if (is === 'open') this.open(text);
    else if (is === 'close') this.names = this.blocks.pop()?.names ?? this.names;
    else this.statement(text, 0);
  }

  private open(text: string): void {
    const { names } = this;
    const outer = this.blocks.at(-1) ?? null;
    const part = outer?.part ?? null;
    this.names = new Map(names);
    const [test, title] = TEST.exec(text) ?? [];
    const [, condition] = /^if\s*\(([^]*)\)$/.exec(text) ?? [];
    if (test === text && title !== undefined && outer?.is !== 'failing') {
      const own = { ...newPart(), name: textOf(title) ?? title };
      this.parts.push(own);
      this.blocks.push({ is: 'test', part: own, names });
    } else if (outer?.is === 'failing') this.blocks.push({ ...outer, part, names });
    else if (condition !== undefined) this.blocks.push({ ...guardOf(condition), part, names });
    else if (text === 'try') this.blocks.push({ is: 'guard', note: t.tried, hasValue: false, part, names });
    else {
      const isKnown = /^(?:else|finally|catch)\b/.test(text);
      if (!isKnown) this.lost(text);
      this.blocks.push({ is: 'failing', isKnown, part, names });
    }
  }

  private statement(text: string, depth: number): void {
    if (SILENT.test(text)) return;
    const block = this.blocks.at(-1) ?? null;
    if (block?.is === 'failing') {
      if (block.isKnown && !FAILURE.test(text)) this.lost(text);
      return;
    }
    if (this.declaration(text)) return;
    const [test, title] = TEST.exec(text) ?? [];
    const [head] = /^if\s*(?=\()/.exec(text) ?? [];
    if (depth < MAX_SCRIPT_NESTING && test !== undefined && title !== undefined && text.endsWith(')')) {
      const own = { ...newPart(), name: textOf(title) ?? title };
      this.parts.push(own);
      const inside = text.slice(test.length, -1).trim().replace(/,$/, '');
      this.inside({ is: 'test', part: own, names: this.names }, inside, depth);
    } else if (depth < MAX_SCRIPT_NESTING && head !== undefined) {
      const end = groupEnd(text, head.length);
      const guard = guardOf(text.slice(head.length + 1, end - 1));
      const part = block?.part ?? null;
      this.inside({ ...guard, part, names: this.names }, text.slice(end).trim(), depth);
    } else this.said(text);
  }

  private inside(block: Block, text: string, depth: number): void {
    this.blocks.push(block);
    this.statement(text, depth + 1);
    this.blocks.pop();
  }

  /** Reads one statement into its part, or reports that it is not known. */
  private said(text: string): void {
    const part = this.blocks.at(-1)?.part ?? newPart();
    const guards = this.blocks.flatMap((block) => (block.is === 'guard' ? [block] : []));
    const notes: string[] = [];
    const note = (sentence: string) => void notes.push(sentence);
    const keep = this.capture(text, note);
    const mayExpect = !guards.some(({ hasValue }) => hasValue);
    const expect = keep === null && mayExpect ? this.expectation(text, note) : null;
    if (keep === null && expect === null) {
      this.lost(text);
      return;
    }
    if (keep !== null) part.keep.push(keep);
    part.expect.push(...(expect ?? []));
    part.changed.push(
      ...[...notes, ...guards.map(({ note: guarded }) => guarded)].filter(
        (one) => !part.changed.includes(one),
      ),
    );
    this.place(part, text);
  }

  private lost(text: string): void {
    const part = this.blocks.at(-1)?.part ?? newPart();
    part.unknown.push(reported(text));
    // What it may have changed means nothing any more.
    for (const [, name] of text.matchAll(/(?<![.\w$])([A-Za-z_$][\w$]*)\s*(?:=(?![=>])|\+\+|--)/g))
      if (name !== undefined) this.names.set(name, NOTHING);
    this.place(part, text);
  }

  /** A statement outside of tests is a part of its own. */
  private place(part: ScriptPart, text: string): void {
    if (this.parts.includes(part) || (this.blocks.at(-1)?.part ?? null) !== null) return;
    this.parts.push({ ...part, name: reported(text) });
  }

  /** `const body = pm.response.json(), { id } = body`, also without its first word */
  private declaration(text: string): boolean {
    const [word = ''] = /^(?:const|let|var)\s+/.exec(text) ?? [];
    const all = argumentsIn(text.slice(word.length));
    const [name = ''] = /^[A-Za-z_$][\w$]*(?=\s*=(?![=>]))/.exec(text) ?? [];
    if (word === '' && !(this.names.has(name) && all.length === 1)) return false;
    return all.every((one) => this.bound(one, word === ''));
  }

  /** @param isChange whether the names outside of the block mean the same from now on */
  private bound(declarator: string, isChange: boolean): boolean {
    const [, left = declarator, right = ''] =
      /^([A-Za-z_$][\w$]*|\{[\w$\s:,]*\})\s*=(?![=>])\s*([^]+)$/.exec(declarator) ?? [];
    const [expression = '', ...others] = right.split(/\s*(?:\|\||\?\?)\s*/);
    const pairs = left.startsWith('{')
      ? argumentsIn(left.slice(1, -1)).map((pair) => pair.split(':').map((one) => one.trim()))
      : [['', left]];
    let isKnown = others.length < 2;
    for (const [own = '', name = own] of pairs) {
      const meaning = this.whole(own === '' ? expression : `${expression}.${own}`);
      const isOne = valueOf(meaning, NO_NAMES) !== null || literalOf(meaning, NO_NAMES) !== null;
      for (const names of [this.names, ...(isChange ? this.blocks.map((block) => block.names) : [])])
        names.set(name, isOne ? meaning : NOTHING);
      isKnown &&= isOne || right === '' || right === '{}';
    }
    return isKnown;
  }

  /** An expression with the meaning of the name that it begins with, which a later declaration may change. */
  private whole(expression: string): string {
    const [name = ''] = /^[A-Za-z_$][\w$]*/.exec(expression) ?? [];
    return (this.names.get(name) ?? name) + expression.slice(name.length);
  }

  /** `pm.environment.set("name", value)` */
  private capture(text: string, note: (sentence: string) => void): Capture | null {
    const [start] = SETTER.exec(text) ?? [];
    if (start === undefined || groupEnd(text, start.length - 1) !== text.length) return null;
    const [name = '', given = '', ...more] = argumentsIn(text.slice(start.length, -1));
    const as = literalOf(name, this.names)?.value;
    const [whole = given] = /(?<=^JSON\.stringify\()[^,]*(?=(?:,[^()]*)?\)$)/.exec(given) ?? [];
    const [expression = '', otherwise] = whole.split(/\s*(?:\|\||\?\?)\s*/);
    const value = valueOf(expression, this.names);
    if (typeof as !== 'string' || value === null || more.length > 1) return null;
    if (otherwise !== undefined) note(t.orElse);
    return captureOf(as, value, note);
  }

  private expectation(text: string, note: (sentence: string) => void): Assertion[] | null {
    const [of] = /^pm\.response\.to(?=\.)/.exec(text) ?? [];
    if (of !== undefined) return this.chain(RESPONSE, text.slice(of.length), note);
    const [old] = /^tests\s*\[[^\]]*\]\s*=\s*/.exec(text) ?? [];
    if (old !== undefined) return this.condition(text.slice(old.length), note);
    const [head] = /^(?:pm\.|chai\.)?expect(?=\()/.exec(text) ?? [];
    if (head === undefined) return null;
    const end = groupEnd(text, head.length);
    const [subject = ''] = argumentsIn(text.slice(head.length + 1, end - 1));
    const rest = text.slice(end);
    const value = /^pm\.response$/.test(subject) ? RESPONSE : valueOf(subject, this.names);
    if (value !== null) return this.chain(value, rest, note);
    if (/^\.to\.(?:be\.(?:true|ok)|(?:be\.)?eq(?:ua)?l\(true\))$/.test(rest))
      return this.condition(subject, note);
    // `pm.expect([200, 201]).to.include(pm.response.code)`
    const literal = literalOf(subject, this.names);
    const [, word = '', other = ''] =
      /^\.to\.(?:be\.)?(include|contain|eql|equal)s?\(([^]*)\)$/.exec(rest) ?? [];
    const exchanged = valueOf(other, this.names);
    if (literal === null || exchanged === null) return null;
    const isList = Array.isArray(literal.value);
    if (isList !== /^[ic]/.test(word)) return null;
    return expectationOf(isList ? 'oneOf' : 'equal', [literal.value], exchanged, note);
  }

  /** The rest of an assertion, such as `.to.be.a("string").and.not.be.empty`. */
  private chain(subject: ScriptValue, rest: string, note: (sentence: string) => void): Assertion[] | null {
    let value = subject;
    let words: string[] = [];
    const found: Assertion[] = [];
    for (let at = 0; at < rest.length;) {
      const [link, word = ''] = /^\s*\.\s*(\w+)/.exec(rest.slice(at)) ?? [];
      if (link === undefined) return null;
      at += link.length;
      const isCalled = rest[at] === '(';
      const end = isCalled ? groupEnd(rest, at) : at;
      const args = isCalled
        ? argumentsIn(rest.slice(at + 1, end - 1)).map((one) => literalOf(one, this.names))
        : [];
      at = end;
      if (word === 'responseTime') value = { source: { of: 'time' }, steps: null, is: 'whole' };
      else if (!isCalled && /^length(?:Of)?$/.test(word)) value = { ...value, is: 'length' };
      else if (isCalled || !NOISE.test(word)) words.push(word);
      if (words.length === 0 || !(isCalled || COMPLETE.test(word) || at === rest.length)) continue;
      const known = args.flatMap((one) => (one === null ? [] : [one.value]));
      const assertions =
        known.length < args.length ? null : expectationOf(words.join('.'), known, value, note);
      if (assertions === null) return null;
      found.push(...assertions);
      // What follows is said of the same value, or of its member.
      const [first] = known;
      if (word === 'property' && typeof first === 'string') value = memberOf(value, [first]) ?? value;
      if (/^an?$/.test(word)) value = { ...value, form: first };
      words = [];
    }
    return found.length > 0 && words.length === 0 ? found : null;
  }

  /** What holds if a condition does: all of these. */
  private condition(text: string, note: (sentence: string) => void): Assertion[] | null {
    const all = text.split('&&').map((one): Assertion[] | null => {
      const [, left = '', operator = '', right = ''] =
        /^([^=<>!]+?)\s*([=!]==?|[<>]=?)\s*([^=<>!]+)$/.exec(one.trim()) ?? [];
      const value = valueOf(left === '' ? one : left, this.names);
      if (value === null) return null;
      if (left === '') return expectationOf('ok', [], value, note);
      const words = OPERATORS[operator as keyof typeof OPERATORS] ?? '';
      if (/^(?:undefined|null|""|'')$/.test(right))
        return expectationOf(words === 'equal' ? 'not.exist' : 'exist', [], value, note);
      const literal = literalOf(right, this.names);
      return literal && expectationOf(words, [literal.value], value, note);
    });
    return all.includes(null) ? null : all.flatMap((one) => one ?? []);
  }
}

const OPERATORS = {
  '===': 'equal',
  '==': 'equal',
  '!==': 'not.equal',
  '!=': 'not.equal',
  '<': 'below',
  '<=': 'most',
  '>': 'above',
  '>=': 'least',
} as const;

const RESPONSE: ScriptValue = { source: { of: 'status' }, steps: null, is: 'response' };

const newPart = (): ScriptPart => ({ name: '', expect: [], keep: [], changed: [], unknown: [] });

function guardOf(
  condition: string,
): { is: 'failing'; isKnown: true } | { is: 'guard'; note: string; hasValue: boolean } {
  if (OF_FAILURE.test(condition)) return { is: 'failing', isKnown: true };
  return { is: 'guard', note: t.guarded(reported(condition.trim())), hasValue: OF_VALUE.test(condition) };
}

const NO_NAMES: Names = new Map();
/** The meaning of a name that is none of a response. */
const NOTHING = 'undefined';

/** A statement for the report. Where it speaks of a secret, its texts are left out. */
function reported(text: string): string {
  const isSecret = text.split(/[^\w$-]+/).some((word) => isSecretName(word) || isSecretValue(word));
  return shown(isSecret ? text.replaceAll(/"[^"\n]*"?|'[^'\n]*'?|`[^`]*`?/g, '"…"') : text);
}
