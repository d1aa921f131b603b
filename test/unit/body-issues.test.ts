/** The rule of each issue that a body has: declared with the schema, found by the path of the issue. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bodyIssues, bodySchema, checkBody } from '../../shared/xs2a/body-issues.ts';
import { jsonSchema, partsAt } from '../../shared/xs2a/json-schema.ts';
import { operationById, OPERATIONS, type Operation } from '../../shared/xs2a/operations.ts';
import { ruleAt, ruled } from '../../shared/xs2a/body-schema.ts';

describe('the nearest schema with a rule', () => {
  const schema = ruled(
    'PAY-2',
    z.strictObject({
      plain: z.string(),
      list: ruled('PAY-15', z.array(z.strictObject({ inner: ruled('PAY-18', z.string()).optional() }))),
      piped: ruled('PAY-17', z.string().transform(String).pipe(z.string())).optional(),
    }),
    { elsewhere: 'PAY-14' },
  );
  it.each([
    [[], 'PAY-2'],
    [['plain'], 'PAY-2'],
    [['list'], 'PAY-15'],
    [['list', 3], 'PAY-15'],
    [['list', 3, 'inner'], 'PAY-18'],
    [['piped'], 'PAY-17'],
    [['elsewhere'], 'PAY-14'],
    [['unknown'], 'PAY-2'],
    [['constructor'], 'PAY-2'],
    [['plain', 'beyond', 'the', 'schema'], 'PAY-2'],
  ] as const)('for %j is %s', (path, rule) => {
    expect(ruleAt(schema, path)).toBe(rule);
  });
  it('marking a schema with a rule leaves the original unmarked', () => {
    const shared = z.string();
    const first = ruled('PAY-13', shared);
    const second = ruled('PAY-14', shared);
    expect([ruleAt(first, []), ruleAt(second, [])]).toEqual(['PAY-13', 'PAY-14']);
  });
});

describe('checkBody', () => {
  it('returns the value that the schema produces', () => {
    expect(checkBody(ruled('SBX-2', z.strictObject({ name: z.string().trim() })), { name: ' Ada ' })).toEqual(
      {
        value: { name: 'Ada' },
      },
    );
  });
  it('a missing field is reported as missing unless its schema has its own message', () => {
    const schema = ruled('SBX-2', z.strictObject({ name: z.string(), day: z.iso.date('is not a date') }));
    expect(checkBody(schema, {})).toEqual({
      issues: [
        { path: 'name', text: 'name: is missing.', rule: 'SBX-2' },
        { path: 'day', text: 'day: is not a date.', rule: 'SBX-2' },
      ],
    });
  });
  it('a check may name its own rule', () => {
    const schema = ruled(
      'PAY-2',
      z.string().refine((text) => text !== 'x', { message: 'is x', params: { rule: 'PAY-11' } }),
    );
    expect(checkBody(schema, 'x')).toEqual({
      issues: [{ path: '', text: 'The body: is x; found "x".', rule: 'PAY-11' }],
    });
  });
  it('every unknown field has its own issue', () => {
    expect(checkBody(ruled('SBX-3', z.strictObject({})), { a: 1, b: 2 })).toMatchObject({
      issues: [{ path: 'a' }, { path: 'b' }],
    });
  });
});

describe('PAY-2: a body has at most a thousand issues, which stay small', () => {
  const customer = (more: object) => bodyIssues(operationById('createCustomer'), {}, { ...RIGHT, ...more });
  const RIGHT = { customerType: 'PRIVATE', customerName: 'Ada' };
  const bulk = (json: unknown) =>
    bodyIssues(
      operationById('createBulkPayment'),
      { 'payment-product': 'domestic-norway-credit-transfers' },
      json,
    );
  const members = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, 0]));
  it('a thousand are listed', () => {
    const paths = customer(members(1000)).map(({ path }) => path);
    expect([paths.length, paths.at(-1)]).toEqual([1000, 'field999']);
  });
  it.each([
    ['unknown fields', () => customer(members(1001))],
    ['very many unknown fields', () => customer(members(30_000))],
    ['transfers without fields', () => bulk({ payments: Array.from({ length: 1000 }, () => ({})) })],
    ['more transfers than allowed', () => bulk({ payments: Array.from({ length: 39_000 }, () => ({})) })],
  ])('of more, one says that there are more: %s', (_, issues) => {
    const found = issues();
    expect(found).toHaveLength(1001);
    expect(found.at(-1)).toMatchObject({ path: '', text: 'The body: has more faults than these 1000.' });
  });
  it('long names and values are cut', () => {
    const [issue] = customer({ ['x'.repeat(500_000)]: 0 });
    expect(issue?.path).toBe(`${'x'.repeat(99)}…`);
    const [, between] = bodyIssues(
      operationById('createPeriodicPayment'),
      { 'payment-product': 'domestic-norway-credit-transfers' },
      { startDate: 'y', endDate: 'x'.repeat(500_000) },
    ).filter(({ path }) => path === 'endDate');
    expect(between?.text.length).toBe(500);
  });
});

describe('the fields of a payment', () => {
  const rulesOf = (id: 'createPayment' | 'createBulkPayment' | 'createPeriodicPayment', json: object) =>
    Object.fromEntries(
      bodyIssues(operationById(id), { 'payment-product': 'domestic-norway-credit-transfers' }, json).map(
        ({ path, rule }) => [path, rule],
      ),
    );
  const transfer = {
    instructedAmount: { amount: 'much', currency: 'SEK' },
    creditorAccount: { bban: '1' },
    creditorAgent: 'not taken by this product',
    creditorAddress: { country: 'Norway' },
    creditorName: 'Жанна',
    remittanceInformationStructuredArray: [{ referenceType: 'SCOR', reference: '1' }],
    serviceLevel: 'URGP',
    endToEndIdentification: '',
  };
  const expected = {
    'instructedAmount/amount': 'PAY-2',
    'instructedAmount/currency': 'PAY-2',
    'creditorAccount/bban': 'PAY-12',
    creditorAgent: 'PAY-12',
    'creditorAddress/country': 'PAY-18',
    creditorName: 'PAY-11',
    'remittanceInformationStructuredArray/0/reference': 'PAY-10',
    serviceLevel: 'PAY-17',
    endToEndIdentification: 'PAY-19',
  };
  it('each invalid field breaks its own rule', () => {
    const rules = rulesOf('createPayment', { ...transfer, startDate: 'not taken by this kind' });
    expect(rules).toMatchObject({ ...expected, debtorAccount: 'PAY-12', startDate: 'PAY-14' });
  });
  it('the same holds in each item of a bulk payment, whose list has a rule too', () => {
    const items = Object.entries(expected).map(([path, rule]) => [`payments/0/${path}`, rule]);
    const rules = rulesOf('createBulkPayment', { payments: [{ ...transfer, startDate: 'x' }, 'no object'] });
    expect(rules).toMatchObject({
      ...Object.fromEntries(items),
      'payments/0/startDate': 'PAY-2',
      'payments/1': 'PAY-2',
    });
    expect(rulesOf('createBulkPayment', { payments: [] })).toMatchObject({ payments: 'PAY-15' });
  });
  it('the same holds for the fields of a periodic payment, alone and together', () => {
    const order = {
      startDate: '2026-12-01',
      endDate: '2026-11-01',
      frequency: 'Hourly',
      dayOfExecution: '32',
    };
    expect(rulesOf('createPeriodicPayment', order)).toMatchObject({
      endDate: 'PAY-14',
      frequency: 'PAY-14',
      dayOfExecution: 'PAY-14',
      remittanceInformationUnstructured: 'PAY-10',
    });
  });
});

describe('a body of one of several types', () => {
  const text = z.string().refine((value) => value !== 'x', { message: 'is x', params: { rule: 'PAY-11' } });
  const schema = ruled('SBX-4', z.strictObject({ either: z.union([text, z.array(text).max(1)]) }));
  it.each([
    ['x', 'either', 'either: is x; found "x".', 'PAY-11'],
    [['x'], 'either/0', 'either/0: is x; found "x".', 'PAY-11'],
    [7, 'either', 'either: must be a text in quotation marks or a list; found 7.', 'SBX-4'],
  ])('%j is checked by the branch of its type', (either, path, message, rule) => {
    expect(checkBody(schema, { either })).toEqual({ issues: [{ path, text: message, rule }] });
  });
});

describe('PAY-11: the deprecated reference in the schema that the editor completes from', () => {
  const fieldsOf = (product: string) => {
    const schema = bodySchema(operationById('createPayment'), { 'payment-product': product });
    return partsAt(schema && jsonSchema(schema, 'input'), []).flatMap(({ fields }) => fields);
  };
  const deprecatedIn = (product: string) =>
    fieldsOf(product)
      .filter(({ deprecated }) => deprecated)
      .map(({ name }) => name);
  it('is marked for the products that take a reference, and missing from the others', () => {
    for (const product of ['domestic-norway-credit-transfers', 'sepa-credit-transfers'])
      expect(deprecatedIn(product)).toEqual(['remittanceInformationStructured']);
    const crossBorder = fieldsOf('cross-border-credit-transfers').map(({ name }) => name);
    expect(crossBorder).toContain('serviceLevel');
    expect(crossBorder).not.toContain('remittanceInformationStructured');
  });
});

it('a body that is not an object breaks a rule of its operation or of its fields', () => {
  const withBody = OPERATIONS.filter((operation: Operation) => operation.input !== undefined);
  expect(withBody.length).toBeGreaterThan(10);
  for (const operation of withBody as readonly Operation[]) {
    const product = operation.choices?.['payment-product']?.[0] ?? '';
    const [issue] = bodyIssues(operation, { 'payment-product': product }, 'text');
    expect(operation.rules, operation.path).toContain(issue?.rule);
  }
});
