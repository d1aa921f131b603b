/** Common to the exports: what a step sends, and what of a step no format carries. */
import { composedOfStep } from '../../collections/request-step.ts';
import { kindOf, type RequestStep, type Step } from '../../collections/steps.ts';
import type { Source } from '../../collections/source.ts';
import { httpOf } from '../../requests/http.ts';
import { interchange as t } from '../../texts/interchange.ts';
import { readable } from '../../requests/compose.ts';
import type { Folder } from '../model.ts';
import type { Steps } from '../paths.ts';
import { jsonPathOf, stepsOf } from '../paths.ts';
import { type Entry, ReportWriter, wordsOf } from '../report.ts';
import type { Given } from './redacted-collection.ts';
import type { Told } from './told.ts';

export interface Sent {
  method: string;
  /** Path and query, percent-encoded, with variables in braces. */
  path: string;
  headers: [name: string, value: string][];
  /** Empty for none. */
  body: string;
  isJson: boolean;
}

/** Parts of a step or group that a format carries, besides its name and request. */
export type Carried = ReadonlySet<'about' | 'expect' | 'keep' | 'tags'>;

/** Writes the children of a folder in a format that has folders. */
export interface ChildWriter<T> {
  /** Null if the step is not carried. */
  step: (step: Step, names: readonly string[]) => T | null;
  /** Several items if they stand in place of the folder. @param names of the folders around it and its own */
  folder: (folder: Folder, names: readonly string[], entry: Entry) => T | T[];
}

export class Exporting {
  readonly out = new ReportWriter();
  private readonly taken: Given['taken'];
  private readonly signs: boolean;
  private readonly all: ReadonlyMap<Step, Told>;

  /**
   * @param taken of the steps of the collection
   * @param signs whether the requests are signed there
   * @param told of the steps that are exported, if they were made of those
   */
  constructor(taken: Given['taken'], signs: boolean, told: ReadonlyMap<Step, Told> = new Map()) {
    this.taken = taken;
    this.signs = signs;
    this.all = told;
  }

  /** What a step is beside a request. */
  told(step: Step): Told {
    return this.all.get(step) ?? { of: step, notes: [] };
  }

  /** Where a step goes. @param base what its path is below, unless the variables of the other program say it */
  address(step: Step, path: string, base = this.told(step).below ?? `{{${BASE_VARIABLE}}}`): string {
    return /^https?:/.test(path) ? path : base + path;
  }

  /**
   * What a step sends, with its item of the report.
   * @param names of the folders around it
   * @returns null if the step is not carried
   */
  sent(step: Step, names: readonly string[], carried: Carried): { sent: Sent; entry: Entry } | null {
    const told = this.told(step);
    const entry = told.isMore ? this.out.unlisted() : this.out.item('step', [...names, step.name]);
    if (step.request === undefined) {
      if (told.isEffect !== true) entry.lost(told.lost ?? t.kindOfStep(kindOf(step)));
      return null;
    }
    for (const note of told.notes) entry.changed(note);
    const sent = sentBy(step.request);
    if (sent === null) {
      entry.lost(t.unknownRequest(step.request.operation));
      return null;
    }
    this.about(step, entry, carried);
    return { sent, entry };
  }

  /** What a format does not carry of a step of any kind. */
  about(step: Step, entry: Entry, carried: Carried): void {
    for (const [name, variable] of this.taken.get(this.told(step).of) ?? [])
      entry.changed(t.secret(name, variable));
    const { headers = {}, fault = null } = step.request ?? {};
    for (const [name, value] of Object.entries(headers))
      if (value === '') entry.changed(t.omittedHeader(name));
    if (fault !== null) entry.changed(t.fault(fault));
    for (const part of ['each', 'until', 'skip', 'when'] as const)
      if (step[part] !== undefined) entry.changed(t.part(part));
    if (step.about !== undefined && !carried.has('about')) entry.changed(t.documentationLost);
    if (step.change !== undefined) entry.changed(t.part('change'));
    if (step.openapi !== undefined) entry.changed(t.part('from'));
    if ((step.tags ?? []).length > 0 && !carried.has('tags')) entry.changed(t.part('tags'));
    if ((step.warn ?? []).length > 0) entry.changed(t.warnLost);
    if (!carried.has('expect'))
      for (const one of step.expect ?? []) entry.changed(t.assertionLost(wordsOf(one)));
    if (!carried.has('keep')) for (const { as } of step.keep ?? []) entry.changed(t.captureLost(as));
  }

