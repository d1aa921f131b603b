/**
 * The operator's actions (contract section 13), for the control listener and the workbench. Due work is done before each, as before
 * every request, unless it replaces the whole state.
 */
import { eventText } from '../../shared/flow/answer.ts';
import type { About } from '../../shared/flow/event.ts';
import { type Database } from '../../shared/node/sqlite.ts';
import { SESSION_LIFETIME } from '../../shared/xs2a/bank-limits.ts';
import { type RegistrationChange } from '../../shared/xs2a/operator-input.ts';
import { type ScenarioInput } from '../../shared/xs2a/operator-input.ts';
import type { TransactionStatus } from '../../shared/xs2a/payment-schemas.ts';
import { shownStatus } from '../domain/payment.ts';
import { type CalledAs, entered, enteredByCall, type Registration } from '../domain/register.ts';
import type { Happening } from '../journal.ts';
import type { BatchResult, DueWork } from '../payments/due-work.ts';
import { decide, type Decision, type ScaParts } from '../psu/decide.ts';
import { type DirectGrant, type DirectlyGranted, grantDirectly, revoke } from '../psu/own-bank.ts';
import { accessStep } from '../psu/sca-journal.ts';
import { EN } from '../psu/words.ts';
import { batchDaysOf, type Quirks, readQuirk } from '../quirks.ts';
import type { SigningRule } from '../gate/signature.ts';
import type { Scenarios } from '../scenarios.ts';
import type { RegisterStore } from '../store/register.ts';
import type { TrustedAuthorities } from '../trust.ts';
import { type ClockMove, moveClock, resetClock } from './clock-move.ts';
import { ownProfile, type SignatureProfile } from '../../shared/signing/profile.ts';
import { badInput, conflict, done, type Outcome, unknown } from './outcome.ts';
import { actOn, type PaymentAction } from './operator-payments.ts';
import { type BankSnapshot, restoreSnapshot, takeSnapshot } from '../store/snapshot.ts';
import { MAX_TPP_ID_CHARS } from '../../shared/limits.ts';

export interface OperatorParts extends ScaParts {
  register: RegisterStore;
  db: Database;
  due: DueWork;
  quirks: Quirks;
  signing: SigningRule;
  scenarios: Scenarios;
  trust: TrustedAuthorities;
  /** SBX-1. */
  reset: () => void;
}

/** Titles in the journal. */
const PAYMENT_ACTS: Readonly<Record<PaymentAction, string>> = {
  hold: 'Payment held',
  release: 'Payment released',
  stop: 'Payment stopped',
};

export class Operator {
  private readonly parts: OperatorParts;

  constructor(parts: OperatorParts) {
    this.parts = parts;
  }

  /**
   * Moves the clock, after earlier moves and batches. Resolves when the work of the skipped time is done, in order; meanwhile the
   * bank answers from the current state. @returns bank time, milliseconds
   */
  async moveClock(move: ClockMove): Promise<Outcome<{ now: number }>> {
    const { due } = this.parts;
    // Does not wait for a batch, because it skips no time.
    if ('mode' in move) return this.setClock(move).outcome;
    return due.queued(async () => {
      const { outcome, moved } = this.setClock(move);
      await due.caughtUp(moved);
      return outcome;
    });
  }

  private setClock(move: ClockMove): { outcome: Outcome<{ now: number }>; moved: Happening | null } {
    const { clock, due, changed, journal } = this.upToDate();
    const from = clock.now();
    const problem = moveClock(clock, move, () => due.nextBatch());
    if (problem !== null) return { outcome: badInput(problem), moved: null };
    const to = clock.now();
    const moved = journal.add({ kind: 'clock', from, to, mode: clock.mode, about: [] });
    changed();
    return { outcome: done({ now: to }), moved };
  }

  /** Runs a batch outside the timetable. Resolves at its end; the bank answers in the meantime. */
  runBatch(): Promise<BatchResult> {
    return this.parts.due.runBatch(() =>
      this.parts.journal.add({ kind: 'operator', title: 'Batch started by hand', about: [] }),
    );
  }

  /** Holds, releases or stops a signed payment (PAY-9). @returns its status as a TPP sees it */
  actOnPayment(id: string, action: PaymentAction): Outcome<{ transactionStatus: TransactionStatus }> {
    return this.act(
      PAYMENT_ACTS[action],
      [{ subject: 'payment', id }],
      ({ books, clock, quirks, changed }) => {
        const payment = books.payments.get(id);
        if (payment === null) return unknown('payment', 'There is no payment with this id.');
        const after = actOn(payment, action, books, clock.now());
        if (typeof after === 'string') return conflict(after);
        changed();
        return done({ transactionStatus: shownStatus(after, quirks.onHoldStatus) });
      },
    );
  }

