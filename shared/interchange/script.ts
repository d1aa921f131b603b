/**
 * Recognises the assertions and captures of test scripts that have an exact counterpart without code. A script is data here: it is
 * split into tokens and compared with a few forms. What does not fit is reported and left out.
 */
import type { Assertion } from '../collections/assertion.ts';
import { type Capture, captureSchema } from '../collections/capture.ts';
import { interchange as t } from '../texts/interchange.ts';
import { shown } from './report.ts';
import { type Guard, guardOf, opposite, ScriptConditions } from './script-condition.ts';
import { expectationOf } from './script-expectation.ts';
import { pickOf } from './script-segment.ts';
import { memberOf, type ScriptValue } from './script-values.ts';
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

/**
 * @param script of any of the programs @param examples bodies of responses, to see whether links are addresses or paths
 * @returns its parts in their order
 */
export function readScript(script: string, examples: readonly unknown[] = []): ScriptPart[] {
  const reading = new Reading(script, examples);
  reading.statements(null);
  return reading.parts.map((part) => ({ ...part, expect: withoutKept(part.expect, part.keep) }));
}

/** The assertions that say more than that what is kept is there, which keeping it says, too. */
export function withoutKept(expect: readonly Assertion[], keep: readonly Capture[]): Assertion[] {
  const kept = new Set(keep.map(({ from }) => JSON.stringify(from)));
  return expect.filter(({ that, must }) => must.is !== 'present' || !kept.has(JSON.stringify(that)));
}

/** @param expression that is all of the text @returns null if it is none of a response */
export function readExpression(expression: string): ScriptValue | null {
  return new Reading(expression, []).onlyValue();
}

/** A capture of a value. @returns null if it cannot be kept */
export function captureOf(
  name: string,
  value: ScriptValue,
  examples: readonly unknown[],
  changed: (note: string) => void,
): Capture | null {
  if (value.is !== 'whole' && value.is !== 'part') return null;
  const as = variableName(name);
  const pick = value.is === 'part' ? pickOf(name, value, examples, changed) : undefined;
  const capture = captureSchema.safeParse({
    as,
    from: value.source,
    ...(pick === undefined ? {} : { pick }),
  });
  if (!capture.success || pick === null) return null;
  if (as !== name) changed(t.variableName(name, as));
  return capture.data;
}

const SETTERS = [
  'pm.environment.set',
  'pm.collectionVariables.set',
  'pm.globals.set',
  'pm.variables.set',
  'pm.baseEnvironment.set',
  'postman.setEnvironmentVariable',
  'postman.setGlobalVariable',
  'bru.setVar',
  'bru.setEnvVar',
  'bru.setGlobalEnvVar',
  'client.global.set',
];
const LOGS = [...['log', 'info', 'warn', 'error', 'debug'].map((name) => `console.${name}`), 'client.log'];
/** Where a test fails by itself. */
const FAILURES = ['throw', 'pm.expect.fail', 'expect.fail'];
/** Words of chai that say nothing. */
const NOISE = /^(?:to|be|been|is|that|which|and|has|have|with|at|of|same|but|does|still|also|deep|own|all)$/;
/** Words after which an assertion is complete without a call. */
const COMPLETE = /^(?:exists?|true|false|null|undefined|ok|empty|success|accepted|json)$/;

interface Around {
  text: string;
  asks: Guard;
}

class Reading extends ScriptConditions {
  readonly parts: ScriptPart[] = [];
  private readonly examples: readonly unknown[];
  /** The conditions around the present statement. */
  private readonly guards: Around[] = [];

  constructor(script: string, examples: readonly unknown[]) {
    super(script);
    this.examples = examples;
  }

  onlyValue(): ScriptValue | null {
    const value = this.value();
    return this.at === this.tokens.length ? value : null;
  }

  /** Reads statements up to the end, or to the brace that ends a block. @param test that gets what they say; null outside of tests */
  statements(test: ScriptPart | null): void {
    while (this.at < this.tokens.length && !(this.isInside && this.is('}')))
      if (!this.take(';')) this.one(test);
  }

  private one(test: ScriptPart | null): void {
    const start = this.at;
    if (this.silent() || this.declaration() || this.block(test) || (test === null && this.test())) return;
    const part = test ?? newPart();
    this.read(part, start, () => this.statement(part) && this.endsHere());
    if (test === null) this.add(part, start);
  }

  private add(part: ScriptPart, start: number): void {
    part.name = shown(this.textBetween(start, this.at));
    this.parts.push(part);
  }

  /** Reads one statement into a part, or reports that it is not known. */
  private read(part: ScriptPart, start: number, isKnown: () => boolean): void {
    const { expect, keep, changed } = part;
    const before = { expect: expect.length, keep: keep.length, changed: changed.length };
    const known = isKnown();
    if (!known || (expect.length > before.expect && this.guards.some(({ asks }) => asks === 'value'))) {
      expect.length = before.expect;
      keep.length = before.keep;
      changed.length = before.changed;
      this.skip(start);
      part.unknown.push(shown(this.textBetween(start, this.at)));
    } else for (const { text } of this.guards) if (!changed.includes(text)) changed.push(text);
  }

