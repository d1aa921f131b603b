/** Files of requests: what `payments.http` in the fixtures does not say. */
import { describe, expect, it } from 'vitest';
import { importFiles } from '../../../shared/interchange/import.ts';
import { outlineOf, reportLines } from '../../support/outline.ts';

const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });

function read(text: string, path = 'a.http') {
  const { tree, report, formats } = importFiles([file(path, text)]);
  return { lines: outlineOf(tree).map((line) => line.trim()), report: reportLines(report), formats };
}

describe('a file is recognised', () => {
  it.each([
    ['by its requests', 'a.txt', '@a = 1\n### Accounts\nGET https://bank.example/v1/accounts\n'],
    ['with an address alone', 'a', '\n# about\nhttps://bank.example/v1/accounts\n'],
    ['by its ending', 'a.rest', 'bank.example/v1/accounts\n'],
    ['by its ending, with commands', 'a.http', 'curl https://bank.example/v1/accounts\n\n###\n'],
    [
      'with line ends of Windows',
      'a.http',
      '### A\r\nGET https://bank.example/v1/accounts\r\nAccept: a/b\r\n',
    ],
  ])('%s', (_, path, text) => {
    const { lines, formats } = read(text, path);
    expect(formats).toEqual(['http']);
    expect(lines).toContain('GET /v1/accounts (listAccounts)');
  });

  it.each([
    [
      'commands with comments',
      'a.sh',
      '### one\ncurl https://bank.example/v1/accounts\n### two\ncurl b.example/x',
      'curl',
    ],
    [
      'a collection with the ending of another program',
      'a.http',
      '{"info":{"name":"P"},"item":[]}',
      'postman',
    ],
    [
      'a document',
      'a.yaml',
      'openapi: 3.0.0\ninfo: {title: A}\npaths:\n  ### Accounts\n  /v1/accounts: {}\n',
      'openapi',
    ],
  ])('and %s is not one', (_, path, text, format) => {
    expect(read(text, path).formats).toEqual([format]);
  });
});

it.each([
  ['GET https://bank.example/v1/accounts?a=1 HTTP/1.1', 'GET /v1/accounts?a=1 (listAccounts)'],
  ['get https://bank.example/v1/accounts HTTP/2 (Prior Knowledge)', 'GET /v1/accounts (listAccounts)'],
  ['https://bank.example/v1/accounts\n  ?a=1\n  &b=2', 'GET /v1/accounts?a=1&b=2 (listAccounts)'],
  ['GET https://bank.example\n    /v1\n    /accounts\n    ?a=1', 'GET /v1/accounts?a=1 (listAccounts)'],
  [
    'GET https://bank.example/v1/accounts\n?a=1\n&b=2\nAccept: a/b',
    'GET /v1/accounts?a=1&b=2 (listAccounts)',
  ],
  ['DELETE {{host}}/v1/consents/{{id}}', 'DELETE /v1/consents/{{id}} (unknown)'],
])('the request line %j', (text, line) => {
  expect(read(`${text}\n`).lines).toContain(line);
});

it.each([
  [
    'HEAD https://bank.example/x',
    'The workbench sends only GET, PUT, POST, PATCH and DELETE, and this is HEAD.',
  ],
  ['WEBSOCKET wss://bank.example/x', 'The workbench sends only HTTP requests, and this is WEBSOCKET.'],
  ['wss://bank.example/x', 'The address starts with wss:, and the workbench sends HTTPS requests.'],
  ['GET', 'The item does not have the structure that the format requires.'],
  ['what is written here', 'The item does not have the structure that the format requires.'],
])('%s is not carried, and the report says why', (text, why) => {
  const { report } = read(`### A\n${text}\n\n### B\nGET https://bank.example/y\n`);
  expect(report[0]).toMatch(/^not carried: request A$/);
  expect(report[1]).toBe(`  ${why}`);
});

