/**
 * The requests that a step becomes: an SCA is decided by a control call, after which the PSU returns to the workbench; a step that is
 * repeated until something holds is sent in a loop of scripts; every request says in whose session it is.
 */
import type { Assertion } from '../../collections/assertion.ts';
import { filledAssertions, filledCaptures, type Filler } from '../../collections/fill.ts';
import { composedOfStep, merged } from '../../collections/request-step.ts';
import { type ControlStep, FIRST_SESSION, type RequestStep, type Step } from '../../collections/steps.ts';
import type { Source } from '../../collections/source.ts';
import type { JsonValue } from '../../collections/value-text.ts';
import { PROXY_TOKEN_HEADER } from '../../proxy-token.ts';
import { FreeNames } from '../../names.ts';
import { httpOf } from '../../requests/http.ts';
import { interchange as t } from '../../texts/interchange.ts';
import type { StepItem } from '../model.ts';
import { wordsOf } from '../report.ts';
import { onlyVariable } from '../variables.ts';
import { type Around, type KnownValues, sentenceOf } from './known-values.ts';
import { isKnown } from './read-tree.ts';
import { type Dialect, isKept, isSaid } from './script.ts';
import { type Loss, type Round, type Told, VARIABLES } from './told.ts';

interface Session {
  variable: string;
  /** The SCA that has given it a PSU; null before. */
  psu: number | null;
}

export class PlainSteps {
  readonly told = new Map<Step, Told>();
  private readonly values: KnownValues;
  private readonly names: FreeNames;
  private readonly dialect: Dialect;
  private sessions = new Map<string, Session>();
  private session: Session = { variable: VARIABLES.session, psu: null };
  /** Variables of sessions that a request of the flow has begun. */
  private begun = new Set<string>();
  /** The SCA that has given the PSU who acts now; null for none. */
  private acting: number | null = null;
  /** The latest SCA, whose PSU the proxy knows. */
  private latest = 0;
  /** An SCA that is left out, so that nobody acts, and an act of the operator, after which the bank is another one. */
  private lostSca: string | null = null;
  private lostAct: string | null = null;
  /** Requests to the bank since the last SCA, of which the latest may be left out. */
  private asked: Step[] = [];
  private lostAsked: string | null = null;
  private pause = 0;

  /** @param all steps of the collection, whose names are taken */
  constructor(values: KnownValues, all: readonly Step[], dialect: Dialect) {
    this.values = values;
    this.dialect = dialect;
    this.names = new FreeNames(all.map(({ name }) => name));
    this.beginFlow();
  }

  /** A flow begins without PSU, session and what others have kept. */
  beginFlow(): void {
    this.values.beginFlow();
    this.asked = [];
    this.lostAsked = null;
    this.pause = 0;
    this.renew();
  }

  /** A new session, in which nobody acts. */
  private renew(): void {
    this.session = { variable: VARIABLES.session, psu: null };
    this.sessions = new Map([[FIRST_SESSION, this.session]]);
    this.values.session = this.session.variable;
    this.begun = new Set();
    this.acting = null;
    this.lostSca = null;
    this.lostAct = null;
  }

  /** @param of the step of the collection */
  lost(step: Step, of: Step, { why, isNever = false }: Loss): StepItem[] {
    const { name, sca, control, request, keep = [] } = step;
    for (const { as } of keep) this.values.lose(as, name);
    if (!isNever && sca?.decision === 'approve') this.lostSca = name;
    if (!isNever && control !== undefined && control.method !== 'GET') this.lostAct = name;
    if (!isNever && request !== undefined) this.lostAsked = name;
    return [this.item({ name: step.name }, { of, lost: why })];
  }

  /** @param of the step of the collection */
  of(step: Step, of: Step, around: Around): StepItem[] {
    try {
      const made = this.made(this.filled(step, around), of);
      return typeof made === 'string' ? this.lost(step, of, { why: made }) : made;
    } catch (error) {
      return this.lost(step, of, { why: sentenceOf(error) });
    }
  }

  /** The same step with what is known in place of variables. @throws CannotFill, MissingVariables */
  private filled(step: Step, around: Around): Step {
    const open = this.values.filler(around, step);
    const whole = this.values.filler(around);
    const { request, control, sca, session, until, expect, keep, change } = step;
    const call = ({ path, json, ...one }: ControlStep): ControlStep => ({
      ...one,
      path: open.path(path),
      ...(json === undefined ? {} : { json: open.json(json) as JsonValue }),
    });
    return {
      ...step,
      ...(request === undefined ? {} : { request: filledRequest(request, open) }),
      ...(change === undefined ? {} : { change: open.json(change) as typeof change }),
      ...(control === undefined ? {} : { control: call(control) }),
      ...(sca === undefined ? {} : { sca: open.json(sca) as typeof sca }),
      ...(session === undefined ? {} : { session: whole.text(session) }),
      expect: filledAssertions(expect, whole),
      keep: filledCaptures(keep, whole),
      ...(until === undefined
        ? {}
        : {
            until: {
              ...until,
              expect: filledAssertions(until.expect, whole),
              between: 'pause' in until.between ? until.between : call(until.between),
            },
          }),
    };
  }

