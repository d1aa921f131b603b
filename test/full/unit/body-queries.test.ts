/** A JSONPath is stopped for the work that it is, not for the work of other programs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BodyQueries } from '../../../main/core/history/bodies/body-queries.ts';
import { folderForFile } from '../../support/folders.ts';

const folder = folderForFile('body-queries');

/** A thread that waits, as on a machine whose processors are busy, and then answers. @param wait milliseconds, or none */
function waiting(wait: number): string {
  const file = join(folder, `wait-${wait}.mjs`);
  const answer = { matches: [], total: 7, problem: null };
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ id }) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${wait});
  parentPort.postMessage({ id, value: ${JSON.stringify(answer)} });
});`,
  );
  return file;
}

it('one that had to wait longer than it may take is answered', async () => {
  const queries = new BodyQueries(waiting(1200), 1000);
  expect(await queries.query(Buffer.from('{}'), '$')).toMatchObject({ total: 7, problem: null });
  await queries.stop();
});

it('one that waits for ever is ended all the same', async () => {
  const queries = new BodyQueries(waiting(Infinity), 50);
  expect(await queries.query(Buffer.from('{}'), '$')).toEqual({
    matches: [],
    total: 0,
    problem: expect.stringContaining('took more than 0.05 seconds'),
  });
});
