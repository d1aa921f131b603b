/** Flow files: what is read, what is wrong and what to write instead, and changes that leave the rest as it is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeepEqual } from '../../../shared/collections/deep-equal.ts';
import { checkedFlow } from '../../../shared/collections/flow-check.ts';
import { FLOW_SUFFIX } from '../../../shared/collections/flow-file.ts';
import { itemsByPath, withGroup, withHead, withStep } from '../../../shared/collections/flow-edit.ts';
import { listedFlow } from '../../../shared/collections/flow-listing.ts';
import { type Flow, type FlowStep, readFlow } from '../../../shared/collections/flow-reader.ts';
import { fileOfStep } from '../../../shared/collections/flow-step.ts';
import { composedOfStep, requestStep } from '../../../shared/collections/request-step.ts';
import { NO_SETTINGS } from '../../../shared/collections/settings.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import type { JsonValue } from '../../../shared/collections/value-text.ts';
import { renderYaml } from '../../../shared/collections/yaml-text.ts';
import { fresh, sameRequest } from '../../../shared/requests/compose.ts';
import { OPERATIONS } from '../../../shared/xs2a/operations.ts';

const flowIn = (text: string): Flow => {
  const flow = readFlow(text);
  if (Array.isArray(flow)) throw new Error(JSON.stringify(flow));
  return flow;
};
const stepsIn = (text: string): Step[] =>
  listedFlow('f.flow.yaml', text, () => '').entries.map(({ step }) => step);
/** Each mistake as `line:column text`, with those that only a check finds. */
const mistakesIn = (text: string, kept: readonly string[] = []): string[] => {
  const flow = readFlow(text);
  const mistakes = Array.isArray(flow)
    ? flow
    : checkedFlow(flow, { variables: kept, flow: () => null, columns: () => null });
  return mistakes
    .filter(({ isNote }) => isNote !== true)
    .map((one) => `${one.line}:${one.column} ${one.text}`);
};

