/** What a person did becomes steps that run on their own: ids and dates of that day are variables. */
import { describe, expect, it } from 'vitest';
import { type Recorded, RecordedSteps, stepsOf } from '../../../shared/collections/recorded.ts';
import { listedFlow } from '../../../shared/collections/flow-listing.ts';
import type { ScaStep, Step } from '../../../shared/collections/steps.ts';
import { fresh } from '../../../shared/requests/compose.ts';
import type { ComposedRequest } from '../../../shared/requests/request.ts';
import { flowOf } from '../../support/runs.ts';

const PAYMENT = 'enc!!9Kx2+4/fA1b==';

function sent(change: Partial<ComposedRequest>, status: number, body: unknown, name = 'Request'): Recorded {
  const request = { ...fresh('createConsent'), params: {}, query: {}, body: '', ...change };
  return { did: 'request', name, request, status, body: JSON.stringify(body), today: '2026-11-20' };
}

const CREATED = sent(
  {},
  201,
  { transactionStatus: 'RCVD', paymentId: PAYMENT, name: 'Brukskonto' },
  'Create',
);

describe('an id of an answer', () => {
  const kept = [{ as: 'paymentId', from: { of: 'body', path: '$.paymentId' } }];

  it.each<[where: string, change: Partial<ComposedRequest>, expected: object]>([
    [
      'a parameter of the path',
      { params: { paymentId: PAYMENT } },
      { params: { paymentId: '{{paymentId}}' } },
    ],
    ['a JSON body', { body: JSON.stringify({ ids: [PAYMENT] }) }, { json: { ids: ['{{paymentId}}'] } }],
    ['a text', { body: `not JSON ${PAYMENT}` }, { text: ['not JSON {{paymentId}}'] }],
    ['a header', { headers: { about: PAYMENT } }, { headers: { about: '{{paymentId}}' } }],
    ['the query', { query: { id: PAYMENT } }, { query: { id: '{{paymentId}}' } }],
    [
      'a line of its own',
      { line: `GET /v1/payments/${encodeURIComponent(PAYMENT)}/status?x=1` },
      { line: 'GET /v1/payments/{{paymentId}}/status?x=1' },
    ],
  ])('is kept and used in %s', (_, change, expected) => {
    const [create, use] = stepsOf([CREATED, sent(change, 200, {})]);
    expect(create?.keep).toEqual(kept);
    expect(use?.request).toMatchObject(expected);
  });

  it('is used in a call of the operator', () => {
    const path = `/control/payments/${encodeURIComponent(PAYMENT)}/hold`;
    const steps = stepsOf([CREATED, { did: 'control', name: 'Hold', control: { method: 'POST', path } }]);
    expect(steps[1]?.control?.path).toBe('/control/payments/{{paymentId}}/hold');
  });

  it('comes from the first answer that has it, and is kept once', () => {
    const again = sent({ params: { paymentId: PAYMENT } }, 200, { paymentId: PAYMENT });
    const steps = stepsOf([CREATED, again, again]);
    expect(steps.map(({ keep }) => keep)).toEqual([kept, undefined, undefined]);
  });

  it('has a name of its own beside another of the same kind', () => {
    const other = sent({}, 201, { paymentId: 'enc!!second-payment-1' });
    const basket = sent({ body: JSON.stringify([PAYMENT, 'enc!!second-payment-1']) }, 201, {});
    const steps = stepsOf([CREATED, other, basket]);
    expect(steps[2]?.request?.json).toEqual(['{{paymentId}}', '{{paymentId2}}']);
    expect(steps[1]?.keep).toEqual([{ as: 'paymentId2', from: { of: 'body', path: '$.paymentId' } }]);
  });

  it('is one without a digit too: of random ids, one in fifty has none', () => {
    const id = 'enc!!kQydvTYmohztdjbM-JIj_dQ=';
    const steps = stepsOf([sent({}, 201, { paymentId: id }), sent({ params: { paymentId: id } }, 200, {})]);
    expect(steps[1]?.request?.params).toEqual({ paymentId: '{{paymentId}}' });
  });

  it('is none if it stood in the request first, or is a word, an amount or a date', () => {
    const body = { note: 'Brukskonto', amount: '1234567.89', day: '2026-10-01' };
    const answer = sent({ body: JSON.stringify({ own: 'own-12345678' }) }, 201, {
      ...body,
      own: 'own-12345678',
    });
    const steps = stepsOf([answer, sent({ body: JSON.stringify(body) }, 200, {})]);
    expect(steps[1]?.request?.json).toEqual(body);
    expect(steps[0]?.request?.json).toEqual({ own: 'own-12345678' });
  });
});

