/** `tpp-workbench` on the command line, as a program of its own. */
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bank } from '../../bank-sim/index.ts';
import { readCertificateHeader } from '../../shared/signing/certificate.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import { METHODS } from '../../shared/xs2a/http-syntax.ts';
import { OPENSSL_AT_GIVEN_DATE } from '../support/given-date.ts';
import { memoryBank } from '../support/bank.ts';
import { asUtf16, ENCODINGS } from '../support/encodings.ts';
import { folderForFile } from '../support/folders.ts';
import { OpenSsl, PASSWORD } from '../support/openssl-fixtures.ts';
import { programFile } from '../support/programs.ts';
import { sendRaw } from '../support/tpp.ts';

const PROGRAM = programFile('cli');
const { version: VERSION } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { version: string };
const folder = folderForFile('cli');
const openssl = new OpenSsl();
let bank: Bank;
let agent: Agent;

function run(args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, ...env },
  });
  return { stdout: stdout.trimEnd(), stderr: stderr.trimEnd(), status };
}

interface SignedJson {
  method: string;
  url: string;
  headers: [string, string][];
  body: string;
  signing: { lines: string[]; keyId: string };
  expected: { status: number; code: string } | null;
}

const consents = () => `${bank.apiBaseUrl}/v1/bank-offered-consents`;
const signed = (...args: string[]): SignedJson => {
  const { stdout, stderr } = run(['sign', '--cert', 'made/tpp.pem', '--json', ...args]);
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout) as SignedJson;
};

beforeAll(async () => {
  bank = await memoryBank({ clock: undefined });
  // A connection each: the bank runs in this process, and the commands in between block it for longer than it keeps one open.
  agent = new Agent({ connect: { ca: bank.caPem }, pipelining: 0 });
  run(['cert', 'make', '--out', 'made']);
});
afterAll(async () => {
  await Promise.all([bank.stop(), agent.close()]);
  openssl.dispose();
});

