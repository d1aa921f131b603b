/**
 * Assertions and captures as JavaScript for Postman and Bruno, in the forms that an import recognises where it has such. A value that is
 * not there is `undefined`.
 */
import type { Assertion, Expectation } from '../../collections/assertion.ts';
import { expectationText } from '../../collections/assertion-words.ts';
import type { Capture } from '../../collections/capture.ts';
import type { Source } from '../../collections/source.ts';
import { ownValue } from '../../own-value.ts';
import { WHOLE } from '../../placeholders.ts';
import { scriptPathOf, stepsOfTail } from '../paths.ts';
import { bodyPath } from './exporting.ts';
import { type Round, type Told, VARIABLES } from './told.ts';

/** What a program calls the same things. */
export interface Dialect {
  test: string;
  expect: string;
  status: string;
  time: string;
  body: string;
  /** Null if the text of a JSON body is not there. */
  text: string | null;
  header: (name: string) => string;
  /** Of variables. */
  set: string;
  get: string;
  unset: string;
  /** Fills in the variables of a text. */
  filled: string;
  /** Goes on with the request of a name. */
  next: string;
  skip: string;
  /** A statement that waits. */
  wait: (ms: number) => string;
}

export const POSTMAN: Dialect = {
  test: 'pm.test',
  expect: 'pm.expect',
  status: 'pm.response.code',
  time: 'pm.response.responseTime',
  body: 'pm.response.json()',
  text: 'pm.response.text()',
  header: (name) => `pm.response.headers.get(${quoted(name)})`,
  set: 'pm.collectionVariables.set',
  get: 'pm.variables.get',
  unset: 'pm.collectionVariables.unset',
  filled: 'pm.variables.replaceIn',
  next: 'pm.execution.setNextRequest',
  skip: 'pm.execution.skipRequest()',
  wait: (ms) => `setTimeout(function () {}, ${ms});`,
};

export const BRUNO: Dialect = {
  test: 'test',
  expect: 'expect',
  status: 'res.status',
  time: 'res.responseTime',
  body: 'res.body',
  text: null,
  header: (name) => `res.getHeader(${quoted(name)})`,
  set: 'bru.setVar',
  get: 'bru.getVar',
  unset: 'bru.deleteVar',
  filled: 'bru.interpolate',
  next: 'bru.runner.setNextRequest',
  skip: 'bru.runner.skipRequest()',
  wait: (ms) => `await bru.sleep(${ms});`,
};

/** Null if it cannot be said. */
export function assertionScript(assertion: Assertion, dialect: Dialect): string[] | null {
  const said = saidOf(assertion, dialect);
  return said === null ? null : testOf(expectationText(assertion), said, dialect);
}

function testOf(title: string, statements: readonly string[], { test }: Dialect): string[] {
  return [`${test}(${quoted(title)}, function () {`, ...statements.map((one) => `  ${one}`), '});'];
}

/** What is not there fails the step, and later requests must not take an earlier value for it. Null if it cannot be said. */
export function captureScript({ as, from, pick }: Capture, dialect: Dialect): string[] | null {
  const value = pickedFrom(valueOf(from, dialect), pick);
  if (value === null) return null;
  const { expect, set, unset } = dialect;
  const name = quoted(as);
  const kept = [
    `${unset}(${name});`,
    `${expect}(${value}).to.not.be.undefined;`,
    `${set}(${name}, ${value});`,
  ];
  return testOf(`${as} is kept`, kept, dialect);
}

/** Whether a script can keep it. */
export function isKept({ from }: Capture, dialect: Dialect): boolean {
  return valueOf(from, dialect) !== null;
}

function pickedFrom(value: string | null, pick: Capture['pick']): string | null {
  if (value === null || pick === undefined) return value;
  if (pick === 'first') return `${value}[0]`;
  const { segment } = pick;
  const path = String.raw`${value}.replace(/^\w+:\/\/[^/]*/, "").split(/[?#]/)[0]`;
  const all = `${path}.split("/").filter(Boolean).map(decodeURIComponent)`;
  return `${all}.slice(${segment < 0 ? segment : segment - 1})[0]`;
}

/** What is done before a request is sent. */
export function scriptBefore({ begins, follows, pause, round }: Told, dialect: Dialect): string[] {
  const { set, get, filled, skip, wait } = dialect;
  const last = '.split("/").pop()';
  return [
    ...(pause === undefined ? [] : [wait(pause)]),
    ...(begins === undefined ? [] : [`${set}(${quoted(begins)}, ${filled}("{{$guid}}"));`]),
    ...(follows === undefined
      ? []
      : [`${set}(${quoted(VARIABLES.sca)}, ${filled}(${quoted(follows)})${last});`]),
    ...(round?.part === 'between' ? [`if (!${get}("${ROUNDS}")) ${skip};`] : []),
  ];
}

