/** Section 13: spaces by host names at shared ports. The name that the TLS client asks for says which space it means. */
import { once } from 'node:events';
import { request } from 'node:https';
import { connect as connectTcp, createServer, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HelloReader } from '../../bank-sim/spaces/client-hello.ts';
import { readSpacesLine } from '../../bank-sim/spaces/options.ts';
import { foldersForFile } from '../support/folders.ts';
import { makeSpace, serviceCall, type ServiceTestOptions, testService } from '../support/spaces.ts';

const DOMAIN = 'banks.test';
const folders = foldersForFile('spaces-domain');

async function started(options: ServiceTestOptions = {}, data = folders.next()) {
  const service = await testService(data, { shared: { domain: DOMAIN, port: 0, psuPort: 0 }, ...options });
  onTestFinished(() => service.stop());
  const stateOf = async (name: string) =>
    (await serviceCall(service, 'GET', `/spaces/${name}`)).body['state'];
  /** As if the names of the domain led to this machine. */
  const asked = (url: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const { hostname, port, pathname, host } = new URL(url);
      const sent = request(
        {
          host: '127.0.0.1',
          servername: hostname,
          port,
          path: pathname,
          ca: service.caPem,
          agent: false,
          headers: { Host: host, ...headers },
        },
        (response) => {
          let text = '';
          response.on('data', (piece: Buffer) => (text += piece.toString()));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        },
      );
      sent.on('error', reject).end();
    });
  return { service, data, stateOf, asked };
}

describe('spaces in a domain', () => {
  it('have a host name each, at the same two ports, and wake by it', async () => {
    const { service, stateOf, asked } = await started();
    const [anna, bjorn] = [
      await makeSpace(service, { name: 'anna' }),
      await makeSpace(service, { name: 'bjorn' }),
    ];
    expect(new URL(anna.apiBaseUrl).hostname).toBe('anna.banks.test');
    expect(new URL(bjorn.psuBaseUrl).hostname).toBe('bjorn.banks.test');
    expect(new URL(anna.apiBaseUrl).port).toBe(new URL(bjorn.apiBaseUrl).port);
    await serviceCall(service, 'POST', '/spaces/bjorn/sleep');
    expect((await asked(`${anna.apiBaseUrl}/v1/user`)).status).toBe(400);
    expect((await asked(`${anna.psuBaseUrl}/bank`)).status).toBe(200);
    expect(await stateOf('bjorn')).toBe('asleep');
    expect((await asked(`${bjorn.apiBaseUrl.replace('bjorn', 'BJORN')}/v1/user`)).status).toBe(400);
    expect(await stateOf('bjorn')).toBe('awake');
    const counts = (name: string) => service.spaces.get(name).counts.requests;
    expect([counts('anna'), counts('bjorn')]).toEqual([1, 1]);
  });
  it('a page answers under the name of its space only, and no header leads to another', async () => {
    const { service, asked } = await started();
    const [anna] = [await makeSpace(service, { name: 'anna' }), await makeSpace(service, { name: 'bjorn' })];
    const { port } = new URL(anna.psuBaseUrl);
    expect((await asked(`${anna.psuBaseUrl}/bank`, { Host: `bjorn.banks.test:${port}` })).status).toBe(403);
    await asked(`${anna.apiBaseUrl}/v1/user`, { Host: 'bjorn.banks.test' });
    expect(service.spaces.get('anna').counts.requests).toBe(1);
    expect(service.spaces.get('bjorn').counts.requests).toBe(0);
  });
  it('a name of no space, and a client that names none, get an alert or nothing', async () => {
    const { service, asked } = await started();
    const anna = await makeSpace(service, { name: 'anna' });
    for (const name of ['nobody.banks.test', 'banks.test', 'anna.other.test', 'x.anna.banks.test'])
      await expect(asked(anna.apiBaseUrl.replace('anna.banks.test', name))).rejects.toThrow(
        /unrecognized name/,
      );
    const port = Number(new URL(anna.apiBaseUrl).port);
    const nameless = connect({ host: '127.0.0.1', port, ca: service.caPem });
    await expect(once(nameless, 'secureConnect')).rejects.toThrow(/unrecognized name/);
    const plain = connectTcp(port, '127.0.0.1');
    plain
      .on('error', () => undefined)
      .resume()
      .write('GET / HTTP/1.1\r\n\r\n');
    await once(plain, 'close');
    expect(service.spaces.get('anna').counts.requests).toBe(0);
  });
  it('a client may send its first message byte by byte, and go away in the middle of it', async () => {
    const { service } = await started();
    const anna = await makeSpace(service, { name: 'anna' });
    const port = Number(new URL(anna.apiBaseUrl).port);
    const relay = await bytewise(port);
    const secured = connect({
      host: '127.0.0.1',
      port: relay,
      servername: 'anna.banks.test',
      ca: service.caPem,
    });
    await once(secured, 'secureConnect');
    expect(secured.authorized).toBe(true);
    secured.destroy();
    const gone = connectTcp(port, '127.0.0.1');
    await once(gone, 'connect');
    gone.write(Buffer.from([22, 3, 1]));
    gone.destroy();
    await once(gone, 'close');
    expect((await serviceCall(service, 'GET', '/spaces/anna')).status).toBe(200);
  });
  it('have the same certificate after a restart, and their own ports again without the domain', async () => {
    const first = await started();
    const anna = await makeSpace(first.service, { name: 'anna' });
    const { caPem } = first.service;
    await first.service.stop();
    const { asked, service } = await started({}, first.data);
    expect(service.caPem).toBe(caPem);
    const shown = (await serviceCall(service, 'GET', '/spaces/anna')).body;
    const port = new URL(String(shown['apiBaseUrl'])).port;
    expect((await asked(`https://anna.banks.test:${port}/v1/user`)).status).toBe(400);
    await service.stop();
    const alone = await testService(first.data);
    onTestFinished(() => alone.stop());
    const { body } = await serviceCall(alone, 'GET', '/spaces/anna');
    expect(String(body['apiBaseUrl'])).toMatch(/^https:\/\/localhost:\d+$/);
    expect(body['apiBaseUrl']).not.toBe(anna.apiBaseUrl);
  });
});

