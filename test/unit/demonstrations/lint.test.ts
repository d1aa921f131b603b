/** The file of a demonstration: every fault has its line and reason, and nothing in it reaches another place than the local bank. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTROL_CHOICES } from '../../../bank-sim/index.ts';
import { demonstrationFileSchema } from '../../../shared/demonstrations/file-schema.ts';
import { type Demonstration, DEMONSTRATION_LIMITS } from '../../../shared/demonstrations/demonstration.ts';
import { demonstrationFrom, writeDemonstration } from '../../../shared/demonstrations/from-collection.ts';
import { lintDemonstration } from '../../../shared/demonstrations/lint.ts';
import { partsOf } from '../../../shared/demonstrations/parts.ts';
import { MAX_DEMONSTRATION_BYTES } from '../../../shared/limits.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SHIPPED = join(ROOT, 'shared/demonstrations/shipped');

const lint = (text: string) => lintDemonstration(text, CONTROL_CHOICES);

/** A demonstration of one step with these actions, or with other members. */
const file = (actions: unknown, more: object = {}) =>
  JSON.stringify(
    {
      version: 1,
      name: 'Mine',
      summary: 'What I show.',
      minutes: 1,
      start: '2026-10-05T10:00:00+02:00',
      steps: [{ title: 'One', text: 'Look here.', actions }],
      ...more,
    },
    null,
    2,
  );

/** The faults as `line: text`; the line is the text of that line. */
function faultsOf(text: string): string[] {
  const linted = lint(text);
  if ('demonstration' in linted) return [];
  const lines = text.split('\n');
  return linted.faults.map((one) => `${(lines[one.line - 1] ?? '').trim()} | ${one.text}`);
}

/** Each step that calls its request the same as an earlier one, and whether it is: all of it but the headers, which a text may name as the difference. */
function claimsIn({ steps }: Demonstration): { title: string; isTrue: boolean }[] {
  const before = new Map<string, string>();
  return steps.flatMap(({ title, text, look, actions }) => {
    const requests = actions.flatMap(({ request }) => request ?? []);
    const areSame = requests.map(({ headers: _headers, ...sent }) => {
      const isSame = before.get(sent.operation) === JSON.stringify(sent);
      before.set(sent.operation, JSON.stringify(sent));
      return isSame;
    });
    const says = /same request|request is the same/.test(`${text} ${look?.text ?? ''}`);
    return says ? [{ title, isTrue: areSame.length > 0 && !areSame.includes(false) }] : [];
  });
}

/** A repetition without its number and pause. */
const UNTIL = { expect: [{ that: { of: 'status' }, must: { is: 'present' } }] };
const ASK = { name: 'Ask', request: { operation: 'listAccounts' } };

describe('a file without faults', () => {
  it.each(readdirSync(SHIPPED))('%s, of the program', (name) => {
    expect(faultsOf(readFileSync(join(SHIPPED, name), 'utf8'))).toEqual([]);
  });
  it('says that a request is the same only where it is', () => {
    const claims = readdirSync(SHIPPED).flatMap((name) => {
      const linted = lint(readFileSync(join(SHIPPED, name), 'utf8'));
      return 'demonstration' in linted ? claimsIn(linted.demonstration) : [];
    });
    expect(claims.filter(({ isTrue }) => !isTrue)).toEqual([]);
    expect(claims.length).toBeGreaterThanOrEqual(4);
  });
  it('has every kind of action', () => {
    const actions = [
      ASK,
      { name: 'Approve', sca: { psu: 'Eirik Solbakken', decision: 'approve' } },
      { name: 'An hour', control: { method: 'POST', path: '/control/clock', json: { advance: 'PT1H' } } },
      { name: 'Expire', control: { method: 'POST', path: '/control/sessions/{{sessionId}}/expire' } },
      { name: 'Another session', session: 'second' },
      { name: 'Wait', pause: 0 },
    ];
    expect(faultsOf(file(actions))).toEqual([]);
  });
  it('is what the published schema says', () => {
    expect(readFileSync(join(ROOT, 'docs/demonstration.schema.json'), 'utf8')).toBe(
      demonstrationFileSchema(),
    );
  });
});

