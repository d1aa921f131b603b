/** The rows of the diagram: their order, what spans them, folding, and growing with the log. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALL_EVENTS,
  type Diagram,
  extend,
  laidOut,
  layOut,
  type LayoutOptions,
  scaKey,
} from '../../../shared/flow/diagram.ts';
import { shownEvents } from '../../../shared/flow/event.ts';
import { drawRow, lanesAt } from '../../../shared/flow/drawing.ts';
import { sentenceOf } from '../../../shared/flow/sentence.ts';
import { anyEvents, note, paymentFlow, request, response, step } from '../../support/flow-events.ts';

const flow = paymentFlow('pay-1', 'sca-1');

describe('a payment with its SCA', () => {
  const diagram = layOut(flow);

  it('has a row for each event, in order', () => {
    expect(diagram.rows.map((row) => (row.kind === 'event' ? row.event.seq : null))).toEqual(
      flow.map(({ seq }) => seq),
    );
    expect(textsOf(diagram)).toEqual([
      'POST …/domestic-norway-credit-transfers',
      'Payment RCVD',
      'RCVD',
      'POST …/authorisations',
      'scaRedirect',
      'open scaRedirect',
      'GET /sca/… (Opens the page of the SCA)',
      'page: who are you?',
      'POST /sca/… (Approves)',
      'approves NOK 12,450.00',
      'Payment RCVD to PDNG',
      'to /back?…',
      'context=PRIVATE, psu-id',
      'Clock moved 47 min forward, to Fri 20 Nov 11:30:07',
      'Batch 11:30: 1 settled, 0 rejected',
      'Payment PDNG to ACSC',
      'GET …/status',
      'ACSC',
      'Consent revoked',
    ]);
  });

  it('is told in words: what the step calls it, amount, payee and signer, without codes, ids and what another event tells', () => {
    const paid = flow.map((event) =>
      event.kind === 'request' && event.seq === 1
        ? { ...event, title: 'Create a small payment' }
        : event.kind === 'step' && event.from === null
          ? { ...event, what: 'NOK 12,450.00 to Ingrid Haugen' }
          : event,
    );
    const started = step(20, 'sca-1', null, 'started', {
      subject: 'authorisation',
      about: [
        { subject: 'authorisation', id: 'sca-1' },
        { subject: 'payment', id: 'pay-1' },
      ],
    });
    const asks = [
      request(21, { from: 'psu', tpp: null, method: 'POST', title: 'Says who they are', cause: 8 }),
      response(22, 21, { to: 'psu', word: 'Approve', about: [{ subject: 'authorisation', id: 'sca-1' }] }),
    ];
    const told = layOut([...paid.slice(0, 8), started, ...asks, ...paid.slice(8)], {
      ...ALL_EVENTS,
      labels: 'human',
    });
    expect(textsOf(told)).toEqual([
      'Create a small payment: NOK 12,450.00 to Ingrid Haugen',
      'received, not approved',
      'Read accounts',
      "the way to the bank's page",
      'Please go to your bank',
      "Opens the bank's page",
      'page: who are you?',
      'Says who they are',
      'NOK 12,450.00 to Ingrid Haugen: approve?',
      'Eirik approves NOK 12,450.00',
      'Payment: approved, waits for the batch',
      'Please go back to the TPP',
      'Eirik is back',
      '47 min later: Fri 20 Nov 11:30',
      'Batch of 11:30: 1 settled',
      'Payment: settled',
      'Read accounts',
      'settled',
      'Consent revoked',
    ]);
    // What is left out leads to the row before it.
    expect(told.rowOf.get(2)).toBe(0);
  });

  it('has a bracket around the SCA with its length', () => {
    expect(diagram.brackets).toEqual([
      { group: scaKey('sca-1'), first: 5, last: 12, column: 0, text: 'SCA, 28 s', bad: false },
    ]);
  });

  it('has an activation of the bank from each request to its response, and of the browser for the SCA', () => {
    const bank = diagram.activations.filter(({ lane }) => lane === 'bank');
    expect(bank.map(({ first, last }) => [first, last])).toEqual([
      [0, 2],
      [3, 4],
      [6, 7],
      [8, 11],
      [16, 17],
    ]);
    expect(diagram.activations.filter(({ lane }) => lane === 'psu')).toEqual([
      { lane: 'psu', first: 5, last: 12 },
    ]);
  });

  it('says how long each event came after the one before', () => {
    expect(diagram.rows.slice(0, 4).map((row) => (row.kind === 'event' ? row.gap : null))).toEqual([
      null,
      4,
      5,
      12_991,
    ]);
  });

  it('is folded to one row for the SCA, and for the payment', () => {
    const folded = laidOut(diagram, { ...ALL_EVENTS, folded: new Set([scaKey('sca-1')]) });
    expect(textsOf(folded)[5]).toBe('SCA, 28 s: 7 events');
    expect(folded.rows).toHaveLength(13);
    expect(folded.rowOf.get(7)).toBe(5);
    const payment = laidOut(diagram, { ...ALL_EVENTS, folded: new Set(['payment pay-1']) });
    expect(textsOf(payment)[0]).toBe('Payment pay-1: 16 events, ACSC');
    expect(payment.rows).toHaveLength(4);
  });
});

it.each([
  ['redirected to another program', flow.filter(({ kind }) => kind !== 'callback'), 'SCA, 27 s'],
  ['decided by a control call', flow.filter(({ kind }) => kind === 'decision'), 'SCA, 0 ms'],
  ['waiting for the PSU', flow.slice(0, 9), 'SCA, not finished'],
])('an SCA that is %s says so', (_, events, text) => {
  expect(layOut(events).brackets.map((bracket) => bracket.text)).toEqual([text]);
});

it('a failure is red, with its code and rule', () => {
  const refusal = response(2, 1, {
    status: 400,
    code: 'FORMAT_ERROR',
    rule: 'PAY-2',
    reason: 'It is missing.',
  });
  const { rows } = layOut([request(1), refusal]);
  const drawn = rows[1] === undefined ? [] : drawRow(rows[1], lanesAt(1000), false);
  const red = drawn.flatMap((shape) => (shape.is === 'text' && shape.ink === 'bad' ? [shape.text] : []));
  expect(red).toEqual(['400', 'FORMAT_ERROR', 'PAY-2']);
});

it('no time goes into what is drawn beside it, however long the wait before it was', () => {
  const lanes = lanesAt(1000);
  const begun = paymentFlow('a', 'sca-a', 1);
  const [first] = begun;
  const waits = [88_000, 599_000, 47 * 3_600_000 + 55 * 60_000, 900 * 86_400_000];
  for (const wait of waits)
    for (const next of begun) {
      const later = { ...next, seq: 1000, at: (first?.at ?? 0) + wait };
      for (const row of layOut([...begun.slice(0, 1), later]).rows.slice(1)) {
        const shapes = drawRow(row, lanes, false);
        const times = shapes.flatMap((shape) => (shape.is === 'text' && shape.x === 12 ? [shape.text] : []));
        // Of a monospaced font, 12 pixels high.
        const end = 12 + Math.max(0, ...times.map((text) => text.length * 12 * 0.603));
        const beside = shapes.flatMap((shape) =>
          shape.is === 'rect' ? [shape.x] : shape.is === 'line' ? [Math.min(shape.x1, shape.x2)] : [],
        );
        for (const x of beside) expect(x).toBeGreaterThan(end);
      }
    }
});

it('two SCAs at the same time have brackets beside each other', () => {
  const one = paymentFlow('a', 'sca-a', 1).slice(0, 13);
  const other = paymentFlow('b', 'sca-b', 14).slice(0, 13);
  const mixed = [...one.slice(0, 10), ...other, ...one.slice(10)];
  expect(layOut(mixed).brackets.map(({ column }) => column)).toEqual([0, 1]);
});

it('dialogues stand apart, each under its heading, and the rest under its own', () => {
  const events = [...paymentFlow('a', 'sca-a', 1), ...paymentFlow('b', 'sca-b', 20)];
  const mixed = events.toSorted((one, other) => (one.seq % 19) - (other.seq % 19) || one.seq - other.seq);
  const { rows } = layOut(mixed, { ...ALL_EVENTS, apart: true });
  const headings = rows.flatMap((row) => (row.kind === 'group' ? [row.text] : []));
  expect(headings.toSorted()).toEqual([
    'No payment, basket or consent: 6 events',
    'Payment a: 16 events, ACSC',
    'Payment b: 16 events, ACSC',
  ]);
  expect(rows).toHaveLength(events.length + 3);
});

it('a payment and the basket it is in are one dialogue', () => {
  const about = (subject: 'payment' | 'basket', id: string) => ({ subject, id });
  const events = [
    step(1, 'p1', null, 'RCVD'),
    request(2, { about: [about('basket', 'b1'), about('payment', 'p1')] }),
    step(3, 'p2', null, 'RCVD'),
  ];
  const { relations } = layOut(events);
  expect(relations.dialogueOf(1)).toBe(relations.dialogueOf(2));
  expect(relations.dialogueOf(3)).not.toBe(relations.dialogueOf(1));
});

it('a log that went back shows what was before, and what came after', () => {
  const back = { ...note(21, ''), kind: 'rewound' as const, to: 3 };
  const shown = shownEvents([...flow, back, request(22)]);
  expect(shown.map(({ seq }) => seq)).toEqual([1, 2, 3, 22]);
});

it('an event is a sentence for screen readers', () => {
  expect(flow.slice(0, 3).map(sentenceOf)).toEqual([
    'TPP to bank: POST /v1/payments/domestic-norway-credit-transfers, signed, at 10:42:07 Oslo time',
    'Bank: Payment RCVD, at 10:42:07 Oslo time',
    'Bank to TPP: 201 RCVD, signed, after 9 ms, at 10:42:07 Oslo time',
  ]);
});

describe('for any events', () => {
  const options: fc.Arbitrary<LayoutOptions> = fc.record({
    filter: fc.record({
      actor: fc.constantFrom(null, 'tpp', 'psu', 'bank'),
      about: fc.constantFrom(null, { subject: 'payment' as const, id: 'a' }),
      onlyFailures: fc.boolean(),
      text: fc.constantFrom('', 'a', 'tpp'),
    }),
    labels: fc.constantFrom('human' as const, 'wire' as const, null),
    apart: fc.boolean(),
    folded: fc.constantFrom(new Set<string>(), new Set(['payment a', 'sca a', ''])),
    hidden: fc.constantFrom(new Set<'step'>(), new Set(['step'] as const)),
  });

  it('a diagram that grows is the diagram of all its events', () => {
    fc.assert(
      fc.property(anyEvents, options, fc.nat(40), (events, how, cut) => {
        const grown = extend(layOut(events.slice(0, cut), how), events.slice(cut));
        expect(comparable(grown)).toEqual(comparable(layOut(events, how)));
      }),
      { numRuns: 150 },
    );
  });

  it('each event is in one row, and spans lie within the rows', () => {
    fc.assert(
      fc.property(anyEvents, options, (events, how) => {
        const { rows, rowOf, activations, brackets } = layOut(events, how);
        const inRows = rows.flatMap((row) =>
          row.kind === 'event' ? [row.event.seq] : row.isFolded ? row.events : [],
        );
        expect(inRows.toSorted((a, b) => a - b)).toEqual([...rowOf.keys()].toSorted((a, b) => a - b));
        for (const { first, last } of [...activations, ...brackets]) {
          expect(first).toBeLessThanOrEqual(last);
          expect(last).toBeLessThan(rows.length);
        }
        for (const row of rows)
          for (const shape of drawRow(row, lanesAt(600), true))
            expect(JSON.stringify(shape)).not.toContain('null,"y');
      }),
      { numRuns: 150 },
    );
  });
});

function textsOf({ rows }: Diagram): string[] {
  return rows.map((row) => (row.kind === 'event' ? row.mark.text : row.text));
}

function comparable({ rows, activations, brackets, rowOf, matches }: Diagram): object {
  return { rows, activations, brackets, matches, rowOf: [...rowOf].toSorted(([a], [b]) => a - b) };
}

describe('what has failed is not drawn as a success', () => {
  const drawn = (more: Parameters<typeof response>[2]) => {
    const [, row] = layOut([request(1), response(2, 1, more)]).rows;
    return row === undefined ? [] : drawRow(row, lanesAt(1000), false);
  };
  const glyphs = (shapes: ReturnType<typeof drawn>) =>
    shapes.flatMap((shape) => (shape.is === 'glyph' ? [`${shape.name} ${shape.ink}`] : []));
  const red = (shapes: ReturnType<typeof drawn>) =>
    shapes.flatMap((shape) => (shape.is === 'text' && shape.ink === 'bad' ? [shape.text] : []));

  it('a valid signature has a seal, one that is not valid a seal that is crossed out, and says so', () => {
    expect(glyphs(drawn({ word: 'RCVD' }))).toEqual(['seal accent', 'tick ok']);
    const forged = drawn({ word: 'RCVD', signatureFault: 'It does not match.' });
    expect(glyphs(forged)).toEqual(['wrongSeal bad', 'cross bad']);
    expect(red(forged)).toEqual(['200', 'RCVD, signature not valid']);
  });

  it.each(['RJCT', 'failed'])('a 200 that reports %s has no green sign', (word) => {
    const rejected = drawn({ word });
    expect(glyphs(rejected)).toEqual(['seal accent', 'arrow ink-2']);
    expect(red(rejected)).toEqual([word]);
  });
});
