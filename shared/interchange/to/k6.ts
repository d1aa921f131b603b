/**
 * A collection as a script for k6, which signs each request itself. The steps are data, in nearly the form of the collection's files;
 * the functions after them (`k6/`) do what a run of the workbench does.
 */
import type { Assertion } from '../../collections/assertion.ts';
import { expectationText } from '../../collections/assertion-words.ts';
import { ONLY_INCLUDED } from '../../collections/flow-file.ts';
import { includedFlow } from '../../collections/plan.ts';
import { composedOfStep } from '../../collections/request-step.ts';
import type { Source } from '../../collections/source.ts';
import type { RequestStep, Step } from '../../collections/steps.ts';
import { httpOf } from '../../requests/http.ts';
import { interchange as t } from '../../texts/interchange.ts';
import type { Folder } from '../model.ts';
import { type Entry, shown, wordsOf } from '../report.ts';
import { bodySteps, type Carried, type Exporting, type Sent, variablesOf } from './exporting.ts';
import { pathData } from './k6/values.ts';
import { k6Script } from './k6/script.ts';

const CARRIED: Carried = new Set(['each', 'expect', 'keep', 'omitted', 'skip', 'until', 'when']);
/** The outermost folder runs once. */
const CARRIED_OF_ALL: Carried = new Set();

export function toK6(root: Folder, exporting: Exporting): string {
  const paths = new Set(pathsOf(root));
  const secret = new Set(root.settings.secret);
  return k6Script(root.name, folderData(root, { names: [], path: root.path, paths, secret, exporting }));
}

/** Where a step is, and what all steps share. */
interface Place {
  /** Of the folders around it. */
  names: readonly string[];
  /** Of the folder, flow or group around it: what its steps include is named from there. */
  path: string;
  /** Of all folders of the export. */
  paths: ReadonlySet<string>;
  secret: ReadonlySet<string>;
  exporting: Exporting;
}

function pathsOf(folder: Folder): string[] {
  return [
    folder.path,
    ...folder.children.flatMap((child) => (child.kind === 'folder' ? pathsOf(child) : [])),
  ];
}

function folderData(folder: Folder, around: Place): object {
  const { names, secret, exporting } = around;
  const { name, role, path, settings, repeats } = folder;
  const entry = exporting.folder(folder, names, names.length === 0 ? CARRIED_OF_ALL : CARRIED);
  const { skip, each, when } = repeats;
  if (isFile(each)) {
    entry.lost(t.loopOverFile(shown(each)));
    return { name, path, skip: '', variables: {}, steps: [] };
  }
  const inside = { ...around, path };
  return {
    name,
    path,
    // A collection in another one knows nothing of its variables.
    ...(role === 'collection' && names.length > 0 ? { alone: true } : {}),
    // It begins without PSU, session and kept values.
    ...(role === 'flow' ? { flow: true } : {}),
    ...(skip === undefined ? {} : { skip }),
    ...(each === undefined ? {} : { each }),
    ...(when === undefined ? {} : { when }),
    // Only where a step includes it.
    ...(settings.run === ONLY_INCLUDED ? { apart: true } : {}),
    variables: Object.fromEntries(variablesOf(folder, secret)),
    steps: folder.children.flatMap((child): object[] => {
      if (child.kind === 'step') return stepData(child.step, inside);
      return [folderData(child, { ...inside, names: [...names, child.name] })];
    }),
  };
}

/** Nothing if the step is not carried; its item of the report says why. */
function stepData(step: Step, place: Place): object[] {
  const made = step.request === undefined ? otherData(step, place) : requestData(step, step.request, place);
  if (made === null) return [];
  const { entry, does } = made;
  const why = notCarried(step);
  if (why !== null) {
    entry.lost(why);
    return [];
  }
  const { name, skip, each, when, until, keep = [] } = step;
  const captures = keep.flatMap(({ as, from, pick }) => {
    const source = sourceData(from, step);
    if (source === null) entry.changed(t.captureLost(as));
    return source === null ? [] : [{ as, from: source, ...(pick === undefined ? {} : { pick }) }];
  });
  const expect = [...usualOf(step), ...expectations(step.expect ?? [], step, entry)];
  return [
    {
      name,
      ...(skip === undefined ? {} : { skip }),
      ...(each === undefined ? {} : { each }),
      ...(when === undefined ? {} : { when }),
      ...(until === undefined
        ? {}
        : { until: { ...until, expect: expectations(until.expect, step, entry) } }),
      ...does,
      ...(expect.length === 0 ? {} : { expect }),
      ...(captures.length === 0 ? {} : { keep: captures }),
    },
  ];
}