describe('a fault has its line and reason', () => {
  it('in the syntax', () => {
    const text = file([]).replace('"minutes": 1,', '"minutes": 1');
    expect(faultsOf(text)).toEqual([
      expect.stringMatching(/^"start".* \| The file is not valid JSON after “minutes”: /),
    ]);
  });
  it.each(['1999-12-31T23:00:00Z', '9990-01-01T00:00:00Z', '2026-10-05T10:00:00.0001+02:00'])(
    'in a start that the bank refuses: %s',
    (start) => {
      expect(faultsOf(file([], { start }))).toEqual([
        `"start": "${start}", | start: The bank’s clock can be set to the years 2000 to 9989, with at most three decimals of a second.`,
      ]);
    },
  );
  it.each(['Friday 16:00', '2026-10-05T10:00:00'])(
    'in a start that is no time, with an example: %s',
    (start) => {
      expect(faultsOf(file([], { start }))).toEqual([
        `"start": "${start}", | start: Write a date and time with an offset from UTC, such as 2026-10-05T10:00:00+02:00.`,
      ]);
    },
  );
  it('at the end of a file that is cut off', () => {
    const text = file([]).slice(0, -20);
    const linted = lint(text);
    expect('faults' in linted && linted.faults[0]?.line).toBe(text.trimEnd().split('\n').length);
  });
  it('in a value, a missing one and an unknown name', () => {
    const text = file([], { minutes: 0, name: undefined, autor: 'Me' });
    expect(faultsOf(text)).toEqual([
      expect.stringMatching(/^\{ \| name: /),
      expect.stringMatching(/^"minutes": 0, \| minutes: /),
      expect.stringContaining('"autor": "Me" | autor: “autor” is unknown here.'),
    ]);
  });
  it('deep inside', () => {
    const text = file([ASK, { name: 'Wrong', request: { operation: 'listAccounts', query: { a: 1 } } }]);
    expect(faultsOf(text)).toEqual([
      expect.stringMatching(/^"a": 1 \| steps\/1\/actions\/2\/request\/query\/a: /),
    ]);
  });
  it('in the word that says which kind of expectation it is, with those that there are', () => {
    const equals = file([{ ...ASK, expect: [{ that: { of: 'status' }, must: { is: 'equals', to: 401 } }] }]);
    expect(faultsOf(equals)).toEqual([
      '"is": "equals", | steps/1/actions/1/expect/1/must/is: must be equal or different or one-of or containing or like or at-most or at-least or of-form or of-length or present or absent, not this text.',
    ]);
    const nothing = file([{ ...ASK, expect: [{ that: { path: '$' }, must: { is: 'present' } }] }]);
    expect(faultsOf(nothing)).toEqual([
      expect.stringMatching(/ \| steps\/1\/actions\/1\/expect\/1\/that\/of: is missing\.$/),
    ]);
  });
  it('in a name that occurs twice', () => {
    const text = file([]).replace('"minutes": 1,', '"minutes": 1,\n  "minutes": 2,');
    expect(faultsOf(text)).toEqual(['"minutes": 2, | The name “minutes” occurs twice in the same object.']);
  });
  it('in a text that no projector shows whole', () => {
    const long = file([]).replace('Look here.', 'x'.repeat(DEMONSTRATION_LIMITS.text + 1));
    expect(faultsOf(long)).toEqual([expect.stringMatching(/^"text".* \| steps\/1\/text: /)]);
    const lines = file([]).replace('Look here.', String.raw`a\n`.repeat(DEMONSTRATION_LIMITS.lines));
    expect(faultsOf(lines)).toEqual([]);
    expect(faultsOf(lines.replace(String.raw`a\n`, String.raw`a\nb\nc\n`))).toHaveLength(1);
  });
});

describe('a file of somebody else cannot', () => {
  it.each([
    ['include a folder', { include: { folder: 'x' } }],
    ['read a file', { ...ASK, each: { in: { file: '/etc/passwd' }, as: 'row' } }],
    ['run a script', { ...ASK, script: 'process.exit()' }],
    ['wait for hours', { pause: 3_600_000 }],
    ['repeat for hours', { ...ASK, until: { ...UNTIL, rounds: 21, between: { pause: 0 } } }],
    ['repeat with long pauses', { ...ASK, until: { ...UNTIL, rounds: 2, between: { pause: 1001 } } }],
    ['do two things at once', { ...ASK, session: 'x' }],
    ['do nothing', { name: 'x' }],
    ['call an unknown operation', { request: { operation: 'readSecrets' } }],
    ['call another host', { request: { operation: 'listAccounts', line: 'GET https://evil.example/' } }],
    ['change the host', { request: { operation: 'listAccounts', line: 'GET @evil.example/v1/' } }],
    ['call another path', { request: { operation: 'listAccounts', line: 'GET /v2/accounts' } }],
    ['open a page of its own', { sca: { psu: 'Eirik', decision: 'approve', link: 'https://evil.example/' } }],
    [
      'lead the PSU to another host',
      { request: { operation: 'readUser', headers: { 'tpp-Redirect-URI': 'https://evil.example/' } } },
    ],
    [
      'lead the PSU there after a failure',
      { request: { operation: 'readUser', headers: { 'TPP-Nok-Redirect-URI': 'https://evil.example/' } } },
    ],
    ['address another host', { request: { operation: 'readUser', headers: { Host: 'evil.example' } } }],
    ['send an unknown fault', { request: { operation: 'listAccounts', fault: 'explode' } }],
    ['replace the whole bank', { control: { method: 'PUT', path: '/control/snapshot', json: {} } }],
    ['reset the bank', { control: { method: 'POST', path: '/control/reset' } }],
    ['wait for events that never end', { control: { method: 'GET', path: '/control/events' } }],
    ['call something unknown', { control: { method: 'POST', path: '/control/exec' } }],
    ['climb out of a path', { control: { method: 'POST', path: '/control/sessions/../expire' } }],
    ['hide a path in a parameter', { control: { method: 'POST', path: '/control/sessions/a%2fb/expire' } }],
    [
      'do so between two rounds',
      {
        ...ASK,
        until: {
          expect: [{ that: { of: 'status' }, must: { is: 'present' } }],
          rounds: 1,
          between: { method: 'PUT', path: '/control/snapshot' },
        },
      },
    ],
  ])('%s', (_, action) => {
    expect(faultsOf(file([{ name: 'Bad', ...action }]))).not.toEqual([]);
  });
  it('be larger, deeper or wider than a demonstration', () => {
    expect(faultsOf(' '.repeat(MAX_DEMONSTRATION_BYTES + 1))).toHaveLength(1);
    expect(faultsOf(`{"steps":${'['.repeat(5000)}${']'.repeat(5000)}}`)).toHaveLength(1);
    expect(faultsOf(file(Array.from({ length: 21 }, () => ASK)))).toHaveLength(1);
    expect(faultsOf('[]')).toHaveLength(1);
    expect(faultsOf(file([]).replace('"minutes"', '"__proto__": {}, "minutes"'))).toHaveLength(1);
  });
  it('have very many lines before the one with a fault', () => {
    const long = file([ASK, { name: 'Bad' }]).replace('"minutes"', `${'\n'.repeat(250_000)}"minutes"`);
    // The line before its name, on which it begins.
    const line = long.split('\n').findIndex((one) => one.includes('"Bad"'));
    expect(lint(long)).toMatchObject({ faults: [{ line }] });
  });
  it('have names that fill the window where a fault is named', () => {
    const long = 'k'.repeat(50_000);
    const faults = faultsOf(file([], { [long]: 1 }).replace('{', `{"${long}": 1,`));
    expect(faults.length).toBeGreaterThan(1);
    expect(Math.max(...faults.map((one) => one.slice(one.indexOf(' | ')).length))).toBeLessThan(400);
  });
  it('have more faults than are named', () => {
    const unknown = Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [`k${at}`, at]));
    expect(faultsOf(file([], unknown))).toHaveLength(50);
  });
  it('make the reader fail, whatever it is', () => {
    const base = file([ASK]);
    fc.assert(
      fc.property(
        fc.nat(base.length),
        fc.nat(20),
        fc.string({ unit: 'binary', maxLength: 12 }),
        (at, cut, put) => {
          const linted = lint(base.slice(0, at) + put + base.slice(at + cut));
          const faults = 'faults' in linted ? linted.faults : [];
          expect(faults.filter(({ line, text }) => line < 1 || text.trim() === '')).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the parts of a step', () => {
  const sca = { name: 'sca', sca: { psu: 'x', decision: 'approve' as const } };
  const stop = { name: 'stop', pause: 0 };
  const ask = { name: 'ask', session: 'a' };
  const names = (actions: Parameters<typeof partsOf>[0]) =>
    partsOf(actions).map((part) => part.map(({ name }) => name).join(' '));
  it('end before and after each SCA, and at a pause', () => {
    expect(names([])).toEqual(['']);
    expect(names([sca])).toEqual(['sca']);
    expect(names([ask, ask, sca, ask, stop, ask])).toEqual(['ask ask', 'sca', 'ask stop', 'ask']);
    expect(names([sca, sca, stop])).toEqual(['sca', 'sca', 'stop']);
  });
});

describe('a collection', () => {
  it('becomes a demonstration without faults, of which only the texts are left to write', () => {
    const { demonstration, left } = demonstrationFrom({
      name: 'SEPA to ACSC',
      start: '2026-10-05T10:00:00+02:00',
      variables: { amount: '12.00' },
      steps: [
        {
          name: 'Reset',
          control: { method: 'POST', path: '/control/reset', json: { clock: '2026-11-20T10:42:07+01:00' } },
        },
        {
          name: 'Create',
          request: {
            operation: 'createPayment',
            params: {},
            query: {},
            headers: {},
            fault: null,
            json: { a: '{{amount}}' },
          },
        },
        { name: 'Approve', sca: { psu: 'Eirik Solbakken', decision: 'approve' } },
        { name: 'Batch', control: { method: 'POST', path: '/control/batch' } },
        { name: 'Each', each: { in: { variable: 'rows' }, as: 'row' }, pause: 1 },
        {
          name: 'Status',
          request: { operation: 'readPaymentStatus', params: {}, query: {}, headers: {}, fault: null },
        },
      ],
    });
    expect(faultsOf(writeDemonstration(demonstration))).toEqual([]);
    // Whatever folder it comes from, the schema for editors is beside the file.
    expect(
      writeDemonstration({ ...demonstration, $schema: '../../docs/demonstration.schema.json' }),
    ).toContain('{\n  "$schema": "./demonstration.schema.json",');
    expect(demonstration.start).toBe('2026-11-20T10:42:07+01:00');
    expect(demonstration.steps.map(({ title, actions }) => [title, actions.length])).toEqual([
      ['Create', 3],
      ['Status', 1],
    ]);
    expect(left).toEqual([expect.stringContaining('“Each” is left out')]);
  });
});