  private statement(part: ScriptPart): boolean {
    const note = (sentence: string) => void part.changed.push(sentence);
    return (
      this.setter(part, note) ||
      this.expectation(part, note) ||
      this.oldTest(part, note) ||
      this.assertion(part, note)
    );
  }

  /** What has no effect on a run: `console.log(…)`, and the end of a function. */
  private silent(): boolean {
    const start = this.at;
    if (this.anyForm(LOGS) !== null && this.is('(')) {
      this.skip(start);
      return true;
    }
    return (this.take('return') && this.endsHere()) || this.back(start);
  }

  /** `if (…) { … } else { … }` or `try { … } catch (e) { … }` */
  private block(test: ScriptPart | null): boolean {
    const start = this.at;
    if (this.isTooDeep) return false;
    if (this.take('try') && this.is('{')) {
      this.branch(test, { text: t.tried, asks: 'success' });
      if (this.take('catch')) {
        if (this.is('(')) this.balanced();
        this.failing(test);
      }
      if (this.take('finally')) this.branch(test, null);
      return true;
    }
    this.back(start);
    return (this.take('if') && this.guarded(test)) || this.back(start);
  }

  private guarded(test: ScriptPart | null): boolean {
    const start = this.at;
    if (!this.take('(')) return false;
    const condition = this.condition(() => undefined);
    if (condition === null || !this.take(')')) return false;
    const text = shown(this.textBetween(start + 1, this.at - 1));
    const [then, otherwise] = [guardOf(condition), guardOf(opposite(condition))];
    if (then !== 'failure') {
      this.branch(test, { text: t.guarded(text), asks: then });
      while (this.take('else')) this.failing(test);
      return true;
    }
    if (otherwise !== 'success') return false;
    this.failing(test);
    if (this.take('else')) this.branch(test, { text: t.guarded(`!(${text})`), asks: otherwise });
    return true;
  }

  /** A block, or one statement. */
  private branch(test: ScriptPart | null, guard: Around | null): void {
    if (guard !== null) this.guards.push(guard);
    this.enter(false);
    if (this.take('{')) {
      this.statements(test);
      this.take('}');
    } else if (this.at < this.tokens.length) this.one(test);
    this.leave();
    if (guard !== null) this.guards.pop();
  }

  /** A branch that is taken when the step fails: what it writes or throws is not missed. */
  private failing(test: ScriptPart | null): void {
    if (this.take('if')) this.balanced();
    const part = test ?? newPart();
    const start = this.at;
    if (this.take('{')) {
      while (this.at < this.tokens.length && !this.take('}')) this.failure(part);
    } else this.failure(part);
    if (test === null && part.unknown.length > 0) this.add(part, start);
  }

  private failure(part: ScriptPart): void {
    const start = this.at;
    if (this.take(';') || this.at >= this.tokens.length || this.silent()) return;
    const isFailure = this.anyForm(FAILURES) !== null;
    this.skip(start);
    if (!isFailure) part.unknown.push(shown(this.textBetween(start, this.at)));
  }

  /** `pm.test("…", function () { … });` */
  private test(): boolean {
    const start = this.at;
    if (this.isTooDeep || this.anyForm(['pm.test', 'client.test', 'test']) === null || !this.take('('))
      return this.back(start);
    const title = this.tokens[this.at++];
    if (!/^(?:text|unknown)$/.test(title?.kind ?? '') || !this.take(',')) return this.back(start);
    this.take('async');
    const isArrow = this.anyForm(['()=>']) !== null;
    const isFunction = isArrow || this.anyForm(['function()']) !== null;
    if (!isFunction || !(this.is('{') || isArrow)) return this.back(start);
    const part = { ...newPart(), name: title?.text ?? '' };
    this.parts.push(part);
    if (!this.take('{')) {
      this.read(part, start, () => this.statement(part) && this.endOfCall() && this.endsHere());
      return true;
    }
    this.enter(true);
    this.statements(part);
    this.leave();
    if (this.take('}') && this.endOfCall()) return true;
    part.unknown.push(shown(this.textBetween(start, this.tokens.length)));
    this.at = this.tokens.length;
    return true;
  }

  private endOfCall(): boolean {
    this.take(',');
    return this.take(')');
  }

  /** `pm.environment.set("name", value)` */
  private setter(part: ScriptPart, note: (sentence: string) => void): boolean {
    if (this.anyForm(SETTERS) === null || !this.take('(')) return false;
    const name = this.literal()?.value;
    if (typeof name !== 'string' || !this.take(',')) return false;
    const value = this.anyForm(['JSON.stringify(']) === null ? this.valueOrElse(note) : this.written();
    if (value === null) return false;
    // How long it is kept.
    if (this.take(',') && this.literal() === null) return false;
    const capture = this.take(')') ? captureOf(name, value, this.examples, note) : null;
    if (capture === null) return false;
    part.keep.push(capture);
    return true;
  }