describe('cert make', () => {
  it('writes a certificate that openssl verifies and keys that only the owner can read', () => {
    const path = (name: string) => join(folder, 'made', name);
    expect(
      execFileSync(
        'openssl',
        ['verify', ...OPENSSL_AT_GIVEN_DATE, '-CAfile', path('ca.pem'), path('tpp.pem')],
        { encoding: 'utf8' },
      ),
    ).toContain('OK');
    expect(readdirSync(path('.')).sort()).toEqual(['ca-key.pem', 'ca.pem', 'tpp.pem']);
    expect(statSync(path('tpp.pem')).mode & 0o777).toBe(0o600);
    expect(statSync(path('ca-key.pem')).mode & 0o777).toBe(0o600);
  });
  it.each([
    ['an open file of that name', (file: string) => writeFileSync(file, '', { mode: 0o666 })],
    ['a link of that name', (file: string) => symlinkSync(join(folder, 'elsewhere'), file)],
  ])('does not write a key into %s', (_, prepare) => {
    rmSync(join(folder, 'shared'), { recursive: true, force: true });
    writeFileSync(join(folder, 'elsewhere'), 'before');
    mkdirSync(join(folder, 'shared'));
    prepare(join(folder, 'shared/tpp.pem.new'));
    expect(run(['cert', 'make', '--out', 'shared']).stderr).toBe('');
    expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toBe('before');
    expect(lstatSync(join(folder, 'shared/tpp.pem')).mode).toBe(0o100600);
  });
  it('creates a folder that only the owner can open, and says why it cannot', () => {
    expect(statSync(join(folder, 'made')).mode & 0o777).toBe(0o700);
    writeFileSync(join(folder, 'no-folder'), '');
    const { stderr, status } = run(['cert', 'make', '--out', 'no-folder/inside']);
    expect({ status, stderr }).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^The files cannot be written: ENOTDIR/),
    });
  });
  it('accepts every field, issues with an existing CA and writes a PFX', () => {
    writeFileSync(
      join(folder, 'authority.pem'),
      readFileSync(join(folder, 'made/ca.pem'), 'utf8') +
        readFileSync(join(folder, 'made/ca-key.pem'), 'utf8'),
    );
    writeFileSync(join(folder, 'password'), `${PASSWORD}\n`);
    const { stdout, stderr, status } = run([
      'cert',
      'make',
      '--out',
      'second',
      '--ca',
      'authority.pem',
      '--password-file',
      'password',
      '--json',
      '--organization',
      'Bergen Betaling',
      '--roles',
      'PSP_AI',
      '--profile',
      'QWAC',
      '--serial',
      '00FF',
      '--from',
      '2020-01-01',
      '--until',
      '2021-01-01',
      '--bits',
      '3072',
      '--common-name',
      'api.bb.example',
    ]);
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      files: [join('second', 'tpp.pem'), join('second', 'ca.pem'), join('second', 'tpp.pfx')],
    });
    const inspected = run(['cert', 'inspect', 'second/tpp.pfx', '--json', '--password-file', 'password']);
    const [facts] = (JSON.parse(inspected.stdout) as { certificates: object[] }).certificates;
    expect(facts).toMatchObject({
      subject:
        'CN=api.bb.example,2.5.4.97=#0c135053444e4f2d4653412d393837363534333235,O=Bergen Betaling,C=NO',
      serial: 'FF',
      notBefore: '2020-01-01T00:00:00.000Z',
      notAfter: '2021-01-01T00:00:00.000Z',
      profile: 'QWAC',
      roles: ['PSP_AI'],
      authority: { name: 'Finanstilsynet', id: 'NO-FSA' },
      key: { algorithm: 'RSA', bits: 3072 },
      privateKey: true,
    });
  });
  it('overwrites nothing and explains what is wrong with an invalid order', () => {
    expect(run(['cert', 'make', '--out', 'made'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('already exists'),
    });
    expect(run(['cert', 'make', '--out', 'x', '--bits', '512'])).toMatchObject({ status: 2 });
    expect(run(['cert', 'make', '--out', 'x', '--from', 'soon']).stderr).toContain(
      '--from must be a date such as',
    );
    expect(run(['cert', 'make', '--out', 'x', '--colour', 'red']).stderr).toContain('--colour');
  });
});

