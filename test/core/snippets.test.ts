/** What is copied as code is run, and gets the same answer as the workbench. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/workbench.ts';
import { type HttpRequest, requestOf } from '../../shared/request/http.ts';
import { LANGUAGES, type Language } from '../../shared/snippets/languages.ts';
import { operationById } from '../../shared/xs2a/operations.ts';
import { SHORT_JAVA } from '../support/short-java.ts';
import { approveSession, callCore, startCore, downloaded } from '../support/workbench.ts';

const PASSWORD = 'pfx-password';
/** Debian's own, which has the packages that the code asks for; another Python may not. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

const folder = mkdtempSync(join(tmpdir(), 'tpp-snippets-'));
let workbench: Workbench;
let drafts: Record<string, HttpRequest>;

beforeAll(async () => {
  workbench = await startCore(join(folder, 'data'));
  await approveSession(workbench);
  const { id } = (await callCore(workbench, 'app.status', {})).certificate;
  const save = async (name: string, order: Parameters<typeof callCore<'certificates.export'>>[2]) => {
    const { download } = await callCore(workbench, 'certificates.export', order);
    writeFileSync(join(folder, name), downloaded(workbench, download).bytes);
  };
  await save('tpp.pem', { format: 'pem', id, password: '', unprotected: true });
  await save('tpp.pfx', { format: 'pfx', id, password: PASSWORD, cipher: '3des' });
  const payment = operationById('createPayment').example ?? '';
  drafts = {
    'a list': { method: 'GET', path: '/v1/user', headers: [], body: '' },
    'a refusal': { method: 'GET', path: '/v1/accounts?withBalance=perhaps', headers: [], body: '' },
    'a body with every kind of letter': {
      method: 'POST',
      path: '/v1/payments/norwegian-domestic-credit-transfers',
      headers: [['X-Note', `it's "quoted" $HOME \\ \`done\``]],
      body: payment.replace(/"creditorName": *"[^"]*"/, `"creditorName": "Bjørn's Bøker"`),
    },
    'a body that is refused': {
      method: 'POST',
      path: '/v1/payments/norwegian-domestic-credit-transfers',
      headers: [],
      body: '{ "text": "æøå € \\u00e5 $x `y` \'z\' 😀" }',
    },
    'no body': { method: 'POST', path: '/v1/bank-offered-consents', headers: [], body: '' },
  };
});
afterAll(async () => {
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** How a program is run; C# is compiled first. */
const RUN: Record<Language, (file: string) => [program: string, ...args: string[]][]> = {
  curl: (file) => [['bash', file]],
  node: (file) => [[process.execPath, file]],
  python: (file) => [[PYTHON, file]],
  java: (file) => [['java', ...SHORT_JAVA, file]],
  csharp: (file) => [
    ['mcs', '-langversion:latest', '-r:System.Net.Http.dll', '-out:request.exe', file],
    ['mono', 'request.exe'],
  ],
};

/** Runs the code of a draft. @returns its status and body */
async function answerOf(language: Language, draft: HttpRequest): Promise<{ status: number; body: string }> {
  const { code } = await callCore(workbench, 'requests.snippet', { request: requestOf(draft), language });
  const file = LANGUAGES.find(({ id }) => id === language)?.file ?? '';
  writeFileSync(join(folder, file), code);
  let printed = '';
  for (const [program, ...args] of RUN[language](file)) {
    const env = { ...process.env, TPP_PASSWORD: PASSWORD };
    printed = (await promisify(execFile)(program, args, { cwd: folder, env, encoding: 'utf8' })).stdout;
  }
  const [, body = '', status = ''] = /^([\s\S]*)\nHTTP (\d+)\s*$/.exec(printed) ?? [];
  return { status: Number(status), body: comparable(body) };
}

/** Ids and numbers that are new with each request. */
function comparable(body: string): string {
  return body.trim().replaceAll(/enc(?:!!|%21%21)[\w-]+(?:=|%3D)*|[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID');
}

let amounts = 100;

/** The same payment a second time is refused, so each has an amount of its own. */
function another(draft: HttpRequest): HttpRequest {
  amounts++;
  return { ...draft, body: draft.body.replace(/"amount": *"[^"]*"/, `"amount": "${amounts}.00"`) };
}

describe.each(LANGUAGES)('$title', ({ id }) => {
  it('the copied code gets the same status and body as the workbench', async () => {
    for (const [what, each] of Object.entries(drafts)) {
      const sent = await callCore(workbench, 'requests.send', requestOf(another(each)));
      const draft = another(each);
      const expected = { status: sent.status, body: comparable(sent.response?.body ?? '') };
      expect(await answerOf(id, draft), what).toEqual(expected);
    }
  }, 120_000);
});
