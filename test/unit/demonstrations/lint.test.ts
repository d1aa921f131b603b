/** The file of a demonstration: every fault has its line, its column and the reason, and nothing in it reaches another place than the local bank. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTROL_CHOICES } from '../../../bank-sim/index.ts';
import type { JsonValue } from '../../../shared/collections/value-text.ts';
import { renderYaml } from '../../../shared/collections/yaml-text.ts';
import { demonstrationFileSchema } from '../../../shared/demonstrations/file-schema.ts';
import { type Demonstration, DEMONSTRATION_LIMITS } from '../../../shared/demonstrations/demonstration.ts';
import {
  demonstrationFrom,
  withSchema,
  writeDemonstration,
} from '../../../shared/demonstrations/from-collection.ts';
import { lintDemonstration } from '../../../shared/demonstrations/lint.ts';
import { partsOf } from '../../../shared/demonstrations/parts.ts';
import { MAX_DEMONSTRATION_BYTES } from '../../../shared/limits.ts';
import { SHIPPED_FOLDER as SHIPPED } from '../../support/demonstrations.ts';

const ROOT = join(import.meta.dirname, '../../..');

const lint = (text: string) => lintDemonstration(text, CONTROL_CHOICES);

type Values = Record<string, JsonValue>;

/** A demonstration of one step with these actions, or with other members. */
const file = (actions: JsonValue, { left, ...more }: Values & { left?: string } = {}) => {
  const whole: Values = {
    name: 'Mine',
    summary: 'What I show.',
    minutes: 1,
    start: '2026-10-05T10:00:00+02:00',
    steps: [{ title: 'One', text: 'Look here.', actions }],
    ...more,
  };
  return renderYaml(Object.fromEntries(Object.entries(whole).filter(([key]) => key !== left)));
};

/** The faults as `column what stands there | text`. */
function faultsOf(text: string): string[] {
  const linted = lint(text);
  if ('demonstration' in linted) return [];
  const lines = text.split('\n');
  return linted.faults.map((one) => `${(lines[one.line - 1] ?? '').slice(one.column - 1)} | ${one.text}`);
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
const UNTIL = { expect: { status: 'present' } };
const ASK = { name: 'Ask', request: 'GET /v1/accounts' };

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
  it('has every kind of action, and names those without a name by what they do', () => {
    const actions: Values[] = [
      { ...ASK, keep: { state: 'link status' } },
      { request: 'GET {{state}}' },
      { sca: 'approve', as: 'Eirik Solbakken' },
      { consent: 'Eirik Solbakken' },
      { control: 'POST /control/clock', body: { advance: 'PT1H' } },
      { control: 'POST /control/sessions/{{sessionId}}/expire' },
      { session: 'second' },
      { pause: 0 },
    ];
    expect(faultsOf(file(actions))).toEqual([]);
    const linted = lint(file(actions));
    const read = 'demonstration' in linted ? linted.demonstration.steps[0]?.actions : [];
    expect(read?.map(({ name }) => name)).toEqual([
      'Ask',
      'GET {{state}}',
      'Eirik Solbakken approves',
      'Consent of Eirik Solbakken',
      'POST /control/clock',
      'POST /control/sessions/{{sessionId}}/expire',
      'Session second',
      'Pause 0 ms',
    ]);
  });
  it('is the one in the manual', () => {
    const page = readFileSync(join(ROOT, 'docs/demonstrations.md'), 'utf8');
    const [, example = ''] = /```yaml\n(.*?)```/s.exec(page) ?? [];
    expect([example.includes('name: A refusal'), faultsOf(example)]).toEqual([true, []]);
  });
  it('is what the published schema says', () => {
    expect(readFileSync(join(ROOT, 'docs/demonstration.schema.json'), 'utf8')).toBe(
      demonstrationFileSchema(),
    );
  });
});

const ALL_KEYS = 'name, summary, minutes, start, quirks, variables, secret, steps';