describe('cert inspect and keyid', () => {
  it('they print the keyId, alone and with every other format', () => {
    const expected = keyIdOf(
      readCertificateHeader(
        /-----BEGIN[\s\S]*?END CERTIFICATE-----/.exec(
          readFileSync(join(folder, 'made/tpp.pem'), 'utf8'),
        )?.[0] ?? '',
      ),
    );
    expect(run(['cert', 'keyid', 'made/tpp.pem']).stdout).toBe(expected);
    const { keyId, spellings } = JSON.parse(
      run(['cert', 'keyid', 'made/tpp.pem', '--all', '--json']).stdout,
    ) as { keyId: string; spellings: { id: string; banks: { specified: { verdict: string } } }[] };
    expect(keyId).toBe(expected);
    expect(spellings.find(({ id }) => id === 'decimal')?.banks.specified.verdict).toBe('refused');
    const { stdout } = run(['cert', 'keyid', 'made/tpp.pem', '--all']);
    expect(stdout).toContain('reference only: refused');
    // As docs/developer.md says.
    for (const program of ['OpenSSL', 'Java', '.NET', 'Node.js', 'node-forge'])
      expect(stdout).toContain(`${program}: `);
  });
  it('a file without a certificate is called what it is', () => {
    openssl.run(`pkey -in ${join(folder, 'made/tpp.pem')} -pubout -out pub.pem`);
    for (const command of ['inspect', 'keyid'])
      expect(run(['cert', command, join(openssl.folder, 'pub.pem')])).toMatchObject({
        status: 2,
        stderr:
          'pub.pem is not a certificate, private key or PFX that the workbench can read. It contains only PUBLIC KEY. Choose the certificate and its private key.',
      });
  });
  it('in a file with a chain in any order, the keyId is that of the certificate that the key fits, or that issued no other', () => {
    const pem = (name: string) => readFileSync(join(folder, 'made', name), 'utf8');
    const [leaf = ''] = /-----BEGIN CERT[^]*?END CERTIFICATE-----\r?\n/.exec(pem('tpp.pem')) ?? [];
    const key = pem('tpp.pem').slice(pem('tpp.pem').indexOf('-----BEGIN PRIVATE'));
    const expected = run(['cert', 'keyid', 'made/tpp.pem']).stdout;
    const file = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return name;
    };
    const rootFirst = file('root-first.pem', pem('ca.pem') + leaf);
    expect(run(['cert', 'keyid', rootFirst]).stdout).toBe(expected);
    expect(run(['cert', 'keyid', 'made/ca.pem', file('leaf.pem', leaf)]).stdout).toBe(expected);
    expect(run(['cert', 'keyid', file('key-first.pem', pem('ca.pem') + key + leaf)]).stdout).toBe(expected);
    // The key of the CA makes the certificate of the CA the own one.
    const ofCa = run(['cert', 'keyid', 'made/ca.pem']).stdout;
    expect(ofCa).not.toBe(expected);
    expect(run(['cert', 'keyid', rootFirst, 'made/ca-key.pem']).stdout).toBe(ofCa);
    // Where a QWAC and a QSealC are together, the QSealC signs.
    run(['cert', 'make', '--out', 'web', '--profile', 'QWAC']);
    expect(run(['cert', 'keyid', 'web/tpp.pem', 'made/tpp.pem']).stdout).toBe(expected);
  });
  it('the password comes from a file or the environment, never from the arguments', () => {
    openssl.selfSigned('sealed', ['rsa:2048']);
    openssl.run(
      `pkcs12 -export -in sealed.pem -inkey sealed-key.pem -out sealed.pfx -passout pass:${PASSWORD}`,
    );
    const pfx = join(openssl.folder, 'sealed.pfx');
    expect(run(['cert', 'inspect', pfx])).toMatchObject({
      status: 2,
      stderr:
        'sealed.pfx is protected by a password. Put it into the first line of a file and name that with --password-file, or set TPP_PASSWORD.',
    });
    expect(run(['cert', 'inspect', pfx], '', { TPP_PASSWORD: 'wrong' }).stderr).toContain(
      'does not open sealed.pfx',
    );
    expect(run(['cert', 'inspect', pfx], '', { TPP_PASSWORD: PASSWORD }).stdout).toContain(
      'in these files, matches',
    );
    expect(run(['cert', 'inspect', join(openssl.folder, 'sealed.pem')]).stdout).toContain(
      'not in these files',
    );
  });
});

