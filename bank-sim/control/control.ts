/** The control calls: what an operator, a test or the PSU can do to the simulator (contract section 13). */
import { z } from 'zod';
import { formatMinor } from '../../shared/money/money.ts';
import { type BankClock, dateTimeMs, durationMs, jsonDateTime } from '../clock.ts';
import type { ExchangeLog } from '../exchanges.ts';
import type { DueWork } from '../payments/due-work.ts';
import { operate, OPERATOR_ACTIONS, type OperatorAction } from '../payments/operator.ts';
import { decide, type ScaParts } from '../psu/decide.ts';
import { grantDirectly } from '../psu/own-bank.ts';
import type { Quirks } from '../quirks.ts';
import { ACCEPT_FIX_HISTORY, API_RELEASES, DOCUMENTATION_VERSIONS } from '../../shared/xs2a/releases.ts';
import { openApiDocument } from '../../shared/xs2a/openapi.ts';
import { controlError, type Reply } from './reply.ts';
import { SESSION_LIFETIME } from '../../shared/xs2a/limits.ts';
import { scenarioInput } from '../../shared/xs2a/scenario.ts';
import type { Scenarios } from '../scenarios.ts';

export interface ControlParts extends ScaParts {
  scenarios: Scenarios;
  exchanges: ExchangeLog;
  quirks: Quirks;
  reset: () => void;
  due: DueWork;
  takeSnapshot: () => object;
  /** @returns null, or what is wrong; then nothing has changed */
  restoreSnapshot: (snapshot: z.infer<typeof snapshotBody>) => string | null;
}

const snapshotBody = z.looseObject({
  clock: z.strictObject({ mode: z.enum(['real', 'frozen']), now: z.number().int() }),
});
const clockBody = z.union([
  z.strictObject({ advance: z.string() }),
  z.strictObject({ set: z.string() }),
  z.strictObject({ mode: z.enum(['real', 'frozen']) }),
]);
const scaBody = z.strictObject({
  nationalId: z.string().default(''),
  context: z.enum(['PRIVATE', 'CORPORATE']).default('PRIVATE'),
  agreementId: z.string().nullable().default(null),
  accounts: z.union([z.literal('all'), z.array(z.string())]).default('all'),
  decision: z.enum(['approve', 'abort']),
});
const consentBody = z.strictObject({
  nationalId: z.string(),
  tpp: z.string().min(1),
  accounts: z.union([z.literal('all'), z.array(z.string())]).default('all'),
});
const permissionBody = z.strictObject({ payments: z.boolean() });
const blockBody = z.strictObject({ blocked: z.boolean() });

/** VER-3. */
const RELEASES = {
  documentation: DOCUMENTATION_VERSIONS,
  releases: API_RELEASES,
  acceptFix: ACCEPT_FIX_HISTORY,
};

const ok = (body: unknown): Reply => ({ status: 200, body });

type Call = (parameter: string, body: unknown, query: URLSearchParams) => Reply;

export class Control {
  private readonly parts: ControlParts;
  private readonly calls: readonly [method: string, path: RegExp, call: Call][];

