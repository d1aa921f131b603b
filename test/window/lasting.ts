/** What is wrong with a page, and stays so. */
import { expect } from '@playwright/test';

/** Milliseconds after which a fault is one that stays. */
const SETTLED = 5_000;

/**
 * The page follows a new size, a theme or a step in later frames: it measures, draws and scrolls. What is wrong until then is no fault.
 * @param look what is wrong now, a line each
 * @returns what is still wrong when time is up
 */
export async function lasting(look: () => Promise<string[]>): Promise<string[]> {
  let faults: string[] = [];
  await expect(async () => {
    faults = await look();
    expect(faults).toEqual([]);
  })
    .toPass({ timeout: SETTLED })
    .catch(() => undefined);
  return faults;
}