describe('sign', () => {
  it('the help names each method that can be signed', () => {
    const { stdout } = run(['sign', '--help']);
    for (const method of METHODS) expect(stdout).toContain(` ${method}`);
  });
  it('its output lines are headers that curl sends and the bank accepts', async () => {
    const { stdout } = run(['sign', '--cert', 'made/tpp.pem', '--method', 'POST', '--url', consents()]);
    writeFileSync(join(folder, 'headers'), stdout);
    // Not synchronously: the bank runs in this process.
    const curl = `--silent --cacert ${bank.caFile} -X POST -H @headers -w %{http_code} ${consents()}`;
    const { stdout: answer } = await promisify(execFile)('curl', curl.split(' '), { cwd: folder });
    expect(answer).toContain('scaRedirect');
    expect(answer).toMatch(/201$/);
  });
  it('an address that is not one of the web is refused', () => {
    const { stderr, status } = run(['sign', '--cert', 'made/tpp.pem', '--url', 'file:///v1/accounts']);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'The request URL must start with https:// or http://, not file:',
    });
  });
  it('a pipe that is named as a file is refused; standard input and <(…) are read', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(run(['cert', 'keyid', 'pipe'])).toMatchObject({
      status: 2,
      stderr:
        'pipe cannot be read: it is not an ordinary file. To read from a pipe, pass it as standard input.',
    });
    const keyId = run(['cert', 'keyid', 'made/tpp.pem']);
    const pem = readFileSync(join(folder, 'made/tpp.pem'), 'utf8');
    expect(run(['cert', 'keyid', '-'], pem)).toEqual(keyId);
    const script = `"${process.execPath}" "${PROGRAM}" cert keyid <(cat made/tpp.pem)`;
    const substituted = execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });
    expect(substituted.trimEnd()).toBe(keyId.stdout);
  });
  it('an expired certificate signs, and the command says that it has expired', () => {
    const late = ['--at', '2099-01-01T00:00:00Z'];
    const { stdout, stderr, status } = run([
      'sign',
      '--cert',
      'made/tpp.pem',
      '--url',
      consents(),
      ...late,
      '--json',
    ]);
    expect(stderr).toMatch(/^The certificate expired on .+ UTC\.$/);
    expect(status).toBe(0);
    expect(run(['verify', ...late], stdout)).toMatchObject({
      stdout: expect.stringContaining(`Note: ${stderr}`),
      status: 0,
    });
  });
  it('SIG-2: an EC key is inspected and does not sign', () => {
    openssl.selfSigned('ec', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']);
    const files = ['ec.pem', 'ec-key.pem'].map((name) => join(openssl.folder, name));
    const { stdout } = run(['cert', 'inspect', ...files]);
    expect(stdout).toMatch(/^Key +EC, P-256$/m);
    expect(stdout).toContain('in these files, matches');
    const [certificate = '', key = ''] = files;
    expect(run(['sign', '--cert', certificate, '--cert', key, '--url', consents()])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('“ec” cannot sign requests: its key is EC'),
    });
  });
  it('certificate and key in two files, custom headers and a body are signed', () => {
    openssl.run(`pkey -in ${join(folder, 'made/tpp.pem')} -out key.pem`);
    writeFileSync(join(folder, 'body.json'), '{"a":"ø"}');
    const { stdout } = run([
      'sign',
      '--json',
      '--cert',
      'made/ca.pem',
      '--cert',
      'made/tpp.pem',
      '--url',
      'https://bank.example/psd2/v1/payments?x=1',
      '--body',
      'body.json',
      '--header',
      'PSU-ID: someone',
      '--header',
      'TPP-Redirect-URI:',
      '--header',
      'X-Extra: yes',
    ]);
    const request = JSON.parse(stdout) as SignedJson;
    expect(request.method).toBe('POST');
    expect(request.signing.lines[0]).toBe('(request-target): post /psd2/v1/payments?x=1');
    expect(request.signing.lines).toContain('psu-id: someone');
    expect(request.headers.map(([name]) => name)).not.toContain('TPP-Redirect-URI');
    expect(request.headers).toContainEqual(['X-Extra', 'yes']);
    expect(run(['verify', '--json'], stdout)).toMatchObject({ status: 0 });
  });
  it.each(['decimal-serial', 'no-signature', 'other-key', 'too-old'])(
    '--fault %s gets the expected response from the bank',
    async (id) => {
      const { method, url, headers, body, expected } = signed(
        '--method',
        'POST',
        '--url',
        consents(),
        '--fault',
        id,
      );
      const answer = await request(url, {
        dispatcher: agent,
        method: method as 'POST',
        headers: headers.flat(),
        body: body || null,
      });
      const { tppMessages } = (await answer.body.json()) as { tppMessages: { code: string }[] };
      expect([answer.statusCode, tppMessages[0]?.code]).toEqual([expected?.status, expected?.code]);
    },
  );
  it('lists at least forty faults, each with rule, response and reason', () => {
    const { faults } = JSON.parse(run(['faults', '--json']).stdout) as { faults: Record<string, unknown>[] };
    expect(faults.length).toBeGreaterThanOrEqual(40);
    for (const fault of faults)
      expect(fault).toMatchObject({
        rule: expect.stringMatching(/^[A-Z]+-\d+/),
        status: expect.any(Number),
        why: expect.stringMatching(/\.$/),
      });
    expect(run(['faults']).stdout).toContain('decimal-serial');
  });
});

