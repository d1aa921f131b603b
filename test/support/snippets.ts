/** Requests that are copied as code, and the programs that run the code. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash, createPrivateKey } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { type HttpRequest, requestOf } from '../../shared/requests/http.ts';
import { LANGUAGES, type Language } from '../../shared/snippets/snippet.ts';
import { type SignatureProfile, SPECIFICATION } from '../../shared/signing/profile.ts';
import { operationById } from '../../shared/xs2a/operations.ts';
import { DIALECTS } from './dialects.ts';
import { folderForFile } from './folders.ts';
import { PYTHON } from './python.ts';
import { SHORT_JAVA } from './short-java.ts';
import { approveSession, callCore, chooseBank, startCore, downloaded } from './workbench.ts';

const PASSWORD = 'pfx-password';

/** Unpacks an archive into a folder. @returns by the path in it, the rights of each file, such as `0o644` */
export type Unpack = (archive: string, folder: string) => Promise<Record<string, string>>;

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

const fileOf = (language: Language) => LANGUAGES.find(({ id }) => id === language)?.file ?? '';

async function printedIn(
  cwd: string,
  language: Language,
  env: Readonly<Record<string, string>>,
): Promise<{ status: number; body: string }> {
  let printed = '';
  for (const [program, ...args] of RUN[language](fileOf(language)))
    printed = (
      await promisify(execFile)(program, args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8' })
    ).stdout;
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

/** A workbench for the file whose requests are copied as code. */
export function snippetsForFile(unpack: Unpack) {
  const folder = folderForFile('snippets');
  let workbench: Workbench;
  let drafts: Record<string, HttpRequest>;

  beforeAll(async () => {
    // The program of the shell that tells the time, by that of the bank.
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/date'), '#!/bin/sh\nexec /bin/date -d "@$BANK_NOW" "$@"\n', {
      mode: 0o755,
    });
    workbench = await startCore(join(folder, 'data'));
    await approveSession(workbench);
    const { id } = (await callCore(workbench, 'app.status', {})).certificate;
    const save = async (name: string, order: Parameters<typeof callCore<'certificates.export'>>[2]) => {
      const { download } = await callCore(workbench, 'certificates.export', order);
      writeFileSync(join(folder, name), downloaded(workbench, download).bytes);
    };
    await save('tpp.pem', { format: 'pem', id, password: '', unprotected: true });
    // With a key in PKCS#1; the folders below have PKCS#8.
    const pem = readFileSync(join(folder, 'tpp.pem'), 'utf8');
    const key = createPrivateKey(pem).export({ type: 'pkcs1', format: 'pem' });
    writeFileSync(
      join(folder, 'tpp.pem'),
      pem.replace(/-----BEGIN PRIVATE KEY[^]*END PRIVATE KEY-----\n/, String(key)),
    );
    await save('tpp.pfx', { format: 'pfx', id, password: PASSWORD, cipher: '3des' });
    const payment = operationById('createPayment').example ?? '';
    drafts = {
      'a list': { method: 'GET', path: '/v1/user', headers: [], body: '' },
      'a refusal': { method: 'GET', path: '/v1/accounts?withBalance=perhaps', headers: [], body: '' },
      'a body with every kind of letter': {
        method: 'POST',
        path: '/v1/payments/domestic-norway-credit-transfers',
        headers: [['X-Note', `it's "quoted" $HOME \\ \`done\``]],
        body: payment.replace(/"creditorName": *"[^"]*"/, `"creditorName": "Bjørn's Bøker"`),
      },
      'a body that is refused': {
        method: 'POST',
        path: '/v1/payments/domestic-norway-credit-transfers',
        headers: [],
        body: '{ "text": "æøå € \\u00e5 $x `y` \'z\' 😀" }',
      },
      'no body': { method: 'POST', path: '/v1/bank-offered-consents', headers: [], body: '' },
    };
  });
  afterAll(async () => {
    await workbench.stop();
  });

  /** Runs the program of a folder. @returns the status and the body that it prints */
  async function printed(
    cwd: string,
    language: Language,
    env: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; body: string }> {
    const { bank } = await callCore(workbench, 'app.status', {});
    const PATH = `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`;
    return printedIn(cwd, language, { ...env, PATH, BANK_NOW: String(Math.floor(bank.now / 1000)) });
  }

  /** Runs the code of a draft. */
  async function answerOf(language: Language, draft: HttpRequest): Promise<{ status: number; body: string }> {
    const { code } = await callCore(workbench, 'requests.snippet', { request: requestOf(draft), language });
    writeFileSync(join(folder, fileOf(language)), code);
    return printed(folder, language, { TPP_PASSWORD: PASSWORD });
  }

  /** Runs a program. @returns what it prints */
  async function run(language: Language, code: string): Promise<string> {
    writeFileSync(join(folder, fileOf(language)), code);
    const [[program, ...args] = ['']] = RUN[language](fileOf(language));
    return (await promisify(execFile)(program, args, { cwd: folder, encoding: 'utf8' })).stdout;
  }

  /** Saves the folder of a draft and unpacks it with another program. @returns its path, and the rights of each file in it */
  async function folderOf(
    language: Language,
    withKey: boolean,
  ): Promise<{ path: string; files: Record<string, string> }> {
    const request = requestOf(drafts['no body'] ?? { method: 'GET', path: '/', headers: [], body: '' });
    const { download } = await callCore(workbench, 'requests.codeFolder', { request, language, withKey });
    const { name, bytes } = downloaded(workbench, download);
    const unpacked = mkdtempSync(join(folder, 'unpacked-'));
    writeFileSync(join(unpacked, name), bytes);
    const rights = await unpack(join(unpacked, name), unpacked);
    const inside = name.replace(/\.zip$/, '');
    const files = Object.entries(rights).map(([file, mode]) => [file.slice(inside.length + 1), mode]);
    return { path: join(unpacked, inside), files: Object.fromEntries(files) as Record<string, string> };
  }

  return { core: () => workbench, folder, drafts: () => drafts, answerOf, folderOf, printed, run };
}

