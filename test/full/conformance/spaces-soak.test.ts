/** Many spaces, many clients, random acts, and kills: each space is as its model, and nothing is seen from another. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderForFile } from '../../support/folders.ts';
import { SERVICE_TOKEN } from '../../support/spaces.ts';
import { soak } from '../support/spaces-soak.ts';

/** `npm run spaces:soak -- MINUTES`: fifty spaces and twenty clients. */
const MINUTES = process.env['TPP_SPACES_MINUTES'];
const [SPACES, CLIENTS, DURATION, KILLS] =
  MINUTES === undefined ? [6, 5, 8000, 2500] : [50, 20, Number(MINUTES) * 60_000, 15_000];

it(
  `${SPACES} spaces are as their models, whatever ${CLIENTS} clients and kills do to them`,
  { timeout: DURATION + 120_000 },
  async () => {
    const data = folderForFile('spaces-soak');
    writeFileSync(join(data, 'token'), SERVICE_TOKEN);
    const result = await soak({
      data,
      spaces: SPACES,
      clients: CLIENTS,
      duration: DURATION,
      kills: KILLS,
    });
    if (MINUTES !== undefined) console.log(JSON.stringify(result));
    expect(result.faults).toEqual([]);
    expect(result.checks).toBeGreaterThan(10);
    expect(result.kills).toBeGreaterThan(0);
  },
);
