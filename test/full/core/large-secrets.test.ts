/** What many secrets cost: an export looks for them in one pass. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderYaml } from '../../../shared/collections/yaml-text.ts';
import { requestOf } from '../../../shared/requests/http.ts';
import { coreForFile } from '../../support/file-core.ts';
import { downloaded } from '../../support/workbench.ts';
import { measuredUntil } from '../support/cpu-time.ts';

const core = coreForFile('large-secrets');

it('an export prepares what it looks for once for the whole history', async () => {
  const folder = join(core.folder, 'collections/Second');
  mkdirSync(folder, { recursive: true });
  const variables = Object.fromEntries(
    Array.from({ length: 1_500 }, (_, at) => [`v${at}`, `secret "value" ${at}`.padEnd(100, 'abc')]),
  );
  const file = { name: 'Second', variables, secret: Object.keys(variables) };
  writeFileSync(join(folder, 'collection.yaml'), renderYaml(file));
  const read = requestOf({ method: 'GET', path: '/v1/user', headers: [], body: '' });
  for (let at = 0; at < 100; at++) await core.call('requests.send', read);
  const { seconds } = await measuredUntil(async () => {
    const { download } = await core.call('app.export', {});
    const text = downloaded(core.workbench, download).bytes.toString();
    expect([text.includes('Second'), text.includes('secret \\"value\\" 7')]).toEqual([true, false]);
  });
  // For each exchange again, ten times as long.
  expect(seconds).toBeLessThan(4);
  rmSync(folder, { recursive: true });
});
