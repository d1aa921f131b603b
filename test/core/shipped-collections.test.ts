/** The shipped collections: right as files, green against the bank, and red at the right step when the bank does something else. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { listed } from '../../main/core/collections/listing.ts';
import type { RunTarget } from '../../main/core/running/target.ts';
import { collectionFiles } from '../../scripts/lib/collections/files.ts';
import { collectionSchema } from '../../scripts/lib/collections/schema.ts';
import { FAULTS } from '../../shared/faults/faults.ts';
import { planOf } from '../../shared/collection/plan.ts';
import { total } from '../../shared/collection/result.ts';
import { readStepFile } from '../../shared/collection/step-file.ts';
import { treeOf } from '../../shared/collection/tree.ts';
import type { Quirks } from '../../bank-sim/quirks.ts';
import type { ScenarioInput } from '../../shared/xs2a/scenario.ts';
import { isRule, RULE_IDS } from '../../shared/xs2a/rules.ts';
import { useBank } from '../support/bank.ts';
import { type Identity, makeIdentity, NORWEGIAN_ISSUER } from '../support/identity.ts';
import { programFile } from '../support/programs.ts';
import { runFolder, targetOf } from '../support/runs.ts';
import {
  type Answer,
  type Spoil,
  type SpoilingProxy,
  startSpoilingProxy,
} from '../support/spoiling-proxy.ts';

const ROOT = join(import.meta.dirname, '../../main/collections');
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
    const unseen = ['SVC-2', 'SVC-5', 'SIG-12', 'SCA-6', 'AIS-5', 'AIS-5a', 'VER-3'];
    expect(RULE_IDS.filter((rule) => !tags.has(rule))).toEqual(unseen);
  });
});

describe('against the bank', () => {
  it.each([...NAMES, ...NAMES])('%s runs green, also after itself and after the others', async (name) => {
    const { results, counts, planned } = await runFolder(join(ROOT, name), target());
    expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(total(counts)).toBe(planned);
  });
  it('all of them run green on the command line, in a bank of its own, and the same in three shards', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tpp-shards-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const report = (name: string) => join(folder, `${name}.jsonl`);
    const command = async (...args: string[]) =>
      (await promisify(execFile)(process.execPath, [programFile('cli'), ...args])).stdout;
    const run = (...args: string[]) => command('run', ROOT, '--bank', '--reporter', 'console', ...args);
    const stdout = await run('--reporter', `json=${report('whole')}`);
    expect(stdout).toMatch(/\d{3} passed, 0 failed, 0 with warnings, 0 skipped, 0 not run/);
    const parts = ['1', '2', '3'];
    for (const part of parts) await run('--shard', `${part}/3`, '--reporter', `json=${report(part)}`);
    const merged = await command(
      'merge-reports',
      ...parts.map(report),
      '--reporter',
      'console',
      '--reporter',
      `json=${report('merged')}`,
    );
    const counts = /\d+ steps in|\d+ passed, .*$/gm;
    expect(merged.match(counts)).toEqual(stdout.match(counts));
    expect(outcomesIn(report('merged'))).toEqual(outcomesIn(report('whole')));
    const sizes = parts.map((part) => outcomesIn(report(part)).length);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(outcomesIn(report('whole')).length);
  }, 120_000);
});

const outcomesIn = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; path: string; outcome: string; turn: string | null })
    .flatMap(({ event, path, outcome, turn }) => (event === 'result' ? [[path, turn, outcome]] : []));

/** One change of what the bank does, and the steps that must notice it. */
interface Mutation {
  title: string;
  /** Folders of the collection that are run. */
  of: [collection: string, ...folders: string[]];
  /** Names of steps that must fail, and of which the first to fail must be one. */
  red: string[];
  quirk?: [name: keyof Quirks, value: string | boolean];
  scenario?: ScenarioInput;
  spoil?: Spoil;
}

