/** Requests to other hosts: only those that the environment names get what is the bank's, and a run says first who does not. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useRunProgram } from '../support/run-program.ts';

const program = useRunProgram();
const { collection, done, environmentOf, results } = program;

/** What the server has got; reset before each test. */
let got: { line: string; headers: IncomingHttpHeaders; body: string }[] = [];
const server = createServer((asked, response) => {
  let body = '';
  asked.on('data', (piece: Buffer) => (body += piece.toString()));
  asked.on('end', () => {
    got.push({ line: `${asked.method} ${asked.url}`, headers: asked.headers, body });
    response.setHeader('Content-Type', 'application/json');
    response.end('{"access_token":"t-1","_links":{"scaRedirect":{"href":"https://evil.example/"}}}');
  });
});
let host = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => server.close());
beforeEach(() => (got = []));

const TOKEN = `
steps:
  - name: Token
    request: POST {{authUrl}}/token?for=psd2
    headers: { Content-Type: application/x-www-form-urlencoded, X-Own: "{{user}}" }
    text: grant_type=client_credentials
    keep: { token: $.access_token }
  - name: Again
    request: POST http://HOST/token
    body: { token: "{{token}}" }
`;
const secret = { secrets: { clientSecret: { from: 'CLIENT_SECRET' } } };
const SECRET_ENV = { CLIENT_SECRET: 'correct horse battery' };
const args = (name: string, env: string, ...more: string[]) => [
  'run',
  name,
  '--env',
  env,
  '--secret',
  'TPP_CONTROL_TOKEN',
  ...more,
];
const notSigned = () =>
  `Requests to ${host} are not signed and have no client certificate: the environment's hosts do not name it.`;
const OF_THE_BANK = /^(?:digest|signature|tpp-|psu-|x-bank|x-request-id|date)/;
const ofTheBank = (at: number) =>
  Object.keys(got[at]?.headers ?? {}).filter((name) => OF_THE_BANK.test(name));
const flow = (text: string) => ({ '1.flow.yaml': text.replaceAll('HOST', host) });
const given = () => ({
  headers: { 'X-Bank': '{{fromLater}}' },
  variables: { authUrl: `http://${host}`, user: 'me', fromLater: 'yes' },
});

describe('a host that the environment does not name', () => {
  it('gets the request without signature, PSU and headers of the environment, and the run says so once, first', async () => {
    const name = collection('token', flow(TOKEN));
    const env = environmentOf('not-named.json', { ...given(), ...secret });
    const ran = await done(
      args(name, env, '--secret', 'CLIENT_SECRET', '--reporter', 'json=token.jsonl', '--reporter', 'console'),
      { ...SECRET_ENV, TPP_CONTROL_TOKEN: program.controlToken },
    );
    expect(ran.status).toBe(0);
    expect(ran.stderr.split(notSigned())).toHaveLength(2);
    expect(got.map(({ line }) => line)).toEqual(['POST /token?for=psd2', 'POST /token']);
    expect(got[0]?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'x-own': 'me',
    });
    expect(got.map(({ body }) => body)).toEqual(['grant_type=client_credentials', '{\n  "token": "t-1"\n}']);
    expect([ofTheBank(0), ofTheBank(1)]).toEqual([[], []]);
    expect(results('token.jsonl').map(({ line }) => line)).toEqual([
      `POST http://${host}/token?for=psd2`,
      `POST http://${host}/token`,
    ]);
  });
  it('is known also by what an include gives to the flows that its flow includes', async () => {
    const name = collection(
      'included',
      flow(`
steps:
  - { name: Outer, include: middle.flow.yaml, variables: { place: "http://HOST" } }
`),
    );
    collection(name, {
      'middle.flow.yaml':
        'run: only when included\nsteps:\n  - { name: Middle, include: inner.flow.yaml, variables: { way: token } }\n',
      'inner.flow.yaml': 'run: only when included\nsteps:\n  - request: POST {{place}}/{{way}}\n',
    });
    const ran = await done(['run', name, '--bank']);
    expect(got.map(({ line }) => line)).toEqual(['POST /token']);
    expect(ran.stderr).toContain(notSigned());
  });
  it('does not get a secret of the environment, in whatever form, and the step says what to do', async () => {
    const name = collection(
      'secret',
      flow(`
variables: { pair: "me:{{clientSecret}}" }
steps:
  - { name: In the body, request: "POST http://HOST/token", text: "secret={{pair}}" }
  - { name: In the address, request: "GET http://HOST/{{clientSecret}}" }
  - { name: In a header, request: "GET http://HOST/", headers: { Authorization: "Basic {{clientSecret}}" } }
  - name: By rows
    each: { word: ["{{clientSecret}}"] }
    request: POST http://HOST/token
    text: "secret={{word}}"
`),
    );
    const env = environmentOf('secret.json', secret);
    await done(args(name, env, '--secret', 'CLIENT_SECRET', '--reporter', 'json=secret.jsonl'), {
      ...SECRET_ENV,
      TPP_CONTROL_TOKEN: program.controlToken,
    });
    const why = `\`clientSecret\` is a secret of the environment and ${host} is not among its hosts, so nothing was sent. If ${host} may have it, add ${host} to the hosts of the environment.`;
    const said = results('secret.jsonl').map(({ outcome, reason }) => `${outcome}: ${reason}`);
    expect(said).toHaveLength(4);
    expect(new Set(said)).toEqual(new Set([`failed: ${why}`]));
    expect(got).toEqual([]);
  });
  it('is reached from a bank in memory, too, and its links are no pages of the bank', async () => {
    const name = collection(
      'in-memory',
      flow(`${TOKEN}
  - { name: Approve, sca: approve, as: Eirik Solbakken }
`),
    );
    const ran = await done([
      'run',
      name,
      '--bank',
      '--var',
      `authUrl=http://${host}`,
      '--var',
      'user=me',
      '--reporter',
      'json=in-memory.jsonl',
    ]);
    expect(ran.stderr).toContain(notSigned());
    expect(results('in-memory.jsonl').map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'failed']);
    expect(results('in-memory.jsonl')[2]?.reason).toContain('scaRedirect');
  });
});

