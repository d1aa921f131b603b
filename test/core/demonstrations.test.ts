/** Guided demonstrations in the workbench's core: those of the program, what is put aside meanwhile, and what fails. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { Operator } from '../../bank-sim/control/operator.ts';
import type { Workbench } from '../../main/core/services.ts';
import { demonstrationFileSchema } from '../../shared/demonstrations/file-schema.ts';
import { minutesText } from '../../shared/flow/diagram-text.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { HOUR } from '../../shared/time.ts';
import { SESSION_LIFETIME } from '../../shared/xs2a/bank-limits.ts';
import { comparable, playing, shipped, shownIn, stateOf, toTheEnd } from '../support/demonstrations.ts';
import { folderForFile } from '../support/folders.ts';
import { TUESDAY } from '../support/given-date.ts';
import { approveSession, callCore, downloaded, startCore } from '../support/workbench.ts';
import { writeCollection } from '../support/runs.ts';
import { PLAIN_EXPORT } from '../../shared/flow/exports/export.ts';

const folder = folderForFile('demonstrations');
let core: Workbench;
beforeAll(async () => {
  core = await startCore(folder);
});
afterAll(() => core.stop());

const file = (steps: unknown[], more: object = {}) => ({
  name: 'Mine',
  summary: 'What I show.',
  minutes: 1,
  start: '2026-10-05T10:00:00+02:00',
  steps,
  ...more,
});
const upload = (content: unknown, replaces = false) => ({
  file: core.upload({
    name: 'mine.demonstration.yaml',
    bytes: Buffer.from(JSON.stringify(content, null, 2)),
  }),
  replaces,
});
const ASKS = { name: 'Ask', request: 'GET /v1/accounts' };

describe('the demonstrations of the program', () => {
  // All of them are in test/full/core/demonstrations.test.ts.
  it.each(['consent'])('%s plays to the end, twice with the same diagram', async (id) => {
    const first = await toTheEnd(core, id);
    expect(first.flatMap(({ failed }) => failed ?? [])).toEqual([]);
    expect(first.at(-1)?.next).toBe('end');
    const diagram = comparable(await shownIn(core));
    expect(diagram.length).toBeGreaterThan(10);
    await toTheEnd(core, id);
    expect(comparable(await shownIn(core))).toEqual(diagram);
  });
  it('consent: as many accounts are returned as the text and the journal say', async () => {
    const steps = await toTheEnd(core, 'consent');
    const again = steps.find(({ shown }) => shown.title === 'The same request again');
    const { response } = await callCore(core, 'history.read', { id: again?.acts[0]?.exchange ?? '' });
    const { accounts } = JSON.parse(response?.body ?? '{}') as { accounts: object[] };
    expect(accounts).toHaveLength(2);
    expect(again?.shown.text).toContain('the two accounts');
    const said = (await shownIn(core)).flatMap((event) => (event.kind === 'step' ? [event.why] : []));
    expect(said).toContain('The PSU shares 2 accounts and 1 card.');
  });
  it('session: it is valid from and until the times that the badges say', async () => {
    const steps = await toTheEnd(core, 'session');
    const said = new Set(
      steps.flatMap(({ shown }) => /^From .* until .*/.exec(shown.meaning?.text ?? '') ?? []),
    );
    const entered = (await shownIn(core)).filter((one) => one.kind === 'step' && one.subject === 'session');
    const timesOf = (state: string) =>
      entered.flatMap((one) => ('to' in one && one.to === state ? [one.bankAt ?? one.at] : []));
    const valid = timesOf('SCA valid');
    expect([...said]).toEqual(
      valid.slice(0, 2).map((at) => `From ${minutesText(at)} until ${minutesText(at + SESSION_LIFETIME)}.`),
    );
    const [replaced = NaN] = timesOf('replaced');
    expect((valid[1] ?? 0) + SESSION_LIFETIME - replaced).toBe(HOUR);
    expect(steps.at(-1)?.shown.look?.text).toContain('a whole hour left');
    const { session } = await callCore(core, 'app.status', {});
    expect(session).toMatchObject({ since: null, replaced: true });
  });
  it('have 5 to 10 steps, and ten minutes for at most four of them', () => {
    for (const { demonstration } of shipped().values()) {
      const { steps } = demonstration;
      expect(steps.length).toBeGreaterThanOrEqual(5);
      expect(steps.length).toBeLessThanOrEqual(10);
    }
    const minutes = [...shipped().values()].map((one) => one.demonstration.minutes).toSorted((a, b) => a - b);
    expect(minutes.slice(0, 4).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(11);
  });
});

