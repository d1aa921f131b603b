/** What the window calls by itself is no use of the workbench. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { METHODS, type MethodName } from '../../shared/contract/methods.ts';
import { expect, test } from './fixtures.ts';
import { chooseOperation, goTo, send } from './steps.ts';

/** Methods that the page calls from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const method = /\/rpc\/([\w.%]+)$/.exec(request.url())?.[1];
    if (method !== undefined) calls.push(decodeURIComponent(method));
  });
  return calls;
}
const byPerson = (calls: readonly string[]) =>
  calls.filter((name) => METHODS[name as MethodName].by === 'person');

test('no call that the window makes on an event, on a timer or at start keeps the vault unlocked', async ({
  workbench,
}) => {
  const { page, dataFolder } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await send(page, '201 Created');
  // Another window does things, and this one shows them, wherever the person is.
  const other = async (method: string, input: unknown) => {
    const answer = await page.request.post(new URL(`rpc/${method}`, page.url()).href, { data: input });
    expect(answer.status(), method).toBe(200);
  };
  for (const place of ['Requests', 'Bank', 'Certificates', 'Environments', 'History', 'Settings'] as const) {
    await goTo(page, place);
    await expect(page.getByRole('main')).toBeVisible();
    const calls = callsOf(page);
    const redrawn = page.waitForRequest(/rpc\/app\.status/);
    const read = page.waitForRequest(/rpc\/saved\.list/);
    await other('environments.create', {});
    await other('bank.clock', { advance: 'PT1M' });
    await other('sessions.begin', {});
    writeFileSync(join(dataFolder, 'collections', `${place}.flow.yaml`), '{}');
    await Promise.all([redrawn, read]);
    expect(calls.length).toBeGreaterThan(0);
    expect(byPerson(calls), place).toEqual([]);
    page.removeAllListeners('request');
  }
  const atStart = callsOf(page);
  await page.reload();
  await expect(page.getByRole('main')).toBeVisible();
  // The drafts are kept once when they have been read; a reload is somebody's doing.
  expect(byPerson(atStart).filter((name) => name !== 'drafts.save')).toEqual([]);
});