/** Why a script cannot repeat the step as it says; null if it can. */
function notCarried(step: Step): string | null {
  const { each, until } = step;
  if (isFile(each)) return t.loopOverFile(shown(each));
  const hasOther = (until?.expect ?? []).some(({ that }) => sourceData(that, step) === null);
  return hasOther ? t.part('until') : null;
}

/** Whether rows are in a file. */
function isFile(each: Step['each']): each is string {
  return typeof each === 'string' && !each.startsWith('{{');
}

interface Made {
  entry: Entry;
  /** What the step does, as data. */
  does: object;
}

function requestData(step: Step, request: RequestStep, { names, exporting }: Place): Made | null {
  if (request.fault !== null) {
    exporting.out.lost('step', [...names, step.name], t.faultNotSent(request.fault));
    return null;
  }
  const made = exporting.sent(step, names, CARRIED);
  return made === null ? null : { entry: made.entry, does: { request: sentData(step, request, made.sent) } };
}

function sentData(step: Step, request: RequestStep, { method, path, headers, body }: Sent): object {
  const operation = httpOf(composedOfStep(request))?.operation ?? null;
  const without = Object.entries(request.headers).filter(([, value]) => value === '');
  const status = (step.expect ?? []).find(({ that }) => that.of === 'status')?.must;
  return {
    method,
    path,
    headers,
    ...(without.length === 0 ? {} : { without: without.map(([name]) => name.toLowerCase()) }),
    ...(request.json === undefined ? { text: body } : { json: request.json }),
    // The headers that the workbench adds for this operation.
    psu: (operation?.psu ?? 'optional') !== 'none',
    redirect: operation?.redirectHeaders ?? true,
    ...(operation?.acceptFix === undefined ? {} : { acceptFix: operation.acceptFix }),
    // A new sandbox knows no PSU (SBX-1).
    ...(operation?.id === 'initializeSandbox' ? { renews: true } : {}),
    // So that k6 does not count a refusal that is wanted as a failed request.
    ...(status?.is === 'equal' && typeof status.to === 'number' ? { status: status.to } : {}),
  };
}

function otherData(step: Step, { names, path, paths, exporting }: Place): Made | null {
  const entry = exporting.out.item('step', [...names, step.name]);
  exporting.about(step, entry, CARRIED);
  const { sca, control, include, session, pause } = step;
  if (sca !== undefined) {
    entry.changed(t.scaByControl);
    return { entry, does: { sca } };
  }
  if (control !== undefined) return { entry, does: { control } };
  if (session !== undefined) return { entry, does: { session } };
  if (include === undefined) return { entry, does: { pause: pause ?? 0 } };
  const flow = includedFlow(path, include.flow);
  if (paths.has(flow)) return { entry, does: { include: { ...include, flow } } };
  entry.lost(t.includedElsewhere(shown(include.flow)));
  return null;
}

/** What a run expects without being told. */
function usualOf({ request, sca, control, expect = [] }: Step): object[] {
  const says = (of: Source['of'], name?: string) =>
    expect.some(
      ({ that }) => that.of === of && (name === undefined || ('name' in that && that.name === name)),
    );
  if (sca !== undefined) {
    if (says('redirect', 'code') || says('error-code')) return [];
    const must = { is: sca.decision === 'approve' ? 'present' : 'absent' };
    return [
      {
        text: `The SCA ${sca.decision === 'approve' ? 'succeeds' : 'does not succeed'}`,
        that: { of: 'redirect', name: 'psu-id' },
        must,
      },
    ];
  }
  if (request === undefined && control === undefined) return [];
  if (says('status') || (request !== undefined && says('error-code'))) return [];
  return [{ text: 'Success', that: { of: 'status' }, must: { is: 'at-most', value: 399 } }];
}

function expectations(all: readonly Assertion[], step: Step, entry: Entry): object[] {
  return all.flatMap((one) => {
    const that = sourceData(one.that, step);
    if (that === null) entry.changed(t.assertionLost(wordsOf(one)));
    return that === null ? [] : [{ text: expectationText(one), that, must: one.must }];
  });
}

/** Null for what only the workbench can tell: verdicts, and JSONPaths with parts that a script does not know. */
function sourceData(source: Source, { sca }: Step): object | null {
  if (source.of === 'error-code' && sca !== undefined) return { of: 'redirect', name: 'code' };
  switch (source.of) {
    case 'status':
    case 'header':
    case 'text':
    case 'time':
    case 'redirect':
      return source;
    case 'schema':
    case 'signature':
    case 'verdicts':
      return null;
    default: {
      const at = source.of === 'body' ? pathData(source.path) : bodySteps(source);
      return at === null ? null : { of: 'body', at };
    }
  }
}