it('a value of a response is kept by the request that it names, under the name of the variable that it is', () => {
  const { lines, report } = read(`
@token = {{ login.response.body.$.tokens[0].value }}
@again = {{login.response.body.$.tokens[0].value}}
@id = {{login.response.body.id}}-{{login.response.headers.X-Request-ID}}

# @name login
POST https://bank.example/login

###
GET https://bank.example/x/{{id}}?whole={{login.response.body.*}}&again={{again}}
Authorization: Bearer {{token}}
X-Xml: {{login.response.body.//a/b}}
`);
  expect(lines.filter((line) => /keep|^id =|^GET|bearer/i.test(line))).toEqual([
    'id = "{{login.id}}-{{login.headers.X-Request-ID}}"',
    'keep token from {"of":"body","path":"$.tokens[0].value"}',
    'keep again from {"of":"body","path":"$.tokens[0].value"}',
    'keep login.id from {"of":"body","path":"$.id"}',
    'keep login.headers.X-Request-ID from {"of":"header","name":"X-Request-ID"}',
    'keep login.body from {"of":"body","path":"$"}',
    'GET /x/{{id}}?whole={{login.body}}&again={{again}} (unknown)',
    'authorization: Bearer {{token}}',
  ]);
  expect(report).toContain('not carried: capture login.response.body.//a/b');
});

it('environments that are given together with it are carried, those of a private file as secrets', () => {
  const { tree, environments, report } = importFiles([
    file('payments.http', 'GET {{host}}/v1/payments/{{product}}/{{id}}\nX-Key: {{key}}\n'),
    file(
      'http-client.env.json',
      '{"$shared": {"id": 7}, "dev": {"host": "https://d.example", "product": "p"}, "prod": {"product": "q"}}',
    ),
    file(
      'http-client.private.env.json',
      '{"dev": {"key": "canary", "SSLConfiguration": {"clientCertificate": "a.pem"}}}',
    ),
    file(
      'settings.json',
      '{"editor.tabSize": 2, "rest-client.environmentVariables": {"local": {"more": "yes"}}}',
    ),
  ]);
  expect(tree.settings.variables).toEqual({ id: 7 });
  const secrets = ['key'];
  expect(environments).toEqual([
    { name: 'dev', baseUrl: 'https://d.example', variables: { product: 'p' }, secrets },
    { name: 'prod', baseUrl: null, variables: { product: 'q' }, secrets },
    { name: 'local', baseUrl: null, variables: { more: 'yes' }, secrets },
  ]);
  expect(tree.settings.secret).toEqual(['key']);
  expect(tree.name).toBe('payments');
  expect(JSON.stringify([tree, environments, report])).not.toContain('canary');
  expect(reportLines(report)).toContain('not carried: certificate dev');
});

it.each([
  ['name=Kari\n&city=Å b\n&id={{id}}', 'text "name=Kari&city=%C3%85+b&id={{id}}"'],
  ['name = Kari &\ncity = Oslo%20S', 'text "name=Kari&city=Oslo+S"'],
])('a form with its fields in lines, %j', (body, line) => {
  const type = 'Content-Type: application/x-www-form-urlencoded';
  expect(read(`POST https://bank.example/x\n${type}\n\n${body}\n`).lines).toContain(line);
});

it('of a body that is partly in files, the rest is kept, and each file is named', () => {
  const { lines, report } = read(
    'POST https://bank.example/x\nContent-Type: text/xml\n\n<a>\n< ./b.xml\n<@utf8 c.xml\n</a>\n',
  );
  expect(lines.filter((line) => line.startsWith('text'))).toEqual(['text "<a>"', 'text "</a>"']);
  expect(report).toContain('  The body is the file ./b.xml, which was not read.');
  expect(report).toContain('  The body is the file c.xml, which was not read.');
});

it('a script that is not closed, and one on the line of a request, change nothing else', () => {
  const { lines } = read(
    'GET https://bank.example/a\n\n> {% client.assert(response.status == 204); %}\n###\nGET https://bank.example/b\n\n> {%\nclient.log(1)\n###\nGET https://bank.example/c\n',
  );
  expect(lines.filter((line) => /^(?:GET|expect)/.test(line))).toEqual([
    'GET /a (unknown)',
    'expect {"of":"status"} {"is":"equal","to":204}',
    'GET /b (unknown)',
  ]);
});
