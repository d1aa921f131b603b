/**
 * A shipped collection with nothing but requests, for programs that know no other steps: an SCA is decided by a control call, and the
 * PSU's return is a request to the workbench. What has no counterpart is left out; docs/postman-and-bruno.md says what.
 */
import { startingData } from '../../../bank-sim/domain/starting-data.ts';
import type { Assertion } from '../../../shared/collections/assertion.ts';
import type { Capture } from '../../../shared/collections/capture.ts';
import { ONLY_INCLUDED } from '../../../shared/collections/flow-file.ts';
import { includedFlow } from '../../../shared/collections/plan.ts';
import { NO_REPEATS, NO_SETTINGS } from '../../../shared/collections/settings.ts';
import type { Source } from '../../../shared/collections/source.ts';
import type { ControlStep, Each, RequestStep, ScaStep, Step } from '../../../shared/collections/steps.ts';
import type { JsonValue } from '../../../shared/collections/value-text.ts';
import { PROXY_TOKEN_HEADER } from '../../../shared/contract/proxy.ts';
import type { Folder, Item } from '../../../shared/interchange/model.ts';
import { stepsOf } from '../../../shared/interchange/paths.ts';
import { BankClock } from './bank-clock.ts';
import { filledIn, type Known } from './known-values.ts';

/** Paths of requests that are not for the bank. */
export const CONTROL = '/control/';
export const RETURN = '/return';
/** The address of the control listener. */
export const CONTROL_VARIABLE = 'controlUrl';

/** Empty. A header with it is omitted by the signing proxy, as an empty one is in the collections of the workbench. */
const OMITTED = 'omitted';
const AGREEMENT = 'fjellheimAgreement';
const NO_PSU = { 'psu-id': '', 'psu-corporate-id': '' };

/** @throws Error for a step that has no counterpart and was not thought of */
export function plainCollection(root: Folder, about: string): Folder {
  return new Plain(root).collection(about);
}

/** What is known of variables: of rows and includes, and of what is around. */
interface Values {
  given: Known;
  around: Known;
}

class Plain {
  private readonly root: Folder;
  private readonly folders = new Map<string, Folder>();
  private readonly clock = new BankClock();
  private knowsAgreement = false;
  /** Whether a PSU has come back in this flow. */
  private hasPsu = false;
  /** The last request to the bank. */
  private last: Step | undefined;
  /** What a step for each of a list uses, by the name of the list: it is sent for the first. */
  private readonly firsts = new Map<string, string>();

  constructor(root: Folder) {
    this.root = root;
    const note = (folder: Folder): void => {
      this.folders.set(folder.path, folder);
      this.noteFirst(folder.repeats.each);
      for (const child of folder.children)
        if (child.kind === 'folder') note(child);
        else this.noteFirst(child.step.each);
    };
    note(root);
  }

  collection(about: string): Folder {
    const { name } = this.root;
    const settings = {
      ...NO_SETTINGS,
      about,
      variables: { [CONTROL_VARIABLE]: '', [OMITTED]: '' },
      secret: ['controlToken', 'proxyToken'],
    };
    const children = this.items(this.root, { given: {}, around: {} });
    return { ...this.root, name, settings, children };
  }

  private noteFirst(each: Each | undefined): void {
    for (const [name, list] of Object.entries(Array.isArray(each) ? {} : Object(each)))
      if (typeof list === 'string') this.firsts.set(list.slice(2, -2), name);
  }

  /** What is in a folder, with what it includes in its place. */
  private items(from: Folder, { given, around }: Values): Item[] {
    const values = { given, around: { ...around, ...from.settings.variables } };
    return from.children.flatMap((child): Item[] => {
      if (child.kind === 'folder') return this.inner(child, values);
      const { include, each, when } = child.step;
      if (when !== undefined) throw new Error(`${child.step.name}: a condition was not thought of.`);
      if (include === undefined)
        return turns(each).flatMap(({ row, ending }) =>
          this.step({
            ...filledIn(child.step, { ...values, given: { ...given, ...row } }),
            name: child.step.name + ending,
          }),
        );
      const flow = this.folders.get(includedFlow(from.path, include.flow));
      if (flow === undefined) throw new Error(`${child.step.name} includes no flow.`);
      const own = filledIn(include.variables ?? {}, values);
      return this.items(flow, { given: { ...given, ...own }, around: this.root.settings.variables });
    });
  }