  /** Blocks or permits payments from an account (SCA-12). */
  permitPayments(accountId: string, permitted: boolean): Outcome<void> {
    const about: About[] = [{ subject: 'account', id: accountId }];
    return this.act(
      permitted ? 'Payments from the account permitted' : 'Payments from the account blocked',
      about,
      ({ customers, changed }) => {
        if (customers.account(accountId) === null)
          return unknown('account', 'There is no account with this id.');
        customers.setPaymentsBlocked(accountId, !permitted);
        changed();
        return done(undefined);
      },
    );
  }

  /** Finishes an SCA as a PSU would on the bank's page. @returns where the PSU is redirected, even if the SCA failed */
  decideSca(id: string, decision: Decision): Outcome<{ redirectUri: string }> {
    const title =
      decision.decision === 'approve'
        ? 'SCA approved in place of the PSU'
        : 'SCA aborted in place of the PSU';
    return this.act(title, [{ subject: 'authorisation', id }], (parts) => {
      const { nationalId } = decision;
      // A flow may name the PSU as the page's list does.
      const psu =
        parts.customers.byNumber(nationalId.replaceAll(' ', '')) ?? parts.customers.byName(nationalId);
      const decided = decide(id, { ...decision, nationalId: psu?.number ?? nationalId }, parts);
      switch (decided.kind) {
        case 'finished':
          return done({ redirectUri: decided.redirectUri });
        case 'unknown':
          return unknown('sca', 'There is no SCA with this id.');
        case 'used':
          return conflict('This SCA has already been completed.');
        case 'expired':
          return conflict('This SCA is older than 15 minutes.');
        case 'wrong':
          return badInput(decided.fault(EN), decided.agreements);
      }
    });
  }

  /** Grants a consent as a PSU does at the bank, without the TPP (SCA-11). */
  grantConsent(grant: DirectGrant): Outcome<DirectlyGranted> {
    return this.act('Consent granted in place of the PSU', [], (parts) => {
      const granted = grantDirectly(grant, parts);
      return 'wrong' in granted ? badInput(granted.wrong(EN)) : done(granted);
    });
  }

  /** Revokes a consent as a PSU does at the bank (SCA-11). */
  revokeConsent(id: string): Outcome<void> {
    return this.act('Consent revoked in place of the PSU', [{ subject: 'consent', id }], (parts) =>
      revoke(id, parts)
        ? done(undefined)
        : unknown('consent', 'There is no consent with this id that can be revoked.'),
    );
  }

  /** Expires a session at once, as if its hour were over (SCA-4). @param id TPP-Session-ID */
  expireSession(id: string): Outcome<void> {
    return this.act(
      'Session ended early',
      [{ subject: 'session', id }],
      ({ access, clock, changed, journal }) => {
        if (!access.expireSession(id, clock.now() - SESSION_LIFETIME))
          return unknown('session', 'There is no session with this TPP-Session-ID.');
        const why = 'The operator has ended it early.';
        journal.add(accessStep('session', id, { from: 'SCA valid', to: 'expired', why }));
        changed();
        return done(undefined);
      },
    );
  }

  /** Registers a TPP, or changes the given members of its entry (SIG-12). @param tppId organizationIdentifier */
  registerTpp(tppId: string, change: RegistrationChange): Outcome<Registration> {
    return this.act(`TPP entered in the register: ${tppId}`, [], ({ register, changed }) => {
      if (tppId.trim() === '' || tppId.length > MAX_TPP_ID_CHARS)
        return badInput(`The id of a TPP has 1 to ${MAX_TPP_ID_CHARS} characters.`);
      const after = entered(register.get(tppId), tppId, change);
      register.put(after);
      changed();
      return done(after);
    });
  }

  /** Registers the TPPs that are not registered: those with certificates that were made for this bank (SIG-12). */
  registerOwn(tpps: readonly CalledAs[]): void {
    const { register } = this.parts;
    for (const tpp of tpps) {
      const entry = register.get(tpp.id) === null ? enteredByCall(null, tpp) : null;
      if (entry === null) continue;
      this.act(`TPP entered in the register: ${tpp.id}`, [], ({ changed }) => {
        register.put(entry);
        changed();
        return done(undefined);
      });
    }
  }

