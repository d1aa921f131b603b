/**
 * A collection with nothing but requests, for programs that know no other steps and send through the signing proxy: included flows stand
 * in their place, and loops over known values are several steps. What cannot be said exactly is left out, with the reason.
 */
import { MAX_INCLUDE_NESTING, MAX_PLAN_STEPS, MAX_TURNS } from '../../limits.ts';
import { ONLY_INCLUDED } from '../../collections/flow-file.ts';
import { failedCondition } from '../../collections/judge.ts';
import { includedFlow } from '../../collections/plan.ts';
import { NO_SETTINGS, type Repeats } from '../../collections/settings.ts';
import type { Step } from '../../collections/steps.ts';
import { flowOfPath } from '../../collections/tree.ts';
import type { JsonValue } from '../../collections/value-text.ts';
import { isRecord } from '../../own-value.ts';
import { interchange as t } from '../../texts/interchange.ts';
import { stepsIn } from '../flows.ts';
import type { Folder, Item } from '../model.ts';
import { shown } from '../report.ts';
import { type Around, KnownValues, placeholdersIn } from './known-values.ts';
import { PlainSteps } from './plain-steps.ts';
import type { Dialect } from './script.ts';
import { type Loss, type Told, VARIABLES } from './told.ts';

export interface PlainCollection {
  folder: Folder;
  /** What each of its steps is beside a request. */
  told: ReadonlyMap<Step, Told>;
  /** Whether it ends early, because flows that include each other, or loops in loops, make too many steps. */
  isCut: boolean;
}

/** @param root without secrets @param dialect of the program's scripts */
export function plainCollection(root: Folder, dialect: Dialect): PlainCollection {
  return new Plain(root, dialect).collection();
}

const NOTHING: Around = { rows: {}, given: {}, folders: {}, collection: {} };

interface Turn {
  around: Around;
  /** Of its name, which tells it from the others. */
  ending: string;
  lost?: Loss;
}

class Plain {
  private readonly root: Folder;
  private readonly folders = new Map<string, Folder>();
  private readonly values: KnownValues;
  private readonly steps: PlainSteps;
  /** Paths of the flows that include each other here. */
  private including: readonly string[] = [];
  /** Turns of steps and folders so far. */
  private count = 0;

  constructor(root: Folder, dialect: Dialect) {
    this.root = root;
    const note = (folder: Folder): void => {
      this.folders.set(folder.path, folder);
      for (const child of folder.children) if (child.kind === 'folder') note(child);
    };
    note(root);
    const all = stepsIn(root);
    const keeps = new Set(all.flatMap(({ keep = [] }) => keep.map(({ as }) => as)));
    this.values = new KnownValues(root.settings.variables, keeps);
    this.steps = new PlainSteps(this.values, all, dialect);
  }

  collection(): PlainCollection {
    const { root, values, steps } = this;
    const { settings } = root;
    const children = this.items(root, { ...NOTHING, collection: settings.variables });
    const sent = Array.from(steps.told, ([{ request }, { below }]) => [request, below]);
    const used = new Set(placeholdersIn(sent));
    const own = (names: readonly string[]) => names.filter((name) => used.has(name));
    const empty = own([VARIABLES.control, VARIABLES.omitted]).map((name) => [name, '']);
    const variables = { ...values.exported, ...(Object.fromEntries(empty) as Record<string, string>) };
    const secret = [...new Set([...settings.secret, ...own([VARIABLES.controlToken, VARIABLES.proxyToken])])];
    return {
      folder: { ...root, settings: { ...settings, variables, secret: secret.sort() }, children },
      told: steps.told,
      isCut: this.isCut(),
    };
  }

  /** What is in a folder, with what it includes in its place. @param lost why all of it is left out */
  private items(from: Folder, around: Around, lost?: Loss): Item[] {
    return from.children.flatMap((child): Item[] => {
      if (this.isCut()) return [];
      if (child.kind === 'folder') return this.inner(child, around, lost);
      return this.turns(child.step, around, lost).flatMap((turn) => {
        const step = { ...child.step, name: child.step.name + turn.ending };
        const of = child.step;
        if (turn.lost !== undefined) return this.steps.lost(step, of, turn.lost);
        if (step.include === undefined) return this.steps.of(step, of, turn.around);
        const included = this.included(step, from, turn.around);
        return typeof included === 'string' ? this.steps.lost(step, of, { why: included }) : included;
      });
    });
  }