  private inner(folder: Folder, { given, around }: Values): Item[] {
    if (folder.settings.run === ONLY_INCLUDED) return [];
    if (folder.role === 'flow') this.hasPsu = false;
    return turns(folder.repeats.each).map(({ row, ending }) => ({
      ...folder,
      name: folder.name + ending,
      settings: NO_SETTINGS,
      repeats: NO_REPEATS,
      children: this.items(folder, { given: { ...given, ...row }, around }),
    }));
  }

  /** The steps for a step without variables that are known. */
  private step(step: Step): Item[] {
    const all = this.plain(step);
    this.last = all.findLast(({ request }) => isForTheBank(request)) ?? this.last;
    return all.map((one) => ({ kind: 'step', step: one }));
  }

  private plain(step: Step): Step[] {
    const { name, request, sca, control, until, session } = step;
    // The signing proxy has one session.
    if (session !== undefined) return [];
    if (control !== undefined) return [this.operate(name, control, step)];
    if (sca !== undefined) return this.decide(name, sca, step);
    if (request === undefined) throw new Error(`${name} is not a request, an SCA or a control call.`);
    if (step.change !== undefined) throw new Error(`${name}: the body is not known.`);
    // The signing proxy signs everything as it must be.
    if (request.fault !== null) return [];
    // A flow begins without a PSU, and the proxy knows the one of the flow before.
    const all = { ...(this.hasPsu ? {} : NO_PSU), ...request.headers };
    const headers = Object.fromEntries(
      Object.entries(all).map(([header, value]) => [header, value === '' ? `{{${OMITTED}}}` : value]),
    );
    const expect = expected(until?.expect ?? [], step.expect ?? []);
    const keep = (step.keep ?? []).flatMap((one) => this.kept(one));
    const sent: Step = {
      name,
      ...tagsOf(step),
      request: { ...request, headers: { ...headers, [PROXY_TOKEN_HEADER]: '{{proxyToken}}' } },
      expect,
      keep,
    };
    return [...this.before(until), this.clock.filled(sent)];
  }

  /** What a step waits for is there after one batch. */
  private before(until: Step['until']): Step[] {
    if (until === undefined) return [];
    const { between } = until;
    if ('pause' in between || between.path !== `${CONTROL}batch`)
      throw new Error('A step waits for something else.');
    return [this.operate('The bank runs a batch', between, {})];
  }

  private kept({ as, from, ...rest }: Capture): Capture[] {
    if (from.of !== 'body') return from.of === 'redirect' ? [] : [{ as, from, ...rest }];
    const first = this.firsts.get(as);
    const path = first === undefined ? from.path : from.path.replace(/\[(?:\*|\d*:\d*)\]/, '[0]');
    return stepsOf(path) === null ? [] : [{ as: first ?? as, from: { of: 'body', path }, ...rest }];
  }

  private operate(name: string, { method, path, json }: ControlStep, about: Partial<Step>): Step {
    this.clock.after(path, json);
    const request: RequestStep = {
      operation: '',
      line: `${method} ${path}`,
      params: {},
      query: {},
      headers: { Authorization: 'Bearer {{controlToken}}' },
      fault: null,
      ...(json === undefined ? {} : { json }),
    };
    return {
      name,
      ...tagsOf(about),
      request,
      expect: expected(about.expect ?? []),
      keep: (about.keep ?? []).flatMap((one) => this.kept(one)),
    };
  }

  /** The PSU decides, and comes back to the workbench, which then knows who it is. */
  private decide(name: string, sca: ScaStep, step: Step): Step[] {
    const { last } = this;
    if (last === undefined) throw new Error(`${name}: nothing has led to the bank.`);
    last.keep = [...(last.keep ?? []), { as: 'scaId', from: { of: 'link', name: 'scaRedirect' } }];
    const { psu, decision, context, agreement, accounts } = sca;
    const json = {
      nationalId: NUMBERS.get(psu) ?? psu,
      decision,
      ...(context === undefined ? {} : { context }),
      ...(agreement === undefined ? {} : { agreementId: `{{${AGREEMENT}}}` }),
      ...(accounts === undefined ? {} : { accounts }),
    };
    const control = { method: 'POST', path: `${CONTROL}sca/{{scaId}}`, json } as const;
    const keep: Capture[] = [{ as: 'redirectUri', from: { of: 'body', path: '$.redirectUri' } }];
    const back: RequestStep = {
      operation: '',
      line: `GET ${RETURN}`,
      params: {},
      query: {},
      headers: {},
      fault: null,
    };
    const agreements = agreement === undefined || this.knowsAgreement ? [] : [AGREEMENTS];
    this.knowsAgreement ||= agreement !== undefined;
    this.hasPsu ||= decision === 'approve';
    const { expect = [] } = step;
    const all = [...success(sca, expect), ...expect.flatMap(returned)];
    return [
      ...agreements,
      this.operate(name, control, { ...tagsOf(step), expect: all, keep }),
      { name: `${name}: back at the TPP`, request: back, expect: [status(200)] },
    ];
  }
}