describe('a file of somebody else', () => {
  it('is listed, read for a hand-out and saved again; one with a fault is refused with line and reason', async () => {
    const wrong = file([{ title: 'One', text: 'One.', actions: [{ name: 'x', request: 'GET /v1/x' }] }]);
    const refusal = await callCore(core, 'demonstrations.add', upload(wrong));
    expect(refusal).toEqual({
      id: null,
      name: 'mine.demonstration.yaml',
      faults: [
        {
          line: 13,
          column: 22,
          text: expect.stringContaining('The bank has no operation “GET /v1/x”.') as string,
        },
      ],
      isTaken: false,
    });
    const { id } = await callCore(core, 'demonstrations.add', upload(file([{ title: 'One', text: 'One.' }])));
    // An editor finds the schema beside the file.
    const beside = join(folder, 'demonstrations', 'demonstration.schema.json');
    expect(readFileSync(beside, 'utf8')).toBe(demonstrationFileSchema());
    const { demonstrations } = await callCore(core, 'demonstrations.list', {});
    expect(demonstrations.at(-1)).toMatchObject({ id, name: 'Mine', steps: 1, own: true, faults: [] });
    const texts = await callCore(core, 'demonstrations.read', { id: id ?? '' });
    expect(texts.steps).toEqual([{ title: 'One', text: 'One.' }]);
    const { download } = await callCore(core, 'demonstrations.file', { id: id ?? '' });
    // As it was written, with the line by which editors find the schema.
    const saved = downloaded(core, download);
    expect([saved.name, saved.bytes.toString('utf8')]).toEqual([
      'Mine.demonstration.yaml',
      `# yaml-language-server: $schema=demonstration.schema.json\n${JSON.stringify(file([{ title: 'One', text: 'One.' }]), null, 2)}`,
    ]);
    // The same file again changes nothing; another one of the same name replaces it only if that is wanted.
    const same = await callCore(core, 'demonstrations.add', upload(file([{ title: 'One', text: 'One.' }])));
    expect(same).toMatchObject({ id, isTaken: false });
    const edited = file([{ title: 'A', text: 'B' }]);
    const firstStep = async () =>
      (await callCore(core, 'demonstrations.read', { id: id ?? '' })).steps[0]?.title;
    expect(await callCore(core, 'demonstrations.add', upload(edited))).toEqual({
      id: null,
      name: 'Mine',
      faults: [],
      isTaken: true,
    });
    expect(await firstStep()).toBe('One');
    expect(await callCore(core, 'demonstrations.add', upload(edited, true))).toMatchObject({ id });
    expect(await firstStep()).toBe('A');
    await callCore(core, 'demonstrations.remove', { id: id ?? '' });
    await expect(callCore(core, 'demonstrations.remove', { id: 'consent' })).rejects.toThrow(
      'cannot be deleted',
    );
    await expect(callCore(core, 'demonstrations.start', { id: '../x' })).rejects.toThrow('no longer exists');
  });
  it('is neither written nor deleted where a link leads that has taken the place of its folder', async () => {
    const own = join(folder, 'demonstrations');
    const outside = join(folder, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'theirs.demonstration.yaml'), '{}');
    if (existsSync(own)) renameSync(own, join(folder, 'own-before'));
    symlinkSync(outside, own);
    try {
      const adding = callCore(core, 'demonstrations.add', upload(file([{ title: 'One', text: 'One.' }])));
      await expect(adding).rejects.toThrow(`${own} must be a folder, but it is a link`);
      const theirs = { id: 'own-theirs' };
      await expect(callCore(core, 'demonstrations.remove', theirs)).rejects.toThrow('no longer exists');
      await expect(callCore(core, 'demonstrations.file', theirs)).rejects.toThrow('no longer exists');
      expect(readdirSync(outside)).toEqual(['theirs.demonstration.yaml']);
    } finally {
      rmSync(own);
      if (existsSync(join(folder, 'own-before'))) renameSync(join(folder, 'own-before'), own);
    }
  });
  it('is made of a collection, with the steps of the flows that it includes', async () => {
    const { path } = await callCore(core, 'saved.addShipped', { id: 'payments-and-baskets' });
    const { download, left } = await callCore(core, 'demonstrations.make', {
      path: `${path}/5-a-second-signer.flow.yaml`,
    });
    expect(left).toEqual([]);
    const made = core.upload(downloaded(core, download));
    const { id, faults } = await callCore(core, 'demonstrations.add', { file: made, replaces: false });
    expect(faults).toEqual([]);
    const played = await toTheEnd(core, id ?? '');
    expect(played.at(-1)).toMatchObject({ next: 'end', failed: null });
    expect(played[1]).toMatchObject({
      shown: { title: 'Consent of {{eirik}}' },
      acts: [{ who: 'tpp', status: 201 }],
      redirect: { when: 'after' },
    });
    expect(playing(await callCore(core, 'demonstrations.state', {})).titles.slice(0, 3)).toEqual([
      'See the accounts',
      'Consent of {{eirik}}',
      'Create a payment above his limit',
    ]);
    await callCore(core, 'demonstrations.leave', {});
    await callCore(core, 'demonstrations.remove', { id: id ?? '' });
  });
});

