/** What other programs send for an exported collection is what the workbench sends: one request for each step, as it is written. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { type Step, stepSchema } from '../../../shared/collections/steps.ts';
import { exportTree } from '../../../shared/interchange/export.ts';
import type { ExportFormat } from '../../../shared/interchange/model.ts';
import { stepsIn } from '../../../shared/interchange/flows.ts';
import { folderWith, nodeOf } from '../../support/listing.ts';
import { importFiles } from '../../../shared/interchange/import.ts';
import { reportLines } from '../../support/outline.ts';
import { treeIn } from '../../support/trees.ts';

const LINES = [
  'POST /v1/payments/domestic-norway-credit-transfers?ref=[1-100]',
  'GET /v1/accounts/../../{a,b}',
  'GET /v1/accounts/{x,y}/[a-z]?a={1,2}&b=[[]',
  'GET /v1/./accounts/%2e%2e/x',
  'DELETE /v1/consents/:id?x=:y',
];

const stepsOf = (lines: readonly string[]) =>
  lines.map((line, at) =>
    stepSchema.parse({ name: `Step ${at}`, request: { operation: 'listAccounts', line } }),
  );

function exported(steps: readonly Step[], format: ExportFormat) {
  const children = steps.map((step) => ({ kind: 'step', step }) as const);
  return exportTree(nodeOf(folderWith({ name: 'Mine', role: 'flow', children })), 'Mine', format);
}

it('the script of curl sends each request once, with the very request line', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bash = spawn('bash', ['-s'], {
    env: { ...process.env, tpp_baseUrl: baseUrl },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  bash.stdin.end(exported(stepsOf(LINES), 'curl').text);
  await once(bash, 'exit');
  server.close();
  expect(seen).toEqual(LINES);
});

it('the script of curl sends nothing of the environment in which it is run', () => {
  const taken = ['AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'HOME', 'PATH', 'baseUrl', 'IFS', 'BASH_ENV', '_x'];
  const headers = Object.fromEntries(taken.map((name, at) => [`x-${at}`, `{{${name}}}`]));
  const line = 'POST /v1/{{USER}}/{{LD.PRELOAD}}';
  const step = stepSchema.parse({
    name: '{{SHELL}}',
    request: { operation: 'createPayment', line, headers, json: { a: 'b {{SSH_AUTH_SOCK}}' } },
  });
  const { text } = exported([step], 'curl');
  const variables = Array.from(text.matchAll(/\$\{?(\w+)/g), ([, name]) => name);
  expect(variables.length).toBeGreaterThan(taken.length);
  expect(variables.filter((name) => name?.startsWith('tpp_') !== true)).toEqual([]);
});

it('the script of curl names no file, whatever a header is called, and is read again', () => {
  const step = stepSchema.parse({
    name: 'Mine',
    request: {
      operation: 'listAccounts',
      line: 'GET /v1/accounts',
      headers: { '@/etc/passwd': 'x', accept: 'a' },
    },
  });
  const { text, report } = exported([step], 'curl');
  expect(text).not.toContain('passwd');
  expect(text).toContain("--header 'accept: a'");
  expect(reportLines(report).join('\n')).toContain('“@/etc/passwd” cannot be the name of a header.');
  const { tree } = importFiles([{ path: 'x.sh', bytes: new TextEncoder().encode(text) }]);
  expect(stepsIn(tree)).toMatchObject([{ name: 'Mine', request: { headers: { accept: 'a' } } }]);
});

it.each(['postman', 'opencollection'] as const)(
  'what %s would fill in by itself arrives as it is, or the list names it',
  (format) => {
    const step = stepSchema.parse({
      name: 'Mine',
      request: {
        operation: 'createPayment',
        line: 'POST /v1/:id/{{vault:mine}}/{{own}}?x={{$guid}}',
        headers: { 'x-a': '{{$randomInt}}', 'x-b': '{{process.env.HOME}}' },
        json: { a: '{{vault:key}} {{own}}' },
      },
    });
    const { text, report } = exported([step], format);
    expect(text).toContain('/%3Aid/%7B%7Bvault:mine%7D%7D/{{own}}?x=%7B%7B$guid%7D%7D');
    expect(text).not.toMatch(/\{\{(?:vault|process\.env)/);
    const lines = reportLines(report).join('\n');
    expect(lines).toContain('The workbench sends {{$randomInt}} as it is.');
    expect(lines).toContain('The variable "process.env.HOME" is now named process_env_HOME.');
  },
);

it.each(['curl', 'har', 'postman', 'opencollection'] as const)(
  'an address of another host stays as it is in %s',
  (format) => {
    const { text } = exported(stepsOf(['POST https://auth.bank.example/token?a=b']), format);
    expect(text).toContain('https://auth.bank.example/token?a=b');
    expect(text).not.toMatch(/[^\s'"]https:\/\/auth/);
  },
);

it('what a script of Bruno cannot see leaves out what it decides', () => {
  const file = `flow: Mine
steps:
  - name: Until
    request: GET /v1/accounts
    until: { expect: { text: { contains: iban } }, rounds: 3, between: { pause: 1 } }
  - name: Kept
    request: GET /v1/accounts
    keep: { whole: text }
  - name: Needs it
    request: GET /v1/accounts?from={{whole}}
`;
  const lines = (format: ExportFormat) =>
    reportLines(exportTree(treeIn({ 'collection.yaml': '', 'a.flow.yaml': file }), 'x', format).report);
  const lost = (format: ExportFormat) => lines(format).filter((line) => line.startsWith('not carried'));
  expect(lost('postman')).toEqual([]);
  expect(lost('opencollection')).toEqual([
    'not carried: step Mine / Until',
    'not carried: step Mine / Needs it',
  ]);
});

it.each(['postman', 'opencollection'] as const)(
  'scripts of %s set no variable of the collection that is called like theirs',
  (format) => {
    const files = {
      'collection.yaml': '',
      'a.flow.yaml':
        'steps: [{ name: Mine, request: GET /v1/accounts, headers: { TPP-Redirect-URI: "{{redirectUri}}", X: "{{own}}" } }]',
    };
    const tree = treeIn(files);
    const variables = { redirectUri: 'https://tpp.example/return', own: 'mine' };
    const root = { ...tree, settings: { ...tree.settings, variables } };
    const { text } = exportTree(root, 'x', format);
    expect(text).toContain('{{own}}');
    expect(text).toContain('https://tpp.example/return');
    expect(text).not.toContain('redirectUri');
  },
);

it('a flow takes the value of the collection for what another flow keeps, as in a run', () => {
  const tree = treeIn({
    'collection.yaml': '',
    'a.flow.yaml': 'steps: [{ name: Keeps, request: GET /v1/accounts, keep: { one: $.one, two: $.two } }]',
    'b.flow.yaml':
      'steps: [{ name: Own, request: "GET /v1/accounts?own={{one}}" }, { name: Nothing, request: "GET /v1/accounts?x={{two}}" }]',
  });
  const root = { ...tree, settings: { ...tree.settings, variables: { one: 'mine' } } };
  const { text, report } = exportTree(root, 'x', 'postman');
  expect(text).toContain('?own=mine');
  expect(report.flatMap(({ result, name }) => (result === 'not carried' ? [name] : []))).toEqual([
    'b / Nothing',
  ]);
});
