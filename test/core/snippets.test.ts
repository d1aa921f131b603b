/** What is copied as code for curl and Node.js is run, and gets the same answer as the workbench. Other languages are in test/full/core/snippets.test.ts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { testSnippets, type Unpack, snippetsForFile } from '../support/snippets.ts';
import { verifyRequest } from '../../bank-sim/index.ts';
import { unzipSync } from 'fflate';
import { LANGUAGES } from '../../shared/snippets/snippet.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { decodeHeaderText } from '../../shared/signing/signature-header.ts';
import { callCore, downloaded } from '../support/workbench.ts';

/** By the directory at the end of a ZIP file. */
const unpack: Unpack = (archive, folder) => {
  const zip = readFileSync(archive);
  const rights: Record<string, string> = {};
  for (let at = zip.indexOf('PK\u0001\u0002'); zip.readUInt32LE(at) === 0x02014b50;) {
    const [nameLength, more, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    rights[name] = `0o${((zip.readUInt32LE(at + 38) >>> 16) & 0o777).toString(8)}`;
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed));
    at += 46 + (nameLength ?? 0) + (more ?? 0) + (comment ?? 0);
  }
  return Promise.resolve(rights);
};

const snippets = snippetsForFile(unpack);
testSnippets(['curl', 'node'], snippets);

it('the function sign, taken out of a program, signs another request', async () => {
  const draft = snippets.drafts()['no body'];
  if (draft === undefined) throw new Error('The draft is missing.');
  const { code } = await callCore(snippets.core(), 'requests.snippet', {
    request: requestOf(draft),
    language: 'node',
  });
  const own = `const body = '{"hello":"wørld"}';
const given = { Accept: 'application/json', 'TPP-Redirect-URI': 'https://tpp.example/return', 'PSU-ID': 'someone' };
console.log(JSON.stringify(sign('PUT', '/v1/other?a=%20b', given, body)));`;
  const lines = code.slice(0, code.indexOf('const body ='));
  const headers = JSON.parse(await snippets.run('node', lines + own)) as Record<string, string>;
  const request = {
    method: 'PUT',
    target: '/v1/other?a=%20b',
    headers: Object.entries(headers),
    body: Buffer.from('{"hello":"wørld"}'),
  };
  const { bank } = await callCore(snippets.core(), 'app.status', {});
  expect(verifyRequest(request, bank.now).refusal).toBeNull();
  expect(Object.keys(headers)).toEqual(
    expect.arrayContaining(['Digest', 'Date', 'X-Request-ID', 'Signature']),
  );
  const given = `console.log(JSON.stringify(sign('GET', '/v1', { date: 'today', digest: 'my own', 'x-request-id': '1' }, '')));`;
  const { Signature = '', ...others } = JSON.parse(
    await snippets.run('node', lines + given),
  ) as typeof headers;
  expect(others).toEqual({
    date: 'today',
    digest: 'my own',
    'x-request-id': '1',
    'TPP-Signature-Certificate': headers['TPP-Signature-Certificate'],
  });
  expect(decodeHeaderText(Signature)).toMatchObject({
    text: expect.stringContaining('headers="(request-target) date digest x-request-id"'),
  });
});

it.each(LANGUAGES)(
  '$title: where the Signature header is given, the program says that it does not sign',
  async ({ id }) => {
    const headers: [string, string][] = [
      ['Date', 'Tue, 24 Nov 2026 09:00:00 GMT'],
      ['Signature', 'keyId="x"'],
    ];
    const request = requestOf({ method: 'GET', path: '/v1/user', headers, body: '' });
    const { code } = await callCore(snippets.core(), 'requests.snippet', { request, language: id });
    expect(code.split('\n').slice(0, 4).join('\n')).toContain(
      'this program does not sign: all its headers are fixed.',
    );
    expect(code).not.toContain('tpp.p');
    const order = { request, language: id, withKey: false };
    const { download } = await callCore(snippets.core(), 'requests.codeFolder', order);
    const files = unzipSync(downloaded(snippets.core(), download).bytes);
    const [readme = ''] = Object.entries(files).flatMap(([name, bytes]) =>
      name.endsWith('README.md') ? [Buffer.from(bytes).toString()] : [],
    );
    expect(readme).toContain(' sends the request to ');
    expect(readme).not.toContain('tpp.p');
  },
);

it('a folder with the key needs an unlocked vault', async () => {
  const passphrase = 'correct horse battery';
  await callCore(snippets.core(), 'vault.protect', { passphrase, current: '' });
  await callCore(snippets.core(), 'vault.lock', {});
  await expect(snippets.folderOf('node', true)).rejects.toThrow('The vault is locked.');
  await callCore(snippets.core(), 'vault.unlock', { passphrase });
  expect((await snippets.folderOf('node', true)).files).toHaveProperty(['tpp.pem']);
});