describe('a fault has its place and reason', () => {
  it.each<[what: string, text: string, faults: string[]]>([
    [
      'in the syntax',
      file([]).replace('minutes: 1', 'minutes 1'),
      ['minutes 1 | Write a key, a colon, a blank and a value: `expect: 200`.'],
    ],
    [
      'in a start that is no time',
      file([], { start: 'Friday 16:00' }),
      [
        'Friday 16:00 | `start` must be a date and time with an offset from UTC, such as 2026-10-05T10:00:00+02:00.',
      ],
    ],
    [
      'in a start without an offset',
      file([], { start: '2026-10-05T10:00:00' }),
      [
        '2026-10-05T10:00:00 | `start` must be a date and time with an offset from UTC, such as 2026-10-05T10:00:00+02:00.',
      ],
    ],
    ...['1999-12-31T23:00:00Z', '9990-01-01T00:00:00Z', '2026-10-05T10:00:00.0001+02:00'].map(
      (start): [string, string, string[]] => [
        `in a start that the bank refuses: ${start}`,
        file([], { start }),
        [
          `${start} | \`start\` must be in the years 2000 to 9989, with at most three decimals of a second, so that the bank’s clock can be set to it.`,
        ],
      ],
    ),
    [
      'in a missing value and an unknown name',
      file([], { left: 'name', autor: 'Me' }),
      [
        expect.stringMatching(/ \| A demonstration needs `name`\.$/) as string,
        `autor: Me | A demonstration has no \`autor\`. It can have ${ALL_KEYS}.`,
      ],
    ],
    ['in a value', file([], { minutes: 0 }), ['0 | `minutes` must be at least 1.']],
    [
      'in a name that is nearly right',
      file([]).replace('summary', 'sumary').replace('text: Look', 'txt: Look'),
      [
        expect.stringMatching(/ \| A demonstration needs `summary`\.$/) as string,
        'sumary: What I show. | `sumary`: did you mean `summary`?',
        expect.stringMatching(/ \| A step of a demonstration needs `text`\.$/) as string,
        'txt: Look here. | `txt`: did you mean `text`?',
      ],
    ],
    [
      'in what to look at',
      file([], { steps: [{ title: 'One', text: 'One.', look: { text: 'it.', evnt: 'batch' } }] }),
      ['evnt: batch } | `evnt`: did you mean `event`?'],
    ],
    [
      'in the words of an action',
      file([{ ...ASK, expct: 200 }, { sca: 'approve' }, { sca: 'approve', as: 'Eirik', link: 'x' }, 'wait']),
      [
        'expct: 200 | `expct`: did you mean `expect`?',
        'sca: approve | `sca` needs `as`.',
        'x | The link must be a variable, because a demonstration opens only pages to which the bank has sent the PSU. Keep it from a response with `keep: { page: link scaRedirect }`, and write `link: "{{page}}"`.',
        'wait | A step says what it does with one of request, sca, consent, control, session, pause.',
      ],
    ],
    [
      'in what is expected',
      file([{ ...ASK, expect: { status: { equal: 401 } } }]),
      ['equal: 401 } | `equal`: did you mean `equals`?'],
    ],
    [
      'in a variable',
      file([{ ...ASK, keep: { account: '$.accounts[0].bban' } }, { request: 'GET /v1/accounts/{{acount}}' }]),
      ['GET /v1/accounts/{{acount}} | Nothing keeps `acount`: `account`?'],
    ],
    [
      'in a header that leads away, as it is spelled',
      file([{ ...ASK, headers: { 'tpp-Redirect-URI': 'https://evil.example/' } }]),
      [
        expect.stringMatching(
          /^tpp-Redirect-URI: .* \| Delete the header tpp-Redirect-URI: the workbench sets it/,
        ) as string,
      ],
    ],
    [
      'in a name that occurs twice',
      file([]).replace('minutes: 1', 'minutes: 1\nminutes: 2'),
      ['minutes: 2 | `minutes` stands here twice: keep one.'],
    ],
    [
      'in a text that no projector shows as a whole',
      file([]).replace('Look here.', 'x'.repeat(DEMONSTRATION_LIMITS.text + 1)),
      [expect.stringMatching(/^x+ \| `text` must have at most 420 characters\.$/) as string],
    ],
    [
      'in no map',
      '[]',
      ['[] | A demonstration is a map with `name`, `summary`, `minutes`, `start` and `steps`.'],
    ],
    [
      'in no step',
      file([], { steps: ['One'] }),
      ['One] | A step of a demonstration is a map with `title`, `text` and `actions`.'],
    ],
  ])('%s', (_, text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });
  it('in a text of too many lines', () => {
    const lines = (count: number) =>
      file([], { steps: [{ title: 'One', text: Array.from({ length: count }, () => 'a').join('\n') }] });
    expect(faultsOf(lines(DEMONSTRATION_LIMITS.lines))).toEqual([]);
    expect(faultsOf(lines(DEMONSTRATION_LIMITS.lines + 1))).toEqual([
      expect.stringContaining('`text` must have at most 9 lines, so that it fits on a projector.'),
    ]);
  });
});

