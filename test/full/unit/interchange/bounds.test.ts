/** However large, deep or twisted a file is: it is read in time. */
import { describe, expect, it } from 'vitest';
import { importFiles } from '../../../../shared/interchange/import.ts';
import { measured } from '../../support/cpu-time.ts';

const imported = (text: string, path = 'file.json') =>
  importFiles([{ path, bytes: new TextEncoder().encode(text) }]);
const importedJson = (value: unknown) => imported(JSON.stringify(value));

describe('what is twisted', () => {
  it.each([
    [
      'references of schemas that double',
      {
        openapi: '3.0.0',
        paths: {
          '/x': { post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/s/0' } } } } } },
        },
        s: Object.fromEntries(
          Array.from({ length: 60 }, (_, at) => [
            at,
            {
              allOf: [
                { $ref: `#/s/${at + 1}` },
                { $ref: `#/s/${at + 1}` },
                { properties: { [`p${at}`]: { type: 'string' } } },
              ],
            },
          ]),
        ),
      },
    ],
    [
      'many names in a script',
      {
        info: {},
        item: [
          {
            name: 'a',
            request: { url: '/a' },
            event: [
              {
                listen: 'test',
                script: {
                  exec: Array.from({ length: 8_000 }, (_, at) => `const a${at} = pm.response.json();`),
                },
              },
            ],
          },
        ],
      },
    ],
    [
      'many parents',
      {
        _type: 'export',
        resources: Array.from({ length: 20_000 }, (_, at) => ({
          _id: `f${at}`,
          _type: 'request_group',
          parentId: `f${at + 1}`,
          name: 'x',
        })),
      },
    ],
    [
      'a long address',
      {
        info: {},
        item: [
          {
            name: 'a',
            request: { url: `https://a.example/${'a/'.repeat(100_000)}?${'x=1&'.repeat(100_000)}` },
          },
        ],
      },
    ],
    [
      'a long text with braces',
      {
        info: {},
        item: [
          {
            name: 'a',
            request: {
              url: '/a',
              method: 'POST',
              body: { mode: 'raw', raw: `${'{{'.repeat(200_000)}${'"\\'.repeat(100_000)}` },
            },
          },
        ],
      },
    ],
  ])('%s take no longer than others', (_, value) => {
    expect(measured(() => importedJson(value)).seconds).toBeLessThan(5);
  });

  it.each([
    ['blanks', `curl ${' '.repeat(300_000)}`],
    ['comments', `${'# a\n'.repeat(60_000)}curl /x`],
    ['quotes', `curl ${`'a'"b"`.repeat(60_000)}`],
    ['substitutions', `curl ${'$('.repeat(100_000)}`],
    ['pipes', `curl a ${'| b ; curl c '.repeat(20_000)}`],
  ])('a command line of many %s takes no longer than others', (_, text) => {
    expect(measured(() => imported(text, 'a.sh')).seconds).toBeLessThan(5);
  });
});

describe('a HAR of more than 5 MB', () => {
  it('is imported in time, with each of its requests in the report', () => {
    const headers = Array.from({ length: 20 }, (_, at) => ({
      name: `x-header-${at}`,
      value: 'value '.repeat(6).trim(),
    }));
    const entries = Array.from({ length: 1_600 }, (_, at) => ({
      request: {
        method: 'POST',
        url: `https://a.example/v1/accounts/${at}?a=1`,
        headers,
        postData: {
          mimeType: 'application/json',
          text: JSON.stringify({ at, list: Array.from({ length: 60 }, (_, n) => `entry ${n}`) }),
        },
      },
      response: { status: 200, content: { mimeType: 'application/json', text: '{}'.repeat(500) } },
    }));
    const text = JSON.stringify({ log: { version: '1.2', entries } });
    expect(text.length).toBeGreaterThan(5 * 1024 * 1024);
    const { result, seconds } = measured(() => imported(text, 'big.har'));
    expect(seconds).toBeLessThan(5);
    const { tree, report } = result;
    expect(tree.children).toHaveLength(1_600);
    expect(report.filter(({ kind }) => kind === 'request')).toHaveLength(1_600);
  });
});
