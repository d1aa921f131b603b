/** The bank's journal: what happened, in order, each entry with its cause (contract section 13). */
import { beforeEach, describe, expect, it } from 'vitest';
import { type FlowEvent, flowEventSchema } from '../../shared/flow/event.ts';
import { useBank } from '../support/bank.ts';
import { copyPayment } from '../support/batches.ts';
import { flowLines } from '../support/flow.ts';
import {
  bodyOf,
  create,
  EIRIK,
  idIn,
  leaveExactly,
  pathOfProduct,
  PEOPLE,
  post,
  reset,
  selfOf,
  sign,
} from '../support/payments.ts';
import { control, scaIdOf, type Tpp } from '../support/tpp.ts';

const test = useBank({ psuHttp: true });
const FIX = { 'x-accept-fix': 'amount-as-string' };
let tpp: Tpp;
beforeEach(async () => {
  await reset(test.bank);
  tpp = test.tpp();
  await tpp.consent();
});

const newest = () => test.bank.journal(0).at(-1)?.seq ?? 0;

/** What has happened since a position, over the control listener. */
async function after(seq: number): Promise<FlowEvent[]> {
  const { body } = await control(test.bank, 'GET', `/control/journal?after=${seq}&limit=10000`);
  return flowEventSchema.array().parse(body['events']);
}
const linesAfter = async (seq: number) => flowLines(await after(seq));