describe('a flow', () => {
  it.each(OPERATIONS.map(({ id }) => id))(
    'keeps %s as the composer begins it, without its parameters and the layout of its body',
    (id) => {
      const file = fileOfStep(requestStep('New', fresh(id)));
      if (typeof file === 'string') throw new Error(file);
      const [step] = stepsIn(renderYaml({ steps: [file] }));
      const read = step?.request && composedOfStep(step.request);
      const { body } = fresh(id);
      const laidOut = body === '' ? '' : JSON.stringify(JSON.parse(body), null, 2);
      expect(read && sameRequest(read, { ...fresh(id), body: laidOut })).toBe(true);
    },
  );

  it.each([
    ['{"amount":"77.00", "n":"{{ n }} \\" x"}', { json: { amount: '77.00', n: '{{ n }} " x' } }],
    ['[ 1,\n\t2 ]\n', { json: [1, 2] }],
    ['{"amount": 1.10}', { text: ['{"amount": 1.10}'] }],
    ['{"a": 1, "a": 2}', { text: ['{"a": 1, "a": 2}'] }],
    ['{"a": 1', { text: ['{"a": 1'] }],
  ])('writes %s as JSON whatever its layout, or else as it is', (body, written) => {
    expect(requestStep('New', { ...fresh('createPayment'), body }).request).toMatchObject(written);
  });

  it('is read with every kind of step, named by what it does where it has no name', () => {
    const text = `flow: Pay
variables: { amount: "1250.00" }
steps:
  - control: POST /control/reset
  - consent: Eirik Solbakken
    accounts: [a, b]
  - name: Pay
    request: POST /v1/payments/domestic-norway-credit-transfers
    headers: { TPP-Redirect-Preferred: null }
    body: { instructedAmount: { amount: "{{amount}}" } }
    expect: 201
    keep: { id: $.paymentId, self: link self | segment -1 }
  - sca: abort
    as: Eirik Solbakken
  - session: second
  - include: other.flow.yaml
    variables: { a: 1 }
  - pause: 5
  - group: Twice
    each: { fault: [no-signature, no-date] }
    when: { amount: "1250.00" }
    steps:
      - request: GET /v1/accounts?withBalance=true
        fault: "{{fault}}"
      - request: GET /v1/accounts
`;
    const { entries, folders } = listedFlow('shop/1-pay.flow.yaml', text, () => '');
    expect(folders.map(({ path, role, name, at }) => [path, role, name, at])).toEqual([
      ['shop/1-pay.flow.yaml', 'flow', 'Pay', 0],
      ['shop/1-pay.flow.yaml/Twice', 'group', 'Twice', 7],
    ]);
    expect(entries.map(({ name, place }) => `${place?.line} ${name}`)).toEqual([
      '4 POST /control/reset',
      '5 Consent of Eirik Solbakken',
      '7 Pay',
      '13 Eirik Solbakken aborts',
      '15 Session second',
      '16 Include other.flow.yaml',
      '18 Pause 5 ms',
      '23 GET /v1/accounts',
      '25 GET /v1/accounts (2)',
    ]);
    expect(entries.at(-1)?.path).toBe('shop/1-pay.flow.yaml/Twice/GET %2Fv1%2Faccounts (2)');
    expect(entries[2]?.step).toEqual({
      name: 'Pay',
      request: {
        operation: 'createPayment',
        params: { 'payment-product': 'domestic-norway-credit-transfers' },
        query: {},
        headers: { 'tpp-redirect-preferred': '' },
        fault: null,
        json: { instructedAmount: { amount: '{{amount}}' } },
      },
      expect: [{ that: { of: 'status' }, must: { is: 'equal', to: 201 } }],
      keep: [
        { as: 'id', from: { of: 'body', path: '$.paymentId' } },
        { as: 'self', from: { of: 'link', name: 'self' }, pick: { segment: -1 } },
      ],
    });
    expect(entries[7]?.step.request).toMatchObject({
      operation: 'listAccounts',
      query: { withBalance: 'true' },
    });
  });
  it('says expectations in one word, a value or a map', () => {
    const [step] = stepsIn(`steps:
  - request: GET /v1/accounts
    expect:
      status: { any: [200, 201] }
      signature: valid
      schema: { not: invalid }
      code: absent
      header X-Request-ID: { form: uuid }
      $.consentStatus: valid
      $.list: [a, b]
      $.object: { equals: { a: 1 } }
      $.word: { equals: present }
      $.all[*]: { every: { min: 1, max: "9.50" } }
      $.text: { like: "a*", contains: [b, c], length: 3, matches: '^a' }
`);
    const said = (step?.expect ?? []).map(({ that, must }) => [that.of, must] as const);
    expect(said).toEqual([
      ['status', { is: 'one-of', values: [200, 201] }],
      ['signature', { is: 'equal', to: 'yes' }],
      ['schema', { is: 'different', from: 'no' }],
      ['error-code', { is: 'absent' }],
      ['header', { is: 'of-form', form: 'uuid' }],
      ['body', { is: 'equal', to: 'valid' }],
      ['body', { is: 'equal', to: ['a', 'b'] }],
      ['body', { is: 'equal', to: { a: 1 } }],
      ['body', { is: 'equal', to: 'present' }],
      [
        'body',
        {
          is: 'every',
          must: [
            { is: 'at-least', value: 1 },
            { is: 'at-most', value: '9.50' },
          ],
        },
      ],
      ['body', { is: 'like', pattern: 'a*' }],
      ['body', { is: 'containing', value: 'b' }],
      ['body', { is: 'containing', value: 'c' }],
      ['body', { is: 'of-length', length: 3 }],
      ['body', { is: 'matching', pattern: '^a' }],
    ]);
  });
});

const inStep = (lines: string) => `steps:\n  - request: GET /v1/accounts\n${lines}`;