/** Changes a JSON body. */
const json =
  (line: RegExp, change: (body: Record<string, unknown>) => void, status?: number): Spoil =>
  (asked, answer) => {
    if (!line.test(asked) || (status !== undefined && answer.status !== status)) return null;
    const body = JSON.parse(answer.body) as Record<string, unknown>;
    change(body);
    return { ...answer, body: JSON.stringify(body) };
  };
const other =
  (line: RegExp, change: (answer: Answer) => Partial<Answer>): Spoil =>
  (asked, answer) =>
    line.test(asked) ? { ...answer, ...change(answer) } : null;
const without = (line: RegExp, header: string): Spoil =>
  other(line, ({ headers }) => ({
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== header)),
  }));
/** The n-th object of a list in a body. */
const nth = (body: Record<string, unknown>, list: string, at = 0) =>
  (body[list] as Record<string, unknown>[])[at] ?? {};

/** The booked transactions of a listing. */
const bookedIn = (body: Record<string, unknown>) =>
  (body['transactions'] as { booked: Record<string, unknown>[] }).booked;

const LISTING = /\/v1\/accounts\/[^/]+\/transactions$/;

const FIRST = ['fresh-bank', 'consent', 'accounts'];
const PAY = ['fresh-bank', 'eirik'];
const CONFORMANCE = ['fresh-bank', 'eirik', 'consent'];
const failing = { system: 'bank', status: 400, code: 'PAYMENT_FAILED', message: 'No.' };

