/** The OpenAPI documents: generated, complete, and with the examples that a bank with the seed data gives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { controlOpenApi } from '../../bank-sim/control/control-openapi.ts';
import { spacesOpenApi } from '../../bank-sim/spaces/calls.ts';
import { recordExamples } from '../../scripts/lib/record-examples.ts';
import { bodyIssues } from '../../shared/xs2a/body-issues.ts';
import { openApiDocument, EXAMPLES } from '../../shared/xs2a/openapi.ts';
import { operationById, type OperationId, OPERATIONS } from '../../shared/xs2a/operations.ts';
import { PRODUCTS } from '../../shared/xs2a/payment-products.ts';
import { ACCEPT_FIX_HISTORY } from '../../shared/xs2a/releases.ts';
import { errorSchema } from '../../shared/xs2a/refusals.ts';
import { useBank } from '../support/bank.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  example: string;
  description: string;
}

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const { version } = read('package.json') as { version: string };
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the documents in docs/ are what `npm run openapi` writes', () => {
  it('the recorded examples', async () => {
    expect(plain(await recordExamples())).toEqual(plain(EXAMPLES));
  });
  it('docs/openapi.json', () => {
    expect(read('docs/openapi.json')).toEqual(plain(openApiDocument(version)));
  });
});

describe('VER-4: the headers of a request', () => {
  const bank = useBank();
  const { components, paths } = read('docs/openapi.json') as {
    components: { parameters: Record<string, Parameter> };
    paths: Record<string, { get: { parameters: (Parameter | { $ref: string })[] } }>;
  };
  const headers = (paths['/v1/accounts']?.get.parameters ?? [])
    .map((one) => ('$ref' in one ? components.parameters[one.$ref.split('/').at(-1) ?? ''] : one))
    .filter((one) => one?.in === 'header');
  it('all of the specification are there, and the bank takes the example of each optional one', async () => {
    const about =
      'IP-Address IP-Port User-Agent Accept Accept-Charset Accept-Encoding Accept-Language HTTP-Method';
    const forwarded = `${about} Device-ID Geo-Location`.split(' ').map((name) => `PSU-${name}`);
    const negotiated = ['Accept-Charset', 'Accept-Encoding', 'Accept-Language'];
    const names = headers.map((one) => one?.name);
    expect(names).toEqual(expect.arrayContaining([...forwarded, ...negotiated, 'TPP-Redirect-Preferred']));
    const tpp = bank.tpp();
    await tpp.consent();
    for (const one of headers) {
      if (one === undefined || one.required || /^PSU-(Corporate-)?ID$/.test(one.name)) continue;
      const { status, text } = await tpp.send({ path: '/v1/accounts', headers: { [one.name]: one.example } });
      expect(status, text).toBe(200);
    }
  });
  it('each value of x-accept-fix stands there with its dates', () => {
    const { description = '' } = headers.find((one) => one?.name === 'x-accept-fix') ?? {};
    for (const { value, introduced, defaultSince } of ACCEPT_FIX_HISTORY)
      expect(description).toMatch(new RegExp(`\`${value}\`: .*${introduced}.*${defaultSince}`));
  });
});

describe('the examples', () => {
  const operation = (id: string) => operationById(id as OperationId);
  it('every operation has a response for each status', () => {
    const wanted = OPERATIONS.map(({ id }) => operation(id)).flatMap(({ id, success, otherSuccess }) =>
      [success, otherSuccess].filter((status) => status !== undefined).map((status) => `${id} ${status}`),
    );
    const recorded = EXAMPLES.operations.map((one) => `${one.operation} ${one.status}`);
    expect(wanted.filter((one) => !recorded.includes(one))).toEqual([]);
  });
  it('every response fits its schema', () => {
    const misfits = EXAMPLES.operations.filter(
      ({ operation: id, status, answer }) =>
        status !== 204 && !operation(id).answer.safeParse(answer).success,
    );
    expect(misfits).toEqual([]);
  });
  it('SVC-4: every date of a response is YYYY-MM-DD, and every date-time ends with +00:00', () => {
    const dates: [kind: string, value: string][] = [];
    for (const { operation: id, answer } of EXAMPLES.operations)
      walk(answer, id, (part) => {
        for (const [name, value] of Object.entries(part)) {
          const kind = /(Date(?:Time)?)$/.exec(name)?.[1];
          // Under whatever name: what begins as a date is one.
          if (kind !== undefined || /^\d{4}-\d\d/.test(String(value)))
            dates.push([kind ?? (String(value).length > 10 ? 'DateTime' : 'Date'), String(value)]);
        }
      });
    const forms: Record<string, RegExp> = {
      Date: /^\d{4}-\d\d-\d\d$/,
      DateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/,
    };
    expect(dates.filter(([kind, value]) => !forms[kind]?.test(value))).toEqual([]);
    expect(dates.length).toBeGreaterThan(50);
  });
  it('every product has an example of its order', () => {
    const created = EXAMPLES.operations.filter((one) => one.operation === 'createPayment');
    expect(created.map(({ name }) => name)).toEqual(PRODUCTS.map(({ short }) => short));
  });
  it('no body of an example has a fault', () => {
    const faults = EXAMPLES.operations.flatMap(({ operation: id, params, body }) =>
      body === undefined ? [] : bodyIssues(operation(id), params, body),
    );
    expect(faults).toEqual([]);
  });
  it('the refusals have the form of ERR-1, and those that need an SCA have its link', () => {
    for (const { status, answer, headers } of EXAMPLES.refusals) {
      expect(errorSchema.safeParse(answer).error).toBeUndefined();
      expect(headers.includes('ASPSP-SCA-Approach')).toBe(status === 401);
    }
  });
});

describe.each([
  ['the bank', openApiDocument(version)],
  ['the control calls', controlOpenApi(version)],
  ['spaces', spacesOpenApi(version)],
])('the document of %s', (_, made) => {
  const document = plain(made);
  it('every variant of a schema has a title or a name', () => {
    const untitled: string[] = [];
    walk(document, '', (part, path) => {
      for (const key of ['oneOf', 'anyOf'])
        for (const [at, variant] of ((part[key] ?? []) as Record<string, unknown>[]).entries())
          if (variant['title'] === undefined && variant['$ref'] === undefined)
            untitled.push(`${path}/${key}/${at}`);
    });
    expect(untitled).toEqual([]);
  });
  it('every content has an example', () => {
    const bare: string[] = [];
    walk(document, '', (part, path) => {
      if (typeof part['content'] !== 'object' || part['content'] === null) return;
      for (const [type, content] of Object.entries(part['content'] as Record<string, object>))
        if (
          !('example' in content) &&
          Object.keys((content as { examples?: object }).examples ?? {}).length === 0
        )
          bare.push(`${path} ${type}`);
    });
    expect(bare).toEqual([]);
  });
});

function walk(
  part: unknown,
  path: string,
  visit: (part: Record<string, unknown>, path: string) => void,
): void {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) visit(part as Record<string, unknown>, path);
  for (const [key, value] of Object.entries(part))
    // An example is data: its members only look like keywords.
    if (key !== 'example' && key !== 'examples') walk(value, `${path}/${key}`, visit);
}
