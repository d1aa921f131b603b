/** What the workbench sends and what the local bank says become one pair of events. */
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../bank-sim/index.ts';
import { Journal } from '../../bank-sim/journal.ts';
import { FlowRecord } from '../../main/core/flow/record.ts';
import type { Leaving } from '../../main/core/flow/sent.ts';
import { hidden } from '../../main/core/redaction/mask.ts';
import type { FlowEvent, NewFlowEvent } from '../../shared/flow/event.ts';
import { flowLines } from '../support/flow.ts';

function setUp() {
  const events: FlowEvent[] = [];
  const add = (event: NewFlowEvent, at = 0): FlowEvent => {
    const added = { ...event, seq: events.length + 1, at };
    events.push(added);
    return added;
  };
  const problems: string[] = [];
  const record = new FlowRecord(
    { add },
    () => 7,
    (line) => problems.push(line),
  );
  const journal = new Journal({ now: () => 7, realTime: () => 1 });
  journal.onAdded((entry: JournalEntry) => record.heard(entry));
  return { record, journal, events, problems, lines: () => flowLines(events) };
}

const leaving = (other: Partial<Leaving> = {}): Leaving => ({
  exchange: 'e1',
  origin: null,
  environment: 'Local bank',
  isLocal: true,
  tpp: 'PSDNO-FSA-1',
  method: 'GET',
  target: '/v1/user',
  title: 'Read user',
  headers: [{ name: 'X-Request-ID', value: 'r1' }],
  secrets: [],
  ...other,
});

const answered = {
  id: 'e1',
  status: 200,
  failure: null,
  duration: 5,
  response: null,
  links: [],
  explanation: null,
  verdicts: [],
};

/** What the bank says of a request: that it has come, a step, and that it is answered. */
function atBank(
  journal: Journal,
  {
    target = '/v1/user',
    requestId = 'r1',
    why = 'because',
  }: { target?: string; requestId?: string | null; why?: string } = {},
) {
  const about = requestId === null ? [] : [{ subject: 'request' as const, id: requestId }];
  const none = { failure: null, word: null, signed: true, code: null, reason: null, location: null };
  return journal.enclose(
    () => ({
      kind: 'request',
      from: 'tpp',
      tpp: 'PSDNO-FSA-1',
      method: 'GET',
      target,
      title: 'Read user',
      signed: true,
      exchange: null,
      about,
    }),
    () => {
      journal.add({ kind: 'step', subject: 'session', id: 's', from: null, to: 'SCA valid', why, about: [] });
      journal.add({
        kind: 'response',
        to: 'tpp',
        ...none,
        status: 200,
        rule: 'SVC-1',
        duration: 1,
        exchange: null,
        about,
      });
    },
  );
}

describe('a request of the workbench to the local bank', () => {
  it('is one pair: the workbench’s request and response, with the bank’s steps and rule', () => {
    const { record, journal, events, lines } = setUp();
    const left = record.sends(leaving());
    atBank(journal);
    left.ended(answered);
    expect(lines()).toEqual(['- tpp> GET Read user', '0 session new > SCA valid', '0 tpp< 200']);
    expect(events[2]).toMatchObject({
      rule: 'SVC-1',
      exchange: 'e1',
      duration: 5,
      environment: 'Local bank',
    });
  });

  it.each([
    ['another X-Request-ID', { requestId: 'r2' }],
    ['no X-Request-ID', { requestId: null }],
    ['another target', { target: '/v1/users' }],
  ])('is told from a request of another program with %s', (_, other) => {
    const { record, journal, events } = setUp();
    record.sends(leaving());
    atBank(journal, other);
    expect(events.map(({ kind, environment }) => [kind, environment])).toEqual([
      ['request', 'Local bank'],
      ['request', null],
      ['step', null],
      ['response', null],
    ]);
  });

  it('is not that of another program when another environment leads to it; the same request sent later is', () => {
    const { record, journal } = setUp();
    const left = record.sends(leaving({ isLocal: false, environment: 'Bank’s sandbox' }));
    atBank(journal);
    left.ended(answered);
    expect(record.receivedAs(1)).toBeNull();
    record.sends(leaving({ isLocal: false })).ended(answered);
    atBank(journal);
    expect(record.receivedAs(4)).not.toBeNull();
  });

  it('of a connection test is in no log, and not that of another program', () => {
    const { record, journal, events } = setUp();
    const requestId = record.sendsUnlogged('GET', '/v1/user');
    atBank(journal, { requestId });
    expect(record.receivedAs(1)).toBeNull();
    expect(events.map(({ kind }) => kind)).toEqual(['step']);
  });

  it('without X-Request-ID is found by method and target', () => {
    const { record, journal, lines } = setUp();
    const left = record.sends(leaving({ headers: [] }));
    atBank(journal, { requestId: null });
    left.ended(answered);
    expect(lines()).toHaveLength(3);
  });

  it('that is given up has one response; what the bank answers later is none', () => {
    const { record, journal, lines } = setUp();
    record.sends(leaving()).ended({ ...answered, status: null, failure: 'Cancelled.' });
    atBank(journal);
    expect(lines()).toEqual(['- tpp> GET Read user', '0 tpp< failed', '0 session new > SCA valid']);
  });

  it('that cannot be sent has a failure', () => {
    const { record, events } = setUp();
    record.sends(leaving({ secrets: hidden(['a-long-secret']) })).failed('No key a-long-secret.');
    expect(events[1]).toMatchObject({ kind: 'response', failure: 'No key •••.', exchange: 'e1' });
  });

  it('of several alike, each has its own response', () => {
    const { record, journal, events } = setUp();
    const [first, second] = [record.sends(leaving()), record.sends(leaving({ exchange: 'e2' }))];
    atBank(journal);
    atBank(journal);
    second.ended({ ...answered, id: 'e2' });
    first.ended(answered);
    const responses = events.filter(({ kind }) => kind === 'response');
    expect(responses.map(({ cause }) => cause)).toEqual([2, 1]);
    expect(events).toHaveLength(6);
  });
});