describe('verify', () => {
  const text = (
    { method, headers, body }: SignedJson,
    line = `${method} /v1/bank-offered-consents HTTP/1.1`,
  ) => [line, ...headers.map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n');

  it('a correct signature passes, as JSON and as text', () => {
    const request = signed('--method', 'POST', '--url', consents());
    expect(run(['verify', '-'], JSON.stringify(request))).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('The signature is valid.'),
    });
    const options = request.headers.map(([name, value]) => `-H '${name}: ${value}'`).join(' ');
    const command = `curl -X POST ${options} ${consents()}`;
    expect(run(['verify'], command)).toMatchObject({ stderr: '', status: 0 });
    expect(run(['verify'], `${command}?x=1`).stdout).toContain('✗ Cryptography');
    expect(run(['verify'], `${command} -d @body.json`).stderr).toContain('is in a file');
    const { stdout, status } = run(['verify', '--json'], text(request));
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      holds: true,
      failed: null,
      signingLines: request.signing.lines,
    });
  });
  it('names the step that fails and shows the string that a bank builds', () => {
    const request = signed('--method', 'POST', '--url', consents());
    const moved = run(['verify'], text(request, 'POST /v1/bank-offered-consents?x=1 HTTP/1.1'));
    expect(moved.status).toBe(1);
    expect(moved.stdout).toContain('✗ Cryptography');
    expect(moved.stdout).toContain('(request-target): post /v1/bank-offered-consents?x=1');
    const late = run(['verify', '--at', '2020-01-01T00:00:00Z', '--json'], text(request));
    expect(JSON.parse(late.stdout)).toMatchObject({
      holds: false,
      failed: { check: 'date', rule: 'SIG-10' },
    });
    expect(run(['verify', '--at', 'header'], text(request)).status).toBe(0);
    const bare = run(['verify'], 'GET /v1/accounts HTTP/1.1\r\n\r\n');
    expect(bare).toMatchObject({ status: 1, stdout: expect.stringContaining('– Cryptography, not reached') });
  });
  it('SIG-7: a question mark without a query is signed, as curl and fetch send it', async () => {
    const url = `${consents()}?`;
    const { headers, signing } = signed('--method', 'POST', '--url', url);
    expect(signing.lines[0]).toBe('(request-target): post /v1/bank-offered-consents?');
    const sent = await sendRaw(bank, 'POST', '/v1/bank-offered-consents?', headers, Buffer.alloc(0));
    expect(sent.status).toBe(201);
  });
  it('SIG-7: says where to send a request whose URL had to be encoded, and signs no fragment', () => {
    const sign = (end: string) =>
      run(['sign', '--cert', 'made/tpp.pem', '--json', '--url', `${consents()}${end}`]);
    const { stderr, stdout } = sign('?q=a b#c?');
    expect(stderr).toContain(`Send the request to exactly this one: ${consents()}?q=a%20b`);
    expect(stdout).toContain('get /v1/bank-offered-consents?q=a%20b"');
    expect(sign('#c?').stdout).toContain('get /v1/bank-offered-consents"');
    expect(sign('#c?').stderr).not.toContain('encoded');
  });
  it('--signed compares what a client says it signed with the hash in the signature', () => {
    const request = signed('--method', 'POST', '--url', consents());
    const wrong = text(request, 'POST /v1/bank-offered-consents?x=1 HTTP/1.1');
    const lines = request.signing.lines.join('\n');
    writeFileSync(join(folder, 'signed.txt'), `${lines}\n`);
    const known = run(['verify', '--signed', 'signed.txt'], wrong);
    expect(known.stdout).toContain('but the paste has a newline at its end');
    expect(known.stdout).toMatch(/The first difference is in line 1, column 49 \(after 48 bytes\)/);
    expect(known.status).toBe(1);
    writeFileSync(join(folder, 'signed.txt'), 'date: yesterday');
    expect(run(['verify', '--signed', 'signed.txt'], wrong).stdout).toContain('not the text that was signed');
    // Where the signature is not what fails, the result is that without --signed, and says so.
    for (const [status, given] of [
      [0, request],
      [1, { ...request, body: 'another body' }],
    ] as const) {
      const compared = run(['verify', '--signed', 'signed.txt'], text(given));
      const { stdout } = run(['verify'], text(given));
      expect(compared).toMatchObject({ status, stderr: '' });
      expect(compared.stdout).toContain(`${stdout}\n\nThere is nothing to compare --signed with`);
      const json: unknown = JSON.parse(
        run(['verify', '--signed', 'signed.txt', '--json'], text(given)).stdout,
      );
      expect(json).toMatchObject({ holds: status === 0, signedText: { kind: 'nothing-to-compare' } });
    }
  });
  it('SIG-14: names the cause of a wrong signature and shows what was signed', () => {
    const request = signed('--method', 'POST', '--url', consents(), '--fault', 'crlf');
    const { stdout, status } = run(['verify'], text(request));
    expect(status).toBe(1);
    expect(stdout).toContain('the lines are separated by CRLF');
    expect(stdout).toContain('Join the lines with one newline');
    expect(stdout).toContain(String.raw`  "(request-target): post /v1/bank-offered-consents\r\ndate: `);
    const json: unknown = JSON.parse(run(['verify', '--json'], text(request)).stdout);
    expect(json).toMatchObject({ wrongSignature: { verdict: 'named', causes: [{ id: 'crlf' }] } });
  });
  it('explains why a text is not a request', () => {
    expect(run(['verify'], 'hello')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('must start with the method and path'),
    });
    expect(run(['verify'], '{ "a": 1 }').stderr).toContain('The JSON must have method, url and headers');
    expect(run(['verify', 'nowhere.txt']).stderr).toContain('nowhere.txt cannot be read');
    expect(JSON.parse(run(['verify', '--json'], 'hello').stdout)).toHaveProperty('error');
  });
});

