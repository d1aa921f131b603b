/** The shipped collections: right as files, green against the bank, and red at the right step when the bank does something else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { listed } from '../../main/core/collections/listing.ts';
import type { RunTarget } from '../../main/core/runs/target.ts';
import { collectionFiles } from '../../scripts/lib/collections/files.ts';
import { collectionSchema } from '../../scripts/lib/collections/schema.ts';
import { FAULTS } from '../../shared/faults/faults.ts';
import { total } from '../../shared/collections/result.ts';
import { readStepFile } from '../../shared/collections/step-file.ts';
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

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .sort();
const stepsOf = (name: string) =>
  listed(join(ROOT, name)).entries.flatMap(({ step }) => (step === null ? [] : [step]));

describe('as files', () => {
  it('they are what npm run collections writes, with the schema', () => {
    const written = collectionFiles();
    expect(filesBelow(ROOT)).toEqual([...written.keys()].sort());
    for (const [path, text] of written) expect(readFileSync(join(ROOT, path), 'utf8'), path).toBe(text);
    expect(readFileSync(join(ROOT, '../../docs/collection.schema.json'), 'utf8')).toBe(collectionSchema());
  });
  it.each(NAMES)('%s is whole, documented and has no id of its own', (name) => {
    const { entries, folders } = listed(join(ROOT, name));
    expect([...entries, ...folders].filter(({ damage }) => damage !== null)).toEqual([]);
    expect(folders.find(({ isCollection }) => isCollection)?.documentation).toMatch(/^# /);
    for (const { path } of entries) {
      const text = readFileSync(join(ROOT, name, `${path}.step.json`), 'utf8');
      expect(text, path).not.toMatch(/enc!![\w-]|860111?\d|138393|248987|028679|199184/);
      expect(typeof readStepFile(text), path).toBe('object');
    }
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
