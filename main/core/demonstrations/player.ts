/**
 * Plays demonstrations against the local bank. A checkpoint after each part makes going back exact: bank and clock, PSU and sessions,
 * variables, and the diagram.
 */
import { SerialQueue } from '../../../shared/serial-queue.ts';
import type { Bank } from '../../../bank-sim/index.ts';
import type { DemonstrationState, Playing } from '../../../shared/contract/demonstrations.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Emit, Payload } from '../../../shared/contract/methods.ts';
import type { Demonstration } from '../../../shared/demonstrations/demonstration.ts';
import { positionsOf } from '../../../shared/demonstrations/parts.ts';
import { faultById } from '../../../shared/faults/faults.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { valueOf } from '../bank/snapshots.ts';
import type { Browsing } from '../runs/psu-browser.ts';
import { type Environments, LOCAL } from '../environments/environments.ts';
import type { CapturedValues } from '../requests/variable-lookup.ts';
import type { BankBackup, DiagramBefore } from './bank-backup.ts';
import {
  type Checkpoint,
  type CheckpointParts,
  replaceScenarios,
  restoreCheckpoint,
  takeCheckpoint,
} from './checkpoint.ts';
import {
  decidedByHand,
  isAsWritten,
  NOTHING_SINCE,
  type SinceShown,
  sinceShown,
} from './manual-decisions.ts';
import { LocalActor } from './local-actor.ts';
import { NOTHING_SEEN, type PartOrder, type PartParts, playPart, type Seen } from './play-part.ts';
import { firstByHand, lastRequest, pageAhead, seenOf, type Shown, shownOf } from './demonstration-view.ts';
import { stagePageId } from './stage-page.ts';

const t = texts.demonstrations.player;

export interface PlayerParts
  extends Omit<CheckpointParts, 'bank' | 'environments' | 'kept'>, Omit<PartParts, 'actor'> {
  kept: CheckpointParts['kept'] & Pick<CapturedValues, 'forget'>;
  bank: Bank;
  environments: Environments;
  aside: BankBackup;
  /** @throws HostError for an unknown or a faulty one */
  demonstration: (id: string) => Demonstration;
  emit: Emit;
  /** Called when a demonstration starts. */
  started: () => void;
}

/** Shows the events from before a class again, and hides those of the demonstration. */
export function showDiagram(
  flow: Pick<PlayerParts['flow'], 'rewindTo' | 'since'>,
  { last, since }: DiagramBefore,
): void {
  flow.rewindTo(last);
  flow.since.write(since);
}

export type PlayerState = Omit<DemonstrationState, 'autoplay' | 'pace'>;

interface Session extends Shown {
  actor: LocalActor;
  /** Before the first position, and after each played one: `reached[at + 1]` belongs to `at`. */
  reached: { checkpoint: Checkpoint; seen: Seen }[];
  /** After each thing that has happened in the PSU's browser, within the position that comes next. */
  browsed: (Session['reached'][number] & { browsing: Browsing })[];
  /** Position of the newest event after the last step: later events are manual changes. */
  mark: number;
}

export class Player {
  private readonly parts: PlayerParts;
  private session: Session | null = null;
  private isBusy = false;
  private isSlow = false;
  /** Serialises calls: a key may be pressed twice. */
  private readonly queue = new SerialQueue();
  private readonly ended = new AbortController();
  /** Cancels what is playing or queued, when the user leaves or restarts. */
  private playing = new AbortController();
  /** Null without a class. */
  private before: DiagramBefore | null = null;

  constructor(parts: PlayerParts) {
    this.parts = parts;
  }

  state(): PlayerState {
    const { bank, aside } = this.parts;
    return {
      aside: aside.isTaken,
      busy: this.isBusy,
      slow: this.isSlow,
      playing: this.session === null ? null : this.shown(this.session),
      bankNow: bank.now(),
    };
  }

  start(id: string): Promise<PlayerState> {
    this.interrupt();
    return this.queuedPlay(async () => {
      const demonstration = this.parts.demonstration(id);
      const { aside, flow } = this.parts;
      const isFirst = !aside.isTaken;
      this.before ??= { last: flow.last(), since: flow.since.read() };
      try {
        aside.take(this.before);
        await this.begin(id, demonstration);
        this.parts.started();
      } catch (error) {
        // Without a class, the user continues in their own bank.
        if (isFirst) await this.end();
        const reason = error instanceof Error ? error.message : String(error);
        throw new HostError('refused', t.notBegun(demonstration.name, reason, isFirst));
      }
    });
  }

  next(): Promise<PlayerState> {
    return this.queuedPlay(async () => {
      const session = this.running();
      this.recover(session);
      if (session.at + 1 < session.positions.length) await this.play(session, this.isSlow);
    });
  }

  /** @param isSlow whether {@link next} plays one thing at a time while the PSU is at the bank */
  setSlow(isSlow: boolean): PlayerState {
    this.isSlow = isSlow;
    this.parts.emit('demonstrations.changed', {});
    return this.state();
  }

