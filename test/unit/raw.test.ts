/** A draft and its text say the same. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fresh, lineOf, pathParameters } from '../../shared/requests/compose.ts';
import { httpOf } from '../../shared/requests/http.ts';
import { readRaw, writeRaw } from '../../shared/requests/raw-text.ts';
import { type KnownRequest, operationOf } from '../../shared/requests/request.ts';
import { OPERATIONS } from '../../shared/xs2a/operations.ts';

const read = (text: string, before: KnownRequest = fresh('listAccounts')): KnownRequest => {
  const reading = readRaw(text, before);
  if (!reading.ok) throw new Error(`line ${reading.line}: ${reading.text}`);
  return reading.request;
};
const problem = (text: string) => {
  const reading = readRaw(text, fresh('listAccounts'));
  return reading.ok ? null : `${reading.line}: ${reading.text}`;
};

test.each(OPERATIONS.map(({ id }) => id))('%s: the raw text of a draft is parsed as the same draft', (id) => {
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
      (given, headers, body) => {
        const first = fresh(id);
        const names = pathParameters(operationOf(first));
        const params = Object.fromEntries(names.map((one, at) => [one, given[at] ?? 'x']));
        const request = { ...first, params, headers, body };
        expect(httpOf(read(writeRaw(request)))).toEqual(httpOf(request));
        expect(read(writeRaw(request)).operation).toBe(id);
      },
    ),
    { numRuns: 20 },
  );
});

describe('text written by hand is parsed', () => {
  test('a request copied from a log is parsed', () => {
    const request = read(
      'GET /v1/accounts?withBalance=true HTTP/1.1\nPSU-IP-Address:  198.51.100.7 \nx-own:\n\n{}\n',
    );
    expect(httpOf(request)).toEqual({
      operation: operationOf(fresh('listAccounts')),
      method: 'GET',
      path: '/v1/accounts?withBalance=true',
      headers: [
        ['psu-ip-address', '198.51.100.7'],
        ['x-own', ''],
      ],
      body: '{}\n',
    });
    expect(request.line).toBeNull();
  });

  test('parameters that the operation does not know are fields of the form, in their order', () => {
    const line = 'GET /v1/accounts?withBalance=true&trace=7%20%26&more=1';
    const request = read(line);
    expect(request.line).toBeNull();
    expect(request.query).toEqual({ withBalance: 'true', trace: '7 &', more: '1' });
    expect(writeRaw(request)).toBe(line);
    // One without a value is not sent, as those that the operation knows.
    expect(writeRaw({ ...request, query: { ...request.query, more: '' } })).toBe(
      'GET /v1/accounts?withBalance=true&trace=7%20%26',
    );
  });

  test('what the form cannot show is kept as written', () => {
    for (const line of [
      'GET /v1/nowhere',
      'DELETE /v1/accounts',
      'GET /v1/accounts?withBalance=true&more=',
      'GET /v1/accounts?withBalance=true&{{name}}=1',
      'GET /v1/accounts?__proto__=1',
      'GET /v1/accounts?withBalance=true&withBalance=false',
      'GET /v1/accounts/{{account}}/balances',
      'GET /v1/accounts/enc!!a/balances?x=%zz',
    ]) {
      const request = read(line);
      expect(`${lineOf(request).method} ${lineOf(request).path}`).toBe(line);
      expect(writeRaw(request)).toBe(line);
      expect(request.line).toBe(line);
    }
  });

  test('an error names the line and the reason', () => {
    expect(problem('')).toMatch(/^1: The first line must be the method and the path/);
    expect(problem('/v1/accounts')).toMatch(/^1: /);
    expect(problem('get /v1/accounts')).toMatch(
      /^1: The method must be one of GET, PUT, POST, PATCH, DELETE/,
    );
    expect(problem('GET /v1/a b')).toMatch(/^1: /);
    expect(problem('GET /v1/accounts\nDate: x\nno header here')).toMatch(/^3: A header must be a name/);
    expect(problem('GET /v1/accounts\nDate: x\ndate: y')).toMatch(/^3: date occurs twice/);
  });
});

test('a text with more headers than a request may have says so at the first one too many', () => {
  const text = (count: number) =>
    ['GET /v1/accounts', ...Array.from({ length: count }, (_, at) => `X-${at}: 1`)].join('\n');
  expect(problem(text(500))).toBeNull();
  expect(problem(text(501))).toBe('502: A request has at most 500 headers, and at most 500 parameters.');
});
