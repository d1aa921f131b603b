/** Autoplay over a core, whose timer the test presses. */
import { expect } from 'vitest';
import { Autoplay } from '../../main/core/demonstrations/autoplay.ts';
import type { Workbench } from '../../main/core/services.ts';
import type { DemonstrationState } from '../../shared/contract/demonstrations.ts';
import { callCore } from './workbench.ts';

export async function autoplayed(core: Workbench) {
  let state: DemonstrationState = await callCore(core, 'demonstrations.state', {});
  let due: (() => void) | null = null;
  let settled: () => void = () => undefined;
  const autoplay = new Autoplay({
    player: {
      next: async () => (state = await callCore(core, 'demonstrations.next', {})),
      state: () => state,
    },
    pace: { read: () => 5, write: () => undefined },
    changed: () => settled(),
    later: (work, milliseconds) => {
      expect(milliseconds).toBe(5000);
      due = work;
      settled();
      return () => (due = null);
    },
  });
  return {
    autoplay,
    start: async (id: string) => (state = await callCore(core, 'demonstrations.start', { id })),
    state: () => state,
    /** Lets the time pass. @returns whether it plays on */
    pass: async () => {
      const ready = new Promise<void>((resolve) => (settled = resolve));
      const work = due;
      if (work === null) return false;
      due = null;
      work();
      await ready;
      return due !== null;
    },
    waits: () => due !== null,
  };
}