const ROUNDS = VARIABLES.rounds;

/** What is done with a response besides its assertions. */
export function scriptAfter({ leads, round }: Told, dialect: Dialect): string[] {
  const { body, set, unset } = dialect;
  const name = quoted(VARIABLES.sca);
  const id = `${body}._links.scaRedirect.href.split("/").pop()`;
  return [
    ...(leads === 'first' ? [`${unset}(${name});`] : []),
    ...(leads === undefined ? [] : [`try { ${set}(${name}, ${id}); } catch (error) {}`]),
    ...(round === undefined ? [] : roundScript(round, dialect)),
  ];
}

function roundScript(round: Round, dialect: Dialect): string[] {
  const { set, get, next, wait } = dialect;
  const again = (name: string) =>
    `if (${get}("${ROUNDS}") < ${round.most}) ${next}(${quoted(name)}); else ${set}("${ROUNDS}", 0);`;
  if (round.part === 'between') return [again(round.request)];
  const all = round.expect.flatMap((one) => saidOf(one, dialect) ?? []);
  return [
    'let holds = true;',
    `try { ${all.join(' ')} } catch (error) { holds = false; }`,
    `${set}("${ROUNDS}", holds ? 0 : Number(${get}("${ROUNDS}") || 0) + 1);`,
    ...(round.pause === null ? [] : [`if (!holds) { ${wait(round.pause)} ${again(round.name)} }`]),
  ];
}

/** Whether a script can tell whether it holds. */
export function isSaid(assertion: Assertion, dialect: Dialect): boolean {
  return saidOf(assertion, dialect) !== null;
}

/** Statements that throw unless it holds; null if it cannot be said. */
function saidOf({ that, must }: Assertion, dialect: Dialect): string[] | null {
  const value = valueOf(that, dialect, must.is === 'absent');
  if (value === null) return null;
  // A path to several values has none rather than an empty list.
  const isList = that.of === 'body' && SEVERAL.test(that.path);
  if (isList && must.is === 'absent') return [`${dialect.expect}(${value}).to.be.empty;`];
  const said = statements(value, must, that, dialect);
  return said !== null && isList && must.is !== 'every'
    ? [`${dialect.expect}(${value}).to.not.be.empty;`, ...said]
    : said;
}

/** What leads to several values: all, some, or those with a value. */
const SEVERAL = new RegExp(
  String.raw`(\[\*\]|\.\*|\[\d*:\d*\]|\[\?@\.[A-Za-z_]\w* ?[!=]= ?(?:null|true|false|-?\d+|'[^'\\]*'|"[^"\\]*")\])`,
);

/** @param mayBeAbsent whether also what is above it may not be there */
function valueOf(source: Source, dialect: Dialect, mayBeAbsent = false): string | null {
  switch (source.of) {
    case 'status':
      return dialect.status;
    case 'time':
      return dialect.time;
    case 'text':
      return dialect.text;
    case 'header':
      return dialect.header(source.name);
    case 'redirect': {
      const name = source.name.replaceAll(/[^\w-]/g, String.raw`\$&`);
      return `(/[?&]${name}=([^&#]*)/.exec(${dialect.body}.redirectUri) || []).map(decodeURIComponent)[1]`;
    }
    default: {
      const path = bodyPath(source);
      // `.length` of a list is not a member of it.
      if (path === null || /\blength\W*$/.test(path)) return null;
      return valueAt(dialect.body, path.slice(1).split(SEVERAL), mayBeAbsent);
    }
  }
}

/** @param parts of a JSONPath: ways to one value, and between them what leads to several */
function valueAt(
  root: string,
  [way = '', several, ...rest]: readonly string[],
  mayBeAbsent: boolean,
): string | null {
  const steps = stepsOfTail(way);
  if (steps === null) return null;
  const value = scriptPathOf(root, steps, mayBeAbsent);
  if (several === undefined) return value;
  const list = listAt(value, several);
  const inner = valueAt('one', rest, true);
  if (inner === null || inner === 'one') return inner && list;
  return rest.length > 1
    ? `${list}.flatMap((one) => ${inner})`
    : `${list}.map((one) => ${inner}).filter((one) => one !== undefined)`;
}

