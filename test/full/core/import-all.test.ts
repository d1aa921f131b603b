/** A large file of all work keeps nobody waiting, while it is looked at and while it is added. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { coreForFile } from '../../support/file-core.ts';
import { downloaded } from '../../support/workbench.ts';

const core = coreForFile('import-all');

interface Work {
  collections: { entries: object[] };
  history: object[];
}

/** What is here as “Export everything” writes it, with changes. @returns the id of its upload */
async function changed(change: (work: Work) => void): Promise<string> {
  const { download } = await core.call('app.export', {});
  const work = JSON.parse(downloaded(core.workbench, download).bytes.toString()) as Work;
  change(work);
  return core.workbench.upload({ name: 'work.json', bytes: Buffer.from(JSON.stringify(work)) }, 'work');
}

/** How often others had their turn. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  const done = new AbortController();
  const all = work.finally(() => done.abort());
  let turns = 0;
  for (; !done.signal.aborted; await setImmediate()) turns++;
  await all;
  return turns;
}

it('others have their turn while it is added', async () => {
  const file = await changed((work) => {
    work.collections.entries = Array.from({ length: 300 }, (_, at) => ({
      path: `Big/Inner/Step ${at}`,
      folder: 'Big/Inner',
      name: `Step ${at}`,
      step: { name: `Step ${at}`, request: { operation: 'createConsent' } },
      damage: null,
      fingerprint: '',
    }));
  });
  expect(await turnsDuring(core.call('app.import', { file }))).toBeGreaterThan(5);
});

it('others have their turn while it is looked at', async () => {
  const file = await changed((work) => {
    work.history = Array.from({ length: 100_000 }, (_, at) => ({ id: `${at}`, text: 'x'.repeat(200) }));
  });
  const preview = core.call('app.importPreview', { file });
  expect(await turnsDuring(preview)).toBeGreaterThan(3);
  expect(await preview).toMatchObject({ exchanges: 100_000 });
});
