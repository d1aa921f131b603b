/** Guided demonstrations, played to the end in the workbench's core. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/workbench.ts';
import { SHIPPED } from '../../main/core/demonstrations/shipped.ts';
import type { DemonstrationState, Playing } from '../../shared/contract/demonstrations.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, startCore } from '../support/workbench.ts';

let core: Workbench;
beforeAll(async () => {
  core = await startCore(folderForFile('demonstrations'));
});
afterAll(() => core.stop());

function playing({ playing: now }: DemonstrationState): Playing {
  if (now === null) throw new Error('No demonstration is playing.');
  return now;
}

async function toTheEnd(id: string): Promise<Playing[]> {
  const shown = [playing(await callCore(core, 'demonstrations.start', { id }))];
  for (let presses = 0; presses < 60; presses++) {
    const latest = shown.at(-1);
    if (latest === undefined || latest.next === 'end' || latest.failed !== null) return shown;
    shown.push(playing(await callCore(core, 'demonstrations.next', {})));
  }
  throw new Error('The demonstration does not end.');
}

describe('the demonstrations of the program', () => {
  it.each([...SHIPPED.keys()])('%s plays to the end', async (id) => {
    const shown = await toTheEnd(id);
    expect(shown.map(({ failed }) => failed).filter(Boolean)).toEqual([]);
    expect(shown.at(-1)?.next).toBe('end');
  });
});
