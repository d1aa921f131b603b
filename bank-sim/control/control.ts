/** The control interface: the operator's actions and the bank's state over HTTP (contract section 13). */
import { z } from 'zod';
import { formatMinor } from '../../shared/money/money.ts';
import { contextName } from '../../shared/xs2a/context.ts';
import { openApiDocument } from '../../shared/xs2a/openapi.ts';
import { ACCEPT_FIX_HISTORY, API_RELEASES, DOCUMENTATION_VERSIONS } from '../../shared/xs2a/releases.ts';
import { scenarioInput } from '../../shared/xs2a/scenario.ts';
import { jsonDateTime } from '../clock.ts';
import type { Inspection } from '../inspection/inspection.ts';
import type { Operator } from '../operator/operator.ts';
import { PAYMENT_ACTIONS } from '../operator/payment-actions.ts';
import { controlError, ok, type Reply, replyTo } from './reply.ts';

export interface ControlParts {
  operator: Operator;
  inspection: Inspection;
  /** Does the work that is due by the clock; called before every request. */
  catchUp: () => void;
}

const clockBody = z.union([
  z.strictObject({ advance: z.string() }),
  z.strictObject({ set: z.string() }),
  z.strictObject({ mode: z.enum(['real', 'frozen']) }),
]);
const scaBody = z.strictObject({
  nationalId: z.string().default(''),
  /** The context that the request chose, unless given (HDR-6). */
  context: z.enum(['PRIVATE', 'CORPORATE']).nullable().default(null),
  agreementId: z.string().nullable().default(null),
  accounts: z.union([z.literal('all'), z.array(z.string())]).default('all'),
  decision: z.enum(['approve', 'abort']),
});
const consentBody = z.strictObject({
  nationalId: z.string(),
  tpp: z.string().min(1),
  agreementId: z.string().nullable().default(null),
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

type Call = (parameter: string, body: unknown, query: URLSearchParams) => Reply | Promise<Reply>;

export class Control {
  private readonly parts: ControlParts;
  private readonly calls: readonly [method: string, path: RegExp, call: Call][];

  constructor(parts: ControlParts) {
    this.parts = parts;
    const { operator, inspection } = parts;
    this.calls = [
      ['GET', /^\/control\/state$/, () => ok(this.state())],
      ['GET', /^\/control\/releases$/, () => ok(RELEASES)],
      ['GET', /^\/control\/openapi$/, () => ok(openApiDocument('0'))],
      ['POST', /^\/control\/clock$/, (_, body) => this.clock(body)],
      ['GET', /^\/control\/scenarios$/, () => ok({ scenarios: inspection.scenarios() })],
      ['POST', /^\/control\/scenarios$/, (_, body) => this.addScenario(body)],
      [
        'DELETE',
        /^\/control\/scenarios\/([^/]+)$/,
        (id) => replyTo(operator.removeScenario(id), () => ({ removed: true })),
      ],
      ['POST', /^\/control\/reset$/, () => this.reset()],
      ['POST', /^\/control\/sca\/([^/]+)$/, (id, body) => this.sca(id, body)],
      [
        'GET',
        /^\/control\/exchanges$/,
        (_, __, query) => ok({ exchanges: inspection.exchanges(query.get('requestId')) }),
      ],
      ['GET', /^\/control\/consents$/, () => ok({ consents: this.consents() })],
      ['POST', /^\/control\/consents$/, (_, body) => this.grant(body)],
      [
        'POST',
        /^\/control\/consents\/([^/]+)\/revoke$/,
        (id) => replyTo(operator.revokeConsent(id), () => ({ revoked: true })),
      ],
      [
        'POST',
        /^\/control\/sessions\/([^/]+)\/expire$/,
        (id) => replyTo(operator.expireSession(id), () => ({ expired: true })),
      ],
      ['POST', /^\/control\/batch$/, async () => ok(await operator.runBatch())],
      ...PAYMENT_ACTIONS.map((action): (typeof this.calls)[number] => [
        'POST',
        new RegExp(`^/control/payments/([^/]+)/${action}$`),
        (id) => replyTo(operator.actOnPayment(id, action)),
      ]),
      ['POST', /^\/control\/accounts\/([^/]+)\/permission$/, (id, body) => this.permit(id, body)],
      ['GET', /^\/control\/snapshot$/, () => ok(operator.takeSnapshot())],
      [
        'PUT',
        /^\/control\/snapshot$/,
        (_, body) => replyTo(operator.restoreSnapshot(body), () => this.state()),
      ],
      ['POST', /^\/control\/tpps\/([^/]+)\/block$/, (tpp, body) => this.block(tpp, body)],
    ];
  }

  handle(method: string, path: string, query: URLSearchParams, body: unknown): Reply | Promise<Reply> {
    this.parts.catchUp();
    const offered: string[] = [];
    for (const [wanted, pattern, call] of this.calls) {
      const match = pattern.exec(path);
      if (!match) continue;
      if (wanted === method) return call(decode(match[1] ?? ''), body, query);
      offered.push(wanted);
    }
    if (offered.length > 0)
      return controlError(405, `${method} is not allowed here. Allowed: ${offered.join(', ')}.`);
    return controlError(404, `There is no control call ${path}.`);
  }

  /** The response to `GET /control/state`, with date-times and amounts as text. */
  state(): object {
    const state = this.parts.inspection.state();
    return {
      ...state,
      now: jsonDateTime(state.now),
      nextBatch: jsonDateTime(state.nextBatch),
      work: state.work === null ? null : { ...state.work, at: jsonDateTime(state.work.at) },
      conservation: Object.fromEntries(
        state.conservation.map(({ currency, sum }) => [currency, formatMinor(sum, currency)]),
      ),
    };
  }

  private async clock(body: unknown): Promise<Reply> {
    const wanted = clockBody.safeParse(body);
    if (!wanted.success) {
      return controlError(
        400,
        'Send one of {"advance":"PT1H"}, {"set":"2026-12-01T08:00:00+01:00"}, {"mode":"real"} or {"mode":"frozen"}.',
      );
    }
    const moved = await this.parts.operator.moveClock(wanted.data);
    return replyTo(moved, ({ now }) => ({ now: jsonDateTime(now) }));
  }

  private reset(): Reply {
    this.parts.operator.reset();
    return ok(this.state());
  }

  private sca(id: string, body: unknown): Reply {
    const input = scaBody.safeParse(body);
    if (!input.success) return controlError(400, z.prettifyError(input.error));
    return replyTo(this.parts.operator.decideSca(id, input.data));
  }

  private addScenario(body: unknown): Reply {
    const input = scenarioInput.safeParse(body);
    if (!input.success) return controlError(400, z.prettifyError(input.error));
    return { status: 201, body: { id: this.parts.operator.addScenario(input.data) } };
  }

  private consents(): object[] {
    return this.parts.inspection.consents().map(({ corporateId, ...consent }) => ({
      ...consent,
      context: contextName(corporateId),
      psuCorporateId: corporateId,
      grantedAt: jsonDateTime(consent.grantedAt),
      revokedAt: consent.revokedAt === null ? null : jsonDateTime(consent.revokedAt),
    }));
  }

  private grant(body: unknown): Reply {
    const input = consentBody.safeParse(body);
    if (!input.success) return controlError(400, z.prettifyError(input.error));
    return replyTo(this.parts.operator.grantConsent(input.data), undefined, 201);
  }

  private permit(id: string, body: unknown): Reply {
    const input = permissionBody.safeParse(body);
    if (!input.success) return controlError(400, 'Send {"payments":false} or {"payments":true}.');
    const { payments } = input.data;
    return replyTo(this.parts.operator.permitPayments(id, payments), () => ({ payments }));
  }

  private block(tpp: string, body: unknown): Reply {
    const input = blockBody.safeParse(body);
    if (!input.success) return controlError(400, 'Send {"blocked":true} or {"blocked":false}.');
    const { blocked } = input.data;
    this.parts.operator.blockTpp(tpp, blocked);
    return ok({ tpp, blocked });
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
