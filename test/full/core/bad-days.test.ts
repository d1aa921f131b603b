/** Days on which nothing works as it should, of more kinds than test/core/bad-days.test.ts has. */
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { badDays, isRoot, programs } from '../../support/bad-days.ts';
import { startCore } from '../../support/workbench.ts';

const { all, expectFullDisk, expectUnreadable, expectFarClock } = badDays();

describe.each(programs)('%s', (program) => {
  it.each(['16k', '120k', '400k'])('says that the disk is full, with room for %s', (size) =>
    expectFullDisk(program, size),
  );
});

it('files that this user may not read are named', async (context) => {
  if (!isRoot) return context.skip();
  const sound = join(all, 'sound');
  await (await startCore(sound)).stop();
  for (const file of ['workbench.db', 'history.db', 'vault.key'])
    await expectUnreadable(sound, 'the browser host', file);
  for (const file of ['bank.db', 'pki/tls-key.pem']) await expectUnreadable(sound, 'the bank', file);
  return undefined;
});

describe('a clock that is far off', () => {
  it.each(['1970-01-02', '2001-09-09', '2038-01-20', '2050-06-01', '2099-12-31'])('%s', (day) =>
    expectFarClock(day),
  );
});