describe('the program', () => {
  it('prints its help and names unknown commands and options', () => {
    expect(run([])).toMatchObject({ status: 0, stdout: expect.stringContaining('cert inspect FILE') });
    for (const asked of [
      ['sign', '--help'],
      ['sign', '-h'],
      ['help', 'sign'],
    ])
      expect(run(asked).stdout).toMatch(/^sign --cert FILE/);
    expect(run(['-h']).stdout).toMatch(/^tpp-workbench <command>\n/);
    expect(run(['cert', '--help']).stdout.match(/^\w+ \w+/gm)).toEqual([
      'cert inspect',
      'cert keyid',
      'cert make',
    ]);
    expect(run(['--version'])).toEqual({ stdout: VERSION, stderr: '', status: 0 });
    expect(run(['\u001B[2Jdance']).stderr).toContain(String.raw`Unknown command "\u001b[2Jdance"`);
    expect(run(['dance'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Unknown command "dance"'),
    });
  });
  it('says what was not expected in one line, and the whole of it on demand', () => {
    const broken = [
      '--import',
      'data:text/javascript,JSON.parse = () => { throw new TypeError("Odd.\\nVery.") }',
    ];
    const odd = (env: NodeJS.ProcessEnv = {}) =>
      spawnSync(process.execPath, [...broken, PROGRAM, '--version'], {
        encoding: 'utf8',
        env: { ...process.env, ...env },
      });
    expect(odd()).toMatchObject({
      status: 2,
      stderr:
        'The program has failed in a way that was not expected: Odd. Very. Set TPP_DEBUG=1 to see where, and report it as a mistake of the program.\n',
    });
    expect(odd({ TPP_DEBUG: '1' }).stderr).toContain(' at ');
  });
  it('that fails so still hands over what it has printed, however slowly that is read', async () => {
    const printed = 'x'.repeat(5_000_000);
    const broken = `const { log } = console; console.log = () => { log('x'.repeat(${printed.length})); throw new Error('Odd') }`;
    const args = ['--import', `data:text/javascript,${broken}`, PROGRAM, '--version'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'close');
    // By then, the pipe is full.
    await once(child.stderr, 'data');
    expect((await textOf(child.stdout)).length).toBe(printed.length + 1);
    expect(await ended).toEqual([2, null]);
  });
  it('ends in silence when nobody reads on', () => {
    const [program, node] = [PROGRAM, process.execPath].map((path) => `'${path}'`);
    const { stderr } = spawnSync('sh', ['-c', `(sleep 0.1; ${node} ${program} faults) | true`], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
  });
  it('starts the bank', () => {
    expect(run(['bank', '-h']).stdout).toContain('--psu-port');
    expect(run(['bank', '--help']).stdout).toContain('--psu-port');
    expect(run(['bank', '--env', 'moon'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('sandbox or production'),
    });
  });
});

describe('texts as editors and shells write them', () => {
  const file = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return name;
  };
  it.each(ENCODINGS)('%s: a certificate and a request', (_, written) => {
    const certificate = file('written.pem', written(readFileSync(join(folder, 'made/tpp.pem'), 'utf8')));
    const answer = run(['sign', '--cert', certificate, '--url', consents(), '--json']);
    expect(answer).toMatchObject({ stderr: '', status: 0 });
    const request = file('written.json', written(answer.stdout));
    expect(run(['verify', request])).toMatchObject({ stderr: '', status: 0 });
  });
  it('a body in UTF-16 is refused, because its bytes are not what would be signed', () => {
    const body = file('body.json', asUtf16('{}', 'le'));
    expect(run(['sign', '--cert', 'made/tpp.pem', '--url', consents(), '--body', body])).toEqual({
      stdout: '',
      stderr: 'body.json is not UTF-8, as the bodies of the interface are. Save it as UTF-8, then sign it.',
      status: 2,
    });
  });
});

describe('--out', () => {
  const printed = (...args: string[]) => run(args).stdout;
  const file = (name: string) => readFileSync(join(folder, name), 'utf8');

  it('a document goes into the file in place of the terminal, as text and as JSON', async () => {
    for (const [at, args] of [
      ['cert', 'inspect', 'made/tpp.pem'],
      ['cert', 'keyid', 'made/tpp.pem'],
      ['faults'],
    ].entries()) {
      expect(run([...args, '--out', `out-${at}`])).toEqual({ stdout: '', stderr: '', status: 0 });
      expect(file(`out-${at}`)).toBe(`${printed(...args)}\n`);
      run([...args, '--json', '--out', `out-${at}`]);
      expect(JSON.parse(file(`out-${at}`))).toEqual(JSON.parse(printed(...args, '--json')));
    }
    const sign = ['sign', '--cert', 'made/tpp.pem', '--method', 'POST', '--url', consents()];
    run([...sign, '--out', 'headers']);
    const headers = Object.fromEntries(
      file('headers')
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/: (.*)/, 2) as [string, string]),
    );
    const { statusCode, body } = await request(consents(), { method: 'POST', dispatcher: agent, headers });
    await body.dump();
    expect(statusCode).toBe(201);
  });

  it('the exit status stays, and a file that cannot be written is a sentence', () => {
    writeFileSync(join(folder, 'unsigned'), 'GET /v1/accounts HTTP/1.1\nHost: localhost\n\n');
    expect(run(['verify', 'unsigned', '--out', 'verdict'])).toEqual({ stdout: '', stderr: '', status: 1 });
    expect(file('verdict')).toContain('The signature is not valid.');
    expect(run(['faults', '--out', 'nowhere/faults'])).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(/^nowhere\/faults cannot be written: [^\n]*$/),
      status: 2,
    });
  });
});

it('certificates, signing and verifying open no data folder', () => {
  const home = mkdtempSync(join(tmpdir(), 'tpp-home-'));
  const env = { HOME: home, XDG_DATA_HOME: home, APPDATA: home };
  const answer = run(['sign', '--cert', 'made/tpp.pem', '--url', consents(), '--json'], '', env);
  for (const { status } of [
    answer,
    run(['verify'], answer.stdout, env),
    run(['cert', 'inspect', 'made/tpp.pem'], '', env),
    run(['cert', 'keyid', 'made/tpp.pem'], '', env),
    run(['faults'], '', env),
  ])
    expect(status).toBe(0);
  expect(readdirSync(home)).toEqual([]);
  rmSync(home, { recursive: true, force: true });
});