describe('a collection with credentials', () => {
  it('becomes a demonstration without them, and says so', async () => {
    const { environments } = await callCore(core, 'environments.list', {});
    const local = environments[0]?.id ?? '';
    const variable = { name: 'pin', value: 'canary-of-the-vault', secret: true };
    await callCore(core, 'variables.set', { id: local, variable });
    const request = {
      request: 'GET /v1/accounts?access_token=canary-in-the-query',
      headers: {
        'X-Api-Key': '{{token}}',
        'X-Client': 'canary-of-the-vault',
        Authorization: 'Bearer canary-in-a-header',
        Cookie: 'sid=canary-in-a-cookie',
      },
      body: { password: 'canary-in-the-body' },
    };
    writeCollection(join(folder, 'collections/with-secrets'), {
      'collection.yaml': {
        name: 'With secrets',
        variables: {
          token: 'canary-outside',
          plain: 'kept',
          apiToken: 'canary-by-name',
          login: { user: 'ola', password: 'canary-inside' },
        },
      },
      '1-inner.flow.yaml': {
        secret: ['token'],
        steps: [
          {
            name: 'Ask',
            ...request,
            expect: { '$.access_token': 'canary-expected', '$.note': { not: 'canary-outside' } },
          },
          {
            name: 'Act',
            control: 'POST /control/x?token=canary',
            body: { password: 'canary-at-control' },
          },
          {
            name: 'Again',
            request: 'GET /v1/accounts',
            body: { a: 'canary-by-name', b: 'canary-inside', c: 'canary-passed' },
          },
          { name: 'More', include: '2-more.flow.yaml', variables: { token: 'canary-passed' } },
        ],
      },
      '2-more.flow.yaml': {
        run: 'only when included',
        steps: [{ name: 'Inside', request: 'GET /v1/accounts' }],
      },
    });
    const { download, left } = await callCore(core, 'demonstrations.make', { path: 'with-secrets' });
    const text = downloaded(core, download).bytes.toString('utf8');
    expect(text).not.toContain('canary');
    expect(parse(text)).toMatchObject({ variables: { plain: 'kept', login: { user: 'ola' } } });
    const stands = left.filter((one) => one.includes('stands for a credential'));
    expect(stands.map((one) => /\{\{(.+?)\}\}/.exec(one)?.[1])).toEqual([
      'access_token',
      'authorization',
      'cookie',
      'password',
      'token',
      'apiToken',
    ]);
    expect(left.at(-1)).toContain('Values of secret variables are left out');
    await callCore(core, 'variables.remove', { id: local, name: 'pin' });
  });
});