  /** Blocks or unblocks a TPP (SIG-12). @param tpp organizationIdentifier */
  blockTpp(tpp: string, blocked: boolean): void {
    this.act(`TPP ${blocked ? 'blocked' : 'unblocked'}: ${tpp}`, [], ({ access, changed }) => {
      access.setBlocked(tpp, blocked);
      changed();
      return done(undefined);
    });
  }

  addScenario(input: ScenarioInput): Outcome<{ id: string }> {
    const title = `Failure scripted: ${Object.keys(input.then).join(', ')}`;
    return this.act(title, [], ({ scenarios }) => done({ id: scenarios.add(input) }));
  }

  removeScenario(id: string): Outcome<void> {
    return this.act('Scripted failure removed', [], ({ scenarios }) =>
      scenarios.remove(id) ? done(undefined) : unknown('scenario', 'There is no scenario with this id.'),
    );
  }

  /** Resets the bank to the seed data (SBX-1). @param to see {@link resetClock} */
  reset(to = 'keep'): Outcome<void> {
    // No due work first: its result would be deleted, and a faulty state must not prevent the reset.
    const { clock, reset, journal, db } = this.parts;
    // Both or neither, even after a crash: the old data does not fit a clock that was set back.
    return clock.orAsBefore(() =>
      journal.atomically(() =>
        db.transaction(() => {
          const from = clock.now();
          const problem = resetClock(clock, to);
          if (problem !== null) return badInput(problem);
          if (to !== 'keep')
            journal.add({ kind: 'clock', from, to: clock.now(), mode: clock.mode, about: [] });
          reset();
          return done(undefined);
        })(),
      ),
    );
  }

  takeSnapshot(): BankSnapshot {
    const { db, clock } = this.upToDate();
    return takeSnapshot(db, clock);
  }

  /** Replaces the whole state, clock included. @param document from any source */
  restoreSnapshot(document: unknown): Outcome<void> {
    // No due work first, as for a reset.
    const { db, clock, due, changed, journal } = this.parts;
    const problem = restoreSnapshot(db, clock, document);
    if (problem !== null) return badInput(problem);
    journal.add({ kind: 'reset', how: 'restored', about: [] });
    due.restart();
    due.replan();
    changed();
    return done(undefined);
  }

  /** Sets a quirk while the bank is running (contract section 12). */
  setQuirk(name: string, value: string | boolean): Outcome<void> {
    const setting = readQuirk(`${name}=${value}`);
    if (typeof setting === 'string') return badInput(setting);
    const { quirks, due, changed, journal } = this.upToDate();
    journal.add({ kind: 'operator', title: `Quirk set: ${name} = ${value}`, about: [] });
    const before = batchDaysOf(quirks);
    Object.assign(quirks, setting);
    if (batchDaysOf(quirks) !== before) due.replan();
    changed();
    return done(undefined);
  }

  /** From now on, requests must be signed as the profile says. */
  setProfile(profile: SignatureProfile): Outcome<void> {
    const { signing } = this.parts;
    const own = ownProfile(profile);
    // The workbench calls this whenever its environment changes.
    if (JSON.stringify(own) === JSON.stringify(signing.profile)) return done(undefined);
    return this.act(`Signature profile set: ${profile.name}`, [], () => {
      signing.profile = own;
      return done(undefined);
    });
  }

  /** Replaces the CAs trusted in addition to the bank's own (SIG-12). @param pems of certificates */
  setTrust(pems: readonly string[]): Outcome<void> {
    // The workbench calls this whenever its vault changes, usually without a change for the bank.
    if (this.parts.trust.isAlready(pems)) return done(undefined);
    return this.act(`Trusted CAs replaced: ${pems.length}`, [], ({ trust }) => {
      const problem = trust.replace(pems);
      return problem === null ? done(undefined) : badInput(problem);
    });
  }

  /** Carries out an action as the cause of what follows. A refused one is not journaled. */
  private act<T>(title: string, about: About[], work: (parts: OperatorParts) => Outcome<T>): Outcome<T> {
    const parts = this.upToDate();
    let isDone = false;
    return parts.journal.enclose(
      () => (isDone ? { kind: 'operator', title: eventText(title), about } : null),
      () => {
        const outcome = work(parts);
        isDone = outcome.done;
        return outcome;
      },
    );
  }

  private upToDate(): OperatorParts {
    this.parts.catchUp();
    return this.parts;
  }
}