  constructor(parts: ControlParts) {
    this.parts = parts;
    this.calls = [
      ['GET', /^\/control\/state$/, () => ok(this.state())],
      ['GET', /^\/control\/releases$/, () => ok(RELEASES)],
      ['GET', /^\/control\/openapi$/, () => ok(openApiDocument('0'))],
      ['POST', /^\/control\/clock$/, (_, body) => this.clock(body)],
      ['GET', /^\/control\/scenarios$/, () => ok({ scenarios: this.parts.scenarios.all() })],
      ['POST', /^\/control\/scenarios$/, (_, body) => this.addScenario(body)],
      ['DELETE', /^\/control\/scenarios\/([^/]+)$/, (id) => this.removeScenario(id)],
      ['POST', /^\/control\/reset$/, () => this.reset()],
      ['POST', /^\/control\/sca\/([^/]+)$/, (id, body) => this.sca(id, body)],
      [
        'GET',
        /^\/control\/exchanges$/,
        (_, __, query) => ok({ exchanges: this.parts.exchanges.find(query.get('requestId')) }),
      ],
      ['GET', /^\/control\/consents$/, () => ok({ consents: this.consents() })],
      ['POST', /^\/control\/consents$/, (_, body) => this.grant(body)],
      ['POST', /^\/control\/consents\/([^/]+)\/revoke$/, (id) => this.revoke(id)],
      ['POST', /^\/control\/sessions\/([^/]+)\/expire$/, (id) => this.expireSession(id)],
      ['POST', /^\/control\/batch$/, () => ok(this.parts.due.runBatch())],
      ...OPERATOR_ACTIONS.map((action): (typeof this.calls)[number] => [
        'POST',
        new RegExp(`^/control/payments/([^/]+)/${action}$`),
        (id) => this.operate(action, id),
      ]),
      ['POST', /^\/control\/accounts\/([^/]+)\/permission$/, (id, body) => this.permit(id, body)],
      ['GET', /^\/control\/snapshot$/, () => ok(this.parts.takeSnapshot())],
      ['PUT', /^\/control\/snapshot$/, (_, body) => this.restore(body)],
      ['POST', /^\/control\/tpps\/([^/]+)\/block$/, (tpp, body) => this.block(tpp, body)],
    ];
  }

  handle(method: string, path: string, query: URLSearchParams, body: unknown): Reply {
    this.parts.catchUp();
    const offered: string[] = [];
    for (const [wanted, pattern, call] of this.calls) {
      const match = pattern.exec(path);
      if (!match) continue;
      if (wanted === method) return call(decode(match[1] ?? ''), body, query);
      offered.push(wanted);
    }
    if (offered.length > 0)
      return controlError(405, `${method} is not offered here. Offered: ${offered.join(', ')}.`);
    return controlError(404, `There is no control call ${path}.`);
  }

  /** What `GET /control/state` tells. */
  state(): object {
    const { clock, quirks, customers, books, due } = this.parts;
    const { payments } = books;
    return {
      environment: quirks.environment,
      now: jsonDateTime(clock.now()),
      clock: clock.mode,
      quirks,
      counts: { ...customers.counts(), payments: payments.countByStatus(), baskets: payments.countBaskets() },
      nextBatch: jsonDateTime(due.nextBatch()),
      conservation: Object.fromEntries(
        customers.conservation().map(({ currency, sum }) => [currency, formatMinor(sum, currency)]),
      ),
    };
  }

  private clock(body: unknown): Reply {
    const wanted = clockBody.safeParse(body);
    if (!wanted.success) {
      return controlError(
        400,
        'Send one of {"advance":"PT1H"}, {"set":"2026-12-01T08:00:00+01:00"}, {"mode":"real"} or {"mode":"frozen"}.',
      );
    }
    const { clock } = this.parts;
    const problem = moveClock(clock, wanted.data);
    if (problem !== null) return controlError(400, problem);
    this.parts.catchUp();
    this.parts.changed();
    return ok({ now: jsonDateTime(clock.now()) });
  }

  private reset(): Reply {
    this.parts.reset();
    return ok(this.state());
  }

  private sca(id: string, body: unknown): Reply {
    const input = scaBody.safeParse(body);
    if (!input.success) return controlError(400, z.prettifyError(input.error));
    const decided = decide(id, input.data, this.parts);
    switch (decided.kind) {
      case 'finished':
        return ok({ redirectUri: decided.redirectUri });
      case 'unknown':
        return controlError(404, 'There is no SCA with this id.');
      case 'used':
        return controlError(409, 'This SCA has been finished before.');
      case 'expired':
        return controlError(409, 'This SCA is older than 15 minutes.');
      case 'wrong':
        return controlError(400, decided.text);
    }
  }

  private addScenario(body: unknown): Reply {
    const input = scenarioInput.safeParse(body);
    if (!input.success) return controlError(400, z.prettifyError(input.error));
    return { status: 201, body: { id: this.parts.scenarios.add(input.data) } };
  }

