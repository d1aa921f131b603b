/** The shipped collections: right as files, green against the bank, and red at the right step when the bank does something else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../main/cli/check.ts';
import { listed } from '../../main/core/collections/listing.ts';
import type { RunTarget } from '../../main/core/runs/target.ts';
import { FAULTS } from '../../shared/faults/faults.ts';
import { total } from '../../shared/collections/result.ts';
import { isRule, RULE_IDS } from '../../shared/xs2a/rules.ts';
import { useBank } from '../support/bank.ts';
import { failedIn, MUTATIONS, SHIPPED as ROOT, useChangedBank } from '../support/bank-changes.ts';
import { type Identity, makeIdentity, NORWEGIAN_ISSUER } from '../support/identity.ts';
import { runFolder, targetOf } from '../support/runs.ts';

const NAMES = ['first-steps', 'payments-and-baskets', 'account-information', 'refusals', 'conformance'];
const own = useBank({ clock: undefined });
let identity: Identity;
beforeAll(async () => {
  identity = await makeIdentity({ issuer: NORWEGIAN_ISSUER });
});
const target = (): RunTarget => targetOf(own.bank, identity);

const stepsOf = (name: string) =>
  listed(join(ROOT, name)).entries.flatMap(({ step }) => (step === null ? [] : [step]));

describe('as files', () => {
  it('there are at most 60', () => {
    const files = readdirSync(ROOT, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(files.length).toBeLessThanOrEqual(60);
  });
  it.each(NAMES)('%s is whole, documented and has no id of its own', async (name) => {
    const { text, status } = await check.run([join(ROOT, name)]);
    expect(status, text ?? undefined).toBe(0);
    const { folders } = listed(join(ROOT, name));
    expect(folders.find(({ role }) => role === 'collection')?.settings.about).toMatch(/^# /);
    for (const file of readdirSync(join(ROOT, name)))
      expect(readFileSync(join(ROOT, name, file), 'utf8'), file).not.toMatch(
        /enc!![\w-]|860111?\d|138393|248987|028679|199184/,
      );
  });
  it('Refusals has a step for each deliberate fault, with its status, code and rule', () => {
    const steps = stepsOf('refusals');
    for (const { id, status, code, rule } of FAULTS) {
      const step = steps.find(({ request, tags }) => request?.fault === id && tags?.includes(rule));
      const expected = step?.expect?.map(({ must }) => ('to' in must ? must.to : null));
      expect(expected, id).toEqual([status, code]);
    }
  });
  it('Conformance has a step for each rule that can be seen from outside', () => {
    const tags = new Set(stepsOf('conformance').flatMap((step) => step.tags ?? []));
    expect([...tags].filter((tag) => !isRule(tag))).toEqual([]);
    // About production, the connection, or what no response shows.
    const unseen = ['SVC-2', 'SVC-5', 'SIG-12', 'SCA-6', 'AIS-5', 'AIS-5a', 'VER-3', 'VER-4'];
    expect(RULE_IDS.filter((rule) => !tags.has(rule))).toEqual(unseen);
  });
});

describe('against the bank', () => {
  it.each([...NAMES, 'first-steps'])(
    '%s runs green, also after itself and after the others',
    async (name) => {
      const { results, counts, planned } = await runFolder(join(ROOT, name), target());
      expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
      expect(total(counts)).toBe(planned);
    },
  );
});

describe('against a bank that does something else', () => {
  const { changed } = useChangedBank(own, () => identity);
  // One of each kind: a scenario, a quirk and an answer. All of them are in test/full/core/shipped-collections.test.ts.
  const some = ['the accounts answer 500', 'KIDs are not checked', 'an amount as a number'];
  it.each(MUTATIONS.filter(({ title }) => some.includes(title)))('$title', async (one) => {
    const { names, reason } = failedIn(await changed(one));
    expect(names[0], reason).toBe(one.red[0]);
    expect(names).toEqual(expect.arrayContaining(one.red));
  });
});