describe('a mistake', () => {
  it.each<[what: string, text: string, said: string]>([
    ['an unknown key', inStep('    exepct: 200\n'), '3:5 `exepct`: did you mean `expect`?'],
    [
      'more expectations than a step can have',
      inStep(`    expect:\n${Array.from({ length: 201 }, (_, at) => `      $.a${at}: 1\n`).join('')}`),
      '4:7 A step has at most 200 entries in each of expect, warn, keep and until.',
    ],
    ['an unknown key of the flow', 'flwo: x\nsteps: []\n', '1:1 `flwo`: did you mean `flow`?'],
    [
      'a key that nothing has',
      inStep('    colour: red\n'),
      '3:5 `request` has no `colour`. It can have name, about, tags, skip, when, each, request, from, headers, body, text, change, fault, sign, expect, warn, keep, until.',
    ],
    ['no kind', 'steps:\n  - reqest: GET /v1/accounts\n', '2:5 `reqest`: did you mean `request`?'],
    [
      'two kinds',
      'steps:\n  - request: GET /v1/accounts\n    pause: 5\n',
      '3:12 A step does one thing: make two steps of `request` and `pause`.',
    ],
    [
      'a variable without quotes',
      inStep('    headers: { a: {{id}} }\n'),
      '3:19 `{{id}}` needs quotes: "{{id}}".',
    ],
    [
      'a variable without quotes in a line',
      inStep('    fault: {{id}}\n'),
      '3:12 `{{id}}` needs quotes: "{{id}}".',
    ],
    ['a variable and more', inStep('    fault: {{id}}-x\n'), '3:12 `{{id}}-x` needs quotes: "{{id}}-x".'],
    [
      'a number that loses digits',
      inStep('    expect: { $.amount: 1250.00 }\n'),
      '3:25 1250.00 would become 1250: quote it: "1250.00".',
    ],
    [
      'a number with a zero in front',
      inStep('    body: { a: 0123 }\n'),
      '3:16 0123 would become 123: quote it: "0123".',
    ],
    [
      'a number that is a text',
      'steps:\n  - request: POST /v1/payments/domestic-norway-credit-transfers\n    body: { creditorAccount: { bban: 86011200003 } }\n',
      '3:38 `bban` is a text: quote it: "86011200003".',
    ],
    [
      'a PSU that is a number',
      'steps:\n  - consent: 13839319910\n',
      '2:14 `consent` is a text: quote it: "13839319910".',
    ],
    [
      'nothing after a key',
      inStep('    expect:\n    status: 200\n'),
      '3:5 `expect` is empty: indent what follows, or leave it out. Inside `{ }`, put quotes around a text that has a comma.',
    ],
    [
      'a path in a flow map',
      inStep('    expect: { $.a[0]: NOK }\n'),
      '3:15 Quote the path inside `{ }`: `{ "$.a[0]": … }`.',
    ],
    [
      'a name that nothing keeps',
      `${inStep('    keep: { payment: $.a }\n')}  - request: GET /v1/{{paymnt}}\n`,
      '4:14 Nothing keeps `paymnt`: `payment`?',
    ],
    ['an unknown source', inStep('    expect: { statsu: 200 }\n'), '3:15 `statsu`: did you mean `status`?'],
    [
      'an unknown expectation',
      inStep('    expect: { status: { mni: 1 } }\n'),
      '3:25 `mni`: did you mean `min`?',
    ],
    [
      'an unknown fault',
      inStep('    fault: no-signatur\n'),
      '3:12 `no-signatur`: did you mean `no-signature`?',
    ],
    [
      'a request that is none',
      'steps:\n  - request: /v1/accounts\n',
      '2:14 A request is a method and a path: `GET /v1/accounts`.',
    ],
    [
      'two equal names',
      'steps:\n  - { name: a, pause: 1 }\n  - { name: a, pause: 2 }\n',
      '3:13 The name “a” is taken by line 2: names are unique in a file.',
    ],
    ['a tab', 'steps:\n\t- pause: 1\n', '2:1 Indent with blanks: YAML takes no tabs.'],
    [
      'an anchor',
      'steps:\n  - &a { pause: 1 }\n',
      '2:8 A flow file has no anchors, aliases and tags: write the value itself.',
    ],
    ['a key twice', inStep('    fault: a\n    fault: b\n'), '4:5 `fault` stands here twice: keep one.'],
    [
      'two documents',
      'steps: []\n---\nsteps: []\n',
      '2:1 A flow file is one document: leave out what begins at `---`.',
    ],
    [
      'a flow that is not there',
      'steps:\n  - include: x.flow.yaml\n',
      '2:14 There is no flow `x.flow.yaml` beside this one.',
    ],
    [
      'rows that are not there',
      'steps:\n  - pause: 1\n    each: people.csv\n',
      '3:11 There is no file `people.csv` beside this flow.',
    ],
    [
      'an act elsewhere',
      'steps:\n  - control: POST /v1/accounts\n',
      '2:14 `control` needs GET, PUT, POST or DELETE and a path, such as POST /control/reset.',
    ],
  ])('%s', (_, text, said) => expect(mistakesIn(text)).toEqual([said]));
  it.each<[what: string, text: string, said: string]>([
    [
      'a value in braces',
      inStep('    keep: { id: $.accounts[0].bban }\n'),
      '3:17 Quote the path inside `{ }`: `{ "$.a[0]": … }`.',
    ],
    [
      'a text in braces',
      inStep('    expect: { $.a: { matches: ^[0-9]{2}$ } }\n'),
      '3:32 Inside `{ }` and `[ ]`, quote a text with one of `[ ] { } ,` in it.',
    ],
    [
      'a key that is indented too far',
      'steps:\n  - name: List\n     request: GET /v1/accounts\n',
      '2:11 The next line is indented more than the keys of its step.',
    ],
    [
      'a key that is indented too little',
      'steps:\n  - name: List\n   request: GET /v1/accounts\n',
      '3:1 Indent this line like the keys of its step: the first one stands two blanks after the dash.',
    ],
    [
      'a colon in a text',
      'steps:\n  - name: List: all\n    request: GET /v1/accounts\n',
      '2:11 Quote what has `: ` in it: `name: "List: all"`.',
    ],
    [
      'a key without a colon',
      'steps:\n  - request GET /v1/accounts\n    expect: 200\n',
      '2:5 Write a key, a colon, a blank and a value: `expect: 200`.',
    ],
    [
      'a dash without a blank',
      'steps:\n  -request: GET /v1/accounts\n',
      '2:3 `steps` is a list: each step begins with a dash and a blank, `- request: …`.',
    ],
    [
      'a colon without a blank',
      inStep('    body: { a: b,c:"1" }\n'),
      '3:18 `c:"1"` is no key with a value: write a blank after the colon.',
    ],
    ['a brace without an end', inStep('    body: { a: b\n'), '4:1 A `{` before this place has no end.'],
    [
      'nothing after a source',
      inStep('    expect:\n      $.a:\n'),
      '4:7 `$.a` is empty: indent what follows, or leave it out. Inside `{ }`, put quotes around a text that has a comma.',
    ],
    ['a key that is nearly `steps`', 'step:\n  - pause: 1\n', '1:1 `step`: did you mean `steps`?'],
    [
      'a list in place of a map',
      inStep('    expect:\n      - status: 200\n'),
      '4:7 `expect` takes a status without quotes, or sources with what is expected: `{ status: 200, $.id: present }`.',
    ],
    [
      'a status in quotes',
      inStep('    expect: "200"\n'),
      '3:13 `expect` takes a status without quotes, or sources with what is expected: `{ status: 200, $.id: present }`.',
    ],
    [
      'a status in quotes in a map',
      inStep('    expect: { status: "200" }\n'),
      '3:23 `status` is a number: write 200 without quotes.',
    ],
    [
      'a status that is none',
      inStep('    expect: { status: 2000 }\n'),
      '3:23 2000 is no status: it is from 100 to 599.',
    ],
    [
      'a verdict that is none',
      inStep('    expect: { signature: ok }\n'),
      '3:26 `signature` is one of valid, invalid, unknown.',
    ],
    [
      'a code that is a status',
      inStep('    expect: { code: 404 }\n'),
      '3:21 A code is a text such as FORMAT_ERROR; 404 is a status.',
    ],
    [
      'a form of every member',
      inStep('    expect: { "$.a[*]": { every: amount } }\n'),
      '3:34 Did you mean `every: { form: amount }`?',
    ],
    [
      'a limit that is none',
      inStep('    expect: { $.a: { min: abc } }\n'),
      '3:27 `min` takes a number, an amount or a date.',
    ],
    [
      'a source of others',
      inStep('    expect: { body.accounts: present }\n'),
      '3:15 `body.accounts`: did you mean `$.accounts`?',
    ],
    [
      'a part without its mark',
      inStep('    keep: { x: link self segment 1 }\n'),
      '3:16 `link self segment 1`: write `|` before `first` and `segment`: `link self | segment -1`.',
    ],
    [
      'values without a name',
      inStep('    each: [1, 2]\n'),
      '3:11 `each` takes a name with its values, `{ id: [1, 2] }`, a list of maps, `[{ id: 1 }, { id: 2 }]`, or a file of rows.',
    ],
    [
      'rounds that are missing',
      inStep('    until: { expect: 200, between: { pause: 1 } }\n'),
      '3:12 `until` needs `rounds`.',
    ],
    [
      'a method that is none',
      'steps:\n  - request: FETCH /v1/user\n',
      '2:14 `FETCH` is no method: use GET, PUT, POST, PATCH, DELETE.',
    ],
    [
      'a blank in a path',
      'steps:\n  - request: GET /v1/user?q=a b\n',
      '2:14 A path has no blanks: write %20.',
    ],
    [
      'one brace',
      'steps:\n  - request: GET /v1/accounts/{id}\n',
      '2:14 `{id}`: a variable has two braces: `{{id}}`.',
    ],
    [
      'a variable without an end',
      inStep('    headers: { a: "{{id" }\n'),
      '3:19 `{{id` has no end: write `}}` after the name.',
    ],
    [
      'a name that is kept later',
      `${inStep('    headers: { a: "{{id}}" }\n')}    keep: { id: $.id }\n`,
      '3:19 `id` is kept only later, on line 2.',
    ],
    [
      'a variable that nobody makes',
      inStep('    headers: { a: "{{$uid}}" }\n'),
      '3:19 There is no `$uid`: use $uuid, $today, $bankingDay, $now, $text.',
    ],
    [
      'a step that is a text',
      'steps:\n  - 15\n',
      '2:5 A step says what it does with one of request, control, consent, sca, session, include, pause, group.',
    ],
  ])('of YAML and of values: %s', (_, text, said) => expect(mistakesIn(text)).toEqual([said]));
  it('is told with the others, in the order of the lines', () => {
    expect(mistakesIn('steps:\n  - pause: x\n  - sca: yes\n  - reqest: a\n')).toHaveLength(3);
  });
});