  /** The requests for a step, or why it is left out. */
  private made(step: Step, of: Step): StepItem[] | string {
    const { name, about: _, tags: __, request, control, sca, session, pause, until, change, ...used } = step;
    const problem = this.values.problem({ request, control, sca, session, until, change, ...used });
    if (problem !== null) return problem;
    if (session !== undefined) {
      this.carry(session);
      return [this.item({ name }, { of, isEffect: true })];
    }
    if (pause !== undefined) {
      this.pause += pause;
      return [this.item({ name }, { of, isEffect: true })];
    }
    if (sca !== undefined) return until === undefined ? this.decided(step, of) : t.part('until');
    const body = request?.json;
    const isUnknown =
      typeof body === 'string' ? onlyVariable(body) !== null : change !== undefined && !isKnown(body, change);
    if (isUnknown) return t.bodyUnknown;
    if (request === undefined || change === undefined) return this.repeated(step, of);
    const json = merged(body, change) as JsonValue;
    return this.repeated({ ...step, request: { ...request, json } }, of);
  }

  private carry(name: string): void {
    const variable = `${VARIABLES.session}${this.sessions.size + 1}`;
    this.session = this.sessions.get(name) ?? { variable, psu: null };
    this.sessions.set(name, this.session);
    this.values.session = this.session.variable;
    // A session before its SCA changes only the TPP-Session-ID.
    if (this.session.psu !== null) this.acting = this.session.psu;
  }

  /** A step that is repeated becomes a loop of requests of which nothing is judged, and the step as it is for the last answer. */
  private repeated(step: Step, of: Step): StepItem[] | string {
    const { until, name, expect = [] } = step;
    if (until === undefined) return this.once(step, of);
    const { between, rounds } = until;
    const method = step.control?.method ?? (step.request && httpOf(composedOfStep(step.request))?.method);
    if (method !== 'GET') return t.untilChanges;
    const unsaid = until.expect.find((one) => !isSaid(one, this.dialect));
    if (unsaid !== undefined) return t.untilUnknown(wordsOf(unsaid));
    const most = rounds - 1;
    const loop: StepItem[] = [];
    if (most > 0) {
      const request = this.names.next(t.untilHolds(name));
      const pause = 'pause' in between ? between.pause : null;
      const round: Round = { part: 'request', expect: until.expect, most, pause, name: request };
      const asked = this.once({ ...step, name: request, expect: [], keep: [] }, of, { isMore: true, round });
      if (typeof asked === 'string') return asked;
      loop.push(...asked);
      if (!('pause' in between)) {
        const call = { name: t.betweenRounds(name), control: between };
        loop.push(
          ...this.operated(call, between, of, { isMore: true, round: { part: 'between', most, request } }),
        );
      }
    }
    const last = this.once({ ...step, expect: [...withSuccess(expect), ...until.expect] }, of);
    return typeof last === 'string' ? last : [...loop, ...last];
  }

  private once(step: Step, of: Step, more: Partial<Told> = {}): StepItem[] | string {
    const { request, control } = step;
    if (control !== undefined) return this.operated(step, control, of, more);
    return request === undefined ? [] : this.sent(step, request, of, more);
  }

  /** A request to the bank. */
  private sent(step: Step, request: RequestStep, of: Step, more: Partial<Told>): StepItem[] | string {
    if (request.fault !== null) return t.faultNotSent(request.fault);
    if (this.lostAct !== null) return t.needsAct(this.lostAct);
    const http = httpOf(composedOfStep(request));
    if (http === null) return t.unknownRequest(request.operation);
    const { operation } = http;
    // Nothing of the bank and the proxy is for others.
    if (/^https?:/.test(http.path)) return [this.plain(step, request, { of, ...more })];
    const hasPsu = operation?.psu !== 'none';
    if (hasPsu && operation?.id !== 'createConsent' && this.lostSca !== null) return t.needsPsu(this.lostSca);
    if (hasPsu && this.acting !== null && this.acting !== this.latest) return t.otherPsu;
    const { variable } = this.session;
    const headers = {
      ...(hasPsu && this.acting === null ? { 'psu-id': '', 'psu-corporate-id': '' } : {}),
      'tpp-session-id': `{{${variable}}}`,
      ...lowerCase(request.headers),
      [PROXY_TOKEN_HEADER]: `{{${VARIABLES.proxyToken}}}`,
    };
    const omitted = (value: string) => (value === '' ? `{{${VARIABLES.omitted}}}` : value);
    const values = Object.entries(headers).map(([name, value]) => [name, omitted(value)] as const);
    const begins = this.begun.has(variable) ? {} : { begins: variable };
    const plain = { ...request, headers: Object.fromEntries(values) };
    const item = this.plain(step, plain, { of, ...begins, ...more });
    this.begun.add(variable);
    this.asked.push(item.step);
    this.lostAsked = null;
    // A new sandbox knows no PSU (SBX-1).
    if (operation?.id === 'initializeSandbox') this.renew();
    return [item];
  }

