/**
 * A shipped collection with nothing but requests, for programs that know no other steps: an SCA is decided by a control call, and the
 * PSU's return is a request to the workbench. What has no counterpart is left out; docs/postman-and-bruno.md says what.
 */
import type { Assertion } from '../../../shared/collections/assertion.ts';
import type { Capture } from '../../../shared/collections/capture.ts';
import { NO_SETTINGS, ONLY_INCLUDED } from '../../../shared/collections/folder-file.ts';
import type { ControlStep, RequestStep, ScaStep, Step } from '../../../shared/collections/steps.ts';
import { PROXY_TOKEN_HEADER } from '../../../shared/contract/proxy.ts';
import type { Folder } from '../../../shared/interchange/model.ts';
import { stepsOf } from '../../../shared/interchange/paths.ts';
import { BankClock } from './bank-clock.ts';

/** Paths of requests that are not for the bank. */
export const CONTROL = '/control/';
export const RETURN = '/return';
/** The address of the control listener. */
export const CONTROL_VARIABLE = 'controlUrl';

/** Empty. A header with it is omitted by the signing proxy, as an empty one is in the collections of the workbench. */
const OMITTED = 'omitted';
const AGREEMENT = 'fjellheimAgreement';

/** @throws Error for a step that has no counterpart and was not thought of */
export function plainCollection(root: Folder, documentation: string): Folder {
  return new Plain(root).collection(documentation);
}

class Plain {
  private readonly root: Folder;
  private readonly folders = new Map<string, Folder>();
  private readonly clock = new BankClock();
  private knowsAgreement = false;
  /** What a step for each of a list uses, by the name of the list: it is sent for the first. */
  private readonly firsts = new Map<string, string>();

  constructor(root: Folder) {
    this.root = root;
    const note = (folder: Folder): void => {
      for (const child of folder.children)
        if (child.kind === 'folder') {
          this.folders.set(child.place?.path ?? '', child);
          note(child);
        } else if (child.step.each !== undefined && 'variable' in child.step.each.in)
          this.firsts.set(child.step.each.in.variable, child.step.each.as);
    };
    note(root);
  }

  collection(documentation: string): Folder {
    const folder = this.folder(this.root);
    const settings = {
      variables: { [CONTROL_VARIABLE]: '', [OMITTED]: '' },
      secret: ['controlToken', 'proxyToken'],
      volatile: [],
    };
    return { ...folder, documentation, settings };
  }

  private folder(from: Folder): Folder {
    const steps = this.steps(from);
    const inner = from.children.flatMap((child) =>
      child.kind === 'folder' && child.settings.run !== ONLY_INCLUDED ? [this.folder(child)] : [],
    );
    const children = [...steps.map((step) => ({ kind: 'step', step }) as const), ...inner];
    return { kind: 'folder', name: from.name, settings: NO_SETTINGS, documentation: null, children };
  }

  /** The steps of a folder, with those of the folders that it includes in their place. */
  private steps(from: Folder): Step[] {
    const all: Step[] = [];
    for (const child of from.children) {
      if (child.kind === 'folder') continue;
      const { step } = child;
      if (step.include !== undefined) {
        const included = this.folders.get(
          `${this.root.place?.path ?? ''}/${step.include.folder}`.replace(/^\//, ''),
        );
        if (included === undefined) throw new Error(`${step.name} includes no folder.`);
        all.push(...this.steps(included));
      } else
        all.push(
          ...this.step(
            step,
            all.findLast(({ request }) => isForTheBank(request)),
          ),
        );
    }
    return all;
  }

  /** @param before the last request to the bank */
  private step(step: Step, before: Step | undefined): Step[] {
    const { name, request, sca, control, until } = step;
    if (control !== undefined) return [this.operate(name, control, step)];
    if (sca !== undefined) return this.decide(name, sca, step, before);
    if (request === undefined) throw new Error(`${name} is not a request, an SCA or a control call.`);
    // The signing proxy signs everything as it must be.
    if (request.fault !== null) return [];
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([header, value]) => [
        header,
        value === '' ? `{{${OMITTED}}}` : value,
      ]),
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
  private decide(name: string, sca: ScaStep, step: Step, before: Step | undefined): Step[] {
    if (before === undefined) throw new Error(`${name}: nothing has led to the bank.`);
    before.keep = [...(before.keep ?? []), { as: 'scaId', from: { of: 'link', name: 'scaRedirect' } }];
    const { psu, decision, context, agreement, accounts } = sca;
    const json = {
      nationalId: psu,
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
    const { expect = [] } = step;
    const all = [...success(sca, expect), ...expect.flatMap(returned)];
    return [
      ...agreements,
      this.operate(name, control, { ...tagsOf(step), expect: all, keep }),
      { name: `${name}: back at the TPP`, request: back, expect: [status(200)] },
    ];
  }
}

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
  const fails = expect.some(({ that }) => that.of === 'redirect' && that.name === 'code');
  return [status(200), ...(decision === 'approve' && !fails ? [inRedirect('psu-id=')] : [])];
}

/** A parameter of the redirect is a part of its text; who the PSU is, only the workbench compares. */
function returned({ that, must }: Assertion): Assertion[] {
  if (that.of !== 'redirect' || must.is !== 'equal' || typeof must.to !== 'string') return [];
  return that.name === 'psu-id' ? [] : [inRedirect(`${that.name}=${must.to}`)];
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