  /** The rest of `JSON.stringify(value, null, 2)` */
  private written(): ScriptValue | null {
    const value = this.value();
    while (this.take(',')) if (this.literal() === null) return null;
    return this.take(')') ? value : null;
  }

  /** A value, or a literal if it is not there: `body.id || ""`, `body.id ? body.id : ""`. */
  private valueOrElse(note: (sentence: string) => void): ScriptValue | null {
    const start = this.at;
    const plain = this.value();
    if (plain !== null && (this.is(',') || this.is(')'))) return plain;
    const isPlain = plain !== null && (this.take('||') || this.take('??'));
    if (!isPlain) {
      this.back(start);
      if (guardOf(this.condition(() => undefined)) !== 'success' || !this.take('?')) return null;
    }
    const value = isPlain ? plain : this.value();
    if (value === null || !(isPlain || this.take(':')) || this.literal() === null) return null;
    note(t.orElse);
    return value;
  }

  /** `pm.expect(value).to.eql(200)` or `pm.response.to.have.status(200)` */
  private expectation(part: ScriptPart, note: (sentence: string) => void): boolean {
    if (this.anyForm(['pm.response.to']) !== null)
      return this.chain({ source: { of: 'status' }, steps: null, is: 'response' }, part, note);
    if (this.anyForm(['pm.expect', 'chai.expect', 'expect']) === null || !this.take('(')) return false;
    const start = this.at;
    const value = this.value();
    if (value !== null && this.endOfSubject()) return this.chain(value, part, note);
    this.back(start);
    const holds = this.condition(note);
    if (holds !== null && this.endOfSubject()) {
      const isTrue = this.anyForm(TRUE) !== null;
      if (isTrue) part.expect.push(...holds);
      return isTrue;
    }
    this.back(start);
    const literal = this.literal();
    return literal !== null && this.endOfSubject() && this.exchanged(literal.value, part, note);
  }

  /** What is said if it fails may stand after the value. */
  private endOfSubject(): boolean {
    if (this.take(',') && this.literal() === null) return false;
    return this.take(')');
  }

  /** The rest of `pm.expect([200, 201]).to.include(pm.response.code)` */
  private exchanged(literal: unknown, part: ScriptPart, note: (sentence: string) => void): boolean {
    const forms = Array.isArray(literal) ? INCLUDES : EQUALS;
    if (this.anyForm(forms) === null) return false;
    const value = this.value();
    const found =
      value && this.take(')')
        ? expectationOf(forms === INCLUDES ? 'oneOf' : 'equal', [literal], value, note)
        : null;
    if (found !== null) part.expect.push(...found);
    return found !== null;
  }

  private chain(subject: ScriptValue, part: ScriptPart, note: (sentence: string) => void): boolean {
    let value = subject;
    let words: string[] = [];
    let found = 0;
    while (this.take('.')) {
      const word = this.word();
      if (word === null) return false;
      const isCalled = this.is('(');
      if (word === 'responseTime') value = { source: { of: 'time' }, steps: null, is: 'whole' };
      else if (!isCalled && /^length(?:Of)?$/.test(word)) value = { ...value, is: 'length' };
      else if (isCalled || !NOISE.test(word)) words.push(word);
      if (words.length === 0 || !(isCalled || COMPLETE.test(word) || !this.is('.'))) continue;
      const args = isCalled ? this.literals() : [];
      const assertions = args && expectationOf(words.join('.'), args, value, note);
      if (assertions === null) return false;
      part.expect.push(...assertions);
      found++;
      // What follows is said of the same value, or of its member.
      if (word === 'property' && typeof args?.[0] === 'string') value = memberOf(value, [args[0]]) ?? value;
      if (/^an?$/.test(word)) value = { ...value, form: args?.[0] };
      words = [];
    }
    return found > 0 && words.length === 0;
  }

  /** `tests["…"] = responseCode.code === 200` */
  private oldTest(part: ScriptPart, note: (sentence: string) => void): boolean {
    if (!this.take('tests') || !this.take('[') || this.literal() === null) return false;
    return this.take(']') && this.take('=') && this.holding(part, note);
  }

  /** `client.assert(response.status === 200, "…")` of JetBrains. */
  private assertion(part: ScriptPart, note: (sentence: string) => void): boolean {
    if (this.anyForm(['client.assert']) === null || !this.take('(')) return false;
    return this.holding(part, note) && this.endOfSubject();
  }

  private holding(part: ScriptPart, note: (sentence: string) => void): boolean {
    const holds = this.condition(note);
    if (holds !== null) part.expect.push(...holds);
    return holds !== null;
  }
}

const newPart = (): ScriptPart => ({ name: '', expect: [], keep: [], changed: [], unknown: [] });

const TRUE = [
  '.to.be.true',
  '.to.be.ok',
  '.to.equal(true)',
  '.to.eql(true)',
  '.to.be.equal(true)',
  '.to.be.eql(true)',
];
const INCLUDES = ['.to.include(', '.to.includes(', '.to.contain(', '.to.contains(', '.include(', '.contain('];
const EQUALS = ['.to.eql(', '.to.equal(', '.to.be.eql(', '.to.be.equal(', '.eql(', '.equal('];
