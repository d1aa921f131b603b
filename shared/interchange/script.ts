/**
 * Recognises the assertions and captures of test scripts that have an exact counterpart without code. A script is data here: it is
 * split into tokens and compared with a few forms. What does not fit is reported and left out.
 */
import { type Assertion, assertionSchema } from '../collections/assertion.ts';
import { type Capture, captureSchema } from '../collections/capture.ts';
import type { Source } from '../collections/source.ts';
import { interchange as t } from '../texts/interchange.ts';
import { jsonPathOf } from './paths.ts';
import { shown } from './report.ts';
import { expectationOf, type ScriptValue } from './script-expectation.ts';
import { type Token, ScriptCursor } from './script-tokens.ts';
import { isSecretName } from './secrets.ts';
import { variableName } from './variables.ts';
import { MAX_SCRIPT_NESTING } from '../limits.ts';

export interface ReadScript {
  /** In the order of the script. */
  parts: ScriptPart[];
}

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

/** @param script of Postman or Bruno */
export function readScript(script: string): ReadScript {
  const reading = new Reading(script);
  reading.statements(null);
  return { parts: reading.parts };
}

const SETTERS = [
  'pm.environment.set',
  'pm.collectionVariables.set',
  'pm.globals.set',
  'pm.variables.set',
  'postman.setEnvironmentVariable',
  'postman.setGlobalVariable',
  'bru.setVar',
  'bru.setEnvVar',
];
const BODIES = [
  'pm.response.json()',
  'JSON.parse(responseBody)',
  'JSON.parse(pm.response.text())',
  'res.getBody()',
  'res.body',
];
const STATUSES = ['pm.response.code', 'responseCode.code', 'res.getStatus()', 'res.status'];
const TIMES = ['pm.response.responseTime', 'responseTime', 'res.getResponseTime()', 'res.responseTime'];
const TEXTS = ['pm.response.text()', 'responseBody'];
const HEADERS = ['pm.response.headers.get', 'postman.getResponseHeader', 'res.getHeader'];

class Reading extends ScriptCursor {
  readonly parts: ScriptPart[] = [];
  private readonly bodies = new Set<string>();
  private readonly others: ReadonlySet<string>;

  constructor(script: string) {
    super(script);
    this.others = this.assigned();
  }

  /** Reads statements up to the end, or to the brace that ends a block. */
  statements(test: ScriptPart | null, depth = 0): void {
    for (;;) {
      const isOver = this.at >= this.tokens.length || (test !== null && this.is('}'));
      if (isOver) return;
      if (this.take(';')) continue;
      const start = this.at;
      if (this.declaration() || (test === null && depth < MAX_SCRIPT_NESTING && this.test(depth))) continue;
      const part = test ?? this.part('');
      if (!this.statement(part) || !this.endsHere()) {
        this.undo(part, start);
        this.skip(start);
        part.unknown.push(shown(this.textBetween(start, this.at)));
      }
      if (test === null) {
        part.name = shown(this.textBetween(start, this.at));
        this.parts.push(part);
      }
    }
  }

  private part(name: string): ScriptPart {
    return { name, expect: [], keep: [], changed: [], unknown: [] };
  }

  /** What a statement had added before it turned out to be another one. */
  private undo(part: ScriptPart, start: number): void {
    if (this.added === null || this.added.start !== start || this.added.part !== part) return;
    part.expect.length = this.added.expect;
    part.keep.length = this.added.keep;
    part.changed.length = this.added.changed;
  }

  private added: { start: number; part: ScriptPart; expect: number; keep: number; changed: number } | null =
    null;

  private statement(part: ScriptPart): boolean {
    const { expect, keep, changed } = part;
    this.added = { start: this.at, part, expect: expect.length, keep: keep.length, changed: changed.length };
    return (
      this.setter(part) ||
      this.expectation(part) ||
      this.responseShould(part) ||
      this.oldTest(part) ||
      this.assertion(part)
    );
  }

  /** `const body = pm.response.json()`, unless the name is given another value elsewhere. */
  private declaration(): boolean {
    const start = this.at;
    if (!['const', 'let', 'var'].some((word) => this.take(word))) return false;
    const name = this.tokens[this.at++];
    if (name?.kind !== 'word' || !this.isBodyFrom(this.at) || this.others.has(name.text))
      return this.back(start);
    this.take('=');
    this.anyForm(BODIES);
    this.bodies.add(name.text);
    return true;
  }