it('a value that a step keeps as a secret is neither in the texts of the hand-out nor in its diagram', async () => {
  const asks = (name: string, request: string) => ({ name, request, expect: { status: { min: 400 } } });
  const actions = [
    {
      ...asks('Ask', 'GET /v1/accounts'),
      keep: { token: 'header digest' },
    },
    asks('Ask with the token', 'GET /v1/accounts?token={{token}}'),
  ];
  const texts = { title: 'Ask with {{token}}', text: 'It sends {{token}}.' };
  const { id, faults } = await callCore(
    core,
    'demonstrations.add',
    upload(file([{ ...texts, actions }], { secret: ['token'] })),
  );
  expect(faults).toEqual([]);
  const played = await toTheEnd(core, id ?? '');
  expect(played.at(-1)).toMatchObject({ next: 'end', failed: null });
  const { exchanges } = await callCore(core, 'history.list', { search: '' });
  const [, first] = exchanges;
  const { response } = await callCore(core, 'history.read', { id: first?.id ?? '' });
  const token = response?.headers.find(([name]) => name.toLowerCase() === 'digest')?.[1] ?? '';
  expect(token).toMatch(/^SHA-256=.{44}$/);
  const { download } = await callCore(core, 'flow.export', { format: 'svg', only: null, how: PLAIN_EXPORT });
  const { name, bytes } = downloaded(core, download);
  // The files of several demonstrations, and of their steps, are told apart.
  expect(name).toBe('Mine - step 1.svg');
  const picture = bytes.toString('utf8');
  expect(picture).toContain('token=•••');
  const onPaper = JSON.stringify(await callCore(core, 'demonstrations.read', { id: id ?? '' }));
  for (const text of [picture, onPaper, JSON.stringify(await shownIn(core))])
    expect(text).not.toContain(token);
  await callCore(core, 'demonstrations.leave', {});
  await callCore(core, 'demonstrations.remove', { id: id ?? '' });
});