  /** The page in the PSU's browser; null if it is another by now. @param id see {@link stagePageId} */
  page(id: string): string | null {
    const page = this.session === null ? null : seenOf(this.session).page;
    return page !== null && stagePageId(page) === id ? page.html : null;
  }

  back(): Promise<PlayerState> {
    return this.queued(() => {
      const session = this.running();
      const { at, failed, byHand, browsed, broken } = session;
      // A failed or only decided position was not shown yet, and a broken request belongs to the shown one.
      if (failed === null && byHand === null && broken === null) {
        if (at <= 0 && browsed.length === 0) return;
        if (browsed.pop() === undefined) session.at--;
      }
      this.restore(session);
    });
  }

  /** @param step from 0 */
  go(step: number): Promise<PlayerState> {
    return this.queuedPlay(async () => {
      const session = this.running();
      const { steps } = session.demonstration;
      const wanted = session.positions.findIndex((one) => one.step === step);
      if (wanted < 0) throw new HostError('bad-input', t.noSuchStep(steps.length));
      this.recover(session);
      if (wanted <= session.at) {
        session.at = wanted;
        session.browsed = [];
        this.restore(session);
        return;
      }
      while (session.at < wanted && session.failed === null) await this.play(session);
    });
  }

  restart(): Promise<PlayerState> {
    this.interrupt();
    return this.queuedPlay(async () => {
      const session = this.running();
      session.at = -1;
      session.browsed = [];
      session.startedAt = Date.now();
      this.restore(session);
      await this.play(session);
    });
  }

  /**
   * Sends the last request of the step again with a deliberate fault, for the room to see. Whatever is pressed next undoes it.
   * @param fault its id
   */
  breakIt(fault: string): Promise<PlayerState> {
    return this.queuedPlay(async () => {
      const session = this.running();
      this.recover(session);
      const broken = faultById(fault);
      const found = lastRequest(session);
      const from = session.reached[session.at + 1];
      if (broken === null || found === null || from === undefined)
        throw new HostError('refused', t.nothingToBreak);
      const { action, position } = found;
      // Without assertions of its own, the step asserts the response that the fault must get.
      const sent = {
        ...action,
        name: broken.title,
        request: { ...action.request, fault },
        expect: [],
        keep: [],
      };
      const part = { ...position, part: position.parts, actions: [sent] };
      const { seen, failure } = await playPart(part, this.order(session, from, { isSlow: false }));
      session.mark = this.parts.flow.last();
      if (seen.acts.length === from.seen.acts.length)
        throw new HostError('refused', failure ?? t.nothingToBreak);
      session.broken = { fault, seen };
    });
  }

  /** Undoes manual changes. */
  returnToStep(): Promise<PlayerState> {
    return this.queued(() => this.restore(this.running()));
  }

  /** Resets the bank to the machine's time; the backup of the user's bank stays. */
  again(): Promise<PlayerState> {
    this.interrupt();
    return this.queued(() => {
      const { flow } = this.parts;
      this.session = null;
      this.reset('real');
      flow.since.write(flow.last());
    });
  }

  leave(): Promise<PlayerState> {
    this.interrupt();
    return this.queued(() => this.end());
  }

  /** Called when a PSU was redirected back: at a demonstration's page, this is a manual decision. */
  returned({ environment, outcome, parameters }: Payload<'sca.returned'>): void {
    const { session } = this;
    const { flow, target } = this.parts;
    const next = session?.positions[session.at + 1];
    if (session === null || this.isBusy || environment !== LOCAL || next?.actions[0]?.sca === undefined)
      return;
    session.byHand = decidedByHand(flow.after(session.mark), { outcome, parameters }, target().redirectUri);
    this.parts.emit('demonstrations.changed', {});
  }

  /** Stops playing. The next start of the workbench restores the user's bank. */
  async close(): Promise<void> {
    this.ended.abort();
    await this.queue.done();
  }

  /** Restores everything from before the class. */
  private async end(): Promise<void> {
    const { aside, flow } = this.parts;
    await aside.putBack();
    this.session = null;
    this.isSlow = false;
    if (this.before !== null) showDiagram(flow, this.before);
    this.before = null;
    this.parts.emit('environments.changed', {});
  }

  /** @throws HostError if the bank refuses the time, without effect on what plays */
  private async begin(id: string, demonstration: Demonstration): Promise<void> {
    const { aside, environments, bank, flow } = this.parts;
    this.reset(demonstration.start);
    this.session = null;
    aside.useDefaults();
    for (const [name, value] of Object.entries(demonstration.quirks ?? {}))
      valueOf(bank.operator.setQuirk(name, value));
    environments.choose(LOCAL);
    // The diagram shows this demonstration only.
    flow.since.write(flow.last());
    const actor = new LocalActor(environments, () => bank.now());
    const captures = new Map<string, never>();
    const first = { checkpoint: takeCheckpoint(this.parts, actor, captures), seen: NOTHING_SEEN };
    const session: Session = {
      id,
      demonstration,
      positions: positionsOf(demonstration),
      actor,
      at: -1,
      reached: [first],
      browsed: [],
      failed: null,
      broken: null,
      byHand: null,
      startedAt: Date.now(),
      mark: flow.last(),
    };
    await this.play(session);
    this.session = session;
  }