describe('section 13: GET /control/journal', () => {
  it('a payment from its creation to its settlement, each event with its cause', async () => {
    const before = newest();
    await sign(tpp, await create(tpp, 'NDCT'));
    await control(test.bank, 'POST', '/control/clock', { advance: 'P3D' });
    expect(await linesAfter(before)).toEqual([
      '- tpp> POST Create payment',
      '0 payment new > RCVD',
      '0 tpp< 201 RCVD',
      '- tpp> POST Authorise payment',
      '3 authorisation new > started',
      '3 tpp< 201 scaRedirect',
      '- operator SCA approved in place of the PSU',
      '6 approve NOK 100.00 to Ingrid Haugen',
      '7 payment RCVD > PDNG',
      '7 authorisation started > finalised',
      '7 session SCA valid > SCA valid',
      '- clock frozen',
      '11 batch 1/0',
      '12 payment PDNG > ACSC',
    ]);
  });

  it('BSK-9: a basket follows its worst payment, and is told of once', async () => {
    const paths = [await create(tpp, 'NCBCT'), await create(tpp, 'NCBCT')];
    const before = newest();
    const made = await post(tpp, '/v1/signing-baskets', { paymentIds: paths.map(idIn) }, FIX);
    await sign(tpp, `/v1/signing-baskets/${encodeURIComponent(String(made.body['basketId']))}`);
    await leaveExactly(tpp, EIRIK, 0);
    const lines = (await linesAfter(before)).filter((line) => / (payment|basket|batch) /.test(line));
    expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'basket new > RCVD',
      'payment RCVD > PDNG',
      'payment RCVD > PDNG',
      'basket RCVD > ACTC',
    ]);
  });

  it('BSK-9: the payment that a batch rejects takes its basket along', async () => {
    await leaveExactly(tpp, EIRIK, 100);
    const path = await create(tpp, 'NCBCT');
    const made = await post(tpp, '/v1/signing-baskets', { paymentIds: [idIn(path)] }, FIX);
    await sign(tpp, `/v1/signing-baskets/${encodeURIComponent(String(made.body['basketId']))}`);
    const before = newest();
    await control(test.bank, 'POST', '/control/clock', { advance: 'P7D' });
    const lines = await linesAfter(before);
    const rejected = lines.findIndex((line) => line.endsWith('payment ACCP > RJCT'));
    expect(lines[rejected + 1]).toBe(`${rejected - 1} basket ACTC > RJCT`);
    expect(lines[rejected - 1]).toBe('0 batch 0/1');
  });

  it('SIG-14: a refusal has its rule, code and reason; a request that gets no answer says so', async () => {
    const before = newest();
    await tpp.send({ path: '/v1/payments/domestic-norway-credit-transfers/unknown' });
    await control(test.bank, 'POST', '/control/scenarios', {
      when: { times: 1, path: '/v1/user' },
      then: { dropConnection: true },
    });
    await expect(tpp.send({ path: '/v1/user' })).rejects.toThrow(/socket|closed|reset|terminated|hang/i);
    const events = await after(before);
    expect(flowLines(events)).toEqual([
      '- tpp> GET Read payment',
      '0 tpp< 404 RESOURCE_UNKNOWN',
      '- operator Failure scripted: dropConnection',
      '- tpp> GET Read user',
      '3 tpp< failed',
    ]);
    expect(events[1]).toMatchObject({
      rule: 'PAY-3',
      reason: 'There is no payment with this id.',
      signed: true,
    });
    expect(events[1]?.about).toContainEqual({ subject: 'payment', id: 'unknown' });
    expect(events[4]).toMatchObject({
      failure: expect.stringContaining('closed the connection'),
      signed: false,
    });
  });

  it('a request is about its ids, and its response about these and what it has made', async () => {
    const before = newest();
    const ask = (path: string, id: string, body?: object) =>
      tpp.send({
        path,
        headers: { 'X-Request-ID': id },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
    const made = await ask(pathOfProduct('INDCTS'), 'first', bodyOf('INDCTS'));
    const path = selfOf(made);
    const started = await ask(`${path}/authorisations`, 'second', {});
    expect((await ask(path, 'third')).body['paymentId']).toBe(made.body['paymentId']);
    await tpp.send({ path, headers: { 'X-Request-ID': null, 'TPP-Session-ID': null } });
    const wire = (await after(before)).filter(({ kind }) => kind === 'request' || kind === 'response');
    const session = { subject: 'session', id: tpp.sessionId };
    const payment = { subject: 'payment', id: made.body['paymentId'] };
    const authorisations = [
      { subject: 'authorisation', id: started.body['authorisationId'] },
      { subject: 'authorisation', id: scaIdOf(started) },
    ];
    const [first, second, third] = ['first', 'second', 'third'].map((id) => ({ subject: 'request', id }));
    expect(wire.map(({ about }) => about)).toEqual([
      [first, session],
      [first, session, payment],
      [payment, second, session],
      [payment, second, session, ...authorisations],
      [payment, third, session],
      [payment, third, session],
      [payment],
      [payment],
    ]);
    expect(wire[0]).toMatchObject({ tpp: tpp.identity.tppId, signed: true });
    // Milliseconds of this test, not since 1970.
    const durations = wire.flatMap((event) => (event.kind === 'response' ? [event.duration ?? 0] : []));
    expect(Math.max(...durations)).toBeLessThan(1e9);
  });

  it('SCA-1: the PSU’s pages, with the whole address of the redirect; what they decide is the cause of what follows', async () => {
    const asked = await tpp.send({ method: 'POST', path: '/v1/bank-offered-consents' });
    const before = newest();
    const page = `${test.bank.psuBaseUrl}/sca/${encodeURIComponent(scaIdOf(asked))}`;
    await fetch(page);
    const body = new URLSearchParams({ step: 'abort', nationalId: PEOPLE.eirik });
    await fetch(page, { method: 'POST', body, redirect: 'manual' });
    const events = await after(before);
    expect(flowLines(events)).toEqual([
      '- psu> GET Opens the page of the SCA',
      '0 psu< 200 Identify yourself',
      '- psu> POST Aborts',
      '2 abort the consent',
      '3 authorisation started > failed',
      '2 psu< 302',
    ]);
    expect(events.at(-1)).toMatchObject({
      location: expect.stringContaining('code=PSU_CREDENTIALS_INVALID'),
    });
  });

  it('SCA-11: a consent is replaced by the next one, and revoked', async () => {
    const before = newest();
    await tpp.consent();
    const steps = (await after(before)).filter(
      (event) => event.kind === 'step' && event.subject === 'consent',
    );
    expect(flowLines(steps).map((line) => line.slice(2))).toEqual([
      'consent valid > replaced',
      'consent new > valid',
    ]);
    const last = newest();
    const id =
      steps.flatMap((step) => (step.kind === 'step' && step.to === 'valid' ? [step.id] : []))[0] ?? '';
    await control(test.bank, 'POST', `/control/consents/${encodeURIComponent(id)}/revoke`, {});
    expect(await linesAfter(last)).toEqual([
      '- operator Consent revoked in place of the PSU',
      '0 consent valid > revoked',
    ]);
  });

  it('SBX-5: of a batch of very many payments only the first steps are told one by one', async () => {
    await sign(tpp, await create(tpp, 'NDCT'));
    await copyPayment(test.bank, 1000);
    const before = newest();
    await control(test.bank, 'POST', '/control/batch', {});
    const [act, batch, ...steps] = await after(before);
    expect(act).toMatchObject({ kind: 'operator', title: 'Batch started by hand' });
    expect(batch).toMatchObject({ kind: 'batch', settled: 1000, unlisted: 800, cause: act?.seq });
    expect(steps).toHaveLength(200);
    expect(new Set(steps.map(({ kind, cause }) => `${kind} ${cause}`))).toEqual(
      new Set([`step ${batch?.seq}`]),
    );
  });

  it('SIG-12: the trusted CAs are told of when they change, not when the same are handed over again', async () => {
    const { caPem, operator } = test.bank;
    const other = test.identity.pem;
    const before = newest();
    for (const pems of [[other], [other], [other, caPem], [caPem, other], [], []])
      expect(operator.setTrust(pems).done).toBe(true);
    expect(await linesAfter(before)).toEqual([
      '- operator Trusted CAs replaced: 1',
      '- operator Trusted CAs replaced: 2',
      '- operator Trusted CAs replaced: 0',
    ]);
  });

  it('a refused act of the operator has not happened', async () => {
    const before = newest();
    await control(test.bank, 'POST', '/control/payments/unknown/hold', {});
    await control(test.bank, 'POST', '/control/clock', { advance: 'soon' });
    expect(await after(before)).toEqual([]);
  });

  it('a reset and a snapshot are told; positions go on', async () => {
    const { body } = await control(test.bank, 'GET', '/control/snapshot');
    const before = newest();
    await control(test.bank, 'PUT', '/control/snapshot', body);
    await control(test.bank, 'POST', '/control/reset', {});
    expect(await linesAfter(before)).toEqual(['- reset restored', '- reset reset']);
  });
});
