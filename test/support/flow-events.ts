/** Events of the log: one payment with its SCA, and arbitrary ones with whatever a hostile bank or TPP may send. */
import fc from 'fast-check';
import { type About, type FlowEvent, SUBJECTS } from '../../shared/flow/event.ts';

/** Friday 20 November 2026, 10:42:07 in Oslo. */
export const START = Date.UTC(2026, 10, 20, 9, 42, 7);

type Part<K extends FlowEvent['kind']> = Partial<Extract<FlowEvent, { kind: K }>>;

const common = { at: START, bankAt: START, cause: null, environment: 'Local bank', about: [] };

export function request(seq: number, more: Part<'request'> = {}): FlowEvent {
  return {
    ...common,
    seq,
    kind: 'request',
    from: 'tpp',
    tpp: 'PSDNO-FSA-912345678',
    method: 'GET',
    target: '/v1/accounts',
    title: 'Read accounts',
    signed: true,
    exchange: `x${seq}`,
    ...more,
  };
}

export function response(seq: number, cause: number, more: Part<'response'> = {}): FlowEvent {
  return {
    ...common,
    seq,
    cause,
    kind: 'response',
    to: 'tpp',
    status: 200,
    failure: null,
    word: null,
    signed: true,
    rule: null,
    code: null,
    reason: null,
    location: null,
    duration: 9,
    exchange: `x${cause}`,
    ...more,
  };
}

export function step(
  seq: number,
  id: string,
  from: string | null,
  to: string,
  more: Part<'step'> = {},
): FlowEvent {
  return {
    ...common,
    seq,
    kind: 'step',
    subject: 'payment',
    id,
    from,
    to,
    why: '',
    about: [{ subject: 'payment', id }],
    ...more,
  };
}

export function note(seq: number, text: string, at = START): FlowEvent {
  return { ...common, at, seq, kind: 'note', text };
}

/** A payment that is created, approved in an SCA, settled by a batch, and read: 19 events. @param first position of the first one */
export function paymentFlow(id: string, sca: string, first = 1, at = START): FlowEvent[] {
  const payment: About = { subject: 'payment', id };
  const authorisation: About = { subject: 'authorisation', id: sca };
  const path = `/v1/payments/domestic-norway-credit-transfers/${encodeURIComponent(id)}`;
  const s = (offset: number) => first + offset;
  const when = (ms: number) => ({ at: at + ms, bankAt: at + ms });
  const later = (ms: number) => ({ at: at + ms, bankAt: at + ms + 47 * 60_000 });
  const psu = { from: 'psu', tpp: null, signed: false, exchange: null } as const;
  return [
    request(s(0), { method: 'POST', target: path.slice(0, path.lastIndexOf('/')), ...when(0) }),
    step(s(1), id, null, 'RCVD', { cause: s(0), ...when(4) }),
    response(s(2), s(0), { status: 201, word: 'RCVD', about: [payment], ...when(9) }),
    request(s(3), { method: 'POST', target: `${path}/authorisations`, about: [payment], ...when(13_000) }),
    response(s(4), s(3), {
      status: 201,
      word: 'scaRedirect',
      about: [payment, authorisation],
      ...when(13_007),
    }),
    {
      ...common,
      seq: s(5),
      kind: 'opened',
      link: 'https://localhost:8443/sca/7f21c0',
      where: 'embedded',
      cause: s(4),
      about: [authorisation],
      ...when(17_000),
    },
    request(s(6), {
      ...psu,
      target: '/sca/7f21c0aabbccddeeff',
      title: 'Opens the page of the SCA',
      cause: s(5),
      about: [authorisation],
      ...when(17_020),
    }),
    response(s(7), s(6), {
      to: 'psu',
      word: 'page: who are you?',
      signed: false,
      about: [authorisation],
      ...when(17_024),
    }),
    request(s(8), {
      ...psu,
      method: 'POST',
      target: '/sca/7f21c0aabbccddeeff',
      title: 'Approves',
      cause: s(7),
      about: [authorisation],
      ...when(44_000),
    }),
    {
      ...common,
      seq: s(9),
      kind: 'decision',
      decision: 'approve',
      psu: 'Eirik Solbakken',
      context: 'PRIVATE',
      company: null,
      text: 'NOK 12,450.00',
      cause: s(8),
      about: [authorisation, payment],
      ...when(44_005),
    },
    step(s(10), id, 'RCVD', 'PDNG', { cause: s(9), ...when(44_007) }),
    response(s(11), s(8), {
      to: 'psu',
      status: 302,
      location: 'http://127.0.0.1:5000/back?psu-id=abc',
      signed: false,
      about: [authorisation],
      ...when(44_011),
    }),
    {
      ...common,
      seq: s(12),
      kind: 'callback',
      outcome: 'success',
      target: '/back?psu-id=abc&context=PRIVATE',
      parameters: [
        { name: 'psu-id', value: '0b5b9d54-5d44-4c67-b4ff-8ff3e4ff8e4e' },
        { name: 'context', value: 'PRIVATE' },
      ],
      cause: s(11),
      about: [authorisation],
      ...when(45_000),
    },
    {
      ...common,
      seq: s(13),
      kind: 'clock',
      from: at + 60_000,
      to: at + 60_000 + 47 * 60_000,
      mode: 'frozen',
      ...later(60_000),
    },
    { ...common, seq: s(14), kind: 'batch', settled: 1, rejected: 0, cause: s(13), ...later(60_002) },
    step(s(15), id, 'PDNG', 'ACSC', { cause: s(14), ...later(60_003) }),
    request(s(16), { target: `${path}/status`, about: [payment], ...later(64_000) }),
    response(s(17), s(16), { word: 'ACSC', about: [payment], ...later(64_005) }),
    { ...common, seq: s(18), kind: 'operator', title: 'Consent revoked', ...later(70_000) },
  ];
}

