/** What the bank will see in a Signature header of one's own, before the request is sent. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { firstOrder } from '../../shared/contract/certificates.ts';
import { fresh } from '../../shared/requests/compose.ts';
import type { Prepared } from '../../shared/requests/prepared.ts';
import { encodeMimeWord } from '../../shared/signing/signature-header.ts';
import { folderForFile } from '../support/folders.ts';
import { TUESDAY } from '../support/given-date.ts';
import { callCore, startCore } from '../support/workbench.ts';

const folder = folderForFile('expected');
let workbench: Workbench;
beforeAll(async () => {
  workbench = await startCore(folder);
});
afterAll(async () => {
  await workbench.stop();
});

/** A request with headers of one's own, as it would be sent. */
const prepare = (headers: Record<string, string>): Promise<Prepared> =>
  callCore(workbench, 'requests.prepare', { ...fresh('listAccounts'), headers });

/** Headers that stay the same, so that a signature can be handed over from one request to the next. */
async function steady(secondsAgo = 0): Promise<Record<string, string>> {
  const { bank } = await callCore(workbench, 'app.status', {});
  return { date: new Date(bank.now - secondsAgo * 1000).toUTCString(), 'x-request-id': 'invoice-4711' };
}
/** The same header, written differently: the parts in reverse order. The issuer's name is not ASCII (SIG-9). */
const reordered = ({ signing }: Prepared) =>
  encodeMimeWord((signing.text.match(/\w+="[^"]*"/g) ?? []).reverse().join(','));
const ids = ({ signing }: Prepared) => signing.expected?.wrongSignature?.causes.map(({ id }) => id);
const checks = ({ signing }: Prepared) => signing.expected?.failures.map(({ check }) => check);

it('nothing is foreseen for the signature that the workbench computes', async () => {
  expect((await prepare(await steady())).signing.expected).toBeNull();
});

it('a correct header of one’s own is accepted, whatever the order of its parts', async () => {
  const headers = await steady();
  const signature = reordered(await prepare(headers));
  const { expected } = (await prepare({ ...headers, signature })).signing;
  expect(expected).toEqual({ failures: [], wrongSignature: null });
});

it('the cause of a wrong signature is named before sending', async () => {
  const headers = await steady();
  const { header } = (await prepare({ ...headers, 'tpp-redirect-uri': 'https://tpp.example/return/' }))
    .signing;
  const changed = { ...headers, 'tpp-redirect-uri': 'https://tpp.example/return', signature: header };
  const prepared = await prepare(changed);
  expect(checks(prepared)).toEqual(['cryptography']);
  expect(ids(prepared)).toEqual(['value-differs']);
});

it('an imported request is too old, and its signature is judged by its own Date', async () => {
  const headers = await steady(3600);
  const signature = reordered(await prepare(headers));
  expect(checks(await prepare({ ...headers, signature }))).toEqual(['date']);
  const other = await prepare({ ...headers, 'x-request-id': 'INVOICE-4711', signature });
  expect(checks(other)).toEqual(['date', 'cryptography']);
  expect(ids(other)).toEqual(['value-case']);
});

it('the lines are those of the Signature header, in its order, with what is added on sending', async () => {
  const request = { ...fresh('createPayment'), body: '{}' };
  const ask = (headers: Record<string, string>) =>
    callCore(workbench, 'requests.prepare', { ...request, headers });
  const headers = await steady();
  const { text, lines } = (await ask(headers)).signing;
  const list = /headers="([^"]+)"/.exec(text)?.[1]?.split(' ') ?? [];
  const own = ['content-length', 'host', ...list.toReversed().filter((name) => name !== 'digest')];
  const prepared = await ask({
    ...headers,
    signature: encodeMimeWord(text.replace(list.join(' '), own.join(' '))),
  });
  expect(prepared.signing.lines.slice(0, 2)).toEqual([
    'content-length: 2',
    `host: ${new URL(prepared.url).host}`,
  ]);
  const digest = lines.filter((line) => line.startsWith('digest: '));
  expect(prepared.signing.lines.slice(2)).toEqual([
    ...lines.filter((line) => !digest.includes(line)).toReversed(),
    ...digest,
  ]);
  expect(prepared.signing.expected?.failures.map((one) => one.text)).toEqual([
    expect.stringContaining('the request contains digest, which the headers part does not list'),
  ]);
});

it('a hint that is in the sentence already is not said twice', async () => {
  const headers = await steady();
  const { signing } = await prepare(headers);
  const decimal = /SN=([^,]*),/.exec(signing.keyId)?.[1] ?? '';
  const signature = encodeMimeWord(signing.text.replace(`SN=${decimal}`, `SN=${BigInt(`0x${decimal}`)}`));
  const [failure] = (await prepare({ ...headers, signature })).signing.expected?.failures ?? [];
  expect(failure).toMatchObject({ check: 'key-id', hint: null });
  expect(failure?.text).toContain('The serial is written in decimal.');
});

it('the key of another certificate in the vault is named', async () => {
  const headers = await steady();
  const { certificate } = await callCore(workbench, 'app.status', {});
  const { id } = await callCore(workbench, 'certificates.make', firstOrder(TUESDAY));
  await callCore(workbench, 'certificates.use', { id });
  const second = (await prepare(headers)).signing;
  await callCore(workbench, 'certificates.use', { id: certificate.id });
  const first = (await prepare(headers)).signing;
  const part = /signature="([^"]+)"/;
  const signature = encodeMimeWord(first.text.replace(part, `signature="${part.exec(second.text)?.[1]}"`));
  const prepared = await prepare({ ...headers, signature });
  expect(ids(prepared)).toEqual(['other-certificate']);
});