  /** Whether the body is assigned here, and nothing else. */
  private isBodyFrom(position: number): boolean {
    const before = this.at;
    this.at = position;
    const isBody = this.take('=') && this.anyForm(BODIES) !== null && this.endsHere();
    this.at = before;
    return isBody;
  }

  /** Names that are given another value than the body somewhere. */
  private assigned(): Set<string> {
    return new Set(
      this.tokens.flatMap(({ kind, text }, at) =>
        kind === 'word' &&
        this.tokens[at - 1]?.text !== '.' &&
        /^(?:=|\+\+|--)$/.test(this.tokens[at + 1]?.text ?? '') &&
        !this.isBodyFrom(at + 1)
          ? [text]
          : [],
      ),
    );
  }

  /** `pm.test("…", function () { … });` */
  private test(depth: number): boolean {
    const start = this.at;
    if (this.anyForm(['pm.test', 'test']) === null || !this.take('(')) return this.back(start);
    const title = this.tokens[this.at];
    if (title?.kind !== 'text') return this.back(start);
    this.at++;
    if (!this.take(',')) return this.back(start);
    this.take('async');
    const isArrow = this.anyForm(['()=>']) !== null;
    const isFunction = isArrow || this.anyForm(['function()']) !== null;
    if (!isFunction || !(this.is('{') || isArrow)) return this.back(start);
    const part = this.part(title.text);
    this.parts.push(part);
    if (!this.take('{')) return this.arrow(part, start);
    this.statements(part, depth + 1);
    if (this.take('}') && this.take(')')) return true;
    part.unknown.push(shown(this.textBetween(start, this.tokens.length)));
    this.at = this.tokens.length;
    return true;
  }

  /** The rest of `pm.test("…", () => pm.response.to.have.status(200));`, an arrow function without braces. */
  private arrow(part: ScriptPart, start: number): true {
    const from = this.at;
    const isKnown = this.statement(part) && (this.take(',') || true) && this.take(')') && this.endsHere();
    if (isKnown) return true;
    this.undo(part, from);
    this.skip(start);
    part.unknown.push(shown(this.textBetween(start, this.at)));
    return true;
  }

  /** `pm.environment.set("name", value)` */
  private setter(part: ScriptPart): boolean {
    if (this.anyForm(SETTERS) === null || !this.take('(')) return false;
    const name = this.tokens[this.at];
    if (name?.kind !== 'text') return false;
    this.at++;
    if (!this.take(',')) return false;
    const value = this.value();
    if (value === null || value.length || !this.take(')')) return false;
    const capture = captureSchema.safeParse({ as: variableName(name.text), from: value.source });
    if (!capture.success) return false;
    if (capture.data.as !== name.text) part.changed.push(t.variableName(name.text, capture.data.as));
    part.keep.push(capture.data);
    return true;
  }

  /** `pm.expect(value).to.eql(200)` */
  private expectation(part: ScriptPart): boolean {
    const root = this.anyForm(['pm.expect', 'expect']);
    if (root === null || !this.take('(')) return false;
    const value = this.value();
    if (value === null || !this.take(')')) return false;
    return this.chain(value, part);
  }

