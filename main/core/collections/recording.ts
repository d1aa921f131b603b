/** Records the user's requests, SCA and operator actions as a collection. */
import type { Bank, ScaDecision } from '../../../bank-sim/index.ts';
import { type Recorded, RecordedSteps } from '../../../shared/collections/recorded.ts';
import type { Emit, Input, MethodName, Output, Payload } from '../../../shared/contract/methods.ts';
import type { RecordingView } from '../../../shared/contract/saved.ts';
import type { Drafts } from '../../../shared/collections/drafts.ts';
import { sameTests } from '../../../shared/collections/step-tests.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { osloDate } from '../../../shared/norway/oslo.ts';
import { fresh } from '../../../shared/requests/compose.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { valueOf } from '../bank/snapshots.ts';
import type { Collections } from './collections.ts';
import type { Environments } from '../environments/environments.ts';
import { controlCallsOf, resetCall, SessionNames } from './recording-acts.ts';
import type { Replaced } from '../../../shared/interchange/redaction.ts';
import { type WithoutCredentials, withoutCredentials } from '../redaction/credentials.ts';

const t = texts.recording;

export interface RecordingParts {
  bank: Pick<Bank, 'inspection' | 'now' | 'onDecision' | 'operator'>;
  /** Milliseconds of the bank in use. */
  bankNow: () => number;
  environments: Pick<Environments, 'current' | 'forgetLocalPsu'>;
  collections: Pick<Collections, 'saveAll'>;
  emit: Emit;
  /** Values that folders declare as secret, with their variables: the user may have typed them. */
  declared: () => readonly Replaced[];
}

export class Recording {
  private readonly parts: RecordingParts;
  private state: RecordingView['state'] = 'idle';
  private recorded = new RecordedSteps();
  private last: Recorded | null = null;
  /** Recorded requests by the ids of their exchanges. */
  private readonly requests = new Map<string, Extract<Recorded, { did: 'request' }>>();
  private sessions = new SessionNames('');
  /** The state before the current call: bank time, next batch, and session in use. */
  private before = { now: 0, nextBatch: 0, sessionId: '' };

  constructor(parts: RecordingParts) {
    this.parts = parts;
    parts.bank.onDecision((decision) => this.decided(decision));
  }

  view(): RecordingView {
    // Searched when there is something to save, not at each step.
    const secret = this.state === 'stopped' ? this.made().secret : [];
    return { state: this.state, steps: this.recorded.names(), secret };
  }

  /** @throws HostError if one is under way */
  start(reset: boolean): void {
    const { bank, environments, emit } = this.parts;
    if (this.state === 'recording') throw new HostError('refused', t.underWay);
    if (reset) {
      valueOf(bank.operator.reset('real'));
      environments.forgetLocalPsu(bank.now());
      emit('environments.changed', {});
      emit('status.changed', {});
    }
    this.forget();
    this.sessions = new SessionNames(environments.current().sessionId);
    this.note(...(reset ? resetCall('real') : this.consentBefore()));
    this.change('recording');
  }

  stop(): void {
    if (this.state !== 'recording') throw new HostError('refused', t.noneRuns);
    this.change('stopped');
  }

  discard(): void {
    this.forget();
    this.change('idle');
  }

  /** @returns the folder of the new collection @throws HostError if nothing was recorded, or the name is taken */
  save(name: string): string {
    const { steps, secret } = this.made();
    if (steps.length === 0) throw new HostError('bad-input', t.nothing);
    const path = this.parts.collections.saveAll(name, steps, secret);
    this.discard();
    return path;
  }

  /** Called before each call of the user. */
  beforeCall(): void {
    const { bank, environments } = this.parts;
    const nextBatch = bank.inspection.nextBatch();
    this.before = { now: bank.now(), nextBatch, sessionId: environments.current().sessionId };
  }

