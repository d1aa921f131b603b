/** Headers that the workbench writes for each message are not kept from a file that calls them an API key. */
import { describe, expect, it } from 'vitest';
import { stepsIn } from '../../../shared/interchange/flows.ts';
import { importFiles } from '../../../shared/interchange/import.ts';

const encoder = new TextEncoder();
const imported = (path: string, text: string) => importFiles([{ path, bytes: encoder.encode(text) }]);

const key = (name: string) => ({ type: 'apiKey', in: 'header', name });
const openApi = (security: object[], securitySchemes: object, parameters: object[] = []) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Bank' },
    servers: [{ url: 'https://bank.example' }],
    components: { securitySchemes },
    paths: { '/v1/accounts': { get: { summary: 'List', security, parameters } } },
  });

describe('an API key that is a header of the signature', () => {
  it.each([
    [
      'of Postman',
      'a.json',
      JSON.stringify({
        info: { name: 'x' },
        item: [
          {
            name: 'List',
            request: {
              method: 'GET',
              url: 'https://bank.example/v1/accounts',
              auth: {
                type: 'apikey',
                apikey: [
                  { key: 'key', value: 'Signature' },
                  { key: 'value', value: 'x' },
                ],
              },
            },
          },
        ],
      }),
    ],
    [
      'of Insomnia',
      'a.yaml',
      [
        'type: collection.insomnia.rest/5.0',
        'name: x',
        'collection:',
        '  - name: List',
        '    url: https://bank.example/v1/accounts',
        '    method: GET',
        '    authentication: { type: apikey, key: Signature, value: x, addTo: header }',
      ].join('\n'),
    ],
    ['of OpenAPI', 'a.json', openApi([{ signed: [] }], { signed: key('Signature') })],
  ])('%s is dropped, and the report says why', (_, path, text) => {
    const { tree, report } = imported(path, text);
    const everything = JSON.stringify(tree);
    expect(everything).toContain('listAccounts');
    expect(everything).not.toMatch(/signature/i);
    const authorization = report.find(({ kind }) => kind === 'authorization');
    expect(authorization).toMatchObject({
      result: 'not carried',
      notes: ['Signature: written by the workbench when it sends the request.'],
    });
  });

  it('of OpenAPI leaves room for the authorization beside it', () => {
    const schemes = { signed: key('Signature'), user: { type: 'http', scheme: 'bearer' } };
    const { tree } = imported('a.json', openApi([{ signed: [], user: [] }], schemes));
    expect(JSON.stringify(tree)).toContain('"authorization":"Bearer {{token}}"');
  });
});

it('examples of a session, a PSU and a return address in an OpenAPI document are dropped', () => {
  const names = ['PSU-ID', 'PSU-Corporate-ID', 'TPP-Session-ID', 'TPP-Redirect-URI', 'Date'];
  const parameters = [...names, 'X-Other'].map((name) => ({ name, in: 'header', example: 'example' }));
  const { tree, report } = imported('a.json', openApi([], {}, parameters));
  expect(stepsIn(tree)).toMatchObject([{ request: { headers: { 'x-other': 'example' } } }]);
  expect(report.find(({ kind }) => kind === 'request')?.notes).toContain(
    `${names.join(', ')}: written by the workbench when it sends the request.`,
  );
});
