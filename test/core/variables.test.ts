/** Variables: filled in before signing, and what is secret seen nowhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type HttpRequest, requestOf } from '../../shared/requests/http.ts';
import type { ComposedRequest } from '../../shared/requests/request.ts';
import { secretsIn, textSecret } from '../support/secrets.ts';
import { coreForFile } from '../support/file-core.ts';

const SECRET = 'Hemmelig "verdi" ø/1';
const core = coreForFile('variables');
const { call, folder } = core;
const set = (name: string, value: string, secret = false) =>
  call('variables.set', { id: 'local', variable: { name, value, secret } });
const draft = (change: Partial<HttpRequest> = {}): ComposedRequest =>
  requestOf({ method: 'POST', path: '/v1/bank-offered-consents', headers: [], body: '', ...change });

it('variables work in path, headers and body, are filled in before signing and stay as braces in the draft', async () => {
  await set('ip', '198.51.100.9');
  await set('word', 'a b/ø');
  const prepared = await call(
    'requests.prepare',
    draft({
      path: '/v1/sandbox/customers/%7B%7Bword%7D%7D?x=%7B%7Btoday%7D%7D',
      headers: [['PSU-IP-Address', '{{ip}}']],
      body: '{ "a": "{{word}}", "b": "{{uuid}}" }',
    }),
  );
  expect(prepared.url).toMatch(/\/customers\/a%20b%2F%C3%B8\?x=\d{4}-\d\d-\d\d$/);
  expect(prepared.headers).toContainEqual(
    expect.objectContaining({ name: 'PSU-IP-Address', value: '198.51.100.9' }),
  );
  expect(prepared.signing.lines[0]).toContain('a%20b%2F%C3%B8');
  const exchange = await call('requests.send', draft({ headers: [['PSU-IP-Address', '{{ip}}']] }));
  expect(exchange.status).toBe(201);
  const kept = await call('history.read', { id: exchange.id });
  expect(kept.request).toEqual(draft({ headers: [['PSU-IP-Address', '{{ip}}']] }));
});

it('a variable without a value is reported by name before anything is sent', async () => {
  await expect(call('requests.send', draft({ body: '{{nobody}}' }))).rejects.toThrow(
    'The variable {{nobody}} has no value in this environment. Set it under Environments',
  );
  await expect(call('requests.prepare', draft({ headers: [['PSU-ID', '{{psuId}}']] }))).rejects.toThrow(
    '{{psuId}}',
  );
  const two = draft({ headers: [['PSU-ID', '{{psuId}}']], body: '{{nobody}}' });
  await expect(call('requests.prepare', two)).rejects.toThrow(
    'The variables {{psuId}} and {{nobody}} have no value in this environment. Set them under Environments, or type the values instead. Their folder can also give them values and, in a run, columns of the data.',
  );
  await expect(set('1st', 'x')).rejects.toThrow('starts with a letter');
  await expect(set('short', 'abc', true)).rejects.toThrow('at least 4 characters');
});

it('an empty variable in the path is reported by name before anything is sent', async () => {
  await set('customerId', '');
  const request = { ...draft({}), operation: 'readCustomer', params: { 'customer-id': '{{customerId}}' } };
  for (const one of [
    request,
    { ...request, line: 'GET /v1/sandbox/customers/{{customerId}}/x?y={{customerId}}' },
  ])
    await expect(call('requests.send', one)).rejects.toThrow(
      'The variable customerId is empty, and the path needs its value. Nothing was sent.',
    );
});

it('values that are too long together are refused before anything is sent', async () => {
  await set('long', 'x'.repeat(10_000));
  const body = '{{long}}'.repeat(500);
  await expect(call('requests.send', draft({ body }))).rejects.toThrow(
    'The values of the variables are larger than 4 MB in total, so they were not filled in.',
  );
});

it('a secret value is sent, and appears neither in the window, the history or code nor on disk', async () => {
  await set('key', SECRET, true);
  const body = JSON.stringify({ note: 'x' }).replace('x', '{{key}}');
  const sent = draft({ path: '/v1/accounts/%7B%7Bkey%7D%7D', method: 'GET', body });
  const answers = [
    await call('requests.prepare', sent),
    await call('requests.send', sent),
    await call('requests.snippet', { request: sent, language: 'node' }),
    await call('variables.list', { id: 'local' }),
    await call('history.list', { search: '' }),
  ];
  expect(JSON.stringify(answers)).toContain('•••');
  const secrets = [textSecret('the value', SECRET)];
  expect(secretsIn(Buffer.from(JSON.stringify(answers)), secrets)).toEqual([]);
  for (const file of readdirSync(folder).filter((name) => name.includes('.db')))
    expect(secretsIn(readFileSync(join(folder, file)), secrets), file).toEqual([]);
});

it('a secret value survives a change of passphrase and cannot be read while the vault is locked', async () => {
  await call('vault.protect', { passphrase: 'riktig hest batteri', current: null });
  const headers: HttpRequest['headers'] = [['X-Key', '{{ascii}}']];
  await set('ascii', 'secret-value', true);
  expect((await call('requests.send', draft({ headers }))).status).toBe(201);
  await call('vault.protect', { passphrase: 'en helt annen', current: 'riktig hest batteri' });
  expect((await call('requests.send', draft({ headers }))).status).toBe(201);
  await call('vault.lock', {});
  await expect(call('requests.prepare', draft({ headers }))).rejects.toThrow('The vault is locked');
  await expect(set('other', 'secret-too', true)).rejects.toThrow('The vault is locked');
  await call('vault.unlock', { passphrase: 'en helt annen' });
  await call('variables.remove', { id: 'local', name: 'ascii' });
  await expect(call('requests.prepare', draft({ headers }))).rejects.toThrow('{{ascii}}');
});