const SHIPPED = join(import.meta.dirname, '../../../main/collections');
const flows = readdirSync(SHIPPED, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith(FLOW_SUFFIX),
);

/** What differs between two texts as lines: where the first difference is, and how many lines there are from it to the last. */
function difference(before: string, after: string): { from: number; removed: string[]; added: string[] } {
  const [old, next] = [before.split('\n'), after.split('\n')];
  let from = 0;
  while (from < old.length && old[from] === next[from]) from++;
  let end = 0;
  while (end < old.length - from && end < next.length - from && old.at(-1 - end) === next.at(-1 - end)) end++;
  return { from, removed: old.slice(from, old.length - end), added: next.slice(from, next.length - end) };
}

describe('a change', () => {
  it.each(flows)('of any step of %s leaves every other line as it is', (file) => {
    const text = readFileSync(join(SHIPPED, file), 'utf8');
    const flow = flowIn(text);
    for (const item of itemsByPath(flow, file).values()) {
      const edited =
        item.kind === 'group'
          ? withGroup(flow, item, {
              name: 'Another name',
              settings: {
                ...NO_SETTINGS,
                variables: item.variables,
                headers: item.headers,
                ...(item.about === undefined ? {} : { about: item.about }),
              },
              repeats: item.repeats,
            })
          : withStep(flow, item, { ...item.step, name: 'Another name' });
      if (typeof edited === 'string') throw new Error(edited);
      const { removed, added } = difference(text, edited.text);
      expect(removed.length, `${item.line}`).toBeLessThanOrEqual(1);
      expect(added.join('\n')).toContain('Another name');
      expect(added.length).toBeLessThanOrEqual(2);
    }
  });
  it('of the head leaves the steps as they are', () => {
    const text = 'flow: A # first\nsteps:\n  - pause: 1 # kept\n';
    const edited = withHead(flowIn(text), {
      name: 'B',
      settings: { ...NO_SETTINGS, secret: ['token'] },
      repeats: {},
    });
    expect(edited).toBe('flow: B # first\nsecret: [token]\nsteps:\n  - pause: 1 # kept\n');
  });
  it('of nothing is none', () => {
    const changed = flows.flatMap((file) => {
      const text = readFileSync(join(SHIPPED, file), 'utf8');
      const flow = flowIn(text);
      const steps = [...itemsByPath(flow, file).values()].filter((item) => item.kind === 'step');
      return steps.filter((item) => !isDeepEqual(withStep(flow, item, item.step), { text }));
    });
    expect(changed).toEqual([]);
  });
});

