/** Runs and their results, in the database of the history. */
import type { NumberedResult, RunSummary } from '../../../shared/contract/runs.ts';
import { RESULTS_PAGE } from '../../../shared/contract/runs.ts';
import {
  counted,
  NO_COUNTS,
  type OutcomeName,
  type StepResult,
  stepResultSchema,
} from '../../../shared/collection/result.ts';
import type { HistoryFile } from '../store/databases.ts';

/** Runs that are kept; older ones are deleted with their results. */
const KEPT = 100;

type Row = Omit<RunSummary, 'counts'>;
type State = RunSummary['state'];

export class RunStore {
  private readonly file: HistoryFile;

  /** @param file the open history database. A run that was under way when the program ended counts as stopped */
  constructor(file: HistoryFile) {
    this.file = file;
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
    startedAt,
  }: Pick<RunSummary, 'environment' | 'id' | 'name' | 'path' | 'startedAt'>): void {
    this.db
      .prepare('INSERT INTO run VALUES (?, ?, ?, ?, ?, NULL, ?, NULL, 0)')
      .run(id, path, name, environment, startedAt, 'running');
    this.db
      .prepare(
        'DELETE FROM run WHERE id NOT IN (SELECT id FROM run ORDER BY started_at DESC, rowid DESC LIMIT ?)',
      )
      .run(KEPT);
    this.db.prepare('DELETE FROM run_result WHERE run_id NOT IN (SELECT id FROM run)').run();
  }

  plan(id: string, steps: number): void {
    this.db.prepare('UPDATE run SET planned = ? WHERE id = ?').run(steps, id);
  }

  add(id: string, number: number, result: StepResult): void {
    this.db
      .prepare('INSERT INTO run_result VALUES (?, ?, ?, ?)')
      .run(id, number, result.outcome, JSON.stringify(result));
  }

  end(id: string, state: State, duration: number, problem: string | null): void {
    this.db
      .prepare('UPDATE run SET state = ?, duration = ?, problem = ? WHERE id = ?')
      .run(state, duration, problem, id);
  }

  /** Newest first. */
  list(): RunSummary[] {
    const rows = this.db
      .prepare<[], Row>(
        `SELECT id, path, name, environment, started_at AS startedAt, duration, state, problem, planned
         FROM run ORDER BY started_at DESC, rowid DESC`,
      )
      .all();
    return rows.map((row) => ({ ...row, counts: this.countsOf(row.id) }));
  }

  private countsOf(id: string): RunSummary['counts'] {
    const rows = this.db
      .prepare<[string], { outcome: OutcomeName }>('SELECT outcome FROM run_result WHERE run_id = ?')
      .all(id);
    return rows.reduce((counts, { outcome }) => counted(counts, outcome), NO_COUNTS);
  }

  /** @param outcomes only these; empty for all @param from counted from 0 among them */
  results(
    id: string,
    outcomes: readonly OutcomeName[],
    from: number,
  ): { results: NumberedResult[]; total: number } {
    const wanted = JSON.stringify(outcomes);
    const where = `run_id = ? AND (? = '[]' OR outcome IN (SELECT value FROM json_each(?)))`;
    const count = this.db
      .prepare<[string, string, string], { total: number }>(
        `SELECT count(*) AS total FROM run_result WHERE ${where}`,
      )
      .get(id, wanted, wanted);
    const rows = this.db
      .prepare<[string, string, string, number, number], { number: number; detail: string }>(
        `SELECT number, detail FROM run_result WHERE ${where} ORDER BY number LIMIT ? OFFSET ?`,
      )
      .all(id, wanted, wanted, RESULTS_PAGE, from);
    const results = rows.map(({ number, detail }) => ({
      ...stepResultSchema.parse(JSON.parse(detail)),
      number,
    }));
    return { results, total: count?.total ?? 0 };
  }

  remove(id: string): void {
    this.db.prepare('DELETE FROM run_result WHERE run_id = ?').run(id);
    this.db.prepare('DELETE FROM run WHERE id = ?').run(id);
  }
}
