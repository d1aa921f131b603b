/** What is known of the variables of a collection before it runs, and which of those that a step needs are not. */
import { dynamicValue } from '../../collections/dynamic.ts';
import { CannotFill, FillBudget, Filler, MissingVariables } from '../../collections/fill.ts';
import type { Origin, Variable } from '../../collections/scope.ts';
import type { ControlStep, Step } from '../../collections/steps.ts';
import type { JsonValue } from '../../collections/value-text.ts';
import { isRecord, ownValue } from '../../own-value.ts';
import { decodedPlaceholder, IN_PATH, namesOf } from '../../placeholders.ts';
import { interchange as t } from '../../texts/interchange.ts';
import { durationMs } from '../../time.ts';
import { dateTimeMs } from '../../xs2a/bank-limits.ts';
import { SET_BY_SCRIPTS } from './told.ts';

type Known = Readonly<Record<string, JsonValue>>;

/** The variables around a step, from the strongest to the weakest; what steps keep comes after the first. */
export interface Around {
  rows: Known;
  /** Of the steps that include its flow. */
  given: Known;
  /** Of what is around it, without the collection. */
  folders: Known;
  collection: Known;
}

export class KnownValues {
  /** The variable with the id of the session in which the flow is. */
  session = '';
  /** What steps before keep, with the name of the step. */
  private readonly kept = new Map<string, string>();
  /** What a step that is left out would keep, with the name of the step. */
  private readonly missing = new Map<string, string>();
  /** The same of the flows before, which a run forgets. */
  private readonly forgotten = new Map<string, string>();
  /** Variables that the export has: texts of the collection that nothing else is called by, so that none is overwritten. */
  readonly exported: Known;
  private readonly budget = new FillBudget();
  /** The bank's clock: milliseconds since 1970; null while it goes on, or is unknown. */
  private now: number | null = null;

  /** @param keeps every name that some step keeps */
  constructor(collection: Known, keeps: ReadonlySet<string>) {
    this.exported = Object.fromEntries(
      Object.entries(collection).filter(
        ([name, value]) =>
          typeof value === 'string' && !value.includes('{{') && !keeps.has(name) && !SET_BY_SCRIPTS.has(name),
      ),
    );
  }

  /**
   * Fills in what is known.
   * @param step in which variables of the export stay, except in calculations; null to fill in those, too
   */
  filler(around: Around, step: Step | null = null): Filler {
    const calculated = new Set(
      placeholdersIn(step).flatMap((one) => (one.includes(' ') ? namesOf(one) : [])),
    );
    const get = (name: string) => {
      const found = this.find(name, around);
      const stays = found?.origin === 'collection' && ownValue(this.exported, name) !== undefined;
      return stays && step !== null && !calculated.has(name) ? null : found;
    };
    return new Filler({ get }, { now: this.now ?? 0, newUuid: () => '' }, this.budget);
  }

  /** A value with everything filled in that is known, or why it cannot be. */
  filled(template: unknown, around: Around): { value: unknown } | string {
    try {
      return { value: this.filler(around).json(template) };
    } catch (error) {
      return sentenceOf(error);
    }
  }

  /** Why a value with everything filled in cannot be exported; null if it can. */
  problem(filled: unknown): string | null {
    for (const found of placeholdersIn(filled)) {
      if (found.includes(' ')) return t.calculated(found);
      if (/^\$(?:today|bankingDay)/.test(found) || found === 'today') return t.unknownDate(found);
      const step = this.missing.get(found) ?? this.forgotten.get(found);
      if (step !== undefined) return t.needsKept(found, step);
      if (/^psu(?:Corporate)?Id$/.test(found) && !this.kept.has(found)) return t.knownInRun(found);
    }
    return null;
  }

  /** A flow begins without what the ones before it have kept. */
  beginFlow(): void {
    for (const [name, step] of [...this.kept, ...this.missing]) this.forgotten.set(name, step);
    this.kept.clear();
    this.missing.clear();
  }

  keep(name: string, step: string): void {
    this.kept.set(name, step);
    this.missing.delete(name);
    this.forgotten.delete(name);
  }

  /** @param step that would have kept it */
  lose(name: string, step: string): void {
    this.kept.delete(name);
    this.missing.set(name, step);
  }

  /** What a control call does to the clock. @param often whether it is unknown how often it is sent */
  afterControl({ path, json }: ControlStep, often = false): void {
    const { clock, set, advance, mode } = isRecord<unknown>(json) ? json : {};
    if (path === '/control/reset') {
      if (clock !== undefined && clock !== 'keep') this.now = timeOf(clock);
    } else if (path === '/control/clock') {
      if (set !== undefined) this.now = this.now === null ? null : timeOf(set);
      else if (advance !== undefined) this.now = often ? null : this.movedBy(advance);
      else if (mode !== 'frozen') this.now = null;
    } else if (path === '/control/snapshot') this.now = null;
  }

  private movedBy(advance: unknown): number | null {
    const ms = durationMs(String(advance));
    return this.now === null || ms === null ? null : this.now + ms;
  }

  private find(name: string, { rows, given, folders, collection }: Around): Variable | null {
    if (name.startsWith('$')) return this.dynamic(name, name);
    const from = (origin: Origin, known: Known): Variable | null => {
      const value = ownValue(known, name);
      return value === undefined ? null : { name, value, origin, secret: false, from: null };
    };
    const row = from('row', rows);
    if (row !== null || this.kept.has(name) || this.missing.has(name)) return row;
    const found = from('include', given) ?? from('folder', folders) ?? from('collection', collection);
    return found ?? this.provided(name);
  }

  /** Those that a run knows without being told. */
  private provided(name: string): Variable | null {
    if (name === 'today') return this.dynamic('$today', name);
    const value = name === 'uuid' ? '{{$uuid}}' : name === 'sessionId' ? `{{${this.session}}}` : null;
    return value === null ? null : computed(name, value);
  }

  /** Null for one that the other program computes, and for a date that nobody knows. */
  private dynamic(computedAs: string, name: string): Variable | null {
    if (this.now === null || /^\$(?:uuid|text)$/.test(computedAs)) return null;
    const value = dynamicValue(computedAs, { now: this.now, newUuid: () => '' });
    return value === null ? null : computed(name, value);
  }
}

const computed = (name: string, value: string): Variable => ({
  name,
  value,
  origin: 'computed',
  secret: false,
  from: null,
});

const timeOf = (value: unknown) => (typeof value === 'string' ? dateTimeMs(value) : null);

/** Why something cannot be filled in. @throws what is no reason */
export function sentenceOf(error: unknown): string {
  if (error instanceof CannotFill || error instanceof MissingVariables) return error.message;
  throw error;
}

/** What stands between braces in the texts of a value. */
export function placeholdersIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? '';
  return Array.from(text.matchAll(IN_PATH), ([, found = '']) => decodedPlaceholder(found));
}
