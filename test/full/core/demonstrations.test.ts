/** Every demonstration of the program. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../../main/core/services.ts';
import { comparable, shipped, shownIn, toTheEnd } from '../../support/demonstrations.ts';
import { folderForFile } from '../../support/folders.ts';
import { startCore } from '../../support/workbench.ts';

let core: Workbench;
beforeAll(async () => {
  core = await startCore(folderForFile('demonstrations'));
});
afterAll(() => core.stop());

it.each([...shipped().keys()])('%s plays to the end, twice with the same diagram', async (id) => {
  const first = await toTheEnd(core, id);
  expect(first.flatMap(({ failed }) => failed ?? [])).toEqual([]);
  expect(first.at(-1)?.next).toBe('end');
  const diagram = comparable(await shownIn(core));
  expect(diagram.length).toBeGreaterThan(10);
  await toTheEnd(core, id);
  expect(comparable(await shownIn(core))).toEqual(diagram);
});