  /** A request to the control listener. */
  private operated(step: Step, control: ControlStep, of: Step, more: Partial<Told>): StepItem[] {
    const { method, path, json } = control;
    const headers = { Authorization: `Bearer {{${VARIABLES.controlToken}}}` };
    const request = { ...bare(`${method} ${path}`), headers, ...(json === undefined ? {} : { json }) };
    const item = this.plain(step, request, { of, below: `{{${VARIABLES.control}}}`, ...more });
    this.values.afterControl(control, more.round !== undefined);
    if (method === 'POST' && path === '/control/reset') this.renew();
    return [item];
  }

  /** The PSU decides, and comes back to the workbench, which then knows who it is. */
  private decided(step: Step, of: Step): StepItem[] | string {
    const { name, sca, expect = [], keep = [] } = step;
    if (sca === undefined) return [];
    const { psu, decision, agreement, accounts, link } = sca;
    if (decision === 'revoke') return t.noOnlineBank;
    const context = sca.context ?? (agreement === undefined ? undefined : 'CORPORATE');
    if (link === undefined && this.lostAsked !== null) return t.needsPage(this.lostAsked);
    if (link === undefined)
      for (const [at, one] of this.asked.entries()) {
        const told = this.told.get(one);
        if (told !== undefined) told.leads = at === 0 ? 'first' : 'later';
      }
    this.asked = [];
    const json = {
      nationalId: psu,
      decision,
      ...(context === undefined ? {} : { context }),
      ...(agreement === undefined ? {} : { agreementId: agreement }),
      ...(accounts === undefined ? {} : { accounts }),
    };
    const said = expect.map((one) => ({ ...one, that: ofReturn(one.that) }));
    const saysItself = said.some(({ that }) => that.of === 'redirect' && that.name === 'code');
    const ends: Assertion = {
      that: { of: 'redirect', name: 'psu-id' },
      must: { is: decision === 'approve' ? 'present' : 'absent' },
    };
    const decide: Step = {
      ...step,
      expect: [IS_OK, ...(saysItself ? [] : [ends]), ...said],
      keep: [
        { as: VARIABLES.back, from: { of: 'body', path: '$.redirectUri' } },
        ...keep.map((one) => ({ ...one, from: ofReturn(one.from) })),
      ],
    };
    const call: ControlStep = { method: 'POST', path: `/control/sca/{{${VARIABLES.sca}}}`, json };
    const follows = link === undefined ? {} : { follows: link };
    const items = this.operated(decide, call, of, { ...follows, notes: [t.scaByControl] });
    if (decision === 'approve') this.acting = this.session.psu = ++this.latest;
    if (decision === 'approve') this.lostSca = null;
    const back = { name: t.backAtTpp(name), expect: [IS_OK] };
    return [...items, this.plain(back, bare(`GET {{${VARIABLES.back}}}`), { of, below: '', isMore: true })];
  }

  private plain(step: Step, request: RequestStep, told: Partial<Told> & Pick<Told, 'of'>): StepItem {
    const { name, about, tags, warn, openapi, expect = [], keep = [] } = step;
    for (const one of keep)
      if (isKept(one, this.dialect)) this.values.keep(one.as, name);
      else this.values.lose(one.as, name);
    const { pause } = this;
    this.pause = 0;
    const all = { name, about, tags, warn, openapi };
    const said = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const judged = told.round?.part === 'request' ? [] : withSuccess(expect);
    return this.item(
      { ...(said as typeof all & Pick<Step, 'name'>), request, expect: judged, keep },
      { ...told, ...(pause === 0 ? {} : { pause }) },
    );
  }

  private item(step: Step, told: Partial<Told> & Pick<Told, 'of'>): StepItem {
    this.told.set(step, { notes: [], ...told });
    return { kind: 'step', step };
  }
}

/** With the success that a run expects without being told. */
function withSuccess(expect: readonly Assertion[]): Assertion[] {
  const saysItself = expect.some(({ that }) => that.of === 'status' || that.of === 'error-code');
  return saysItself
    ? [...expect]
    : [{ that: { of: 'status' }, must: { is: 'at-most', value: 399 } }, ...expect];
}

const IS_OK: Assertion = { that: { of: 'status' }, must: { is: 'equal', to: 200 } };

/** The code of the PSU's return is one of its parameters. */
function ofReturn(that: Source): Source {
  return that.of === 'error-code' ? { of: 'redirect', name: 'code' } : that;
}

function bare(line: string): RequestStep {
  return { operation: '', line, params: {}, query: {}, headers: {}, fault: null };
}

const lowerCase = (headers: RequestStep['headers']) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** @throws CannotFill, MissingVariables */
function filledRequest(request: RequestStep, filler: Filler): RequestStep {
  const { line, json, text } = request;
  const values = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, filler.text(value)]));
  return {
    ...request,
    params: values(request.params),
    query: values(request.query),
    headers: values(request.headers),
    fault: request.fault === null ? null : filler.text(request.fault),
    ...(line === undefined ? {} : { line: filler.path(line) }),
    ...(json === undefined ? {} : { json: filler.json(json) as JsonValue }),
    ...(text === undefined ? {} : { text: filler.text(text.join('\n')).split('\n') }),
  };
}