interface Turn {
  row: Known;
  /** Of its name, which tells it from the others. */
  ending: string;
}

/** Of a list that is known, every value; of another one the first. */
function turns(each: Each | undefined): Turn[] {
  if (each === undefined) return [{ row: {}, ending: '' }];
  const rows: readonly Known[] | null = Array.isArray(each) ? each : rowsOf(each);
  if (rows === null) return [{ row: {}, ending: '' }];
  return rows.map((row, at) => ({ row, ending: ` (${at + 1})` }));
}

function rowsOf(each: string | Known): Known[] | null {
  if (typeof each === 'string') throw new Error(`${each} was not thought of.`);
  const [[name, list] = ['', null]] = Object.entries(each);
  return Array.isArray(list) ? list.map((value: JsonValue) => ({ [name]: value })) : null;
}

/** The national identity numbers of the customers, who are the same in every sandbox. */
const NUMBERS = new Map(startingData('2027-03-10').customers.map(({ name, number }) => [name, number]));

const tagsOf = ({ tags }: Partial<Step>) => (tags === undefined ? {} : { tags });
const isForTheBank = (request: RequestStep | undefined) => request !== undefined && request.operation !== '';

const status = (to: number): Assertion => ({ that: { of: 'status' }, must: { is: 'equal', to } });
const inRedirect = (value: string): Assertion => ({
  that: { of: 'body', path: '$.redirectUri' },
  must: { is: 'containing', value },
});

/** The control call needs the id of an agreement, where a step of the workbench has a part of its name. */
const AGREEMENTS: Step = {
  name: 'See the agreements of the companies',
  request: {
    operation: 'listSandboxAgreements',
    params: {},
    query: {},
    headers: { [PROXY_TOKEN_HEADER]: '{{proxyToken}}' },
    fault: null,
  },
  expect: [
    status(200),
    { that: { of: 'body', path: '$.agreements[2].name' }, must: { is: 'containing', value: 'Fjellheim' } },
  ],
  keep: [{ as: AGREEMENT, from: { of: 'body', path: '$.agreements[2].id' } }],
};

/** What a run expects of an SCA without being told. */
function success({ decision }: ScaStep, expect: readonly Assertion[]): Assertion[] {
  const fails = expect.some(({ that }) => parameterOf(that) === 'code');
  return [status(200), ...(decision === 'approve' && !fails ? [inRedirect('psu-id=')] : [])];
}

/** A parameter of the redirect is a part of its text; who the PSU is, only the workbench compares. */
function returned({ that, must }: Assertion): Assertion[] {
  const name = parameterOf(that);
  if (name === null || name === 'psu-id' || must.is !== 'equal' || typeof must.to !== 'string') return [];
  return [inRedirect(`${name}=${must.to}`)];
}

/** The parameter of the redirect that an assertion reads; null for others. */
function parameterOf(that: Source): string | null {
  if (that.of === 'error-code') return 'code';
  return that.of === 'redirect' ? that.name : null;
}

/** With the success that a run expects without being told. A link that is absent has no address either, which a script cannot ask for. */
function expected(...all: readonly (readonly Assertion[])[]): Assertion[] {
  const said = all.flat().map((one): Assertion => {
    const { that, must } = one;
    if (that.of !== 'link' || must.is !== 'absent') return one;
    return { that: { of: 'body', path: `$._links.${that.name}` }, must };
  });
  const hasStatus = said.some(({ that }) => that.of === 'status' || that.of === 'error-code');
  return hasStatus ? said : [{ that: { of: 'status' }, must: { is: 'at-most', value: 399 } }, ...said];
}
