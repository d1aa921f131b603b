/**
 * A small model of statuses and money that shares no code with the bank. Commands go to both, to the bank through its doors; after each
 * command both agree, money is conserved, and every step was a legal one; a refused command has changed nothing.
 */
import { expect } from 'vitest';
import type { Bank } from '../../bank-sim/index.ts';
import { DAY, HOUR } from '../../shared/time.ts';
import { memoryBank, NOON } from './bank.ts';
import type { Identity } from './identity.ts';
import {
  bodyOf,
  EIRIK,
  expectConserved,
  idIn,
  INGRID,
  moneyOf,
  pathOfProduct,
  post,
  reset,
  selfOf,
} from './payments.ts';
import { control, finishSca, scaIdOf, Tpp } from './tpp.ts';

export type Command =
  | { do: 'create'; product: 'NDCT' | 'INDCTS'; amount: number; inDays: number | null; fromEirik: boolean }
  | { do: 'sign' | 'abort' | 'delete' | 'cancel' | 'hold' | 'release' | 'stop'; which: number }
  | { do: 'batch' }
  | { do: 'advance'; hours: number };

interface ModelPayment {
  product: 'NDCT' | 'INDCTS';
  amount: number;
  /** Day number of the requested date, or null. */
  day: number | null;
  from: 'eirik' | 'ingrid';
  status: string;
  reserved: number;
  /** End of the day on which it may wait for funds. */
  deadline: number;
}

/** The model. All its days are in Norwegian winter, an hour ahead of UTC. */
class Model {
  now = NOON;
  booked = { eirik: 4_218_450, ingrid: 2_904_075 };
  /** What the starting data has reserved. */
  readonly base = 47_350;
  payments: ModelPayment[] = [];

  dayOf(at: number): number {
    return Math.floor((at + HOUR) / DAY);
  }

  /** The first batch after an instant: 04:30, 08:30, 10:30, 12:30, 14:30 UTC on every day. */
  nextBatch(after: number): number {
    for (let day = Math.floor(after / DAY); ; day++) {
      for (const hours of [4.5, 8.5, 10.5, 12.5, 14.5])
        if (day * DAY + hours * HOUR > after) return day * DAY + hours * HOUR;
    }
  }

  available(who: ModelPayment['from']): number {
    const reserved = this.payments
      .filter(({ from }) => from === who)
      .reduce((sum, one) => sum + one.reserved, 0);
    return this.booked[who] - this.base - reserved;
  }

  enqueue(payment: ModelPayment): void {
    const first = this.nextBatch(this.now);
    payment.deadline = Math.floor(first / DAY) * DAY + 14.5 * HOUR;
    if (payment.reserved > 0 || this.available(payment.from) >= payment.amount) {
      payment.status = 'PDNG';
      payment.reserved = payment.amount;
    } else payment.status = 'ACCP';
  }

  settle(payment: ModelPayment, fee: number): void {
    payment.status = 'ACSC';
    payment.reserved = 0;
    this.booked[payment.from] -= payment.amount + fee;
    this.booked[payment.from === 'eirik' ? 'ingrid' : 'eirik'] += payment.amount;
  }

  batch(): void {
    for (const payment of this.payments) {
      if (payment.status === 'PDNG') this.settle(payment, 0);
      else if (payment.status === 'ACCP') {
        if (this.available(payment.from) >= payment.amount) this.settle(payment, 0);
        else if (this.now >= payment.deadline) payment.status = 'RJCT';
      }
    }
  }

  /** Goes on minute by half hour: days begin, then batches run. */
  advance(hours: number): void {
    const end = this.now + hours * HOUR;
    for (let at = Math.floor(this.now / (HOUR / 2)) * (HOUR / 2) + HOUR / 2; at <= end; at += HOUR / 2) {
      const before = at - HOUR / 2;
      this.now = at;
      for (const payment of this.payments)
        if (payment.status === 'ACTC' && payment.day !== null && payment.day <= this.dayOf(at))
          this.enqueue(payment);
      if (this.nextBatch(before) === at) this.batch();
    }
    this.now = end;
  }

  sign(payment: ModelPayment): void {
    if (payment.day !== null && payment.day > this.dayOf(this.now)) payment.status = 'ACTC';
    else if (payment.product === 'NDCT') this.enqueue(payment);
    else if (this.available(payment.from) >= payment.amount + 500) this.settle(payment, 500);
    else payment.status = 'RJCT';
  }
}

/** What may follow what (PAY-6 to PAY-9), written down a second time. */
const LEGAL: Record<string, string> = {
  RCVD: 'RCVD ACTC PDNG ACCP ACSC RJCT CANC',
  ACTC: 'ACTC PDNG ACCP ACSC RJCT BLCK CANC',
  PDNG: 'PDNG ACSC RJCT BLCK',
  ACCP: 'ACCP ACSC RJCT BLCK',
  BLCK: 'BLCK ACTC PDNG ACCP',
  ACSC: 'ACSC',
  RJCT: 'RJCT',
  CANC: 'CANC',
};

interface Run {
  bank: Bank;
  tpp: Tpp;
  model: Model;
  paths: string[];
}