describe('a file of somebody else cannot', () => {
  it.each<[what: string, action: Values]>([
    ['include a flow', { include: 'x.flow.yaml' }],
    ['have a group', { group: 'x', steps: [] }],
    ['read a file', { ...ASK, each: '/etc/passwd' }],
    ['run a script', { ...ASK, script: 'process.exit()' }],
    ['wait for hours', { pause: 3_600_000 }],
    ['repeat for hours', { ...ASK, until: { ...UNTIL, rounds: 21, between: { pause: 0 } } }],
    ['repeat with long pauses', { ...ASK, until: { ...UNTIL, rounds: 2, between: { pause: 1001 } } }],
    ['do two things at once', { ...ASK, session: 'x' }],
    ['do nothing', {}],
    ['call an unknown operation', { request: 'GET /v1/secrets' }],
    ['call another host', { request: 'GET https://evil.example/' }],
    ['change the host', { request: 'GET @evil.example/v1/accounts' }],
    ['call a host without its scheme', { request: 'GET //evil.example/v1/accounts' }],
    ['call another path', { request: 'GET /v2/accounts' }],
    ['open a page of its own', { sca: 'approve', as: 'Eirik', link: 'https://evil.example/' }],
    [
      'lead the PSU to another host',
      { request: 'GET /v1/user', headers: { 'tpp-Redirect-URI': 'https://evil.example/' } },
    ],
    [
      'lead the PSU there after a failure',
      { request: 'GET /v1/user', headers: { 'TPP-Nok-Redirect-URI': 'https://evil.example/' } },
    ],
    ['address another host', { request: 'GET /v1/user', headers: { Host: 'evil.example' } }],
    ['send an unknown fault', { ...ASK, fault: 'explode' }],
    ['replace the whole bank', { control: 'PUT /control/snapshot', body: {} }],
    ['reset the bank', { control: 'POST /control/reset' }],
    ['wait for events that never end', { control: 'GET /control/events' }],
    ['call something unknown', { control: 'POST /control/exec' }],
    ['climb out of a path', { control: 'POST /control/sessions/../expire' }],
    ['hide a path in a parameter', { control: 'POST /control/sessions/a%2fb/expire' }],
    [
      'do so between two rounds',
      { ...ASK, until: { ...UNTIL, rounds: 1, between: { control: 'PUT /control/snapshot' } } },
    ],
  ])('%s', (_, action) => {
    expect(faultsOf(file([{ name: 'Bad', ...action }]))).toHaveLength(1);
  });
  it('be larger, deeper or wider than a demonstration', () => {
    expect(faultsOf(' '.repeat(MAX_DEMONSTRATION_BYTES + 1))).toHaveLength(1);
    for (const depth of [300, 5000])
      expect(faultsOf(`steps: ${'['.repeat(depth)}${']'.repeat(depth)}`)).toHaveLength(1);
    expect(faultsOf(file(Array.from({ length: 21 }, () => ASK)))).toHaveLength(1);
    expect(faultsOf(file([]).replace('minutes', '__proto__: { a: 1 }\nminutes'))).toHaveLength(1);
  });
  it('have names that fill the window where a fault is named', () => {
    const long = 'k'.repeat(900);
    const faults = faultsOf(file([{ ...ASK, [long]: 1 }], { [long]: 1 }));
    expect(faults).toHaveLength(2);
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
          expect(
            faults.filter(({ line, column, text }) => line < 1 || column < 1 || text.trim() === ''),
          ).toEqual([]);
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
  const request = { operation: 'createPayment', params: {}, query: {}, headers: {}, fault: null };
  it('becomes a demonstration without faults, of which only the texts are left to write', () => {
    const { file: made, left } = demonstrationFrom({
      name: 'SEPA to ACSC',
      start: '2026-10-05T10:00:00+02:00',
      variables: { amount: '12.00' },
      secret: ['id'],
      steps: [
        {
          name: 'Reset',
          control: { method: 'POST', path: '/control/reset', json: { clock: '2026-11-20T10:42:07+01:00' } },
        },
        {
          name: 'Create',
          about: 'Not of a demonstration.',
          tags: ['PAY-1'],
          openapi: { operation: 'POST /v1/payments/{payment-product}' },
          request: {
            ...request,
            params: { 'payment-product': 'sepa-credit-transfers' },
            json: { creditorName: '{{amount}}' },
          },
        },
        { name: 'Approve', sca: { psu: 'Eirik Solbakken', decision: 'approve' } },
        { name: 'POST /control/batch', control: { method: 'POST', path: '/control/batch' } },
        { name: 'Each', each: { row: '{{rows}}' }, pause: 1 },
        { name: 'If', when: [{ variable: 'amount', must: { is: 'present' } }], pause: 1 },
        { name: 'Left out', skip: 'Later.', pause: 1 },
        {
          name: 'Two',
          pause: 1,
          expect: ['a', 'b'].map((to) => ({ that: { of: 'text' }, must: { is: 'different', from: to } })),
        },
        { name: 'Consent', consent: { psu: 'Eirik Solbakken' } },
      ],
    });
    const text = writeDemonstration(made);
    expect(faultsOf(text)).toEqual([]);
    // The schema for editors is beside the file.
    expect(text).toMatch(
      /^# yaml-language-server: \$schema=demonstration\.schema\.json\nname: SEPA to ACSC\n/,
    );
    expect(withSchema(text)).toBe(text);
    expect(made.secret).toEqual(['id']);
    expect(made.start).toBe('2026-11-20T10:42:07+01:00');
    expect(made.steps.map(({ title, actions }) => [title, actions])).toEqual([
      [
        'Create',
        [
          {
            name: 'Create',
            request: 'POST /v1/payments/sepa-credit-transfers',
            body: { creditorName: '{{amount}}' },
          },
          { name: 'Approve', sca: 'approve', as: 'Eirik Solbakken' },
          { control: 'POST /control/batch' },
        ],
      ],
      ['Consent', [{ name: 'Consent', consent: 'Eirik Solbakken' }]],
    ]);
    expect(left).toEqual([
      '“Each” is left out: a demonstration cannot have loops.',
      '“If” is left out: a demonstration cannot have conditions.',
      '“Left out” is left out: the collection skips it.',
      '“Two” is left out: `text` has two `not`: keep one.',
    ]);
  });
});

it('all faults of a file are named at once: of its head, its steps, its questions, and what it shows', () => {
  const text = file([], {
    minutes: 0,
    steps: [
      {
        title: 'One',
        text: 'Look here.',
        show: [{ of: 'Asks', value: 'sent PSU-ID' }],
        question: { text: 'Who?', choices: ['Eirik', 'Ingrid'], answer: 'Ola' },
        actions: [{ name: 'Ask', request: 'GET /v1/user' }],
      },
      { title: 'Two', text: 'And here.', show: [{ of: 'Ask', value: 'sends PSU-ID' }], actions: [] },
    ],
  });
  const faults = faultsOf(text).join('\n');
  for (const part of [
    'minutes',
    'No action of this step or an earlier one is named “Asks”.',
    'must be one of the choices',
    'A step can also show `sent HEADER`',
  ])
    expect(faults).toContain(part);
});
