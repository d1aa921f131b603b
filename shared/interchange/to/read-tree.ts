/** A tree as the exports take it: with nothing in it that only a run does before it sends. */
import { merged } from '../../collections/request-step.ts';
import type { RequestStep, Step } from '../../collections/steps.ts';
import { NO_REPEATS } from '../../collections/settings.ts';
import type { FolderNode } from '../../collections/tree.ts';
import type { JsonValue } from '../../collections/value-text.ts';
import { isRecord, ownValue } from '../../own-value.ts';
import { interchange as t } from '../../texts/interchange.ts';
import type { Folder, Item } from '../model.ts';
import { onlyVariable } from '../variables.ts';

/** What the settings around a step give it. */
interface Given {
  headers: Readonly<Record<string, string>>;
  /** Without the secret ones. */
  variables: Readonly<Record<string, JsonValue>>;
}

const NOTHING: Given = { headers: {}, variables: {} };

/**
 * The folder of a node. Its requests have the headers of what is around them.
 * @param damaged called with the path and reason of each file that cannot be read
 */
export function folderOf(
  node: FolderNode,
  damaged: (path: string, reason: string) => void,
  around = NOTHING,
): Folder {
  const { name, role, path, settings, repeats } = node;
  if (node.damage !== null) damaged(path, node.damage);
  // A collection in another one knows nothing of it.
  const above = role === 'collection' ? NOTHING : around;
  const { secret } = settings;
  const all = Object.entries({ ...above.variables, ...settings.variables });
  const given: Given = {
    headers: { ...above.headers, ...settings.headers },
    variables: Object.fromEntries(all.filter(([one]) => !secret.includes(one))),
  };
  const children = node.children.flatMap((child) =>
    child.kind === 'folder' ? [folderOf(child, damaged, given)] : itemsOf(child.entry.step, given),
  );
  return { kind: 'folder', role, name, path, settings: { ...settings, headers: {} }, repeats, children };
}

function itemsOf(step: Step, given: Given): Item[] {
  if (step.consent !== undefined) return consentItems(step, given);
  const { request, change, ...others } = step;
  if (request === undefined) return [{ kind: 'step', step }];
  const own = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()));
  const more = Object.entries(given.headers).filter(([name]) => !own.has(name));
  const sent: RequestStep = { ...request, headers: { ...Object.fromEntries(more), ...request.headers } };
  const name = typeof request.json === 'string' ? onlyVariable(request.json) : null;
  const json = name === null ? request.json : ownValue(given.variables, name);
  if (change === undefined || !isRecord(json) || !isKnown(json, change))
    return [{ kind: 'step', step: { ...step, request: sent } }];
  return [
    { kind: 'step', step: { ...others, request: { ...sent, json: merged(json, change) as JsonValue } } },
  ];
}

/** Whether a change concerns only what is known before the variables are. */
export function isKnown(json: JsonValue | undefined, change: JsonValue): boolean {
  if (!isRecord(change)) return true;
  if (typeof json === 'string' && onlyVariable(json) !== null) return false;
  return !isRecord(json) || Object.entries(change).every(([name, one]) => isKnown(json[name], one));
}

/** CON-1 */
const ASK: RequestStep = { operation: 'createConsent', params: {}, query: {}, headers: {}, fault: null };

/** The request and the SCA that a consent step is. */
function consentItems(step: Step, given: Given): Item[] {
  const { consent, each, when, expect = [], keep = [], warn, about, ...common } = step;
  if (consent === undefined) return [];
  const isOfReturn = (of: string) => of === 'redirect' || of === 'error-code';
  const part = (name: string, isReturn: boolean): Step => ({
    ...common,
    name,
    expect: expect.filter(({ that }) => isOfReturn(that.of) === isReturn),
    keep: keep.filter(({ from }) => isOfReturn(from.of) === isReturn),
  });
  const ask: Step = {
    ...part(step.name, false),
    ...(about === undefined ? {} : { about }),
    ...(warn === undefined ? {} : { warn }),
    request: ASK,
  };
  const give: Step = { ...part(t.scaOf(step.name), true), sca: { ...consent, decision: 'approve' } };
  const children: Item[] = [...itemsOf(ask, given), { kind: 'step', step: give }];
  if (each === undefined && when === undefined) return children;
  const repeats = {
    ...NO_REPEATS,
    ...(each === undefined ? {} : { each }),
    ...(when === undefined ? {} : { when }),
  };
  const settings = { variables: {}, secret: [], headers: {}, volatile: [] };
  return [{ kind: 'folder', role: 'group', name: step.name, path: '', settings, repeats, children }];
}
