/** What is copied as code runs nothing that somebody has planted in a request, and sends it as it is: one corpus for every language. */
import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestOf } from '../../shared/requests/http.ts';
import { LANGUAGES, type Language } from '../../shared/snippets/snippet.ts';
import { coreForFile } from './file-core.ts';
import { folderForFile } from './folders.ts';
import { PYTHON } from './python.ts';
import { SHORT_JAVA } from './short-java.ts';
import { startTlsServer, type TlsServer } from './tls-server.ts';
import { chooseBank, downloaded } from './workbench.ts';

const PASSWORD = 'pfx-password';

const plant = 'touch pwned';
/** Texts that one of the languages, its comments or its tools give a meaning. */
const HOSTILE = [
  String.raw`\u000a\u000dclass P{static{System.exit(0);}}//`,
  String.raw`\\u000a \\\u000a \uuu000a \u0022+x+\u0022 \u005c\u0022`,
  String.raw`\n \r \t \0 \x0a \12 \N{LINE FEED} \U0000000a \ud83d\ude00`,
  'ends with a backslash \\',
  `"; ${plant}; "`,
  `'; ${plant}; '`,
  `$(${plant})`,
  `\`${plant}\``,
  '${IFS}$PATH${x:=y} !! ~ * ? [a-z] {1..3} {a,b}',
  `'''; import os; os.system("${plant}"); '''`,
  `"""; import os; os.system("${plant}"); """`,
  '{0} {{1}} %s %n %(x)s #{x} <%= x %> @"x" $"x"',
  '*/ /* // -- # --> <!-- ]]> <script>',
  '@/etc/passwd',
  '-o /tmp/pwned --upload-file /etc/passwd',
  '# -*- coding: utf-7 -*- +AAo-import os',
  '"+System.IO.File.Create("pwned")+"',
  '"+require("fs").writeFileSync("pwned","")+"',
];
/** Only in a body: a header cannot carry them. */
const WIDE = [
  'a\nb',
  'a\r\nb\n',
  '\u2028\u2029\u0085\u000b\u000c',
  '\u202e\u2066',
  '\ufeff',
  '😀 𝔸',
  '\u0001\u001a\u001b[31m\u007f',
];

/** In a path there is no space; Java has an escape for it. */
const PATHS = [
  String.raw`/v1/x\u000aclass\u0020SignedRequest{public\u0020static\u0020void\u0020main(String[]a){new\u0020java.io.File("pwned").mkdir();}}\u000a//`,
  String.raw`/v1/x?\u000a\u002a/`,
  `/v1/x\u0085System.IO.File.Create("pwned");//`,
  `/v1/x?coding:utf-7&+AAo-import+ACA-os+AAo-`,
  `/v1/x"+x+"'$(${plant.replace(' ', '${IFS}')})\`id\`;{1..9}[1-9]{a,b}`,
  '/v1/x/../../y?@/etc/passwd#"\\',
];

/** How a program is checked without running it, and run. */
const TOOLS: Record<Language, (file: string) => { check: string[]; run: string[] }> = {
  curl: (file) => ({ check: ['bash', '-n', file], run: ['bash', file] }),
  node: (file) => ({ check: [process.execPath, '--check', file], run: [process.execPath, file] }),
  python: (file) => ({ check: [PYTHON, '-m', 'py_compile', file], run: [PYTHON, file] }),
  java: (file) => ({
    check: ['javac', ...SHORT_JAVA.map((option) => `-J${option}`), '-proc:none', file],
    run: ['java', ...SHORT_JAVA, '-cp', '.', 'SignedRequest'],
  }),
  csharp: (file) => ({
    check: ['mcs', '-langversion:latest', '-r:System.Net.Http.dll', '-out:request.exe', file],
    run: ['mono', 'request.exe'],
  }),
};

/** The tests of a file for some languages. */
export function describeSnippets(languages: readonly Language[]): void {
  const core = coreForFile('hostile-snippets');
  const { call } = core;
  const folder = folderForFile('hostile-snippets');
  let server: TlsServer;
  let received: { url: string; headers: NodeJS.Dict<string | string[]>; body: string } | null = null;

  beforeAll(async () => {
    server = await startTlsServer('Hostile bank CA', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received = {
          url: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        };
        // Somewhere else, and what the terminal would do with it.
        response
          .writeHead(302, { Location: 'https://localhost:1/elsewhere' })
          .end('\u001b[31m$(touch pwned)');
      });
    });
    await chooseBank(core.workbench, server);
    writeFileSync(join(folder, 'bank-ca.pem'), server.ca);
    const { id } = (await call('app.status', {})).certificate;
    const save = async (name: string, order: Parameters<typeof call<'certificates.export'>>[1]) => {
      const { download } = await call('certificates.export', order);
      writeFileSync(join(folder, name), downloaded(core.workbench, download).bytes);
    };
    await save('tpp.pem', { format: 'pem', id, password: '', unprotected: true });
    await save('tpp.pfx', { format: 'pfx', id, password: PASSWORD, cipher: '3des' });
  });
  afterAll(async () => {
    await server.stop();
  });

  const execute = ([program = '', ...args]: string[]) =>
    promisify(execFile)(program, args, {
      cwd: folder,
      env: { ...process.env, TPP_PASSWORD: PASSWORD },
      encoding: 'utf8',
    });

  async function programOf(
    language: Language,
    request: { path: string; headers: [string, string][]; body: string },
  ) {
    const { code } = await call('requests.snippet', {
      request: requestOf({ method: 'POST', ...request }),
      language,
    });
    const file = LANGUAGES.find(({ id }) => id === language)?.file ?? '';
    writeFileSync(join(folder, file), code);
    return TOOLS[language](file);
  }

  /** Files that only a planted command can have made. */
  const made = () => readdirSync(folder).filter((name) => /^(?:pwned|P)/.test(name));

  describe.each(LANGUAGES.filter(({ id }) => languages.includes(id)))('$title', ({ id }) => {
    it('sends hostile headers and bodies as they are', async () => {
      const headers = HOSTILE.map((value, at): [string, string] => [`X-Hostile-${at}`, value]);
      const body = JSON.stringify({ texts: [...HOSTILE, ...WIDE] }) + [...HOSTILE, ...WIDE].join('\n');
      for (const sent of [body, `@/etc/passwd\n${plant}`]) {
        received = null;
        const { check, run } = await programOf(id, {
          path: '/v1/x',
          headers,
          body: sent,
        });
        await execute(check);
        const { stdout } = await execute(run);
        expect(stdout).toContain('HTTP 302');
        expect(received).toMatchObject({ url: '/v1/x', body: sent });
        const got = HOSTILE.map((_, at) => received?.headers[`x-hostile-${at}`]);
        expect(got).toEqual(HOSTILE);
        expect(made()).toEqual([]);
      }
    }, 120_000);
    it('is a whole program, and runs nothing, whatever the path is', async () => {
      // The first alone, because it makes a whole program of Java; the others in one.
      for (const path of [PATHS[0] ?? '', PATHS.slice(1).join('')]) {
        const { check, run } = await programOf(id, { path, headers: [], body: '' });
        await execute(check);
        // A path that the language's own client refuses is an error of that program.
        await execute(run).catch(() => undefined);
        expect(made(), path).toEqual([]);
      }
    }, 240_000);
  });
}