  /** The item of a folder; variables are for the format. @param carried what the format carries of a group */
  folder(folder: Folder, names: readonly string[], carried: Carried): Entry {
    const entry = this.out.item(
      names.length === 0 ? 'collection' : 'folder',
      names.length === 0 ? [folder.name] : names,
    );
    if (names.length === 0 && !this.signs) entry.changed(t.unsigned);
    const { settings, repeats } = folder;
    if (settings.volatile.length > 0) entry.changed(t.volatileLost);
    if (settings.about !== undefined && !carried.has('about')) entry.changed(t.documentationLost);
    for (const part of ['each', 'skip', 'when'] as const)
      if (repeats[part] !== undefined) entry.changed(t.groupPart(part));
    if (repeats.tags !== undefined && !carried.has('tags')) entry.changed(t.groupPart('tags'));
    return entry;
  }

  /**
   * What a format makes of the children of a folder, in their order. Each folder gets its item of the report first.
   * @param names of the folder and those around it
   */
  children<T extends object>(
    folder: Folder,
    names: readonly string[],
    carried: Carried,
    write: ChildWriter<T>,
  ): T[] {
    return folder.children.flatMap((child): T | T[] => {
      if (child.kind === 'step') return write.step(child.step, names) ?? [];
      const all = [...names, child.name];
      return write.folder(child, all, this.folder(child, all, carried));
    });
  }
}

/** Null if the operation is not in this version's catalogue and the step has no line. */
function sentBy(request: RequestStep): Sent | null {
  const http = httpOf(composedOfStep(request));
  if (http === null) return null;
  const headers = http.headers.filter(([, value]) => value !== '');
  const isJson = request.json !== undefined;
  // It is sent as JSON, which other programs do not do with a text.
  if (http.body !== '' && !isJson && !headers.some(([name]) => name === 'content-type'))
    headers.push(['content-type', 'application/json']);
  return { method: http.method, path: readable(http.path), headers, body: http.body, isJson };
}

/** Where a value of the body is, as a JSONPath; links and error codes are values of it, too. Null for other sources. */
export function bodyPath(source: Source): string | null {
  if (source.of === 'body') return source.path;
  if (source.of === 'link') return jsonPathOf(['_links', source.name, 'href']);
  return source.of === 'error-code' ? '$.tppMessages[0].code' : null;
}

/** The way to a value of the body. Null for other sources, and for paths that may lead to several values. */
export function bodySteps(source: Source): Steps | null {
  const path = bodyPath(source);
  return path === null ? null : stepsOf(path);
}

/** The variables of a folder with their values; those of secret ones are never given. */
export function variablesOf(
  { settings }: Folder,
  secret: ReadonlySet<string>,
): [name: string, value: unknown][] {
  return Object.entries(settings.variables).filter(([name]) => !secret.has(name));
}

/** The variable that stands for the base URL, if a step needs it and the collection has none. */
export const BASE_VARIABLE = 'baseUrl';

export function needsBase(folder: Folder): boolean {
  return !Object.hasOwn(folder.settings.variables, BASE_VARIABLE) && hasRequest(folder);
}

/** Whether a request is somewhere in a folder. */
export function hasRequest(folder: Folder): boolean {
  return folder.children.some((child) =>
    child.kind === 'folder' ? hasRequest(child) : child.step.request !== undefined,
  );
}
