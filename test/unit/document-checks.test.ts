/** A body is checked by the schema of a bank's OpenAPI document while it is edited. */
import { expect, it } from 'vitest';
import { checksOfDocument } from '../../shared/openapi/checks.ts';
import { bodyFaults } from '../../shared/xs2a/body-faults.ts';

const said = (schema: Record<string, unknown>, body: unknown) =>
  bodyFaults(checksOfDocument(schema, 'openapi-3.0'), JSON.stringify(body, null, 1)).shown.map(
    ({ line, text }) => `${line} ${text}`,
  );
const object = (...names: string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});

it('of several forms, the fault is that of the nearest one', () => {
  const forms = { oneOf: [object('iban', 'name'), object('number', 'name', 'bank')] };
  expect(said(forms, { iban: 'NO93', name: 'Ola' })).toEqual([]);
  expect(said(forms, { iban: 'NO93' })).toEqual(['1 name: is missing.']);
  expect(said(forms, { iban: 'NO93', name: 7 })).toEqual([
    '3 name: must be a text in quotation marks; found 7.',
  ]);
  // As far from one as from the other.
  expect(said({ oneOf: [object('a'), object('b')] }, {})).toEqual([expect.stringMatching(/^1 The body: /)]);
});

it('a schema that cannot be read is said to be none', () => {
  expect(said({ type: 'object', not: { required: ['a'] } }, {})).toEqual([
    expect.stringContaining('is not checked by the schema of the OpenAPI document'),
  ]);
});