const name = fc.stringMatching(/^[^\s\0\p{C}](?:[^\0\p{C}]{0,60}[^\s\0\p{C}])?$/u);
const values = fc.dictionary(fc.stringMatching(/^[a-z-]{1,8}$/), fc.string({ minLength: 1 }));
const json = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => !JSON.stringify(value).includes('__proto__') && !Object.is(value, -0));
const request: fc.Arbitrary<Step> = fc
  .record({ called: name, headers: values, query: values, body: json })
  .map(({ called, headers, query, body }) =>
    requestStep(called, {
      operation: 'listAccounts',
      params: {},
      query,
      headers,
      body: JSON.stringify(body, null, 2),
      fault: null,
      line: null,
      raw: null,
    }),
  );
const other: fc.Arbitrary<Step> = fc.record({
  name,
  pause: fc.nat({ max: 1000 }),
  about: fc.string({ minLength: 1 }),
});
const flow = fc.uniqueArray(fc.oneof(request, other), {
  selector: (step) => step.name,
  minLength: 1,
  maxLength: 8,
});
const rawOf = (step: Step): JsonValue => {
  const raw = fileOfStep(step);
  if (typeof raw === 'string') throw new Error(raw);
  return { name: step.name, ...raw };
};

describe('a written flow', () => {
  it('is read again, and a change of one step leaves the others', () => {
    fc.assert(
      fc.property(flow, fc.nat(), name, (steps, at, called) => {
        const text = renderYaml({ steps: steps.map(rawOf) });
        const read = flowIn(text);
        const items = read.items.filter((item): item is FlowStep => item.kind === 'step');
        expect(items.map(({ step }) => step.name)).toEqual(steps.map((step) => step.name));
        const bodies = (all: readonly Step[]) =>
          all.map(({ request: sent }) => (sent === undefined ? null : composedOfStep(sent).body));
        expect(bodies(items.map(({ step }) => step))).toEqual(bodies(steps));
        const item = items[at % items.length];
        if (item === undefined || steps.some((step) => step.name === called)) return;
        const edited = withStep(read, item, { ...item.step, name: called });
        if (typeof edited === 'string') throw new Error(edited);
        const { removed, added } = difference(text, edited.text);
        expect(removed.length + added.length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 1000 },
    );
  });
});
