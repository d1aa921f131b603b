/** A draft and its text say the same. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRaw, writeRaw } from '../../renderer/state/requests/raw.ts';
import { draftOf, fresh, type Shape } from '../../renderer/state/requests/shape.ts';
import { OPERATIONS } from '../../shared/xs2a/operations.ts';

const read = (text: string, before: Shape = fresh('listAccounts')): Shape => {
  const reading = readRaw(text, before);
  if (!reading.ok) throw new Error(`line ${reading.line}: ${reading.text}`);
  return reading.shape;
};
const problem = (text: string) => {
  const reading = readRaw(text, fresh('listAccounts'));
  return reading.ok ? null : `${reading.line}: ${reading.text}`;
};

test.each(OPERATIONS.map(({ id }) => id))('%s: the text of its draft is read as the same draft', (id) => {
  const values = fc.string({
    minLength: 1,
    unit: fc.constantFrom('a', '!', '/', '?', 'å', '%', ' ', '+', '&'),
  });
  const name = fc.stringMatching(/^[a-z][a-z-]{0,8}$/);
  const header = fc.stringMatching(/^[!-~]([ -~]*[!-~])?$/).map((value) => value.slice(0, 30).trim());
  fc.assert(
    fc.property(
      fc.array(values, { minLength: 3, maxLength: 3 }),
      fc.dictionary(name, fc.oneof(header, fc.constant('')), { noNullPrototype: true }),
      fc.string(),
      (given, overrides, body) => {
        const first = fresh(id);
        const names = Array.from(first.operation.path.matchAll(/\{([^}]+)\}/g), (match) => match[1] ?? '');
        const params = Object.fromEntries(names.map((one, at) => [one, given[at] ?? 'x']));
        const shape = { ...first, params, overrides, body };
        expect(draftOf(read(writeRaw(shape)))).toEqual(draftOf(shape));
        expect(read(writeRaw(shape)).operation.id).toBe(id);
      },
    ),
    { numRuns: 20 },
  );
});

describe('what is written by hand', () => {
  test('a request as it stands in a log', () => {
    const shape = read(
      'GET /v1/accounts?withBalance=true HTTP/1.1\nPSU-IP-Address:  198.51.100.7 \nx-own:\n\n{}\n',
    );
    expect(draftOf(shape)).toEqual({
      method: 'GET',
      path: '/v1/accounts?withBalance=true',
      headers: [
        ['psu-ip-address', '198.51.100.7'],
        ['x-own', ''],
      ],
      body: '{}\n',
    });
    expect(shape.line).toBeNull();
  });

  test('what a form cannot show is kept as it was written', () => {
    for (const line of [
      'GET /v1/nowhere',
      'DELETE /v1/accounts',
      'GET /v1/accounts?withBalance=true&more=1',
      'GET /v1/accounts?withBalance=true&withBalance=false',
      'GET /v1/accounts/{{account}}/balances',
      'GET /v1/accounts/enc!!a/balances?x=%zz',
    ]) {
      const shape = read(line);
      expect(`${draftOf(shape).method} ${draftOf(shape).path}`).toBe(line);
      expect(writeRaw(shape)).toBe(line);
    }
  });

  test('the line that is wrong is named, and why', () => {
    expect(problem('')).toMatch(/^1: The first line must be the method and the path/);
    expect(problem('/v1/accounts')).toMatch(/^1: /);
    expect(problem('get /v1/accounts')).toMatch(/^1: The method must be one of GET, PUT, POST, DELETE/);
    expect(problem('GET /v1/a b')).toMatch(/^1: /);
    expect(problem('GET /v1/accounts\nDate: x\nno header here')).toMatch(/^3: A header must be a name/);
    expect(problem('GET /v1/accounts\nDate: x\ndate: y')).toMatch(/^3: date occurs twice/);
  });
});
