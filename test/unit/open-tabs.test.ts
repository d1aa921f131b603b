/** The store of open requests: one truth, and an edit that reaches only what shows it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activeTab, changeTab, useRequests } from '../../renderer/state/requests/store.ts';
import {
  activeOf,
  responded,
  closed,
  edited,
  editRedone,
  editUndone,
  opened,
  type OpenTabs,
  shown,
  shownResponse,
  type Tab,
  tabOf,
  testsEdited,
} from '../../renderer/state/requests/tabs.ts';
import type { StepTests } from '../../shared/collections/step-tests.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import {
  bodyFor,
  fresh,
  isUntouched,
  lineOf,
  missingParameters,
  sameRequest,
} from '../../shared/requests/compose.ts';
import { type KnownRequest, operationOf } from '../../shared/requests/request.ts';

const ANSWER: Exchange = {
  id: 'answer',
  at: 0,
  title: 'List accounts',
  method: 'GET',
  path: '/v1/accounts',
  status: null,
  duration: null,
  environment: 'Local bank',
  origin: null,
  failure: 'no answer',
  operation: 'listAccounts',
  request: null,
  notKept: null,
  prepared: {
    url: '',
    headers: [],
    signing: {
      lines: [],
      signed: null,
      otherKey: false,
      keyId: '',
      text: '',
      header: '',
      replaced: false,
      expected: null,
    },
  },
  requestBody: '',
  response: null,
  verdicts: [],
  links: [],
  linksLeftOut: 0,
  explanation: null,
  profile: null,
  diagnosis: null,
};
const start = (): OpenTabs => {
  const tab = tabOf(fresh('createPayment'));
  return { tabs: [tab], activeId: tab.id };
};

/** Changes as a user makes them, in any order. */
const edits = fc.array(
  fc.oneof(
    fc.record({ body: fc.string() }),
    fc.record({ fault: fc.option(fc.constantFrom('no-digest', 'too-old')) }),
    fc.record({ headers: fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.string()) }),
    fc.record({ raw: fc.string() }),
  ),
  { minLength: 1, maxLength: 20 },
);
const typed = (tab: Tab, changes: readonly Partial<KnownRequest>[]) =>
  changes.reduce((now, change, at) => edited(now, `edit ${at}`, change, at), tab);

describe('undo in a tab', () => {
  test('undo restores the opened request and redo the edited one, also after sending', () => {
    fc.assert(
      fc.property(edits, (changes) => {
        const tab = tabOf(fresh('createPayment'));
        const last = typed(tab, changes);
        const sent = responded(last, { ...last.request, raw: null }, ANSWER);
        expect(sent.exchange).toBe(ANSWER);
        expect(sent.undo).toBe(last.undo);
        const begun = changes.reduce((now) => editUndone(now), sent);
        expect(begun.request).toEqual(tab.request);
        // The response comes back with the request that it belongs to.
        expect(begun.exchange).toBe(
          sameRequest(begun.request, { ...last.request, raw: null }) ? ANSWER : null,
        );
        expect(shownResponse(begun)).toBe(ANSWER);
        const redone = changes.reduce((now) => editRedone(now), begun);
        expect(redone.request).toEqual(last.request);
        expect(redone.exchange).toBe(last.request.raw === null ? ANSWER : null);
      }),
    );
  });
  test('with nothing to undo or redo, the tab is the same object', () => {
    const tab = tabOf(fresh('listAccounts'));
    expect(editUndone(tab)).toBe(tab);
    expect(editRedone(tab)).toBe(tab);
  });
});

describe('a response', () => {
  const tab = tabOf(fresh('listAccounts'));
  test('it belongs to the request that was sent, not to one changed meanwhile', () => {
    const changed = edited(tab, 'body', { body: 'x' }, 0);
    const sent = responded(changed, tab.request, ANSWER);
    expect(sent.exchange).toBeNull();
    expect(shownResponse(sent)).toBe(ANSWER);
    expect(editUndone(sent).exchange).toBe(ANSWER);
  });
  test('the next edit keeps it as that of another version, and undo makes it current again', () => {
    const sent = responded(tab, tab.request, ANSWER);
    const changed = edited(sent, 'body', { body: 'x' }, 0);
    expect(changed.exchange).toBeNull();
    expect(shownResponse(changed)).toBe(ANSWER);
    expect(editUndone(changed).exchange).toBe(ANSWER);
  });
  test('a newer response stays, also if the request is again one that had an older response', () => {
    const refusal = { ...ANSWER };
    const broken = edited(responded(tab, tab.request, ANSWER), 'fault', { fault: 'no-digest' }, 0);
    const refused = responded(broken, broken.request, refusal);
    for (const mended of [edited(refused, 'fault', { fault: null }, 1000), editUndone(refused)]) {
      expect(mended.exchange).toBeNull();
      expect(shownResponse(mended)).toBe(refusal);
    }
    expect(editRedone(editUndone(refused)).exchange).toBe(refusal);
  });
  test('another operation in the same tab does not show it', () => {
    const sent = responded(tab, tab.request, ANSWER);
    expect(shownResponse(edited(sent, 'operation', fresh('createPayment'), 0))).toBeNull();
  });
});