  private inner(folder: Folder, around: Around, lost?: Loss): Item[] {
    const { settings, repeats, role } = folder;
    const { run, about, variables } = settings;
    if (run === ONLY_INCLUDED) return [];
    if (role === 'flow') this.steps.beginFlow();
    // A collection in another one knows nothing of it.
    const outer = role === 'collection' ? NOTHING : around;
    const inside = { ...outer, folders: { ...outer.folders, ...variables } };
    return this.turns(repeats, inside, lost).map((turn) => ({
      ...folder,
      name: folder.name + turn.ending,
      settings: { ...NO_SETTINGS, ...(about === undefined ? {} : { about }) },
      repeats: repeats.tags === undefined ? {} : { tags: repeats.tags },
      children: this.items(folder, turn.around, turn.lost),
    }));
  }

  /** What is in the flow that a step includes, or why that is not known. */
  private included(step: Step, from: Folder, around: Around): Item[] | string {
    const { flow: file = '', variables = {} } = step.include ?? {};
    const flow = this.folders.get(includedFlow(from.path, file));
    if (flow === undefined) return t.includedElsewhere(shown(file));
    const outer = this.including;
    const isCircle = outer.includes(flow.path) || flowOfPath(from.path) === flow.path;
    if (isCircle || outer.length >= MAX_INCLUDE_NESTING) return t.includesItself(shown(file));
    const own = this.values.filled(variables, around);
    if (typeof own === 'string') return own;
    const given = { ...around.given, ...(own.value as Record<string, JsonValue>) };
    this.including = [...outer, flow.path];
    const items = this.items(flow, { ...around, given, folders: flow.settings.variables });
    this.including = outer;
    return items;
  }

  private isCut(): boolean {
    return this.count > MAX_PLAN_STEPS;
  }

  /** Once, or for each row; none from where it is cut. */
  private turns(repeats: Repeats, around: Around, lost?: Loss): Turn[] {
    const turns = this.allTurns(repeats, around, lost);
    this.count += turns.length;
    return this.isCut() ? [] : turns;
  }

  private allTurns({ skip, each, when = [] }: Repeats, around: Around, lost?: Loss): Turn[] {
    const own = skip === undefined ? undefined : { why: t.skipped(skip), isNever: true };
    const none = lost ?? own;
    if (none !== undefined) return [{ around, ending: '', lost: none }];
    const rows = each === undefined ? [{}] : this.rows(each, around);
    if (typeof rows === 'string') return [{ around, ending: '', lost: { why: rows } }];
    return rows.map((row, at) => {
      const inside = { ...around, rows: { ...around.rows, ...row } };
      const not = this.whyNot(when, inside);
      const ending = each === undefined ? '' : ` (${at + 1})`;
      return { around: inside, ending, ...(not === null ? {} : { lost: not }) };
    });
  }

  /** The rows of a loop, or why they are not known. */
  private rows(each: NonNullable<Step['each']>, around: Around): Record<string, JsonValue>[] | string {
    if (typeof each === 'string' && !each.startsWith('{{')) return t.rowsInFile(shown(each));
    const filled = this.values.filled(each, around);
    if (typeof filled === 'string') return filled;
    const { value } = filled;
    const [[name, list] = ['', null]] = isRecord<unknown>(value) ? Object.entries(value) : [];
    const rows = Array.isArray(list) ? list.map((one: unknown) => ({ [name]: one })) : value;
    const isKnown = Array.isArray(rows) && rows.length <= MAX_TURNS && rows.every((row) => isRecord(row));
    return isKnown ? (rows as Record<string, JsonValue>[]) : t.rowsUnknown;
  }

  /** The first condition that does not hold, or that only a run can tell. */
  private whyNot(when: NonNullable<Step['when']>, around: Around): Loss | null {
    for (const { variable, must } of when) {
      const filled = this.values.filled([`{{${variable}}}`, must], around);
      if (typeof filled === 'string' || placeholdersIn(filled.value).length > 0)
        return { why: t.whenUnknown(variable) };
      const [value, expected] = filled.value as [unknown, typeof must];
      const why = failedCondition(variable, expected, value);
      if (why !== null) return { why: t.whenNot(why), isNever: true };
    }
    return null;
  }
}
