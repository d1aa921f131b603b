/** Neither key nor passphrase is to be found where it does not belong: searched for byte by byte after a person's work. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OpenSsl } from '../support/openssl-fixtures.ts';
import { keySecret, type Secret, secretsIn, textSecret } from '../support/secrets.ts';
import { expect, test, type Workbench } from './fixtures.ts';
import { chooseOperation, goTo, send, setPassphrase, unlock } from './steps.ts';

const PASSWORD = 'Fil-passord 4711 Ægir';
const PASSPHRASE = 'hvelvets hemmelige ord 0815';

test('no file has a secret in readable form after import, signing, lock, unlock and copying as code', async ({
  workbench,
}) => {
  test.slow();
  const { page, dataFolder } = workbench;
  const openssl = new OpenSsl();
  openssl.selfSigned('own', ['rsa:2048']);
  openssl.write('password', PASSWORD);
  openssl.run('pkcs12 -export -in own.pem -inkey own-key.pem -out own.pfx -name Egen -passout file:password');
  const key = openssl.read('own-key.pem').toString();
  const pfx = openssl.read('own.pfx');
  openssl.dispose();
  const password = textSecret('the password of the file', PASSWORD);
  const passphrase = textSecret('the passphrase', PASSPHRASE);
  const secrets = [keySecret('the private key', key), password, passphrase];
  // The search itself must be able to find.
  expect(
    secretsIn(Buffer.from(`${key} ${JSON.stringify({ PASSWORD })} ${PASSPHRASE}`), secrets),
  ).toHaveLength(3);

  const traffic = await recordTraffic(workbench);
  await goTo(page, 'Certificates');
  await page
    .getByLabel('Certificate files')
    .setInputFiles({ name: 'own.pfx', mimeType: 'application/x-pkcs12', buffer: pfx });
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Open and import' }).click();
  await setPassphrase(page, PASSPHRASE);
  await page.getByRole('button', { name: 'Use for signing' }).click();
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await send(page, '201 Created');
  await page.getByRole('button', { name: 'Copy as code…' }).click();
  await expect(page.getByText('needs', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Vault unlocked' }).click();
  await page.getByRole('button', { name: 'Vault locked' }).click();
  await unlock(page, PASSPHRASE);
  await expect(page.getByRole('form', { name: 'Unlock the vault' })).toBeHidden();
  await send(page, '201 Created');

  // What a person types goes in with the one call that is for it; nothing comes out.
  const messages = await traffic();
  const entered = messages.filter(
    ({ method, out }) => !out && /^(?:vault\.|certificates\.import$)/.test(method),
  );
  expect(entered.length).toBeGreaterThan(3);
  for (const message of messages.filter((one) => !entered.includes(one)))
    expect(
      secretsIn(Buffer.from(message.text), secrets),
      `${message.method} ${message.out ? 'out' : 'in'}`,
    ).toEqual([]);
  for (const { method, text } of entered)
    expect(secretsIn(Buffer.from(text), secrets), method).toEqual(
      secretsIn(Buffer.from(text), [method === 'certificates.import' ? password : passphrase]),
    );

  expect(secretsIn(await heapSnapshot(workbench), secrets), "the page's memory").toEqual([]);
  searchFiles(dataFolder, secrets);
});

/** Every file of the data folder: databases, their logs, settings, what Chromium keeps. */
function searchFiles(folder: string, secrets: readonly Secret[]): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['workbench.db', 'history.db']));
  for (const { name, parentPath } of files)
    expect(secretsIn(readFileSync(join(parentPath, name)), secrets), name).toEqual([]);
}

interface Message {
  method: string;
  /** From the core to the page. */
  out: boolean;
  text: string;
}

/** Listens to everything between page and core from now on. @returns what has passed */
async function recordTraffic({ page, electron }: Workbench): Promise<() => Promise<Message[]>> {
  if (electron === null) {
    const messages: Promise<Message>[] = [];
    page.on('request', (request) => {
      const method = /\/rpc\/(.+)$/.exec(request.url())?.[1];
      if (method === undefined) return;
      messages.push(Promise.resolve({ method, out: false, text: request.postData() ?? '' }));
      messages.push(
        request
          .response()
          .then(async (response) => ({ method, out: true, text: (await response?.text()) ?? '' })),
      );
    });
    return () => Promise.all(messages);
  }
  await electron.evaluate(({ ipcMain, BrowserWindow }) => {
    // Electron keeps the handlers of invoke in this map.
    type Handler = (event: unknown, method: string, input: unknown) => Promise<unknown>;
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Handler> };
    const seen: { method: string; out: boolean; text: string }[] = [];
    Object.assign(globalThis, { seen });
    for (const [channel, handler] of handlers)
      handlers.set(channel, async (event, method, input) => {
        seen.push({ method, out: false, text: JSON.stringify(input) });
        const output = await handler(event, method, input);
        seen.push({ method, out: true, text: JSON.stringify(output) });
        return output;
      });
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      const send = webContents.send.bind(webContents);
      webContents.send = (channel, ...rest: unknown[]) => {
        seen.push({ method: channel, out: true, text: JSON.stringify(rest) });
        send(channel, ...rest);
      };
    }
  });
  return () => electron.evaluate(() => (globalThis as unknown as { seen: Message[] }).seen);
}

/** The page's JavaScript memory after a garbage collection. */
async function heapSnapshot({ page }: Workbench): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const snapshot = chunks.join('');
  // Something that is there for certain, or the search would mean nothing.
  expect(snapshot).toContain('Ask for consent');
  return Buffer.from(snapshot);
}