  private removeScenario(id: string): Reply {
    return this.parts.scenarios.remove(id)
      ? ok({ removed: true })
      : controlError(404, 'There is no scenario with this id.');
  }

  private consents(): object[] {
    return this.parts.access.consents().map((consent) => ({
      ...consent,
      grantedAt: jsonDateTime(consent.grantedAt),
      revokedAt: consent.revokedAt === null ? null : jsonDateTime(consent.revokedAt),
    }));
  }

  /** What the PSU does at the bank (SCA-11). */
  private grant(body: unknown): Reply {
    const input = consentBody.safeParse(body);
    if (!input.success) return controlError(400, z.prettifyError(input.error));
    const granted = grantDirectly(input.data, this.parts);
    return 'wrong' in granted ? controlError(400, granted.wrong) : { status: 201, body: granted };
  }

  private revoke(id: string): Reply {
    const done = this.parts.access.revokeConsent(id, this.parts.clock.now());
    if (!done) return controlError(404, 'There is no consent with this id that could be revoked.');
    this.parts.changed();
    return ok({ revoked: true });
  }

  /** What an hour does to a session, at once (SCA-4). */
  private expireSession(id: string): Reply {
    const { access, clock } = this.parts;
    if (!access.expireSession(id, clock.now() - SESSION_LIFETIME))
      return controlError(404, 'There is no session with this TPP-Session-ID.');
    this.parts.changed();
    return ok({ expired: true });
  }

  /** PAY-9. */
  private operate(action: OperatorAction, id: string): Reply {
    const { books, clock, quirks } = this.parts;
    const payment = books.payments.get(id);
    if (payment === null) return controlError(404, 'There is no payment with this id.');
    const after = operate(action, payment, books, clock.now());
    if (typeof after === 'string') return controlError(409, after);
    this.parts.changed();
    return ok({ transactionStatus: after.status === 'BLCK' ? quirks.onHoldStatus : after.status });
  }

  /** SCA-12. */
  private permit(id: string, body: unknown): Reply {
    const input = permissionBody.safeParse(body);
    if (!input.success) return controlError(400, 'Send {"payments":false} or {"payments":true}.');
    if (this.parts.customers.account(id) === null)
      return controlError(404, 'There is no account with this id.');
    this.parts.customers.setPaymentsBlocked(id, !input.data.payments);
    this.parts.changed();
    return ok({ payments: input.data.payments });
  }

  private restore(body: unknown): Reply {
    const input = snapshotBody.safeParse(body);
    if (!input.success) return controlError(400, 'Send what GET /control/snapshot gave.');
    const problem = this.parts.restoreSnapshot(input.data);
    return problem === null ? ok(this.state()) : controlError(400, problem);
  }

  private block(tpp: string, body: unknown): Reply {
    const input = blockBody.safeParse(body);
    if (!input.success) return controlError(400, 'Send {"blocked":true} or {"blocked":false}.');
    this.parts.access.setBlocked(tpp, input.data.blocked);
    this.parts.changed();
    return ok({ tpp, blocked: input.data.blocked });
  }
}

/** @returns null when the clock was moved, else what is wrong */
function moveClock(clock: BankClock, wanted: z.infer<typeof clockBody>): string | null {
  if ('mode' in wanted) {
    clock.setMode(wanted.mode);
    return null;
  }
  if ('advance' in wanted) {
    const duration = durationMs(wanted.advance);
    if (duration === null) return `"${wanted.advance}" is not a duration such as PT90S, PT1H or P7D.`;
    clock.moveTo(clock.now() + duration);
    return null;
  }
  const ms = dateTimeMs(wanted.set);
  if (ms === null) return `"${wanted.set}" is not a date-time with zone such as 2026-12-01T08:00:00+01:00.`;
  return clock.moveTo(ms) ? null : 'The clock cannot go back; reset the bank to start again.';
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