  private chain(value: ScriptValue, part: ScriptPart): boolean {
    const words: string[] = [];
    while (this.take('.')) {
      const word = this.tokens[this.at];
      if (word?.kind !== 'word') return false;
      this.at++;
      words.push(word.text);
    }
    const args = this.is('(') ? this.literals() : [];
    if (args === null) return false;
    const must = expectationOf(
      words.filter((word) => !/^(?:to|be|have|been|is|that|deep)$/.test(word)).join('.'),
      args,
      value,
      part.changed,
    );
    const assertion = assertionSchema.safeParse({ that: value.source, must });
    // An expected value that is secret would stand in the collection.
    const isSecret = value.source.of === 'body' && isSecretName(value.source.path.split(/[.[]/).at(-1) ?? '');
    if (must === null || !assertion.success || (isSecret && must.is !== 'present' && must.is !== 'of-form'))
      return false;
    part.expect.push(assertion.data);
    return true;
  }

  /** `pm.response.to.have.status(200)` */
  private responseShould(part: ScriptPart): boolean {
    const form = this.anyForm([
      'pm.response.to.have.status',
      'pm.response.to.have.header',
      'pm.response.to.not.have.header',
    ]);
    const args = form === null ? null : this.literals();
    const [first, second, ...more] = args ?? [];
    if (form === null || more.length > 0) return false;
    if (form.endsWith('status')) {
      if (typeof first !== 'number' || second !== undefined) return false;
      part.expect.push({ that: { of: 'status' }, must: { is: 'equal', to: first } });
      return true;
    }
    if (typeof first !== 'string' || first === '') return false;
    const that: Source = { of: 'header', name: first };
    if (second === undefined)
      part.expect.push({ that, must: { is: form.includes('not') ? 'absent' : 'present' } });
    else if (typeof second === 'string' && !form.includes('not'))
      part.expect.push({ that, must: { is: 'equal', to: second } });
    else return false;
    return true;
  }

  /** `tests["…"] = responseCode.code === 200` */
  private oldTest(part: ScriptPart): boolean {
    if (!this.take('tests') || !this.take('[') || this.tokens[this.at]?.kind !== 'text') return false;
    this.at++;
    return this.take(']') && this.take('=') && this.comparison(part);
  }

  /** `client.assert(response.status === 200, "…")` of JetBrains. */
  private assertion(part: ScriptPart): boolean {
    if (this.anyForm(['client.assert']) === null || !this.take('(') || !this.comparison(part)) return false;
    return (!this.take(',') || this.literal() !== null) && this.take(')');
  }

  /** `responseCode.code === 200` */
  private comparison(part: ScriptPart): boolean {
    const value = this.value();
    if (value === null || value.length || !(this.take('===') || this.take('=='))) return false;
    const literal = this.literal();
    const assertion = assertionSchema.safeParse({
      that: value.source,
      must: { is: 'equal', to: literal?.value },
    });
    if (literal === null || !assertion.success) return false;
    part.expect.push(assertion.data);
    return true;
  }

  private value(): ScriptValue | null {
    if (this.anyForm(STATUSES) !== null) return { source: { of: 'status' }, length: false };
    if (this.anyForm(TEXTS) !== null && !this.is('.')) return { source: { of: 'text' }, length: false };
    if (this.anyForm(HEADERS) !== null) {
      const args = this.literals();
      const [name, ...more] = args ?? [];
      return typeof name === 'string' && name !== '' && more.length === 0
        ? { source: { of: 'header', name }, length: false }
        : null;
    }
    if (this.anyForm(TIMES) !== null) return { source: { of: 'time' }, length: false };
    return this.bodyValue();
  }

  private bodyValue(): ScriptValue | null {
    const word = this.tokens[this.at];
    if (word?.kind === 'word' && this.bodies.has(word.text)) this.at++;
    else if (this.anyForm(BODIES) === null) return null;
    const steps: (string | number)[] = [];
    for (;;) {
      if (this.take('.')) {
        const name = this.tokens[this.at];
        if (name?.kind !== 'word') return null;
        steps.push(name.text);
        this.at++;
      } else if (this.take('[')) {
        const key = this.literal();
        if (key === null || !this.take(']')) return null;
        if (typeof key.value !== 'string' && typeof key.value !== 'number') return null;
        steps.push(key.value);
      } else break;
    }
    // A method of the value.
    if (this.is('(')) return null;
    const length = steps.at(-1) === 'length';
    return { source: { of: 'body', path: jsonPathOf(length ? steps.slice(0, -1) : steps) }, length };
  }

  /** Goes to the end of a statement that is not known. */
  private skip(start: number): void {
    this.at = start;
    let open = 0;
    for (; this.at < this.tokens.length; this.at++) {
      const { text, kind, newLine } = this.tokens[this.at] as Token;
      const isMark = kind === 'mark';
      if (isMark && open === 0 && (text === ';' || text === '}') && this.at > start) return;
      if (
        open === 0 &&
        newLine &&
        kind === 'word' &&
        this.at > start &&
        !/^(?:else|catch|finally|while)$/.test(text) &&
        !GOES_ON.test(this.tokens[this.at - 1]?.text ?? '')
      )
        return;
      if (isMark && /^[([{]$/.test(text)) open++;
      if (isMark && /^[)\]}]$/.test(text)) open = Math.max(0, open - 1);
    }
  }
}

/** The statement goes on after such a token. */
const GOES_ON = /^(?:[=+\-*/%&|!<>?:,.(]|=>|===?|!==?|&&|\|\|)$/;
