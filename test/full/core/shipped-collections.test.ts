/** The shipped collections, all of them: on the command line, again after the others, and red at the right step when the bank does something else. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { listed } from '../../../main/core/collections/listing.ts';
import { planOf } from '../../../shared/collections/plan.ts';
import { total } from '../../../shared/collections/result.ts';
import { treeOf } from '../../../shared/collections/tree.ts';
import { useBank } from '../../support/bank.ts';
import { failedIn, MUTATIONS, SHIPPED as ROOT, useChangedBank } from '../../support/bank-changes.ts';
import { type Identity, makeIdentity, NORWEGIAN_ISSUER } from '../../support/identity.ts';
import { programFile } from '../../support/programs.ts';
import { runFolder, targetOf } from '../../support/runs.ts';

const NAMES = ['first-steps', 'payments-and-baskets', 'account-information', 'refusals', 'conformance'];
const own = useBank({ clock: undefined });
let identity: Identity;
beforeAll(async () => {
  identity = await makeIdentity({ issuer: NORWEGIAN_ISSUER });
});

describe('against the bank', () => {
  it.each([...NAMES, ...NAMES])('%s runs green, also after itself and after the others', async (name) => {
    const { results, counts, planned } = await runFolder(join(ROOT, name), targetOf(own.bank, identity));
    expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(total(counts)).toBe(planned);
  });
  it('all of them run green on the command line, in a bank of its own', async () => {
    const args = [programFile('cli'), 'run', ROOT, '--bank', '--reporter', 'console'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toMatch(/\d{3} passed, 0 failed, 0 with warnings, 0 skipped, 0 not run/);
  });
});

describe('against a bank that does something else', () => {
  const { changed, unchanged } = useChangedBank(own, () => identity);

  it('there are at least 30 changes', () => {
    expect(MUTATIONS.length).toBeGreaterThanOrEqual(30);
  });
  it.each(MUTATIONS)('$title', async (one) => {
    const { names, reason } = failedIn(await changed(one));
    expect(names[0], reason).toBe(one.red[0]);
    expect(names).toEqual(expect.arrayContaining(one.red));
  });
  it('is not at fault itself: with nothing spoilt, the same choice is green', async () => {
    expect((await unchanged('first-steps')).counts).toMatchObject({ failed: 0, 'not-run': 0 });
    expect(planOf(treeOf(listed(join(ROOT, 'first-steps'))), '')).not.toEqual([]);
  });
});
