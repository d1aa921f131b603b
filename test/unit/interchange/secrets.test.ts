/** Secrets of a foreign file stand neither in the collection nor in the report, in whatever form the file has them. */
import { describe, expect, it } from 'vitest';
import { NO_SETTINGS } from '../../../shared/collections/settings.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { exportTree } from '../../../shared/interchange/export.ts';
import { EXPORTS } from '../../../shared/interchange/model.ts';
import { folderWith, nodeOf } from '../../support/listing.ts';
import { importFiles } from '../../../shared/interchange/import.ts';

const CANARY = 'cAnArY-51b7/+=';
/** As files and addresses write it. */
const SPELLINGS = [
  CANARY,
  encodeURIComponent(CANARY),
  Buffer.from(CANARY).toString('base64'),
  Buffer.from(`tpp:${CANARY}`).toString('base64'),
  JSON.stringify(CANARY).slice(1, -1),
];

const encoder = new TextEncoder();
const everything = (text: string, path = 'a.json') => {
  const { tree, report } = importFiles([{ path, bytes: encoder.encode(text) }]);
  return JSON.stringify([tree, report]);
};
const request = (more: object) =>
  JSON.stringify({
    info: { name: 'x' },
    item: [{ name: 'a', request: { method: 'POST', url: 'https://a.example/x', ...more } }],
  });
const basic = Buffer.from(`tpp:${CANARY}`).toString('base64');

describe('a secret is dropped', () => {
  it.each([
    ['an Authorization header', request({ header: [{ key: 'Authorization', value: `Bearer ${CANARY}` }] })],
    [
      'a header of another name with a bearer token',
      request({ header: [{ key: 'X-Forwarded', value: `Bearer ${CANARY}` }] }),
    ],
    ['Basic authorization', request({ header: [{ key: 'authorization', value: `Basic ${basic}` }] })],
    ['an API key', request({ header: [{ key: 'Ocp-Apim-Subscription-Key', value: CANARY }] })],
    ['a cookie', request({ header: [{ key: 'Cookie', value: `sid=${CANARY}` }] })],
    ['a query', request({ url: `https://a.example/x?access_token=${encodeURIComponent(CANARY)}&b=1` })],
    ['credentials in the address', request({ url: `https://tpp:${encodeURIComponent(CANARY)}@a.example/x` })],
    [
      'a form',
      request({ body: { mode: 'urlencoded', urlencoded: [{ key: 'client_secret', value: CANARY }] } }),
    ],
    [
      'a form written as a text',
      request({
        header: [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
        body: { mode: 'raw', raw: `a=b&password=${encodeURIComponent(CANARY)}&c=d` },
      }),
    ],
    ['a part', request({ body: { mode: 'formdata', formdata: [{ key: 'password', value: CANARY }] } })],
    [
      'a JSON body',
      request({ body: { mode: 'raw', raw: JSON.stringify({ a: [{ clientSecret: CANARY }] }) } }),
    ],
    [
      'a body that is nearly JSON',
      request({ body: { mode: 'raw', raw: `{"n": 1.10, "password" : ${JSON.stringify(CANARY)},}` } }),
    ],
    [
      'authorization of the request',
      request({ auth: { type: 'bearer', bearer: [{ key: 'token', value: CANARY }] } }),
    ],
    ['a variable', JSON.stringify({ info: {}, item: [], variable: [{ key: 'apiKey', value: CANARY }] })],
    [
      'a secret variable',
      JSON.stringify({ info: {}, item: [], variable: [{ key: 'pin', value: CANARY, type: 'secret' }] }),
    ],
    [
      'a value in a variable',
      JSON.stringify({
        info: {},
        item: [],
        variable: [{ key: 'bank', value: { auth: { password: CANARY } } }],
      }),
    ],
    [
      'a script',
      JSON.stringify({
        info: {},
        item: [
          {
            name: 'a',
            request: { url: '/a' },
            event: [
              {
                listen: 'test',
                script: {
                  exec: [
                    `pm.environment.set("token", "${CANARY}");`,
                    `pm.test("x", () => { pm.expect(pm.response.json().password).to.eql('${CANARY}'); });`,
                  ],
                },
              },
            ],
          },
        ],
      }),
    ],
  ])('in %s', (_, text) => {
    const kept = everything(text);
    for (const spelling of SPELLINGS) expect(kept).not.toContain(spelling);
  });

  it.each([
    [
      'options of curl',
      `curl -u 'tpp:${CANARY}' -H 'X-Api-Key: ${CANARY}' -b 'a=${CANARY}' --oauth2-bearer '${CANARY}' --data-urlencode 'client_secret=${CANARY}' https://a.example/x`,
    ],
    [
      'a form of curl',
      `curl -d 'grant_type=a&client_secret=${encodeURIComponent(CANARY)}' https://a.example/x`,
    ],
  ])('in %s', (_, text) => {
    const kept = everything(text, 'a.sh');
    for (const spelling of SPELLINGS) expect(kept).not.toContain(spelling);
  });
});

describe('an export', () => {
  it.each(EXPORTS)('to %s has no value of a secret variable', (format) => {
    const settings = {
      ...NO_SETTINGS,
      variables: { pin: CANARY, open: 'o', login: { key: CANARY } },
      secret: ['pin', 'kept', 'login'],
      // Written out, which a collection does not stop anybody from doing.
      headers: { 'x-api-key': CANARY },
    };
    const request = {
      operation: 'listAccounts',
      params: {},
      query: {},
      headers: { 'psu-id': '{{pin}}', authorization: `Bearer ${CANARY}` },
      fault: null,
    };
    const keep = [{ as: 'kept', from: { of: 'body' as const, path: '$.a' } }];
    const step = { name: 'a', request, keep };
    const other: Step = { name: 'b', request: { ...request, json: '{{login}}' }, change: { a: 1 } };
    const inner = folderWith({
      name: 'inner',
      settings: { ...settings, variables: { kept: CANARY }, secret: [] },
      children: [],
    });
    const root = folderWith({
      name: 'x',
      role: 'flow',
      settings,
      children: [{ kind: 'step', step }, { kind: 'step', step: other }, inner],
    });
    const { text, report } = exportTree(nodeOf(root), 'x', format);
    for (const spelling of SPELLINGS) expect(text + JSON.stringify(report)).not.toContain(spelling);
    expect(text).toContain('pin');
    expect(text).toMatch(/Bearer ..?.?\{(?:tpp_)?authorization\}/);
    expect(JSON.stringify(report)).toContain('x-api-key is secret');
  });
});
