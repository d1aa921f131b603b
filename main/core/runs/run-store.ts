/** Runs and their results, in the history database. */
import {
  type NumberedResult,
  RESULTS_PAGE,
  type RunOfStep,
  type RunSummary,
  runSummarySchema,
  STEP_RUNS,
} from '../../../shared/contract/runs.ts';
import { type Baseline, baselineSchema } from '../../../shared/collections/baseline.ts';
import {
  counted,
  NO_COUNTS,
  type OutcomeName,
  OUTCOMES,
  type StepResult,
  stepResultSchema,
} from '../../../shared/collections/result.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { HistoryFile } from '../store/databases.ts';
import type { Vault } from '../certificates/vault.ts';
import { MAX_STEP_START_CHARS } from '../../../shared/limits.ts';
import { type StepStart, stepStartSchema } from './step-start.ts';

/** Runs without a baseline. The oldest are deleted. */
const MAX_RUNS = 100;

type Row = Omit<RunSummary, 'counts' | 'hasOwnBanks' | 'isBaseline' | 'notices'> & {
  hasOwnBanks: 0 | 1;
  isBaseline: 0 | 1;
  notices: string;
};
type ResultRow = { number: number; detail: string; hasStart: 0 | 1 };
type State = RunSummary['state'];
type Learnt = Baseline['learnt'];

const SUMMARY = `id, path, name, environment, started_at AS startedAt, duration, state, problem, notices, planned,
  baseline IS NOT NULL AS isBaseline, environment_id AS environmentId, own_banks AS hasOwnBanks`;
const RESULT = 'number, detail, start IS NOT NULL AS hasStart';
const COUNTS = OUTCOMES.map((outcome) => `count(*) FILTER (WHERE outcome = '${outcome}') AS "${outcome}"`);

/** What the sealed start of a step is bound to: a judged run has those of the judged one. */
const SEALED_AS = 'run-start';

export class RunStore {
  private readonly file: HistoryFile;
  private readonly vault: Pick<Vault, 'isLocked' | 'seal' | 'unseal'>;
  /** Cached: a run may have a million results, and the list is updated after each. */
  private readonly counts = new Map<string, RunSummary['counts']>();

  /** A run that was in progress when the program ended counts as stopped. */
  constructor(file: HistoryFile, vault: Pick<Vault, 'isLocked' | 'seal' | 'unseal'>) {
    this.file = file;
    this.vault = vault;
    this.db.prepare(`UPDATE run SET state = 'stopped' WHERE state = 'running'`).run();
  }

  private get db() {
    return this.file.db;
  }

  begin({
    id,
    path,
    name,
    environment,
    environmentId,
    hasOwnBanks,
    startedAt,
    notices,
  }: Omit<RunSummary, 'counts' | 'duration' | 'isBaseline' | 'planned' | 'problem' | 'state'>): void {
    this.db
      .prepare(
        `INSERT INTO run (id, path, name, environment, environment_id, own_banks, started_at, notices, state, planned)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'running', 0)`,
      )
      .run(
        id,
        path,
        name,
        environment,
        environmentId,
        hasOwnBanks ? 1 : 0,
        startedAt,
        JSON.stringify(notices),
      );
    const tooMany = this.db
      .prepare<[number], string>(
        'SELECT id FROM run WHERE baseline IS NULL ORDER BY rowid DESC LIMIT -1 OFFSET ?',
      )
      .pluck()
      .all(MAX_RUNS);
    for (const one of tooMany) this.remove(one);
  }

  plan(id: string, steps: number): void {
    this.db.prepare('UPDATE run SET planned = ? WHERE id = ?').run(steps, id);
  }

  /**
   * Does nothing for a deleted run.
   * @param start not stored if it is large, or while the vault is locked
   */
  add(id: string, number: number, result: StepResult, start: StepStart | null = null): void {
    const text = start === null || this.vault.isLocked ? '' : JSON.stringify(start);
    const isStored = text !== '' && text.length <= MAX_STEP_START_CHARS;
    this.db
      .prepare('INSERT INTO run_result SELECT id, ?, ?, ?, ? FROM run WHERE id = ?')
      .run(
        number,
        result.outcome,
        JSON.stringify(result),
        isStored ? this.vault.seal(SEALED_AS, text) : null,
        id,
      );
    const counts = this.counts.get(id);
    if (counts !== undefined) this.counts.set(id, counted(counts, result.outcome));
  }

  /** What a step started with; null if that is not stored, or was sealed with an earlier key. @throws HostError while the vault is locked */
  start(id: string, number: number): StepStart | null {
    const sealed = this.db
      .prepare<[string, number], Uint8Array | null>(
        'SELECT start FROM run_result WHERE run_id = ? AND number = ?',
      )
      .pluck()
      .get(id, number);
    if (!sealed) return null;
    try {
      return stepStartSchema.parse(JSON.parse(this.vault.unseal(SEALED_AS, sealed)));
    } catch (error) {
      if (error instanceof HostError) throw error;
      return null;
    }
  }

  /** Gives the results of a run the starts of those of another one with the same numbers. */
  copyStarts(from: string, to: string): void {
    this.db
      .prepare(
        `UPDATE run_result SET start = (SELECT start FROM run_result other WHERE other.run_id = ? AND other.number = run_result.number)
         WHERE run_id = ?`,
      )
      .run(from, to);
  }

