/** Assertions, captures and repetitions as fields of a form: what is typed becomes what the file says, and back. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertionSchema } from '../../../shared/collections/assertion.ts';
import {
  type AssertionFields,
  fieldsOf,
  readAssertion,
  readSource,
} from '../../../shared/collections/assertion-form.ts';
import { fieldsOfCapture, readCapture } from '../../../shared/collections/capture.ts';
import {
  type EachFields,
  fieldsOfEach,
  fieldsOfUntil,
  readEach,
  readUntil,
} from '../../../shared/collections/repeat-form.ts';
import { type Outcome, type Source, sourceSchema, valueOf } from '../../../shared/collections/source.ts';
import { type Each, STEP_KINDS, type StepKind, stepSchema } from '../../../shared/collections/steps.ts';
import {
  NO_TESTS,
  sameTests,
  testsOf,
  withTests,
  canRepeat,
  firstAssertion,
  firstCapture,
  firstUntil,
  SOURCES,
} from '../../../shared/collections/step-tests.ts';
import { readValue, writeValue } from '../../../shared/collections/value-text.ts';

describe('a value in a field', () => {
  test('every JSON value comes back from the text that is shown of it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        // JSON has one zero.
        const kept: unknown = JSON.parse(JSON.stringify(value));
        expect(readValue(writeValue(kept))).toEqual(kept);
      }),
    );
  });

  test.each([
    ['201', 201],
    ['true', true],
    ['null', null],
    ['"0123"', '0123'],
    ['0123', '0123'],
    ['1795.00', '1795.00'],
    ['12345678901234567890', '12345678901234567890'],
    ['RCVD', 'RCVD'],
    ['{{paymentId}}', '{{paymentId}}'],
    ['["a"]', ['a']],
    ['{ half', '{ half'],
    ['', ''],
  ])('%s is read as a person means it', (text, value) => {
    expect(readValue(text)).toEqual(value);
  });

  test('a text that would be read as something else is shown in quotes', () => {
    expect(writeValue('201')).toBe('"201"');
    expect(writeValue('RCVD')).toBe('RCVD');
  });
});

describe('an assertion in fields', () => {
  const body = { that: { of: 'body', path: '$.a' } } as const;

  test.each([
    { that: { of: 'status' }, must: { is: 'equal', to: 201 } },
    { that: { of: 'header', name: 'Location' }, must: { is: 'like', pattern: '/v1/*' } },
    // A header is always a text.
    { that: { of: 'header', name: 'X-Count' }, must: { is: 'equal', to: '5' } },
    { ...body, must: { is: 'equal', to: '5' } },
    { ...body, must: { is: 'different', from: null } },
    { ...body, must: { is: 'one-of', values: ['RCVD', 'ACSC', 7] } },
    { ...body, must: { is: 'containing', value: 'x' } },
    { ...body, must: { is: 'at-most', value: 5 } },
    { ...body, must: { is: 'at-least', value: '2026-11-23' } },
    { ...body, must: { is: 'of-form', form: 'uuid' } },
    { ...body, must: { is: 'of-length', length: 3 } },
    { ...body, must: { is: 'present' } },
    { that: { of: 'link', name: 'scaRedirect' }, must: { is: 'absent' } },
    { ...body, must: { is: 'matching', pattern: String.raw`^\d+ {{a}}$` } },
    { ...body, must: { is: 'every', must: [{ is: 'equal', to: 'NOK' }] } },
    { ...body, must: { is: 'every', must: [{ is: 'at-least', value: 1 }, { is: 'present' }] } },
    { ...body, must: { is: 'every', must: [{ is: 'every', must: [{ is: 'present' }] }] } },
  ])('$must.is of $that.of comes back', (one) => {
    const assertion = assertionSchema.parse(one);
    expect(readAssertion(fieldsOf(assertion))).toEqual({ ok: true, value: assertion });
  });

  const fields: AssertionFields = { of: 'body', where: '$.a', every: false, is: 'equal', value: '' };
  test.each([
    [{ where: ' ' }, 'where', 'Enter a JSONPath'],
    [{ where: '$.[' }, 'where', 'is not a JSONPath'],
    [{ of: 'header', where: '' }, 'where', 'Enter the name'],
    [{ is: 'one-of' }, 'value', 'one value per line'],
    [{ is: 'like' }, 'value', '*'],
    [{ is: 'at-most', value: 'many' }, 'value', 'a number, an amount or a date'],
    [{ is: 'of-length', value: '-1' }, 'value', 'whole number'],
    [{ is: 'every', value: '[]' }, 'value', 'as JSON'],
    [{ is: 'matching', value: '(' }, 'value', 'is not a regular expression'],
  ] as const)('%o names the wrong field', (change, field, text) => {
    expect(readAssertion({ ...fields, ...change })).toEqual({
      ok: false,
      field,
      text: expect.stringContaining(text),
    });
  });

  test('no text throws, and what is read fits the schema', () => {
    const kinds = fc.constantFrom('status', 'header', 'body', 'link', 'time', 'text' as const);
    const comparisons = fc.constantFrom(
      'equal',
      'one-of',
      'like',
      'at-least',
      'of-form',
      'of-length',
      'present' as const,
    );
    fc.assert(
      fc.property(
        kinds,
        fc.string(),
        fc.boolean(),
        comparisons,
        fc.string(),
        (of, where, every, is, value) => {
          const read = readAssertion({ of, where, every, is, value });
          const isRight = read.ok ? assertionSchema.safeParse(read.value).success : read.text !== '';
          expect(isRight).toBe(true);
        },
      ),
    );
  });
});

test('a capture comes back, and a name that no placeholder takes is refused', () => {
  const address = { as: 'paymentId', from: { of: 'link', name: 'self' } } as const;
  for (const pick of ['first', { segment: -1 }, { segment: 3 }] as const) {
    const capture = { ...address, pick };
    expect(readCapture(fieldsOfCapture(capture))).toEqual({ ok: true, value: capture });
  }
  for (const segment of ['', '0', '1.5', 'last'])
    expect(readCapture({ ...fieldsOfCapture(address), pick: 'segment', segment })).toMatchObject({
      ok: false,
      field: 'segment',
    });
  const plain = { as: 'a', from: { of: 'status' } } as const;
  expect(readCapture(fieldsOfCapture(plain))).toEqual({ ok: true, value: plain });
  expect(readCapture({ ...fieldsOfCapture(plain), as: '1st' })).toMatchObject({ ok: false, field: 'as' });
  expect(readSource({ of: 'redirect', where: 'code' })).toEqual({
    ok: true,
    value: { of: 'redirect', name: 'code' },
  });
});

describe('a repetition in fields', () => {
  const expected = [{ that: { of: 'status' }, must: { is: 'equal', to: 200 } }] as const;
  const until = { expect: [...expected], rounds: 3 };

  test.each([
    { pause: 500 },
    { method: 'POST' as const, path: '/control/clock', json: { advance: 'P1D' } },
    { method: 'POST' as const, path: '/control/batch' },
  ])('between two times: %o comes back', (between) => {
    const whole = { ...until, between };
    expect(readUntil(fieldsOfUntil(whole), whole)).toEqual({ ok: true, value: whole });
  });

  test.each([
    [{ rounds: '0' }, 'rounds'],
    [{ rounds: '10001' }, 'rounds'],
    [{ amount: 'soon' }, 'amount'],
    [{ between: 'clock', amount: '1 day' }, 'amount'],
    [{ between: 'clock', amount: 'P' }, 'amount'],
  ] as const)('%o names the wrong field', (change, field) => {
    const whole = { ...until, between: { pause: 1 } };
    expect(readUntil({ ...fieldsOfUntil(whole), ...change }, whole)).toMatchObject({ ok: false, field });
  });

  test.each<Each>([
    { account: '{{accounts}}' },
    { fault: ['no-signature', 5, '7', null] },
    [{ from: 'a', to: 'b' }, { from: 'c' }],
    'rows.csv',
  ])('a loop over %j comes back', (each) => {
    expect(readEach(fieldsOfEach(each), each)).toEqual({ ok: true, value: each });
  });

  test.each<[EachFields, string]>([
    [{ in: 'file', of: '', as: '' }, 'of'],
    [{ in: 'variable', of: 'a b', as: 'row' }, 'of'],
    [{ in: 'variable', of: 'rows', as: '' }, 'as'],
    [{ in: 'values', of: ' \n', as: 'row' }, 'of'],
    [{ in: 'values', of: 'a', as: '1' }, 'as'],
  ])('a loop of %o names the wrong field', (fields, field) => {
    expect(readEach(fields, 'rows.csv')).toMatchObject({ ok: false, field });
  });
});

test('tests without anything in them are no tests, and a step gives all of its own up', () => {
  expect(testsOf({ expect: [], keep: [], tags: undefined })).toBe(NO_TESTS);
  expect(sameTests({ expect: [] }, {})).toBe(true);
  expect(sameTests({ skip: 'later' }, {})).toBe(false);
  const step = { name: 'A', pause: 1, tags: ['SIG-1'], skip: 'later', expect: [] };
  expect(withTests(step, { tags: ['PAY-1'] })).toEqual({ name: 'A', pause: 1, tags: ['PAY-1'] });
});

describe('what a kind of step offers', () => {
  const verdicts = { schema: 'yes', signature: 'yes', verdicts: ['yes'] } as const;
  const unknown = { schema: 'unknown', signature: 'unknown', verdicts: [] } as const;
  const response = { status: 400, headers: [['a', 'b']], time: 1 } as const;
  const refusal = JSON.stringify({
    tppMessages: [{ category: 'ERROR', code: 'FORMAT_ERROR', text: '' }],
    _links: { self: { href: '/v1' } },
  });
  /** Everything that a step of this kind can bring (main/core/runs). */
  const brought: Readonly<Record<StepKind, Outcome>> = {
    request: { response: { ...response, text: refusal, ...verdicts }, redirect: null },
    control: { response: { ...response, text: '{"error":"x"}', ...unknown }, redirect: null },
    consent: {
      response: { ...response, text: refusal, ...verdicts },
      redirect: 'http://127.0.0.1/?a=b&code=c',
    },
    sca: { response: null, redirect: 'http://127.0.0.1/?a=b&code=c' },
    include: { response: null, redirect: null },
    session: { response: null, redirect: null },
    pause: { response: null, redirect: null },
  };
  const all = sourceSchema.options.map((one) => one.shape.of.value);
  const sourceOf = (of: Source['of']) =>
    sourceSchema.parse(
      of === 'body'
        ? { of, path: '$' }
        : of === 'link'
          ? { of, name: 'self' }
          : of === 'header' || of === 'redirect'
            ? { of, name: 'a' }
            : { of },
    );

  test.each(STEP_KINDS)('a step of the kind %s is offered what it brings, and nothing else', (kind) => {
    const isThere = (of: Source['of']) => {
      const found = valueOf(sourceOf(of), brought[kind]);
      // Of a control call nobody checks a schema, a signature or verdicts.
      const isChecked = kind !== 'control' || !['schema', 'signature', 'verdicts'].includes(of);
      return found.found && isChecked;
    };
    expect([...SOURCES[kind]].toSorted()).toEqual(all.filter(isThere).toSorted());
  });

  test.each(['request', 'control', 'consent', 'sca'] as const)(
    'the first tests of the kind %s are about that',
    (kind) => {
      const expected = firstAssertion(kind, 201);
      const kept = firstCapture(kind, 'a');
      expect(readAssertion(fieldsOf(expected))).toEqual({ ok: true, value: expected });
      expect(readCapture(fieldsOfCapture(kept))).toEqual({ ok: true, value: kept });
      expect(SOURCES[kind]).toEqual(expect.arrayContaining([expected.that.of, kept.from.of]));
      const step = { name: 'A', pause: 0, expect: [expected], keep: [kept], until: firstUntil(kind) };
      expect(stepSchema.safeParse(step).success).toBe(true);
    },
  );

  test('what brings a response of its own each time can be repeated', () => {
    expect(STEP_KINDS.filter(canRepeat)).toEqual(['request', 'control']);
  });
});