const MUTATIONS: readonly Mutation[] = [
  {
    title: 'an SCA fails',
    of: ['first-steps', ...FIRST],
    scenario: { when: { path: '/v1/bank-offered-consents' }, then: { failSca: failing } },
    red: ['Eirik approves at the bank'],
  },
  {
    title: 'the accounts answer 500',
    of: ['first-steps', ...FIRST],
    scenario: { when: { path: '/v1/accounts' }, then: { status: 500 } },
    red: ['List the accounts'],
  },
  {
    title: 'a forged signature on the accounts',
    of: ['first-steps', ...FIRST],
    scenario: { when: { path: '/v1/accounts' }, then: { corruptResponseSignature: true } },
    red: ['List the accounts'],
  },
  {
    title: 'the connection drops at one account',
    of: ['first-steps', ...FIRST],
    scenario: { when: { path: '/v1/accounts/*' }, then: { dropConnection: true } },
    red: ['Read one account'],
  },
  {
    title: 'the accounts are forced through an SCA',
    of: ['first-steps', ...FIRST],
    scenario: { when: { path: '/v1/accounts/*/balances' }, then: { forceSca: true } },
    red: ['Read its balances'],
  },
  {
    title: 'an authorisation is exempted',
    of: ['first-steps', ...FIRST, 'payment'],
    scenario: {
      when: { method: 'POST', path: '/v1/payments/*/*/authorisations' },
      then: { exemptSca: true },
    },
    red: ['Start its authorisation'],
  },
  {
    title: 'an account too many',
    of: ['first-steps', ...FIRST],
    spoil: json(/GET \/v1\/accounts$/, (body) => (body['accounts'] as unknown[]).push(nth(body, 'accounts'))),
    red: ['List the accounts'],
  },
  {
    title: 'another account',
    of: ['first-steps', ...FIRST],
    spoil: json(
      /GET \/v1\/accounts\/[^/]+$/,
      (body) => ((body['account'] as Record<string, unknown>)['bban'] = '1'),
    ),
    red: ['Read one account'],
  },
  {
    title: 'an amount as a number',
    of: ['first-steps', ...FIRST],
    spoil: json(
      /balances$/,
      (body) => (nth(body, 'balances')['balanceAmount'] = { amount: 12.5, currency: 'NOK' }),
    ),
    red: ['Read its balances'],
  },
  {
    title: 'a page that is too long',
    of: ['first-steps', ...FIRST],
    spoil: json(/transactions$/, (body) => {
      const list = (body['transactions'] as Record<string, unknown[]>)['booked'] ?? [];
      list.push(list[0]);
    }),
    red: ['Read its latest transactions'],
  },
  {
    title: 'another transaction',
    of: ['first-steps', ...FIRST],
    spoil: json(
      /transactions\/[^/]+$/,
      (body) => ((body['transactionDetails'] as Record<string, unknown>)['transactionId'] = 'x'),
    ),
    red: ['Read one transaction'],
  },
  {
    title: 'no ASPSP-SCA-Approach',
    of: ['first-steps', ...FIRST],
    spoil: without(/bank-offered/, 'aspsp-sca-approach'),
    red: ['Ask for consent'],
  },
  {
    title: '200 instead of 201',
    of: ['first-steps', ...FIRST],
    spoil: other(/bank-offered/, () => ({ status: 200 })),
    red: ['Ask for consent'],
  },
  {
    title: 'a payment that is approved at once',
    of: ['first-steps', ...FIRST, 'payment'],
    spoil: json(/POST .*transfers$/, (body) => (body['transactionStatus'] = 'ACSC')),
    red: ['Create the payment'],
  },
  {
    title: 'a payment that never settles',
    of: ['first-steps', ...FIRST, 'payment'],
    spoil: json(/status$/, (body) => (body['transactionStatus'] = 'PDNG'), 200),
    red: ['It is settled by a batch'],
  },
  {
    title: 'the wrong refusal',
    of: ['first-steps', 'fresh-bank', 'refusal'],
    spoil: json(/accounts$/, (body) => (nth(body, 'tppMessages')['code'] = 'SIGNATURE_INVALID'), 400),
    red: ['A request without a signature'],
  },
  {
    title: 'the error table with another status',
    of: ['refusals', 'fresh-bank', 'eirik', 'error-table'],
    spoil: other(/signing-baskets$/, () => ({ status: 422 })),
    red: ['It cannot be in a basket'],
  },
  {
    title: 'a path left out',
    of: ['refusals', 'fresh-bank', 'eirik', 'error-table'],
    spoil: json(/POST .*payments/, (body) => delete nth(body, 'tppMessages')['path'], 400),
    red: ['A character cannot be processed'],
  },
  {
    title: 'a refusal without its link',
    of: ['refusals', 'fresh-bank', 'eirik', 'error-table'],
    spoil: json(/accounts$/, (body) => delete body['_links'], 401),
    red: ['There is no consent'],
  },
  {
    title: 'KIDs are not checked',
    of: ['refusals', 'fresh-bank', 'eirik', 'error-table'],
    quirk: ['strictKid', false],
    red: ['A KID with a wrong check digit'],
  },
  {
    title: 'baskets take all products',
    of: ['refusals', 'fresh-bank', 'eirik', 'baskets'],
    quirk: ['sandboxBasketProducts', 'all'],
    red: ['Not in a basket of the sandbox'],
  },
  {
    title: 'raw UTF-8 is accepted',
    of: ['refusals', 'fresh-bank', 'eirik', 'faults'],
    quirk: ['strictMime', false],
    red: ['Raw UTF-8, not an encoded word'],
  },
  {
    title: 'a revoked consent answers 403',
    of: ['refusals', 'fresh-bank', 'eirik', 'account-information'],
    quirk: ['revokedConsent', '403'],
    red: ['The consent is revoked'],
  },
  {
    title: 'no Retry-After',
    of: ['refusals', 'fresh-bank', 'eirik', 'account-information'],
    spoil: without(/balances$/, 'retry-after'),
    red: ['A fifth one'],
  },
  {
    title: 'responses are not signed',
    of: ['conformance', ...CONFORMANCE, 'signature'],
    quirk: ['signResponses', false],
    red: ['The response is signed'],
  },
  {
    title: 'domestic payments are readable',
    of: ['conformance', ...CONFORMANCE, 'account-information', 'payments'],
    quirk: ['domesticUnreadableBeforeApproval', false],
    red: ['It cannot be read yet'],
  },
  {
    title: 'held payments look pending',
    of: ['payments-and-baskets', ...PAY, 'operator'],
    quirk: ['onHoldStatus', 'PDNG'],
    red: ['The TPP sees that it is blocked'],
  },
  {
    title: 'no interimBooked',
    of: ['conformance', ...CONFORMANCE, 'account-information'],
    quirk: ['interimBooked', false],
    red: ["A card's balances"],
  },
  {
    title: 'another X-Request-ID',
    of: ['conformance', ...CONFORMANCE, 'service'],
    spoil: other(/customers$/, ({ headers }) => ({ headers: { ...headers, 'x-request-id': 'x' } })),
    red: ['The response repeats the X-Request-ID'],
  },
  {
    title: 'caches may store',
    of: ['conformance', ...CONFORMANCE, 'service'],
    spoil: without(/customers$/, 'cache-control'),
    red: ['The response repeats the X-Request-ID'],
  },
  {
    title: 'no Location',
    of: ['conformance', ...CONFORMANCE, 'service'],
    spoil: without(/transfers$/, 'location'),
    red: ['A 201 has a Location'],
  },
  {
    title: 'links allow too much',
    of: ['conformance', ...CONFORMANCE, 'service'],
    spoil: json(
      /customers$/,
      (body) => (nth(body, 'customers')['_links'] = { self: { href: '/v1/x', verbs: ['GET', 'PUT'] } }),
      200,
    ),
    red: ['Links say what can be called'],
  },
  {
    title: 'no Allow',
    of: ['conformance', ...CONFORMANCE, 'service'],
    spoil: without(/PUT /, 'allow'),
    red: ['A known path with another method'],
  },
  {
    title: 'no Deprecation',
    of: ['conformance', ...CONFORMANCE],
    spoil: without(/POST \/v1\/consents/, 'deprecation'),
    red: ['Ask the old way'],
  },
  {
    title: 'accounts without a consent',
    of: ['conformance', ...CONFORMANCE],
    spoil: other(/GET \/v1\/accounts$/, ({ status }) =>
      status === 401 ? { status: 200, body: '{"accounts":[]}' } : {},
    ),
    red: ['No accounts without a consent'],
  },
  {
    title: 'details that add nothing',
    of: ['conformance', ...CONFORMANCE, 'account-information'],
    spoil: json(/transactions\/[^/?]+$/, (body) => {
      const details = body['transactionDetails'] as Record<string, unknown>;
      delete details['entryReference'];
    }),
    red: ['A transaction'],
  },
  {
    title: 'transactions without the balance after them',
    of: ['conformance', ...CONFORMANCE, 'account-information'],
    spoil: json(LISTING, (body) => delete bookedIn(body)[0]?.['balanceAfterTransaction'], 200),
    red: ['Booked transactions'],
  },
  {
    title: 'the oldest transactions first',
    of: ['conformance', ...CONFORMANCE, 'account-information'],
    spoil: json(LISTING, (body) => bookedIn(body).length > 100 && bookedIn(body).reverse(), 200),
    red: ['The page size'],
  },
  {
    title: 'one error at a time',
    of: ['conformance', ...CONFORMANCE, 'account-information', 'payments'],
    spoil: json(/POST .*transfers$/, (body) => (body['tppMessages'] as unknown[]).splice(1), 400),
    red: ['An unknown member, and one that is missing'],
  },
  {
    title: 'a transaction without the reference of its payment',
    of: ['conformance', ...CONFORMANCE, 'account-information', 'payments'],
    spoil: json(
      LISTING,
      (body) => {
        for (const one of bookedIn(body)) delete one['endToEndIdentification'];
      },
      200,
    ),
    red: ['Its reference is with the transaction'],
  },
  {
    title: 'x-accept-fix is not looked at',
    of: ['conformance', 'at-an-earlier-date', 'fresh-bank'],
    spoil: json(/GET \/v1\/accounts$/, (body) => (nth(body, 'accounts')['cashAccountType'] = 'Current'), 200),
    red: ['The new form, because it is asked for'],
  },
  {
    title: 'a basket that is settled',
    of: ['payments-and-baskets', ...PAY, 'baskets/two-payments'],
    spoil: json(/signing-baskets\/[^/]+\/status$/, (body) => (body['transactionStatus'] = 'ACSC')),
    red: ['The basket is approved'],
  },
  {
    title: 'a basket that lost a payment',
    of: ['payments-and-baskets', ...PAY, 'baskets/two-payments'],
    spoil: json(/GET .*signing-baskets\/[^/]+$/, (body) => (body['payments'] as unknown[]).pop()),
    red: ['Read the basket'],
  },
  {
    title: 'the SCA of a basket fails',
    of: ['payments-and-baskets', ...PAY, 'baskets/two-payments'],
    scenario: { when: { path: '/v1/signing-baskets/*/authorisations' }, then: { failSca: failing } },
    red: ['Eirik approves both'],
  },
  {
    title: 'one signer is enough',
    of: ['payments-and-baskets', ...PAY, 'fjellheim-eirik', 'second-signer'],
    spoil: json(/status$/, (body) => (body['transactionStatus'] = 'PDNG'), 200),
    red: ['It waits for a second signer'],
  },
  {
    title: 'a fifth call is answered',
    of: ['account-information', 'fresh-bank', 'consent', 'accounts', 'without-the-psu'],
    spoil: other(/balances$/, ({ status }) => (status === 429 ? { status: 200, body: '{}' } : {})),
    red: ['The fifth is refused'],
  },
  {
    title: 'a consent that never expires',
    of: ['account-information', 'fresh-bank', 'consent', 'accounts', 'the-end-of-a-consent'],
    spoil: json(/accounts$/, (body) => (nth(body, 'tppMessages')['code'] = 'CONSENT_INVALID'), 401),
    red: ['The consent has expired'],
  },
];