it('what is expected and kept in the tab is in the step, and names the values of later requests', () => {
  const status = (to: number) => ({ that: { of: 'status' }, must: { is: 'equal', to } }) as const;
  const body = (path: string, to: string) =>
    ({ that: { of: 'body', path }, must: { is: 'equal', to } }) as const;
  const create = { ...CREATED };
  const read = sent({ params: { id: PAYMENT } }, 200, { transactionStatus: 'ACSC', paymentId: PAYMENT });
  if (create.did !== 'request' || read.did !== 'request') return;
  const recorded = new RecordedSteps();
  recorded.add(create);
  const keep = [{ as: 'mine', from: { of: 'body', path: '$.paymentId' } }] as const;
  recorded.test(create, { keep: [...keep], expect: [body('$.name', 'Brukskonto')] });
  recorded.add(read);
  // The state was that of an earlier answer in the same tab.
  recorded.test(read, {
    expect: [status(200), body('$.transactionStatus', 'PDNG'), body('$.paymentId', PAYMENT)],
  });
  const steps = recorded.steps();
  expect(steps[0]).toMatchObject({ keep });
  expect(steps[0]?.expect).toContainEqual(body('$.name', 'Brukskonto'));
  expect(steps[1]?.request?.params).toEqual({ id: '{{mine}}' });
  expect(steps[1]?.expect).toEqual([
    status(200),
    body('$.transactionStatus', 'ACSC'),
    body('$.paymentId', '{{mine}}'),
  ]);
});

describe('what the bank or the request has does not spoil the file', () => {
  const file = (step: Step | undefined) => {
    if (step === undefined) return 'none';
    const { entries, folders } = listedFlow('f.flow.yaml', flowOf([step]), () => '');
    return entries[0]?.step ?? folders[0]?.damage;
  };

  it.each<[what: string, answer: object]>([
    ['a name of 1200 characters', { ['n'.repeat(1200)]: PAYMENT }],
    ['a name whose escapes make the path long', { ['"'.repeat(600)]: PAYMENT }],
    ['names that are long together', { ['a'.repeat(600)]: { ['b'.repeat(600)]: PAYMENT } }],
    ['half a surrogate pair as a name', { '\ud800': PAYMENT }],
    ['a control character as a name', { '\u0001"\\': PAYMENT }],
    ['a name that is empty', { '': PAYMENT }],
    ['a name in another script', { 'bokført 💶': PAYMENT }],
  ])('%s', (_, answer) => {
    const steps = stepsOf([sent({}, 201, answer), sent({ body: PAYMENT }, 200, {})]);
    for (const step of steps) expect(file(step)).toEqual(step);
  });
  it('takes the id from the next place that a step can name', () => {
    const answer = { ['n'.repeat(1200)]: PAYMENT, paymentId: PAYMENT };
    expect(stepsOf([sent({}, 201, answer), sent({ params: { id: PAYMENT } }, 200, {})])[0]?.keep).toEqual([
      { as: 'paymentId', from: { of: 'body', path: '$.paymentId' } },
    ]);
  });
  it.each([
    ['a reserved name', '{"a":[{"__proto__":1}]}'],
    ['too deep', `${'['.repeat(199)}1${']'.repeat(199)}`],
    ['far too deep', `${'['.repeat(50_000)}1${']'.repeat(50_000)}`],
  ])('a body with %s stays a text', (_, body) => {
    const [step] = stepsOf([sent({ body }, 200, {})]);
    expect(step?.request?.text).toEqual([body]);
    expect(file(step)).toEqual(step);
  });
  it('a body as deep as a file can have stays JSON', () => {
    const body = `${'['.repeat(198)}1${']'.repeat(198)}`;
    const [step] = stepsOf([sent({ body }, 200, {})]);
    expect(step?.request?.json).toEqual(JSON.parse(body));
    expect(typeof file(step)).toBe('object');
  });
});

describe('a date', () => {
  it.each([
    ['2026-11-20', '{{$today}}'],
    // A Friday, and the Monday after it.
    ['2026-11-23', '{{$bankingDay+1}}'],
    ['2026-11-21', '{{$today+1}}'],
    ['2027-11-20', '{{$today+365}}'],
    ['2026-11-19', '2026-11-19'],
    ['2037-11-02', '{{$today+4000}}'],
    // More days than a variable can add, and what is in no calendar.
    ['2037-11-03', '2037-11-03'],
    ['9999-12-31', '9999-12-31'],
    ['2027-13-01', '2027-13-01'],
  ])('%s is meant as %s on 2026-11-20', (day, meant) => {
    const [step] = stepsOf([sent({ body: JSON.stringify({ requestedExecutionDate: day }) }, 201, {})]);
    expect(step?.request?.json).toEqual({ requestedExecutionDate: meant });
  });
});

it('a step expects the status, the code of a refusal and the state that it got; a deliberate fault speaks for itself', () => {
  const refused = sent({}, 403, { tppMessages: [{ category: 'ERROR', code: 'CONSENT_INVALID' }] });
  const [create, refusal, fault] = stepsOf([CREATED, refused, sent({ fault: 'serial-decimal' }, 400, {})]);
  expect(create?.expect).toEqual([
    { that: { of: 'status' }, must: { is: 'equal', to: 201 } },
    { that: { of: 'body', path: '$.transactionStatus' }, must: { is: 'equal', to: 'RCVD' } },
  ]);
  expect(refusal?.expect).toEqual([
    { that: { of: 'status' }, must: { is: 'equal', to: 403 } },
    { that: { of: 'error-code' }, must: { is: 'equal', to: 'CONSENT_INVALID' } },
  ]);
  expect(fault?.expect).toBeUndefined();
});