/** The tests of each language. */
export function testSnippets(
  languages: readonly Language[],
  snippets: ReturnType<typeof snippetsForFile>,
): void {
  const { core, folder, drafts, answerOf, folderOf, printed } = snippets;
  describe.each(LANGUAGES.filter(({ id }) => languages.includes(id)))('$title', ({ id }) => {
    it('the copied code gets the same status and body as the workbench', async () => {
      for (const [what, each] of Object.entries(drafts())) {
        const sent = await callCore(core(), 'requests.send', requestOf(another(each)));
        const draft = another(each);
        const expected = { status: sent.status, body: comparable(sent.response?.body ?? '') };
        expect(await answerOf(id, draft), what).toEqual(expected);
      }
    });

    it('the copied code reaches a stub by http://, and names the file of the trusted roots', async () => {
      const stub = createServer((_, response) => response.end('stub')).listen(0, '127.0.0.1');
      await once(stub, 'listening');
      const { port } = stub.address() as AddressInfo;
      const ca = readFileSync(join(folder, 'data/bank/pki/ca.pem'), 'utf8');
      await chooseBank(core(), { baseUrl: `http://127.0.0.1:${port}/psd2`, ca });
      const draft: HttpRequest = { method: 'GET', path: '/v1/user', headers: [], body: '' };
      const order = { request: requestOf(draft), language: id };
      const { code, caFile } = await callCore(core(), 'requests.snippet', order);
      expect(caFile).toBe('bank-ca.pem');
      expect(code).toContain('Needs bank-ca.pem: the CA that it trusts');
      writeFileSync(join(folder, 'bank-ca.pem'), ca);
      expect(await answerOf(id, draft)).toEqual({ status: 200, body: 'stub' });
      await callCore(core(), 'environments.choose', { id: 'local' });
      stub.close();
      expect((await callCore(core(), 'requests.snippet', order)).caFile).toBeNull();
    });

    const setProfile = (profile: SignatureProfile) =>
      callCore(core(), 'environments.setProfile', { id: 'local', profile });

    it('headers that the user has written or removed stay as they are', async () => {
      const headers = [...SPECIFICATION.headers, 'x-note'];
      await setProfile({ ...SPECIFICATION, name: 'Notes are signed', headers, digestWithoutBody: true });
      const cases: [status: number, ...HttpRequest['headers']][] = [
        [201],
        [400, ['Digest', '']],
        [201, ['x-request-id', '6f1f33e2-1f0d-4c5c-9a52-0d5cf7c6b0aa']],
        [201, ['digest', `SHA-256=${createHash('sha256').digest('base64')}`]],
        // Java and C# send ASCII only. The last character is no blank.
        ...(id === 'java' || id === 'csharp'
          ? []
          : [[201, ['X-Note', 'pâté à la\u00a0']] satisfies [number, [string, string]]]),
      ];
      for (const [status, ...given] of cases) {
        const draft: HttpRequest = {
          method: 'POST',
          path: '/v1/bank-offered-consents',
          headers: given,
          body: '',
        };
        expect((await answerOf(id, draft)).status, JSON.stringify(given)).toBe(status);
        expect((await callCore(core(), 'requests.send', requestOf(draft))).status).toBe(status);
      }
      await setProfile(SPECIFICATION);
    });

    it('the copied code signs by the signature profile, which the bank requires', async () => {
      const wanted = Object.entries(drafts()).filter(
        ([what]) => what === 'no body' || what.endsWith('letter'),
      );
      for (const profile of DIALECTS) {
        await setProfile(profile);
        for (const [what, each] of wanted)
          expect((await answerOf(id, another(each))).status, `${profile.name}, ${what}`).toBe(201);
      }
      await setProfile(SPECIFICATION);
    });

    it('the saved folder runs as it is, and has the key only if that was asked for', async () => {
      const { path, files } = await folderOf(id, true);
      const key = id === 'csharp' ? 'tpp.pfx' : 'tpp.pem';
      expect(files).toMatchObject({ 'README.md': '0o644', 'bank-ca.pem': '0o644', [key]: '0o600' });
      const readme = readFileSync(join(path, 'README.md'), 'utf8');
      expect(readme).toContain(
        `\`${key}\` is the certificate with its private key, which no password protects.`,
      );
      expect(readme.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(5);
      expect(await printed(path, id)).toMatchObject({
        status: 201,
        body: expect.stringContaining('scaRedirect') as string,
      });

      const without = await folderOf(id, false);
      expect(without.files).not.toHaveProperty([key]);
      for (const file of Object.keys(without.files))
        expect(readFileSync(join(without.path, file), 'utf8')).not.toContain('PRIVATE KEY-----\n');
      expect(readFileSync(join(without.path, 'README.md'), 'utf8')).toContain(
        `Save the certificate with its key and without a password here as \`${key}\``,
      );
    });
  });
}
