/** The operator's actions in the window as control calls that a run can repeat. */
import type { Input, MethodName } from '../../../shared/contract/methods.ts';
import type { Recorded } from '../../../shared/collections/recorded.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { FIRST_SESSION } from '../../../shared/collections/steps.ts';

const t = texts.recording;

export interface ActFacts {
  /** Milliseconds by which the bank's clock was moved. */
  movedBy: number;
  /** Time of the next batch before that, milliseconds. */
  batchBefore: number;
  /** Number of consents that were granted after the revoked one. */
  consentsAfter: (id: string) => number;
  /** TPP-Session-ID in use. */
  sessionId: string;
  sessions: Pick<SessionNames, 'of' | 'used'>;
}

type Acts = { [M in MethodName]?: (input: Input<M>, facts: ActFacts) => Recorded[] };

type Json = Extract<Recorded, { did: 'control' }>['control']['json'];

/** Drops undefined fields. */
function asJson(value: object): Json {
  const json: Json = JSON.parse(JSON.stringify(value));
  return json;
}

const call = (name: string, method: 'DELETE' | 'POST' | 'PUT', path: string, json?: Json): Recorded[] => [
  { did: 'control', name, control: { method, path, ...(json === undefined ? {} : { json }) } },
];

/** Reads something of the bank that a later call needs. */
const read = (name: string, path: string, as: string, value: string): Recorded => ({
  did: 'control',
  name,
  control: { method: 'GET', path },
  keep: [{ as, from: { of: 'body', path: value } }],
});

/** @param clock undefined leaves it as it is */
export const resetCall = (clock?: 'frozen' | 'real'): Recorded[] =>
  call(t.resetStep, 'POST', '/control/reset', clock === undefined ? {} : { clock });

const cannot = (name: string, why: string): Recorded[] => [{ did: 'nothing', name, why }];

const id = encodeURIComponent;

const ACTS: Acts = {
  'bank.clock': (move, { movedBy, batchBefore }) => {
    // To the next batch: the user waits for a payment.
    if ('toNextBatch' in move || ('set' in move && Date.parse(move.set) === batchBefore))
      return [
        read(t.nextBatch, '/control/state', 'nextBatch', '$.nextBatch'),
        ...call(t.toNextBatch, 'POST', '/control/clock', { set: '{{nextBatch}}' }),
      ];
    // A run begins at another time, so the clock moves by the same amount.
    const asFar = { advance: `PT${Math.round(movedBy / 1000)}S` };
    if ('set' in move) return call(t.clockOn, 'POST', '/control/clock', asFar);
    if ('toRealTime' in move)
      return [
        ...call(t.clockOn, 'POST', '/control/clock', asFar),
        ...call(t.clockMode('real'), 'POST', '/control/clock', { mode: 'real' }),
      ];
    if ('advance' in move) return call(t.clockOn, 'POST', '/control/clock', { advance: move.advance });
    return call(t.clockMode(move.mode), 'POST', '/control/clock', { mode: move.mode });
  },
  'bank.batch': () => call(t.batch, 'POST', '/control/batch'),
  'bank.operate': ({ id: payment, action }) =>
    call(t.payment[action], 'POST', `/control/payments/${id(payment)}/${action}`),
  'bank.revoke': ({ id: consent }, { consentsAfter }) => [
    read(t.findConsent, '/control/consents', 'consentId', `$.consents[-${consentsAfter(consent) + 1}].id`),
    ...call(t.revoke, 'POST', '/control/consents/{{consentId}}/revoke'),
  ],
  'bank.permit': ({ id: account, payments }) =>
    call(payments ? t.permit : t.block, 'POST', `/control/accounts/${id(account)}/permission`, { payments }),
  'bank.registerTpp': ({ id: tpp, ...change }) =>
    call(t.register, 'PUT', `/control/tpps/${id(tpp)}`, asJson(change)),
  'bank.blockTpp': ({ id: tpp, blocked }) =>
    call(blocked ? t.blockTpp : t.unblockTpp, 'POST', `/control/tpps/${id(tpp)}/block`, { blocked }),
  'bank.addScenario': (scenario) => call(t.scenario, 'POST', '/control/scenarios', asJson(scenario)),
  'bank.removeScenario': ({ id: scenario }) =>
    call(t.noScenario, 'DELETE', `/control/scenarios/${id(scenario)}`),
  'bank.reset': ({ clock }) => resetCall(clock === 'keep' ? undefined : clock),
  'bank.quirk': ({ name, value }) => cannot(t.quirk(name, String(value)), t.quirkByHand),
  'bank.restoreSnapshot': ({ name }) => cannot(t.snapshot(name), t.snapshotByHand),
  'sessions.expire': ({ id: session }, { sessionId, sessions }) => {
    const expire = call(t.expire, 'POST', '/control/sessions/{{sessionId}}/expire');
    if (session === sessionId) return expire;
    // A run has only the id of its current session.
    if (sessions.of(session) === null) return cannot(t.expire, t.earlierSessionByHand);
    return [sessions.used(session), ...expire, sessions.used(sessionId)];
  },
};

/** The control calls of an action; empty if it changes nothing at the bank. */
export function controlCallsOf<M extends MethodName>(
  method: M,
  input: Input<M>,
  facts: ActFacts,
): Recorded[] {
  const act: Acts[M] = ACTS[method];
  return act === undefined ? [] : act(input, facts);
}

/** Names the sessions of a recording as a run does: 1 for the first one, then 2, 3, … */
export class SessionNames {
  private readonly names = new Map<string, string>();
  private next = Number(FIRST_SESSION) + 1;

  /** @param carried TPP-Session-ID that requests carry when the recording begins */
  constructor(carried: string) {
    this.names.set(carried, FIRST_SESSION);
  }

  /** Null for a session that began before the recording. */
  of(id: string): string | null {
    return this.names.get(id) ?? null;
  }

  /** Called when the user has started a session. */
  begun(id: string): Recorded {
    const session = String(this.next++);
    this.names.set(id, session);
    return { did: 'session', name: t.newSession, session };
  }

  /** Called when the workbench has replaced an expired session: it keeps the name, because a run needs an SCA for it too. */
  renewed(before: string, id: string): void {
    const name = this.of(before);
    if (name !== null && !this.names.has(id)) this.names.set(id, name);
  }

  /** Called when requests use another session. */
  used(id: string): Recorded {
    const session = this.of(id);
    return session === null
      ? { did: 'nothing', name: t.earlierSession, why: t.earlierSessionByHand }
      : { did: 'session', name: t.useSession(session), session };
  }
}