  /** Plays the next position, or one thing of it in slow motion. After a failure the bank keeps its state for inspection. */
  private async play(session: Session, isSlow = false): Promise<void> {
    const { flow } = this.parts;
    const { positions, demonstration, reached, actor, browsed } = session;
    const position = positions[session.at + 1];
    const before = reached[session.at + 1];
    const from = browsed.at(-1) ?? before;
    const step = position === undefined ? undefined : demonstration.steps[position.step];
    if (position === undefined || before === undefined || from === undefined || step === undefined) return;
    const { isChanged } = this.sinceMark(session);
    // The title may answer the question.
    const first = step.question === undefined ? 0 : 1;
    if (position.part === first && browsed.length === 0) flow.note(t.note(position.step + 1, step.title));
    const order = this.order(session, from, { isSlow });
    const since = position.part === 0 ? before.checkpoint.seq : order.since;
    const { seen, captures, failure, browsing } = await playPart(position, { ...order, since });
    session.byHand = null;
    session.mark = flow.last();
    if (failure !== null) {
      session.failed = { title: step.title, reason: failure, changed: isChanged };
      return;
    }
    session.failed = null;
    const now = { checkpoint: takeCheckpoint(this.parts, actor, captures), seen };
    if (browsing !== null) {
      browsed.push({ ...now, browsing });
      return;
    }
    session.browsed = [];
    session.at++;
    reached.length = session.at + 1;
    reached.push(now);
  }

  /** @param from what the position goes on from */
  private order(
    { demonstration, actor, browsed, byHand }: Session,
    { checkpoint, seen }: Session['reached'][number],
    { isSlow }: Pick<PartOrder, 'isSlow'>,
  ): PartOrder {
    return {
      ...this.parts,
      actor,
      demonstration,
      captures: checkpoint.captures,
      before: seen,
      since: seen.since,
      browsing: browsed.at(-1)?.browsing ?? null,
      isSlow,
      byHand,
      isAsWritten: (decided, written) =>
        isAsWritten(decided, written, checkpoint.psu.corporateId, this.parts.bank.inspection.overview('')),
      stopped: AbortSignal.any([this.ended.signal, this.playing.signal]),
    };
  }

  /** Undoes a part that has failed, and a request that was broken. */
  private recover(session: Session): void {
    if (session.failed !== null || session.broken !== null) this.restore(session);
  }

  /** Restores the checkpoint of the shown position; after a failure, the one before a manual decision. */
  private restore(session: Session): void {
    const decided = session.failed === null ? null : firstByHand(session);
    if (decided !== null) {
      session.at = decided.before;
      session.browsed = [];
    }
    const reached = session.browsed.at(-1) ?? session.reached[session.at + 1];
    if (reached === undefined) return;
    restoreCheckpoint(this.parts, session.actor, reached.checkpoint);
    session.mark = this.parts.flow.last();
    session.reached.length = session.at + 2;
    session.failed = null;
    session.broken = null;
    session.byHand = null;
  }

  /** @param clock as for the operator's reset @throws HostError without changing anything */
  private reset(clock: string): void {
    const { bank, environments, kept } = this.parts;
    valueOf(bank.operator.reset(clock));
    replaceScenarios(bank, []);
    environments.forgetLocalPsu(bank.now());
    kept.forget(LOCAL, null);
  }

  private running(): Session {
    if (this.session === null) throw new HostError('refused', t.notRunning);
    return this.session;
  }

  /** Cancels what is playing: a file may let the bank wait for minutes. */
  private interrupt(): void {
    this.playing.abort();
    this.playing = new AbortController();
  }

  /** Work that {@link interrupt} ends, also before it has begun. */
  private queuedPlay(work: () => Promise<void>): Promise<PlayerState> {
    const { signal } = this.playing;
    return this.queued(async () => {
      if (!signal.aborted) await work();
    });
  }

  private async queued(work: () => Promise<void> | void): Promise<PlayerState> {
    const { emit } = this.parts;
    await this.queue.run(async () => {
      this.isBusy = true;
      emit('demonstrations.changed', {});
      try {
        await work();
      } finally {
        this.isBusy = false;
        emit('demonstrations.changed', {});
        emit('environments.changed', {});
        emit('status.changed', {});
      }
    });
    return this.state();
  }

  private shown(session: Session): Playing {
    const since = this.isBusy ? NOTHING_SINCE : this.sinceMark(session);
    return shownOf(session, session.actor.scaRedirect, since);
  }

  /** Changes since the last step. */
  private sinceMark(session: Session): SinceShown {
    const { flow } = this.parts;
    if (flow.last() === session.mark) return NOTHING_SINCE;
    return sinceShown(flow.after(session.mark), pageAhead(session, session.actor.scaRedirect));
  }
}