/** Texts that try to leave the place where they are written. */
const hostile = fc.oneof(
  fc.constantFrom(
    '</title><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '```\n# gone\n```mermaid',
    'a\nb: c;end',
    'style x:#59;fill;',
    'classDef x:#35;',
    '%%{init: {"theme":"dark"}}%%',
    '\u202Etxt.exe',
    '\uD800',
    '\u0000\u0008\uFFFE',
    ']]>&amp;&#0;',
    'x'.repeat(5000),
    '<a xlink:href="javascript:alert(1)">',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one);
const abouts = fc.array(
  fc.record({ subject: fc.constantFrom(...SUBJECTS), id: fc.oneof(fc.constantFrom('a', 'b', 'c'), hostile) }),
  { maxLength: 3 },
);

const kinds: fc.Arbitrary<object> = fc.oneof(
  fc.record({
    kind: fc.constant('request'),
    from: fc.constantFrom('tpp', 'psu'),
    tpp: maybe(hostile),
    method: hostile,
    target: hostile,
    title: hostile,
    signed: fc.boolean(),
    exchange: maybe(hostile),
  }),
  fc.record({
    kind: fc.constant('response'),
    to: fc.constantFrom('tpp', 'psu'),
    status: maybe(fc.integer({ min: 100, max: 599 })),
    failure: maybe(hostile),
    word: maybe(hostile),
    signed: fc.boolean(),
    rule: maybe(hostile),
    code: maybe(hostile),
    reason: maybe(hostile),
    location: maybe(hostile),
    duration: maybe(fc.nat(100_000)),
    exchange: maybe(hostile),
  }),
  fc.record({
    kind: fc.constant('opened'),
    link: hostile,
    where: fc.constantFrom('embedded', 'window', 'system', 'tab', 'run'),
  }),
  fc.record({
    kind: fc.constant('callback'),
    outcome: fc.constantFrom('success', 'failure'),
    target: hostile,
    parameters: fc.array(fc.record({ name: hostile, value: hostile }), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('decision'),
    decision: fc.constantFrom('approve', 'abort'),
    psu: maybe(hostile),
    context: fc.constantFrom('PRIVATE', 'CORPORATE'),
    company: maybe(hostile),
    text: hostile,
  }),
  fc.record({
    kind: fc.constant('step'),
    subject: fc.constantFrom('payment', 'basket', 'consent', 'session', 'authorisation'),
    id: hostile,
    from: maybe(hostile),
    to: hostile,
    why: hostile,
  }),
  fc.record({ kind: fc.constant('batch'), settled: fc.nat(), rejected: fc.nat() }),
  fc.record({
    kind: fc.constant('clock'),
    from: fc.nat(4e12),
    to: fc.nat(4e12),
    mode: fc.constantFrom('real', 'frozen'),
  }),
  fc.record({ kind: fc.constant('operator'), title: hostile }),
  fc.record({ kind: fc.constant('reset'), how: fc.constantFrom('reset', 'restored') }),
  fc.record({ kind: fc.constant('note'), text: hostile }),
);

/** Any events, in order, each caused by an earlier one or by none. */
export const anyEvents: fc.Arbitrary<FlowEvent[]> = fc
  .array(
    fc.record({
      own: kinds,
      after: fc.nat(5000),
      jump: fc.integer({ min: -100_000, max: 100_000 }),
      isAtBank: fc.boolean(),
      back: fc.nat(4),
      environment: maybe(hostile),
      about: abouts,
    }),
    { maxLength: 40 },
  )
  .map((list) => {
    let at = START;
    return list.map(({ own, after, jump, isAtBank, back, environment, about }, index) => {
      at += after;
      const seq = index + 1;
      const cause = back === 0 || seq - back < 1 ? null : seq - back;
      // Each of the records above is what its kind needs.
      return { ...own, seq, at, bankAt: isAtBank ? at + jump : null, cause, environment, about } as FlowEvent;
    });
  });