it('what the log went back over causes nothing any more', () => {
  const { record, journal, events } = setUp();
  const link = 'https://localhost:1/sca/abc';
  record.opened(link, 'tab', { environment: 'Local bank', isLocal: true });
  record.rewound(0);
  const page = {
    from: 'psu',
    tpp: null,
    method: 'GET',
    title: 'Opens',
    signed: false,
    exchange: null,
  } as const;
  journal.add({ kind: 'request', ...page, target: '/sca/abc', about: [] });
  expect(events[1]?.cause).toBeNull();
});

describe('secrets', () => {
  const SECRET = 'canary-Zürich/7';

  it('are masked in what is sent and in whatever the bank says of it, also later', () => {
    const { record, journal, events } = setUp();
    const target = `/v1/user?key=${encodeURIComponent(SECRET)}`;
    record.sends(leaving({ target, secrets: hidden([SECRET]) }));
    atBank(journal, { target, why: `It is about ${SECRET}.` });
    atBank(journal, { target, requestId: 'of another program', why: SECRET });
    const text = JSON.stringify(events);
    for (const form of [SECRET, encodeURIComponent(SECRET), 'canary']) expect(text).not.toContain(form);
    expect(text).toContain('It is about •••.');
  });

  it('are masked however many a request has, and those of earlier requests with them', () => {
    const { record, journal, events } = setUp();
    const many = Array.from({ length: 400 }, (_, at) => `secret-value-${at}-end`);
    const target = '/v1/user';
    record.hides(hidden(['standing-value']));
    record.sends(leaving({ target, secrets: hidden(many) }));
    record.sends(leaving({ target, secrets: hidden(['latest-value']) }));
    atBank(journal, { target, why: `${many[399]} ${many[120]} standing-value latest-value` });
    record.sends(leaving({ target, secrets: hidden(many) }));
    atBank(journal, { target, why: many.join(' ') });
    for (const form of ['secret-value', 'latest-value']) expect(JSON.stringify(events)).not.toContain(form);
  });

  it('a long text is cut only once it is masked', () => {
    const { record, events } = setUp();
    const target = `/v1/user?a=${'a'.repeat(1980)}${SECRET}`;
    record.sends(leaving({ target, secrets: hidden([SECRET]) }));
    expect(JSON.stringify(events)).not.toContain('canary');
    const [request] = events;
    expect(request?.kind === 'request' && request.target.length).toBeLessThan(2010);
  });
});

it('a redirect with a long query is a small event, which says how much was left out', () => {
  const { record, events } = setUp();
  const query = Array.from({ length: 1000 }, (_, at) => `name-${at}=${'v'.repeat(120)}`).join('&');
  record.returned(`http://127.0.0.1:1/sca/return/x?${query}`, 'success', {
    environment: 'Local bank',
    isLocal: true,
  });
  const [event] = events;
  expect(JSON.stringify(event).length).toBeLessThan(10_000);
  const parameters = event?.kind === 'callback' ? event.parameters : [];
  expect(parameters.at(-1)).toEqual({ name: '…', value: `+${1001 - parameters.length}` });
});

it('an event of the bank that cannot be entered is reported and stops nothing', () => {
  const problems: string[] = [];
  const add = () => {
    throw new Error('no room');
  };
  const record = new FlowRecord(
    { add },
    () => 7,
    (line) => problems.push(line),
  );
  const journal = new Journal({ now: () => 7, realTime: () => 1 });
  journal.onAdded((entry) => record.heard(entry));
  atBank(journal);
  expect(problems[0]).toContain('no room');
});