it('steps have names of their own, in order; what no run can do is left out with its reason', () => {
  const steps = stepsOf([
    CREATED,
    CREATED,
    { ...CREATED, name: 'Create (2)' } as Recorded,
    { did: 'sca', sca: { psu: 'Eirik Solbakken', decision: 'approve' }, code: 'PSU_CREDENTIALS_INVALID' },
    { did: 'nothing', name: 'Quirk', why: 'By hand.' },
  ]);
  expect(steps.map(({ name }) => name)).toEqual([
    'Create',
    'Create (2)',
    'Create (2) (2)',
    'Eirik Solbakken approves',
    'Quirk',
  ]);
  expect(steps[3]?.expect).toEqual([
    { that: { of: 'redirect', name: 'code' }, must: { is: 'equal', to: 'PSU_CREDENTIALS_INVALID' } },
  ]);
  expect(steps[4]?.skip).toBe('By hand.');
});

describe('a recording of responses that are full of ids', () => {
  const many = Array.from({ length: 300 }, (_, at) => `x${String(at).padStart(15, '0')}`);

  it('has a step for each request, however often somebody looks at it', () => {
    const steps = new RecordedSteps();
    for (let at = 0; at < 20; at++) {
      steps.add(sent({ body: 'text' }, 200, { a: many }));
      steps.names();
    }
    expect(steps.steps()).toHaveLength(20);
  });
  it('names many variables of one kind', () => {
    const both = [sent({}, 200, { ids: many }), sent({ body: JSON.stringify(many) }, 200, {})];
    expect(stepsOf(both)[0]?.keep?.at(-1)?.as).toBe('ids300');
  });
  it('does not follow a response that is nested without end', () => {
    const deep = sent({}, 200, null);
    const body = `${'['.repeat(9000)}"${PAYMENT}"${']'.repeat(9000)}`;
    const [first] = stepsOf([
      { ...deep, body } as Recorded,
      sent({ params: { paymentId: PAYMENT } }, 200, {}),
    ]);
    expect(first?.keep).toBeUndefined();
  });
  it('prefers the longer of two ids that begin alike, inside a text', () => {
    const short = 'enc!!a-long-payment-1';
    const ids = sent({}, 200, { short, longer: `${short}23` });
    const steps = stepsOf([ids, sent({ body: `<${short}23> <${short}>` }, 200, {})]);
    expect(steps[1]?.request?.text).toEqual(['<{{longer}}> <{{short}}>']);
  });
});

it('a placeholder in what a bank sent is not filled in by a run: that there is a value is all that is expected', () => {
  const body = {
    transactionStatus: '{{secret}}',
    scaStatus: 'finalised',
    tppMessages: [{ code: 'X{{secret}}' }],
  };
  const sca = { psu: 'Eirik', decision: 'approve' } as const;
  const steps = stepsOf([sent({}, 400, body), { did: 'sca', sca, code: '{{secret}}' }]);
  expect(steps.map(({ expect: expected }) => expected?.map(({ must }) => must))).toEqual([
    [{ is: 'equal', to: 400 }, { is: 'present' }, { is: 'present' }, { is: 'equal', to: 'finalised' }],
    [{ is: 'present' }],
  ]);
});

describe('a consent that a PSU has given', () => {
  const asked = (change: Partial<ComposedRequest> = {}, status = 201, more: object = {}) =>
    sent({ ...fresh('createConsent'), ...change }, status, { consentStatus: 'received', ...more }, 'Ask');
  const sca: ScaStep = { psu: 'Eirik Solbakken', decision: 'approve', context: 'PRIVATE', accounts: ['1'] };
  const given: Recorded = { did: 'sca', sca, code: null };

  it('is one step', () => {
    const { decision: _, ...consent } = sca;
    expect(stepsOf([CREATED, asked(), given, asked(), given])).toMatchObject([
      { name: 'Create' },
      { name: 'Consent of Eirik Solbakken', consent },
      { name: 'Consent of Eirik Solbakken (2)', consent },
    ]);
  });
  it.each<[what: string, recorded: Recorded[]]>([
    ['was refused', [asked({}, 400), given]],
    ['was asked for in another way', [asked({ headers: { 'X-Request-ID': 'own' } }), given]],
    ['has a fault', [asked({ fault: 'no-date' }), given]],
    ['was aborted', [asked(), { did: 'sca', sca: { ...sca, decision: 'abort' }, code: null }]],
    ['has failed', [asked(), { did: 'sca', sca, code: 'X' }]],
    ['was given later', [asked(), CREATED, given]],
    ['was given at another link', [asked(), { did: 'sca', sca: { ...sca, link: 'other' }, code: null }]],
    [
      'is used by its id',
      [asked({}, 201, { consentId: PAYMENT }), given, sent({ params: { consentId: PAYMENT } }, 200, {})],
    ],
  ])('stays as it was recorded if it %s', (_, recorded) => {
    const steps = stepsOf(recorded);
    expect(steps).toHaveLength(recorded.length);
    expect(steps.map(({ consent }) => consent).filter(Boolean)).toEqual([]);
  });
});