  /** Called after each successful call. */
  afterCall<M extends MethodName>(method: M, input: Input<M>, output: Output<M>): void {
    if (this.state !== 'recording') return;
    if (method === 'requests.send') {
      this.sent(input as Input<'requests.send'>, output as Output<'requests.send'>);
      return;
    }
    const { bank, environments } = this.parts;
    const facts = {
      movedBy: bank.now() - this.before.now,
      batchBefore: this.before.nextBatch,
      consentsAfter: (id: string) => {
        const consents = bank.inspection.consents();
        return consents.length - 1 - consents.findIndex((consent) => consent.id === id);
      },
      sessionId: environments.current().sessionId,
      sessions: this.sessions,
    };
    const calls = [...controlCallsOf(method, input, facts), ...this.carried(method)];
    if (calls.length === 0) return;
    this.note(...calls);
    this.change(this.state);
  }

  /** The step for a session that the user has chosen. */
  private carried(method: MethodName): Recorded[] {
    const { sessionId } = this.parts.environments.current();
    if (!method.startsWith('sessions.') || sessionId === this.before.sessionId) return [];
    return [method === 'sessions.begin' ? this.sessions.begun(sessionId) : this.sessions.used(sessionId)];
  }

  /** Called with the open tabs at each change: what they expect and keep belongs to the requests whose answers they have. */
  drafted(tabs: Drafts['tabs']): void {
    for (const { answerId, tests } of tabs) {
      const one = answerId === null ? undefined : this.requests.get(answerId);
      if (one !== undefined && !sameTests(one.tests ?? {}, tests)) this.recorded.test(one, tests);
    }
  }

  /** Called when the bank has redirected a PSU back. */
  returned({ outcome, parameters }: Payload<'sca.returned'>): void {
    const { last } = this;
    if (this.state !== 'recording' || last?.did !== 'sca' || outcome === 'success') return;
    last.code = parameters.find(({ name }) => name === 'code')?.value ?? null;
  }

  private made(): WithoutCredentials {
    return withoutCredentials(this.recorded.steps(), this.parts.declared());
  }

  private note(...recorded: Recorded[]): void {
    for (const one of recorded) this.recorded.add(one);
    this.last = recorded.at(-1) ?? this.last;
  }

  private forget(): void {
    this.recorded = new RecordedSteps();
    this.requests.clear();
    this.last = null;
  }

  private sent(input: Input<'requests.send'>, exchange: Output<'requests.send'>): void {
    const { id: _, ...request } = input;
    const { title: name, status, response } = exchange;
    this.sessions.renewed(this.before.sessionId, this.parts.environments.current().sessionId);
    // A large body has only its first part here, which is no valid JSON.
    const isWhole = response !== null && Buffer.byteLength(response.body) === response.bodyBytes;
    const today = osloDate(this.parts.bankNow());
    const body = isWhole ? response.body : null;
    const one: Recorded = { did: 'request', name, request, status, body, today };
    this.requests.set(exchange.id, one);
    this.note(one);
    this.change(this.state);
  }

  private decided({ decision, psu, context, company, accounts }: ScaDecision): void {
    if (this.state !== 'recording') return;
    const nobody = this.parts.bank.inspection.overview('').customers[0]?.name ?? '';
    const sca = {
      psu: psu ?? nobody,
      decision,
      ...(decision === 'abort' ? {} : { context }),
      ...(company === null ? {} : { agreement: company }),
      ...(accounts === null ? {} : { accounts: [...accounts] }),
    };
    this.note({ did: 'sca', sca, code: null });
    this.change(this.state);
  }

  /** The consent from before the recording, without which its requests would be refused. */
  private consentBefore(): Recorded[] {
    const { bank, environments } = this.parts;
    const { psuId, sessionSince, context, kind } = environments.current();
    if (kind !== 'local' || psuId === null || sessionSince === null) return [];
    const consent = bank.inspection
      .overview('')
      .consents.findLast((one) => one.revokedAt === null && one.context === context);
    if (consent === undefined) return [];
    const request = fresh('createConsent');
    const today = osloDate(bank.now());
    const agreement = consent.agreement === null ? {} : { agreement: consent.agreement };
    return [
      { did: 'request', name: t.consentBefore, request, status: 201, body: null, today },
      {
        did: 'sca',
        sca: { psu: consent.person, decision: 'approve', context: consent.context, ...agreement },
        code: null,
      },
    ];
  }

  private change(state: RecordingView['state']): void {
    this.state = state;
    this.parts.emit('recording.changed', {});
  }
}