describe('against a bank that does something else', () => {
  let proxy: SpoilingProxy;
  beforeAll(async () => {
    proxy = await startSpoilingProxy(own.bank);
  });
  afterAll(() => proxy.stop());

  it('there are at least 30 changes', () => {
    expect(MUTATIONS.length).toBeGreaterThanOrEqual(30);
  });
  it.each(MUTATIONS)('$title', async ({ of: [collection, ...folders], red, quirk, scenario, spoil }) => {
    const { bank } = own;
    const before = quirk && bank.inspection.state().quirks[quirk[0]];
    if (quirk !== undefined) bank.operator.setQuirk(...quirk);
    const added = scenario === undefined ? null : bank.operator.addScenario(scenario);
    const id = added?.done ? added.value.id : null;
    proxy.spoil = spoil ?? (() => null);
    const direct = targetOf(bank, identity);
    const { baseUrl, ca } = proxy;
    const destination =
      spoil === undefined
        ? direct.destination
        : { ...direct.destination, baseUrl, ca: `${ca}\n${direct.destination.ca}` };
    const { results } = await runFolder(join(ROOT, collection), direct, {
      choice: { only: folders, tags: [] },
      target: { destination },
    });
    if (id !== null) bank.operator.removeScenario(id);
    if (quirk !== undefined && before !== undefined) bank.operator.setQuirk(quirk[0], before);
    const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name);
    expect(failed[0], results.find(({ outcome }) => outcome === 'failed')?.reason ?? 'nothing failed').toBe(
      red[0],
    );
    expect(failed).toEqual(expect.arrayContaining(red));
  });
  it('is not at fault itself: with nothing spoilt, the same choice is green', async () => {
    proxy.spoil = () => null;
    const direct = targetOf(own.bank, identity);
    const destination = {
      ...direct.destination,
      baseUrl: proxy.baseUrl,
      ca: `${proxy.ca}\n${direct.destination.ca}`,
    };
    const { counts } = await runFolder(join(ROOT, 'first-steps'), direct, { target: { destination } });
    expect(counts).toMatchObject({ failed: 0, 'not-run': 0 });
    expect(planOf(treeOf(listed(join(ROOT, 'first-steps'))), '')).not.toEqual([]);
  });
});