  end(id: string, state: State, duration: number, problem: string | null): void {
    this.db
      .prepare('UPDATE run SET state = ?, duration = ?, problem = ? WHERE id = ?')
      .run(state, duration, problem, id);
  }

  list(): RunSummary[] {
    return this.db
      .prepare<[], Row>(`SELECT ${SUMMARY} FROM run ORDER BY started_at DESC, rowid DESC`)
      .all()
      .map((row) => this.summaryOf(row));
  }

  /** Null if it was deleted. */
  read(id: string): RunSummary | null {
    const row = this.db.prepare<[string], Row>(`SELECT ${SUMMARY} FROM run WHERE id = ?`).get(id);
    return row === undefined ? null : this.summaryOf(row);
  }

  private summaryOf(row: Row): RunSummary {
    const { hasOwnBanks, isBaseline } = row;
    return {
      ...row,
      notices: runSummarySchema.shape.notices.parse(JSON.parse(row.notices)),
      hasOwnBanks: hasOwnBanks === 1,
      isBaseline: isBaseline === 1,
      counts: this.countsOf(row.id),
    };
  }

  /** Values that always differ, by step; null unless the run is a baseline. */
  learnt(id: string): Learnt | null {
    const row = this.db
      .prepare<[string], { baseline: string | null }>('SELECT baseline FROM run WHERE id = ?')
      .get(id);
    const text = row?.baseline ?? null;
    return text === null ? null : baselineSchema.shape.learnt.parse(JSON.parse(text));
  }

  /** @param learnt null for an ordinary run */
  setBaseline(id: string, learnt: Learnt | null): void {
    this.db
      .prepare('UPDATE run SET baseline = ? WHERE id = ?')
      .run(learnt === null ? null : JSON.stringify(learnt), id);
  }

  private countsOf(id: string): RunSummary['counts'] {
    const known = this.counts.get(id);
    if (known !== undefined) return known;
    const counts =
      this.db
        .prepare<[string], RunSummary['counts']>(
          `SELECT ${COUNTS.join(', ')} FROM run_result WHERE run_id = ?`,
        )
        .get(id) ?? NO_COUNTS;
    this.counts.set(id, counts);
    return counts;
  }

  /** @param outcomes empty for all @param from offset */
  results(
    id: string,
    outcomes: readonly OutcomeName[],
    from: number,
  ): { results: NumberedResult[]; total: number } {
    const wanted = JSON.stringify(outcomes);
    const where = `run_id = ? AND (? = '[]' OR outcome IN (SELECT value FROM json_each(?)))`;
    const rows = this.db
      .prepare<[string, string, string, number, number], ResultRow>(
        `SELECT ${RESULT} FROM run_result WHERE ${where} ORDER BY number LIMIT ? OFFSET ?`,
      )
      .all(id, wanted, wanted, RESULTS_PAGE, from);
    const counts = this.countsOf(id);
    const shown = outcomes.length === 0 ? OUTCOMES : outcomes;
    return { results: rows.map(numbered), total: shown.reduce((sum, outcome) => sum + counts[outcome], 0) };
  }

  /** Null if it was deleted. */
  result(id: string, number: number): StepResult | null {
    const row = this.db
      .prepare<[string, number], { detail: string }>(
        'SELECT detail FROM run_result WHERE run_id = ? AND number = ?',
      )
      .get(id, number);
    return row === undefined ? null : stepResultSchema.parse(JSON.parse(row.detail));
  }

  /** Every result in order, a page at a time. */
  *everyResult(id: string): Generator<NumberedResult> {
    const next = this.db.prepare<[string, number, number], ResultRow>(
      `SELECT ${RESULT} FROM run_result WHERE run_id = ? AND number > ? ORDER BY number LIMIT ?`,
    );
    for (let after = -1; ;) {
      const rows = next.all(id, after, RESULTS_PAGE);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield* rows.map(numbered);
      after = last.number;
    }
  }

  /** The results of one step in all runs, newest first. */
  ofStep(path: string): RunOfStep[] {
    const runs = this.db
      .prepare<[], Pick<RunOfStep, 'environment' | 'run' | 'runName'>>(
        `SELECT id AS run, name AS runName, environment FROM run
         ORDER BY started_at DESC, rowid DESC`,
      )
      .all();
    // Per run, as indexed: sorting a million results of one step would take too long.
    const latest = this.db.prepare<[string, string, number], ResultRow>(
      `SELECT ${RESULT} FROM run_result WHERE json_extract(detail, '$.path') = ? AND run_id = ?
       ORDER BY number DESC LIMIT ?`,
    );
    const found: RunOfStep[] = [];
    for (const run of runs) {
      const room = STEP_RUNS - found.length;
      if (room === 0) break;
      for (const { number, detail } of latest.all(path, run.run, room)) {
        const { outcome, reason, status, startedAt, duration } = stepResultSchema.parse(JSON.parse(detail));
        found.push({ ...run, number, outcome, reason, status, startedAt, duration });
      }
    }
    return found;
  }

  remove(id: string): void {
    this.db.prepare('DELETE FROM run_result WHERE run_id = ?').run(id);
    this.db.prepare('DELETE FROM run WHERE id = ?').run(id);
    this.counts.delete(id);
  }
}

function numbered({ number, detail, hasStart }: ResultRow): NumberedResult {
  return { ...stepResultSchema.parse(JSON.parse(detail)), number, hasStart: hasStart === 1 };
}