describe("the person's own bank", () => {
  beforeEach(async () => {
    await callCore(core, 'demonstrations.leave', {});
    await callCore(core, 'bank.reset', { clock: 'keep' });
    // The state includes the time.
    await callCore(core, 'bank.clock', { mode: 'frozen' });
    const { scenarios } = await callCore(core, 'bank.overview', { search: '' });
    for (const { id } of scenarios) await callCore(core, 'bank.removeScenario', { id });
  });
  it('is as it was after leaving, with its PSU, sessions, scenarios and environment', async () => {
    await approveSession(core);
    await callCore(core, 'bank.addScenario', { when: { path: '/v1/none' }, then: { status: 503 } });
    await callCore(core, 'bank.quirk', { name: 'strictKid', value: false });
    const before = await stateOf(core, folder);
    const diagram = await shownIn(core);
    await toTheEnd(core, 'consent');
    expect(await stateOf(core, folder)).not.toEqual(before);
    // A demonstration is written for a bank with the defaults.
    const { quirks, scenarios } = await callCore(core, 'bank.overview', { search: '' });
    expect([quirks.find(({ name }) => name === 'strictKid')?.value, scenarios]).toEqual([true, []]);
    await toTheEnd(core, 'session');
    const left = await callCore(core, 'demonstrations.leave', {});
    expect([left.playing, left.aside]).toEqual([null, false]);
    expect(await stateOf(core, folder)).toEqual(before);
    const after = await callCore(core, 'bank.overview', { search: '' });
    expect(after.quirks.find(({ name }) => name === 'strictKid')?.value).toBe(false);
    expect(after.scenarios.map(({ input }) => input.when)).toEqual([{ path: '/v1/none' }]);
    expect(await shownIn(core)).toEqual(diagram);
  });
  it('stays aside when the class begins again, and comes back after that', async () => {
    const before = await stateOf(core, folder);
    await toTheEnd(core, 'signature-clinic');
    const again = await callCore(core, 'demonstrations.again', {});
    expect([again.playing, again.aside]).toEqual([null, true]);
    expect(again.bankNow).toBeGreaterThanOrEqual(TUESDAY);
    expect(again.bankNow).toBeLessThan(TUESDAY + HOUR);
    expect(await shownIn(core)).toEqual([]);
    expect(existsSync(join(folder, 'bank-backup.json'))).toBe(true);
    await callCore(core, 'demonstrations.leave', {});
    expect(existsSync(join(folder, 'bank-backup.json'))).toBe(false);
    expect(await stateOf(core, folder)).toEqual(before);
  });
  it('comes back at the next start if the workbench ended in between', async () => {
    const before = await stateOf(core, folder);
    const diagram = await shownIn(core);
    await callCore(core, 'demonstrations.start', { id: 'consent' });
    expect(await shownIn(core)).not.toEqual(diagram);
    await core.stop();
    core = await startCore(folder);
    const { notices } = await callCore(core, 'app.status', {});
    expect(notices.join(' ')).toContain('Your bank is as it was before.');
    expect(await stateOf(core, folder)).toEqual(before);
    expect(await shownIn(core)).toEqual(diagram);
    // It is said until the next one plays.
    await callCore(core, 'demonstrations.start', { id: 'consent' });
    expect((await callCore(core, 'app.status', {})).notices).toEqual([]);
    await callCore(core, 'demonstrations.leave', {});
  });
  it('is there at once, with its values, if the bank refuses the start; what played before goes on', async () => {
    await callCore(core, 'bank.addScenario', { when: { path: '/v1/before' }, then: { status: 503 } });
    await callCore(core, 'bank.quirk', { name: 'strictKid', value: false });
    await callCore(core, 'variables.keep', KEPT);
    const before = await stateOf(core, folder);
    const diagram = await shownIn(core);
    const refuse = () =>
      vi
        .spyOn(Operator.prototype, 'reset')
        .mockReturnValueOnce({ done: false, refusal: { kind: 'bad-input', text: 'Not this time.' } });
    const refusing = refuse();
    try {
      await expect(callCore(core, 'demonstrations.start', { id: 'consent' })).rejects.toThrow(
        '“Consent” could not be started. Not this time. Your bank is as it was before.',
      );
      expect(existsSync(join(folder, 'bank-backup.json'))).toBe(false);
      expect(await callCore(core, 'demonstrations.state', {})).toMatchObject({ aside: false, playing: null });
      expect(await stateOf(core, folder)).toEqual(before);
      expect(await shownIn(core)).toEqual(diagram);
      const { quirks, scenarios } = await callCore(core, 'bank.overview', { search: '' });
      expect(quirks.find(({ name }) => name === 'strictKid')?.value).toBe(false);
      expect(scenarios.map(({ input }) => input.when)).toContainEqual({ path: '/v1/before' });
      expect(await keptNames()).toEqual(['mine']);

      const shown = playing(await callCore(core, 'demonstrations.start', { id: 'consent' }));
      refuse();
      await expect(callCore(core, 'demonstrations.start', { id: 'session' })).rejects.toThrow(
        'Not this time.',
      );
      expect(playing(await callCore(core, 'demonstrations.state', {}))).toEqual(shown);
      await callCore(core, 'demonstrations.leave', {});
      expect(await stateOf(core, folder)).toEqual(before);
    } finally {
      refusing.mockRestore();
    }
  });
  it('has its kept values and recent ids again after leaving; a demonstration does not see them', async () => {
    const ids = async () => (await callCore(core, 'requests.recentIds', {})).ids;
    await callCore(core, 'variables.keep', KEPT);
    await callCore(core, 'sessions.begin', {});
    await approveSession(core);
    await callCore(core, 'requests.send', fresh('createPayment'));
    const before = await ids();
    expect(before).not.toEqual([]);
    await callCore(core, 'demonstrations.start', { id: 'consent' });
    expect([await keptNames(), await ids()]).toEqual([[], []]);
    await callCore(core, 'demonstrations.leave', {});
    expect([await keptNames(), await ids()]).toEqual([['mine'], before]);
  });
  it('is what the local bank was, whichever environment is in use', async () => {
    const { id } = await callCore(core, 'environments.create', {});
    await callCore(core, 'environments.choose', { id });
    await toTheEnd(core, 'consent');
    expect((await callCore(core, 'app.status', {})).environment.isLocal).toBe(true);
    await callCore(core, 'demonstrations.leave', {});
    expect((await callCore(core, 'app.status', {})).environment.isLocal).toBe(false);
    await callCore(core, 'environments.remove', { id });
  });
});