function listAt(value: string, several: string): string {
  const [, name, comparison, to = ''] = /^\[\?@\.(\w+) ?([!=]=) ?(.*)\]$/.exec(several) ?? [];
  if (name !== undefined) {
    const text = to.startsWith("'") ? quoted(to.slice(1, -1)) : to;
    return `${value}.filter((one) => one?.${name} ${comparison}= ${text})`;
  }
  const [from = '', end] = several.slice(1, -1).split(':');
  return end === undefined
    ? `Object.values(${value})`
    : `${value}.slice(${[from || '0', end].filter(Boolean).join(', ')})`;
}

const TYPES: Readonly<Record<string, string>> = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
  list: 'array',
  object: 'object',
};

/** The other forms, as expressions. */
const FORMS: Readonly<Record<string, string>> = {
  uuid: String.raw`/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i`,
  date: String.raw`/^\d{4}-\d\d-\d\d$/`,
  'date-time': String.raw`/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/`,
  amount: String.raw`/^-?\d+(?:\.\d+)?$/`,
};

function statements(value: string, must: Expectation, that: Source, dialect: Dialect): string[] | null {
  const { expect } = dialect;
  if (must.is === 'every') {
    const inner = must.must.map((one) => statements('one', one, that, dialect));
    const all = inner.flatMap((one) => one ?? []);
    if (inner.includes(null)) return null;
    return [`${expect}(${value}).to.not.be.empty;`, `${value}.forEach(function (one) { ${all.join(' ')} });`];
  }
  const chain = chainOf(must, dialect);
  if (chain === null) return null;
  const isLimit = (must.is === 'at-most' || must.is === 'at-least') && that.of === 'body';
  const said = `${expect}(${isLimit ? `parseFloat(${value})` : value}).to.${chain};`;
  // What is not there is different for a script, and no value for an assertion.
  return must.is === 'different' && that.of !== 'status'
    ? [`${expect}(${value}).to.not.be.undefined;`, said]
    : [said];
}

function chainOf(must: Expectation, dialect: Dialect): string | null {
  switch (must.is) {
    case 'equal':
      return hasProto(must.to) ? null : `eql(${literal(must.to, dialect)})`;
    case 'different':
      return hasProto(must.from) ? null : `not.eql(${literal(must.from, dialect)})`;
    case 'one-of':
      return must.values.some((one) => typeof one === 'object')
        ? null
        : `be.oneOf(${literal(must.values, dialect)})`;
    case 'containing':
      return typeof must.value === 'object' ? null : `include(${literal(must.value, dialect)})`;
    case 'at-most':
      return isNumeric(must.value) ? `be.at.most(${must.value})` : null;
    case 'at-least':
      return isNumeric(must.value) ? `be.at.least(${must.value})` : null;
    case 'of-form': {
      const type = ownValue(TYPES, must.form);
      return type === undefined ? `match(${ownValue(FORMS, must.form) ?? ''})` : `be.a(${quoted(type)})`;
    }
    case 'of-length':
      return `have.lengthOf(${must.length})`;
    case 'present':
      return 'not.be.undefined';
    case 'absent':
      return 'be.undefined';
    case 'like':
      return matching(`^${must.pattern.split('*').map(escaped).join('[^]*')}$`);
    case 'matching':
      return matching(must.pattern);
    case 'every':
      return null;
  }
}

/** Variables in a pattern stand for themselves, which a script does not know. */
const matching = (pattern: string) =>
  pattern.includes('{{') ? null : `match(new RegExp(${quoted(pattern)}, "u"))`;

const escaped = (text: string) => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);

const isNumeric = (value: number | string) => typeof value === 'number' || /^-?\d+(?:\.\d+)?$/.test(value);

const quoted = (text: string) => JSON.stringify(text);

/** A value as JavaScript, in which a program fills in variables only where it says so. */
function literal(value: unknown, dialect: Dialect): string {
  const json = JSON.stringify(value);
  if (!json.includes('{{')) return json;
  if (typeof value === 'string') {
    const name = WHOLE.exec(value)?.[1];
    // Of the type that was kept.
    if (name !== undefined && /^[A-Za-z][\w.-]*$/.test(name)) return `${dialect.get}(${quoted(name)})`;
    return `${dialect.filled}(${json})`;
  }
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, dialect)).join(',')}]`;
  const members = Object.entries(value as object).map(
    ([name, one]) => `${quoted(name)}:${literal(one, dialect)}`,
  );
  return `{${members.join(',')}}`;
}

/** An object that JavaScript would read as another one. */
const hasProto = (value: unknown) => JSON.stringify(value).includes('__proto__');