describe('a host that the environment names', () => {
  it('gets signed requests with the headers and secrets of the environment', async () => {
    const name = collection(
      'named',
      flow(`
steps:
  - { name: Token, request: "POST http://HOST/token", body: { secret: "{{clientSecret}}" } }
`),
    );
    const env = environmentOf('named.json', { ...given(), ...secret, hosts: [host] });
    const ran = await done(args(name, env, '--secret', 'CLIENT_SECRET'), {
      ...SECRET_ENV,
      TPP_CONTROL_TOKEN: program.controlToken,
    });
    expect(ran.stderr).toMatch(new RegExp(`signs for https://\\S+, ${host}\\.`));
    expect(ran.stderr).not.toContain('are not signed');
    expect(ran.status).toBe(0);
    expect(ofTheBank(0)).toEqual(
      expect.arrayContaining(['digest', 'signature', 'tpp-signature-certificate', 'x-bank']),
    );
    expect(got[0]?.body).toContain(SECRET_ENV.CLIENT_SECRET);
  });
  it.each(['https://x', 'a b', 'user@host'])('must be a host: %s', async (odd) => {
    const name = collection('odd', flow(TOKEN));
    const ran = await done(args(name, environmentOf('odd.json', { hosts: [odd] })));
    expect(ran.stderr).toContain(`hosts: “${odd}” is no host.`);
  });
});

it('the bank itself may be a stub on this machine without TLS, as in the window', async () => {
  const name = collection('stub', { '1.flow.yaml': 'steps:\n  - request: GET /v1/accounts\n' });
  const stub = { baseUrl: `http://${host}/psd2`, roots: undefined, control: undefined };
  await done(args(name, environmentOf('stub.json', stub)));
  expect(got.map(({ line }) => line)).toEqual(['GET /psd2/v1/accounts']);
  expect(ofTheBank(0)).toContain('signature');
});

it('check takes an address, and says what one begins with', async () => {
  collection('checked', { '1.flow.yaml': 'steps:\n  - request: POST https://auth.bank.example/token\n' });
  collection('checked-odd', { '1.flow.yaml': 'steps:\n  - request: POST auth.bank.example/token\n' });
  expect(await done(['check', 'checked'])).toMatchObject({ status: 0 });
  const { stdout, status } = await done(['check', 'checked-odd']);
  expect(status).toBe(1);
  expect(stdout).toContain('What is called begins with /, with https:// or with a variable.');
});