describe('a step', () => {
  it('that fails says why, and is played again from its beginning', async () => {
    const steps = [
      { title: 'One', text: 'One.', actions: [{ ...ASKS, expect: 401 }] },
      { title: 'Two', text: 'Two.', actions: [{ ...ASKS, expect: 401 }, ASKS] },
    ];
    const { id } = await callCore(core, 'demonstrations.add', upload(file(steps)));
    await callCore(core, 'demonstrations.start', { id: id ?? '' });
    const before = comparable(await shownIn(core));
    const failed = playing(await callCore(core, 'demonstrations.next', {}));
    expect([failed.step, failed.next, failed.failed?.title]).toEqual([0, 'again', 'Two']);
    expect(failed.failed?.reason).toContain('401');
    const again = playing(await callCore(core, 'demonstrations.next', {}));
    expect(again.failed).toEqual(failed.failed);
    expect((await shownIn(core)).length).toBeGreaterThan(before.length);
    const back = playing(await callCore(core, 'demonstrations.back', {}));
    expect([back.step, back.failed]).toEqual([0, null]);
    expect(comparable(await shownIn(core))).toEqual(before);
    await callCore(core, 'demonstrations.remove', { id: id ?? '' });
  });
  it('that waits for minutes keeps nobody: beginning again and leaving end it, and what was pressed after it', async () => {
    const slow = { when: {}, then: { delayMs: 60_000 } };
    const delays = { name: 'Delay', control: 'POST /control/scenarios', body: slow };
    const steps = [
      { title: 'One', text: 'One.' },
      { title: 'Two', text: 'Two.', actions: [delays, ASKS, ASKS] },
    ];
    const { id } = await callCore(core, 'demonstrations.add', upload(file(steps)));
    await callCore(core, 'demonstrations.leave', {});
    await callCore(core, 'demonstrations.start', { id: id ?? '' });
    for (const ends of ['demonstrations.restart', 'demonstrations.leave'] as const) {
      const pressed = callCore(core, 'demonstrations.next', {});
      const pressedAgain = callCore(core, 'demonstrations.next', {});
      const scenarios = async () => (await callCore(core, 'bank.overview', { search: '' })).scenarios.length;
      await expect.poll(scenarios).toBe(1);
      // Both together would take longer than a test may.
      const { playing: now } = await callCore(core, ends, {});
      await Promise.all([pressed, pressedAgain]);
      expect(now?.failed ?? null).toBeNull();
    }
    expect((await callCore(core, 'demonstrations.state', {})).aside).toBe(false);
    await callCore(core, 'demonstrations.remove', { id: id ?? '' });
  });
  it('shows the whole address before a redirect and after it', async () => {
    await callCore(core, 'demonstrations.start', { id: 'consent' });
    const before = playing(await callCore(core, 'demonstrations.go', { step: 2 }));
    expect(before.next).toBe('redirect');
    expect(before.redirect).toMatchObject({ when: 'before' });
    expect(before.redirect?.href).toMatch(/^https?:\/\/localhost:\d+\/sca\/[\w!%-]+$/);
    const after = playing(await callCore(core, 'demonstrations.next', {}));
    expect(after.redirect?.when).toBe('after');
    expect(after.redirect?.href).toMatch(/psu-id=.*tpp-session-id=.*context=PRIVATE/);
  });
  it('takes the approval of a person in place of its own, which is no change from outside', async () => {
    const { redirect } = playing(await callCore(core, 'demonstrations.start', { id: 'single-payment' }));
    await fetch(redirect?.href ?? '');
    const asked = playing(await callCore(core, 'demonstrations.state', {}));
    expect([asked.byHand, asked.changed]).toEqual(['asked', false]);
    await decide(redirect?.href ?? '', 'approve');
    const decided = playing(await callCore(core, 'demonstrations.state', {}));
    expect([decided.byHand, decided.changed]).toEqual(['approved', false]);
    const after = playing(await callCore(core, 'demonstrations.next', {}));
    expect([after.step, after.failed]).toEqual([1, null]);
    expect(after.redirect?.href).toContain('psu-id=');
    expect(after.decided).toEqual({ outcome: 'approved', asWritten: true });
    const { persona } = await callCore(core, 'app.status', {});
    expect(after.acts).toMatchObject([{ name: `${persona?.name} approves`, line: 'Approved by hand.' }]);
    expect(playing(await callCore(core, 'demonstrations.next', {})).failed).toBeNull();
  });
  it('says that a person has approved for, or as, somebody else than the step is written for', async () => {
    const { agreements, customers } = await callCore(core, 'bank.overview', { search: '' });
    const approved = async (capacity: string, nationalId?: string) => {
      const { redirect } = playing(await callCore(core, 'demonstrations.state', {}));
      await decide(redirect?.href ?? '', 'approve', { capacity, ...(nationalId && { nationalId }) });
      const { decided } = playing(await callCore(core, 'demonstrations.next', {}));
      await callCore(core, 'demonstrations.back', {});
      return decided;
    };
    const [asWritten, otherwise] = [true, false].map((is) => ({ outcome: 'approved', asWritten: is }));
    const fjellheim = agreements.find(({ owner }) => owner.startsWith('Fjellheim'))?.id ?? '';
    await callCore(core, 'demonstrations.start', { id: 'corporate-basket' });
    expect(await approved('PRIVATE')).toEqual(otherwise);
    expect(await approved(fjellheim)).toEqual(asWritten);
    // A step that names no company.
    await callCore(core, 'demonstrations.start', { id: 'single-payment' });
    expect(await approved(fjellheim)).toEqual(otherwise);
    const other = customers.find(({ name, type }) => type === 'PRIVATE' && name !== 'Eirik Solbakken');
    expect(await approved('PRIVATE', other?.number)).toEqual(otherwise);
    expect(await approved('PRIVATE')).toEqual(asWritten);
  });
  it('says that a person has aborted instead; after the failure, everything leads back to before that', async () => {
    await callCore(core, 'demonstrations.start', { id: 'consent' });
    const { redirect: page } = playing(await callCore(core, 'demonstrations.go', { step: 2 }));
    const before = await stateOf(core, folder);
    const fails = async () => {
      await decide(page?.href ?? '', 'abort');
      const { byHand, changed, titles } = playing(await callCore(core, 'demonstrations.state', {}));
      expect([byHand, changed]).toEqual(['aborted', false]);
      const { acts, step, decided, redirect } = playing(await callCore(core, 'demonstrations.next', {}));
      expect(step).toBe(3);
      expect(acts).toMatchObject([{ name: 'Eirik Solbakken aborts', line: 'Aborted by hand.' }]);
      expect(decided).toEqual({ outcome: 'aborted', asWritten: false });
      // As the bank has written it.
      expect(redirect?.href).toContain('&message=The%20PSU%20aborted%20the%20authentication.');
      const { failed } = playing(await callCore(core, 'demonstrations.next', {}));
      expect(failed?.byHand).toEqual({ title: titles[3], outcome: 'aborted', psu: 'Eirik Solbakken' });
    };
    for (const way of ['demonstrations.back', 'demonstrations.return'] as const) {
      await fails();
      const { step, byHand, failed, redirect } = playing(await callCore(core, way, {}));
      expect([step, byHand, failed, redirect]).toEqual([2, null, null, page]);
      expect(await stateOf(core, folder)).toEqual(before);
    }
    await fails();
    const again = playing(await callCore(core, 'demonstrations.next', {}));
    expect([again.step, again.failed]).toEqual([3, null]);
    expect(again.acts).toMatchObject([{ line: 'Approve as Eirik Solbakken' }]);
    expect(again.decided).toBeNull();
    await callCore(core, 'demonstrations.go', { step: 2 });
    await fails();
    const mark = playing(await callCore(core, 'demonstrations.go', { step: 4 }));
    expect([mark.step, mark.failed]).toEqual([4, null]);
  });
  it('that a person has decided and not yet played is taken back', async () => {
    const { redirect } = playing(await callCore(core, 'demonstrations.start', { id: 'single-payment' }));
    const before = await stateOf(core, folder);
    await decide(redirect?.href ?? '', 'abort');
    const { step, byHand } = playing(await callCore(core, 'demonstrations.back', {}));
    expect([step, byHand]).toEqual([0, null]);
    expect(await stateOf(core, folder)).toEqual(before);
  });
  it('is returned to after changes by hand', async () => {
    await callCore(core, 'demonstrations.start', { id: 'single-payment' });
    await callCore(core, 'demonstrations.go', { step: 3 });
    const state = await stateOf(core, folder);
    const diagram = comparable(await shownIn(core));
    await callCore(core, 'bank.clock', { advance: 'P2D' });
    await callCore(core, 'bank.batch', {});
    expect(playing(await callCore(core, 'demonstrations.state', {})).changed).toBe(true);
    const back = playing(await callCore(core, 'demonstrations.return', {}));
    expect([back.step, back.changed]).toEqual([3, false]);
    expect(await stateOf(core, folder)).toEqual(state);
    expect(comparable(await shownIn(core))).toEqual(diagram);
  });
  it('that fails after changes by hand says so, and is played without them', async () => {
    await callCore(core, 'demonstrations.start', { id: 'single-payment' });
    await callCore(core, 'demonstrations.go', { step: 5 });
    const state = await stateOf(core, folder);
    const fails = async () => {
      await callCore(core, 'bank.clock', { advance: 'P2D' });
      const { failed, step } = playing(await callCore(core, 'demonstrations.next', {}));
      expect([step, failed?.changed, failed?.byHand]).toEqual([5, true, null]);
      expect(failed?.reason).toBe(
        'The operator refuses: 400 The clock cannot move back. Reset the bank to start over.',
      );
    };
    await fails();
    expect(playing(await callCore(core, 'demonstrations.return', {})).failed).toBeNull();
    expect(await stateOf(core, folder)).toEqual(state);
    await fails();
    const { failed, step } = playing(await callCore(core, 'demonstrations.next', {}));
    expect([step, failed]).toEqual([6, null]);
  });
});

/** What a person does on the bank's page, until they are back. */
async function decide(
  href: string,
  step: 'abort' | 'approve',
  more: { capacity?: string; nationalId?: string } = {},
): Promise<void> {
  const returned = new Promise((resolve) => core.onEvent((name) => name === 'sca.returned' && resolve(name)));
  const { persona } = await callCore(core, 'app.status', {});
  const form = { nationalId: persona?.nationalId ?? '', capacity: 'PRIVATE', step, ...more };
  await fetch(href, { method: 'POST', body: new URLSearchParams(form) });
  await returned;
}

const KEPT = { name: 'mine', value: 'abc', secret: false, from: 'Get accounts' };
const keptNames = async () =>
  (await callCore(core, 'variables.known', { path: null })).variables.flatMap(({ name, origin }) =>
    origin === 'capture' ? name : [],
  );
