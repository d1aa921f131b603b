/** What is exported on one machine is imported on another: a second workbench with an empty data folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type HostProcess, startHost, stopHost, test } from './fixtures.ts';
import { chooseOperation, goTo, savedFile, send } from './steps.ts';

let folder: string;
let host: HostProcess;
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-another-machine-'));
  host = await startHost(folder);
});
test.afterEach(async () => {
  await stopHost(host);
  rmSync(folder, { recursive: true, force: true });
});

const list = (page: Page) => page.getByRole('region', { name: 'List', exact: true });

test('a snapshot of a bank is saved as a file and restored on another machine', async ({
  workbench,
  browserPage,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await send(page, '201 Created');
  await goTo(page, 'Bank');
  await page.getByRole('button', { name: 'Snapshots…' }).click();
  await page.getByRole('textbox', { name: 'Snapshot name' }).fill('Kurs: dag 1');
  await page.getByRole('button', { name: 'Take a snapshot' }).click();
  const saved = await savedFile(workbench, () =>
    page.getByRole('button', { name: 'Save “Kurs: dag 1” as a file' }).click(),
  );

  const other = await browserPage();
  await other.goto(host.url);
  await goTo(other, 'Bank');
  await expect(list(other)).not.toContainText('RCVD');
  await other.getByRole('button', { name: 'Snapshots…' }).click();
  const files = other.getByLabel('Snapshot files');
  await files.setInputFiles({ name: 'notes.json', mimeType: '', buffer: Buffer.from('{"version":1}') });
  await expect(other.getByRole('alert')).toContainText('notes.json is not a snapshot of a bank.');
  await files.setInputFiles({ name: 'from.snapshot.json', mimeType: '', buffer: saved });
  await expect(other.getByText('Snapshot “Kurs: dag 1” added.')).toBeVisible();
  await other.getByRole('button', { name: 'Restore' }).click();
  await expect(list(other)).toContainText('RCVD');
});