/** Passes connections on to a port, what the client sends one byte at a time. @returns its own port */
async function bytewise(to: number): Promise<number> {
  const relay = createServer((client) => {
    const onward = connectTcp({ port: to, host: '127.0.0.1', noDelay: true });
    client.on('data', (piece: Buffer) => {
      for (const byte of piece) onward.write(Buffer.from([byte]));
    });
    onward.pipe(client);
    client.on('close', () => onward.destroy()).on('error', () => undefined);
    onward.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void relay.close());
  return (relay.address() as { port: number }).port;
}

const serverNameIn = (bytes: Buffer) => new HelloReader().read(bytes);

describe('the first message of a client', () => {
  it('says a name, none, or that more is needed, however it is cut or damaged', async () => {
    const hello = await helloOf('anna.banks.test');
    expect(serverNameIn(hello)).toBe('anna.banks.test');
    for (let length = 0; length < hello.length; length += 1)
      expect(serverNameIn(hello.subarray(0, length))).toBeUndefined();
    // In two records.
    const content = hello.subarray(5);
    const record = (part: Buffer) =>
      Buffer.concat([hello.subarray(0, 3), Buffer.from([part.length >> 8, part.length & 255]), part]);
    const cut = Buffer.concat([record(content.subarray(0, 50)), record(content.subarray(50))]);
    expect(serverNameIn(cut)).toBe('anna.banks.test');
    const bytewise = new HelloReader();
    const said = Array.from(cut, (byte) => bytewise.read(Buffer.from([byte])));
    expect(said.slice(0, -1).every((name) => name === undefined)).toBe(true);
    expect(said.at(-1)).toBe('anna.banks.test');
    for (let at = 0; at < hello.length; at += 1)
      for (const bit of [1, 128]) {
        const damaged = Buffer.from(hello);
        damaged[at] = (damaged[at] ?? 0) ^ bit;
        expect(['string', 'object', 'undefined']).toContain(typeof serverNameIn(damaged));
      }
    expect(serverNameIn(Buffer.from('GET / HTTP/1.1'))).toBeNull();
  });
});

/** What a TLS client of Node.js sends first. */
async function helloOf(servername: string): Promise<Buffer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const client = connect({ host: '127.0.0.1', port, servername });
  client.on('error', () => undefined);
  const [socket] = (await once(server, 'connection')) as [Socket];
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  client.destroy();
  socket.destroy();
  server.close();
  return bytes;
}

describe('the command line', () => {
  it.each([
    [['--domain', 'banks'], '--domain must be a host name of at least two parts'],
    [['--domain', '10.1.2.3'], '--domain must be a host name of at least two parts'],
    [['--domain', 'https://banks.test'], '--domain must be a host name of at least two parts'],
    [['--port', '8443'], '--port and --psu-port need --domain.'],
    [['--domain', 'banks.test', '--psu-http'], '--psu-http and --domain cannot be given together.'],
  ])('refuses %j', (args, sentence) => {
    expect(() => readSpacesLine(args)).toThrow(sentence);
  });
  it('has ports by default', () => {
    expect(readSpacesLine(['--domain', 'Banks.Test'])).toMatchObject({
      service: { shared: { domain: 'banks.test', port: 8443, psuPort: 8444 } },
    });
  });
});