/** Does a command in the bank and in the model. @returns nothing; a difference fails the test */
async function apply(step: Command, { bank, tpp, model, paths }: Run): Promise<void> {
  switch (step.do) {
    case 'create': {
      if (paths.length >= 10) return;
      const [from, to] = step.fromEirik ? [EIRIK, INGRID] : [INGRID, EIRIK];
      const day =
        step.product === 'INDCTS' || step.inDays === null ? null : model.dayOf(model.now) + step.inDays;
      const reply = await post(
        tpp,
        pathOfProduct(step.product),
        bodyOf(step.product, {
          debtorAccount: { bban: from },
          creditorAccount: { bban: to },
          instructedAmount: { amount: (step.amount / 100).toFixed(2), currency: 'NOK' },
          ...(day === null ? {} : { requestedExecutionDate: new Date(day * DAY).toISOString().slice(0, 10) }),
        }),
      );
      if (reply.status !== 201) throw new Error(`A right payment was refused: ${reply.text}`);
      paths.push(selfOf(reply));
      const { product, amount } = step;
      model.payments.push({
        product,
        amount,
        day,
        from: step.fromEirik ? 'eirik' : 'ingrid',
        status: 'RCVD',
        reserved: 0,
        deadline: 0,
      });
      return;
    }
    case 'batch':
      await control(bank, 'POST', '/control/batch');
      return model.batch();
    case 'advance':
      await control(bank, 'POST', '/control/clock', { advance: `PT${step.hours}H` });
      return model.advance(step.hours);
    default: {
      if (paths.length === 0) return;
      const at = step.which % paths.length;
      const [payment, path] = [model.payments[at], paths[at]];
      if (!payment || path === undefined) throw new Error('Bank and model have the same payments.');
      return applyTo(payment, path, step.do, { bank, tpp, model, paths });
    }
  }
}

async function applyTo(
  payment: ModelPayment,
  path: string,
  action: string,
  { bank, tpp, model }: Run,
): Promise<void> {
  const nationalId = payment.from === 'eirik' ? '13839319910' : '24898719916';
  const { status } = payment;
  const sca = async (kind: string, decision: string) => {
    const started = await tpp.send({ method: 'POST', path: `${path}/${kind}` });
    if (started.status === 201) await finishSca(bank, scaIdOf(started), { nationalId, decision });
    return started.status;
  };
  const operate = async () =>
    (await control(bank, 'POST', `/control/payments/${encodeURIComponent(idIn(path))}/${action}`)).status;
  const underway = ['ACTC', 'PDNG', 'ACCP'].includes(status);
  switch (action) {
    case 'sign':
    case 'abort':
      expect(await sca('authorisations', action === 'sign' ? 'approve' : 'abort')).toBe(
        status === 'RCVD' ? 201 : 409,
      );
      if (action === 'sign' && status === 'RCVD') model.sign(payment);
      return;
    case 'delete': {
      const answers: Record<string, number> = {
        RCVD: 204,
        ACTC: 202,
        PDNG: 405,
        ACCP: 405,
        BLCK: 405,
        STOP: 405,
      };
      expect((await tpp.send({ method: 'DELETE', path })).status).toBe(answers[status] ?? 409);
      if (status === 'RCVD') payment.status = 'CANC';
      return;
    }
    case 'cancel':
      expect(await sca('cancellation-authorisations', 'approve')).toBe(status === 'ACTC' ? 201 : 409);
      if (status === 'ACTC') payment.status = 'CANC';
      return;
    case 'hold':
      expect(await operate()).toBe(underway ? 200 : 409);
      if (underway) payment.status = 'BLCK';
      return;
    case 'release':
      expect(await operate()).toBe(status === 'BLCK' ? 200 : 409);
      if (status !== 'BLCK') return;
      if (payment.day !== null && payment.day > model.dayOf(model.now)) payment.status = 'ACTC';
      else model.enqueue(payment);
      return;
    case 'stop':
      expect(await operate()).toBe(underway || status === 'BLCK' ? 200 : 409);
      if (underway || status === 'BLCK') Object.assign(payment, { status: 'STOP', reserved: 0 });
      return;
    default:
      throw new Error(`The model knows no ${action}.`);
  }
}

/** A TPP sees one status for held and stopped payments. */
const shown = (status: string | undefined) => (status === 'STOP' ? 'BLCK' : status);

async function expectAgreement(
  { bank, tpp, model, paths }: Run,
  seen: string[],
  after: string,
): Promise<void> {
  for (const [at, path] of paths.entries()) {
    const reply = await tpp.send({ path: `${path}/status` });
    const status = String(reply.body['transactionStatus']);
    expect(status, `payment ${at} after ${after}`).toBe(shown(model.payments[at]?.status));
    expect(LEGAL[seen[at] ?? 'RCVD']?.split(' '), `${seen[at]} to ${status}`).toContain(status);
    seen[at] = status;
  }
  for (const [who, bban] of [
    ['eirik', EIRIK],
    ['ingrid', INGRID],
  ] as const)
    expect(await moneyOf(tpp, bban), `${who} after ${after}`).toEqual({
      booked: model.booked[who],
      expected: model.available(who),
    });
  await expectConserved(bank);
}

/** Carries out the commands one by one, in a bank of their own and in the model. */
export async function expectAgreementOver(commands: readonly Command[], identity: Identity): Promise<void> {
  const bank = await memoryBank({ quirks: { domesticUnreadableBeforeApproval: false } });
  try {
    await reset(bank);
    const run: Run = { bank, tpp: new Tpp(bank, identity), model: new Model(), paths: [] };
    const seen: string[] = [];
    for (const step of commands) {
      await apply(step, run);
      await expectAgreement(run, seen, JSON.stringify(step));
    }
  } finally {
    await bank.stop();
  }
}