describe('a request as it was made', () => {
  const payment = fresh('createPayment');
  const product = 'cross-border-credit-transfers';
  const chosen = {
    ...payment,
    params: { ...payment.params, 'payment-product': product },
    body: bodyFor(operationOf(payment), payment.body, product),
  };
  test('another product, with its example, is no change', () => {
    expect(chosen.body).not.toBe(payment.body);
    expect(isUntouched(payment)).toBe(true);
    expect(isUntouched(chosen)).toBe(true);
  });
  test('anything else is one', () => {
    expect(isUntouched({ ...chosen, body: payment.body })).toBe(false);
    expect(isUntouched({ ...chosen, body: `${chosen.body} ` })).toBe(false);
    expect(isUntouched({ ...payment, params: { 'payment-product': 'none' } })).toBe(false);
    expect(isUntouched({ ...payment, headers: { date: 'x' } })).toBe(false);
  });
});

describe('opening and closing', () => {
  test('one tab is always active, whatever is opened, shown and closed', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('open', 'show', 'close'), fc.nat(20)), { maxLength: 40 });
    fc.assert(
      fc.property(steps, (done) => {
        let open = start();
        for (const [step, at] of done) {
          const id = open.tabs[at % open.tabs.length]?.id ?? '';
          if (step === 'open') open = opened(open, tabOf(fresh('listAccounts')));
          else if (step === 'show') open = shown(open, id);
          else open = closed(open, id, () => tabOf(fresh('listAccounts')));
          expect(open.tabs.length).toBeGreaterThan(0);
          expect(open.tabs).toContain(activeOf(open));
          expect(new Set(open.tabs.map((tab) => tab.id)).size).toBe(open.tabs.length);
        }
      }),
    );
  });
  test('closing another tab leaves the active one untouched', () => {
    const first = start();
    const two = opened(first, tabOf(fresh('listAccounts')));
    const left = closed(two, first.activeId, () => tabOf(fresh('listAccounts')));
    expect(activeOf(left)).toBe(activeOf(two));
  });
});

describe('typing in the body', () => {
  /** What the parts of the window beside body and signing pane read of the active tab and of the store. */
  const elsewhere = {
    operation: () => operationOf(activeTab().request),
    params: () => activeTab().request.params,
    query: () => activeTab().request.query,
    headers: () => activeTab().request.headers,
    fault: () => activeTab().request.fault,
    method: () => lineOf(activeTab().request).method,
    path: () => lineOf(activeTab().request).path,
    missing: () => missingParameters(activeTab().request).join(', '),
    saved: () => activeTab().path,
    answer: () => activeTab().exchange,
    prepared: () => activeTab().prepared,
    activeId: () => useRequests.getState().activeId,
    others: () => useRequests.getState().tabs.filter(({ id }) => id !== activeTab().id)[0],
    sending: () => useRequests.getState().sending,
    problem: () => useRequests.getState().problem,
  };

  test('everything else keeps the same values, so nothing else is rendered again', () => {
    useRequests.setState(opened(start(), tabOf(fresh('createPayment'))));
    const drawn: Record<string, number> = {};
    // As a component does it: it draws again when what it reads is another value than before.
    const ends = Object.entries({ ...elsewhere, body: () => activeTab().request.body }).map(
      ([name, read]) => {
        let before: unknown = read();
        drawn[name] = 0;
        return useRequests.subscribe(() => {
          const now: unknown = read();
          if (!Object.is(before, now)) drawn[name] = (drawn[name] ?? 0) + 1;
          before = now;
        });
      },
    );
    for (let key = 1; key <= 50; key++)
      changeTab(activeTab().id, (tab) => edited(tab, 'body', { body: 'x'.repeat(key) }, key));
    for (const end of ends) end();
    expect(drawn).toEqual({
      ...Object.fromEntries(Object.keys(elsewhere).map((name) => [name, 0])),
      body: 50,
    });
  });
  test('a change without effect notifies no subscriber', () => {
    let told = 0;
    const end = useRequests.subscribe(() => told++);
    changeTab(activeTab().id, (tab) => tab);
    changeTab('closed long ago', (tab) => edited(tab, 'body', { body: 'x' }, 0));
    end();
    expect(told).toBe(0);
  });
});

test('tests are edited and undone with the request, and keep its response', () => {
  const tests: StepTests = { expect: [{ that: { of: 'status' }, must: { is: 'equal', to: 200 } }] };
  const opened = tabOf(fresh('listAccounts'));
  const before = responded(opened, opened.request, ANSWER);
  const expecting = testsEdited(before, 'expect', tests, 0);
  expect(expecting).toMatchObject({ tests, exchange: ANSWER });
  const other = edited(expecting, 'body', { body: 'x' }, 5000);
  expect(other).toMatchObject({ tests, exchange: null });
  const back = editUndone(other);
  expect(back).toMatchObject({ tests, exchange: ANSWER });
  expect(back.request.body).toBe('');
  const first = editUndone(back);
  // Only what is expected was undone, so the response is still that of the request.
  expect(first).toMatchObject({ tests: {}, exchange: ANSWER });
  expect(editRedone(first).tests).toEqual(tests);
});
