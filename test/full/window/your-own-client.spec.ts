/**
 * A client of one's own, written from the description of the signature and wrong in ten ways: each mistake is two clicks from its
 * toast, at the local bank and through the tap at a bank that only says 401. And 50,000 of its requests leave the history as it was.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { MAX_RECEIVED_EXCHANGES } from '../../../shared/limits.ts';
import { programFile } from '../../support/programs.ts';
import { PYTHON } from '../../support/python.ts';
import { expect, test } from '../../window/fixtures.ts';
import { goTo } from '../../window/steps.ts';

const MISTAKES: readonly [mistake: string, cause: string][] = [
  ['newline at the end', 'The signed text ends with a newline.'],
  ['no query', 'The path was signed without its query.'],
  ['host in the target', 'The path was signed with the host in front'],
  ['names as sent', 'The header names are spelled with capitals'],
  ['other order', 'The lines were signed in reverse order.'],
  ['hashed twice', 'The text was hashed twice.'],
  ['PSS', 'It was made with PSS padding'],
  ['SHA-1', 'It was made with SHA-1 instead of SHA-256.'],
  ['base64url', 'The signature part is base64url'],
  ['other body', 'the SHA-256 digest does not match'],
];

/** Of the local bank, which has a test certificate. */
async function client(page: Page, dataFolder: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-newcomer-'));
  const cli = programFile('cli');
  await promisify(execFile)(process.execPath, [cli, 'cert', 'make', '--out', 'made'], { cwd: folder });
  await goTo(page, 'Bank');
  const port = await page.getByLabel('Port').inputValue();
  const caFile = join(dataFolder, 'bank/pki/ca.pem');
  const bankUrl = `https://localhost:${port}`;
  // The clock of the bank is not that of this process; it is asked once, because the bank refuses this request, too.
  const asked = request(`${bankUrl}/`, { ca: readFileSync(caFile), agent: false }).end();
  const [{ headers }] = (await once(asked, 'response')) as [{ headers: { date?: string } }];
  // Its toast is gone before that of the first mistake comes.
  await expect(page.getByRole('button', { name: 'Show why' })).toBeVisible();
  await goTo(page, 'History');
  const ahead = Date.parse(headers.date ?? '') - Date.now();
  const now = () => String((Date.now() + ahead) / 1000);
  const send = async (baseUrl: string, mistake: string) => {
    const args = [join(import.meta.dirname, '../support/newcomer.py'), baseUrl, join(folder, 'made/tpp.pem')];
    const { stdout } = await promisify(execFile)(PYTHON, [...args, caFile, now(), mistake]);
    return stdout.trim();
  };
  return { bankUrl, caFile, send, end: () => rmSync(folder, { recursive: true, force: true }) };
}

async function findsEach(page: Page, send: (mistake: string) => Promise<string>, status: string) {
  for (const [mistake, cause] of MISTAKES) {
    await goTo(page, 'Requests');
    expect(await send(mistake), mistake).toBe(status);
    // One click of the two that are allowed.
    await page.getByRole('button', { name: 'Show why' }).click();
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await expect(response, mistake).toContainText(cause);
  }
}

test('ten mistakes of another client are named at the local bank', async ({ workbench }) => {
  const { page, dataFolder } = workbench;
  const own = await client(page, dataFolder);
  await findsEach(page, (mistake) => own.send(own.bankUrl, mistake), '400');
  own.end();
});

test('the same through the tap at a bank that only says 401', async ({ workbench }) => {
  const { page, dataFolder } = workbench;
  const own = await client(page, dataFolder);
  const stub = createServer((asked, response) =>
    asked.resume().on('end', () => response.writeHead(401).end()),
  );
  await once(stub.listen(0, '127.0.0.1'), 'listening');
  await goTo(page, 'Environments');
  await page.getByRole('button', { name: 'New environment' }).click();
  const form = page.getByRole('form', { name: 'Environment' });
  await form.getByLabel('Name', { exact: true }).fill('Silent bank');
  await form.getByLabel('Base URL').fill(`http://127.0.0.1:${(stub.address() as AddressInfo).port}/psd2`);
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('tab', { name: 'Other programs' }).click();
  const tap = page.getByRole('region', { name: 'Tap', exact: true });
  await tap.getByRole('button', { name: 'Switch on the tap' }).click();
  const address = (await tap.getByText(/^http:\/\/localhost:\d+\/psd2$/).textContent()) ?? '';
  await findsEach(page, (mistake) => own.send(address, mistake), '401');
  own.end();
  stub.closeAllConnections();
  stub.close();
});

test('50,000 received requests: the history keeps its number, its page opens, and no secret is in it', async ({
  workbench,
}) => {
  test.slow();
  const { page, dataFolder } = workbench;
  const { bankUrl, caFile, end } = await client(page, dataFolder);
  const agent = new Agent({ ca: readFileSync(caFile), keepAlive: true, maxSockets: 16 });
  const secret = 'a-very-secret-token-of-another-client';
  const headers = { 'X-Request-ID': 'flood', Authorization: `Bearer ${secret}` };
  const one = () =>
    new Promise<void>((resolve, reject) => {
      request(`${bankUrl}/v1/accounts`, { agent, headers }, (response) =>
        response.resume().on('end', resolve),
      )
        .on('error', reject)
        .end();
    });
  for (let sent = 0; sent < 50_000; sent += 100) await Promise.all(Array.from({ length: 100 }, one));
  agent.destroy();
  await goTo(page, 'History');
  const list = page.getByRole('region', { name: 'Requests sent and received' });
  await list.getByText('from other programs').click();
  await list.getByRole('button', { name: '/v1/accounts' }).first().click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(response).toContainText('TPP-Signature-Certificate is missing');
  await response.getByRole('tab', { name: 'Wire' }).click();
  await expect(response).toContainText('Authorization');
  await expect(response).not.toContainText(secret);
  const files = readdirSync(dataFolder).filter((name) => name.startsWith('history'));
  for (const name of files) expect(readFileSync(join(dataFolder, name)).includes(secret), name).toBe(false);
  // The workbench has the database to itself, so a copy is read.
  const copy = mkdtempSync(join(tmpdir(), 'tpp-history-'));
  for (const name of files) copyFileSync(join(dataFolder, name), join(copy, name));
  const file = files.find((name) => /\.(?:db|sqlite)$/.test(name)) ?? '';
  const db = new Sqlite(join(copy, file));
  const count = db.prepare("SELECT count(*) FROM exchange WHERE origin = 'received'").pluck().get();
  db.close();
  rmSync(copy, { recursive: true, force: true });
  expect(count).toBe(MAX_RECEIVED_EXCHANGES);
  end();
});
