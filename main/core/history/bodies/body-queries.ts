/**
 * JSONPaths, in a thread of their own with a limit: an expression of a few characters can take hours (`$..*..*`, or a regular
 * expression that backtracks). One at a time, so that only the one that is too slow is cut off.
 */
import type { PathMatches } from '../../../../shared/body-view/body-view.ts';
import type { Places } from '../../../../shared/collections/json-path.ts';
import { type Outcome, slowPaths, type Source } from '../../../../shared/collections/source.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { BodyReader } from './body-reader.ts';
import { JSONPATH_MEMORY_MB, JSONPATH_MS } from '../../../../shared/limits.ts';

const t = texts.core.bodies;

/** What follows the JSONPaths of collections. */
export type FollowsPaths = Pick<BodyQueries, 'places'>;

/** The same outcome with the places of the JSONPaths of its sources that may take any time. */
export async function withPlaces(
  outcome: Outcome,
  sources: readonly Source[],
  queries: FollowsPaths,
): Promise<Outcome> {
  const { response } = outcome;
  if (response === null || response.text === null) return outcome;
  const places = await queries.places(response.text, slowPaths(sources));
  return { ...outcome, response: { ...response, places } };
}

export class BodyQueries {
  private readonly reader: BodyReader;
  private readonly longest: number;
  private last: Promise<unknown> = Promise.resolve();

  /** @param workerFile the thread's program: body-worker.ts or its bundle @param longest milliseconds */
  constructor(workerFile: string, longest = JSONPATH_MS) {
    this.reader = new BodyReader(workerFile, { maxOldGenerationSizeMb: JSONPATH_MEMORY_MB });
    this.longest = longest;
  }

  /** @param body its file, or the body itself @throws Error if it cannot be read */
  query(body: string | Uint8Array, path: string): Promise<PathMatches> {
    return this.limited(
      () => this.reader.ask(body, 'query', path),
      (problem) => ({ matches: [], total: 0, problem }),
    );
  }

  /** Where paths lead in a body. */
  async places(body: string, paths: readonly string[]): Promise<Places> {
    if (paths.length === 0) return new Map();
    return this.limited<Places>(
      () => this.reader.ask(Buffer.from(body), 'places', paths),
      (problem) => new Map(paths.map((path) => [path, problem])),
    );
  }

  async stop(): Promise<void> {
    await this.reader.stop();
  }

  /** One at a time. @param otherwise the answer if it takes too long or too much */
  private limited<T>(ask: () => Promise<T>, otherwise: (problem: string) => T): Promise<T> {
    const answer = this.last.then(() => this.withinLimits(ask, otherwise));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async withinLimits<T>(ask: () => Promise<T>, otherwise: (problem: string) => T): Promise<T> {
    let tooSlow = false;
    const lift = startLimit(this.longest, () => {
      tooSlow = true;
      void this.reader.stop();
    });
    try {
      return await ask();
    } catch (error) {
      const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!tooSlow && !tooLarge) throw error;
      return otherwise(tooSlow ? t.tooSlowPath(this.longest / 1000) : t.tooLargePath);
    } finally {
      lift();
    }
  }
}

/** How long work of a thread may take, on a machine that may be busy with something else. */

/** When the work waits for a processor, or for a slow disk, it may take so many times as long. */
const PATIENCE = 8;

/**
 * Ends work that took too long by the clock and by the time that this process used a processor. The clock alone would end quick
 * work that was hardly given any. What other threads use counts too, so that the limit is reached earlier, but never before its time.
 * @param longest milliseconds @param end called at most once
 * @returns lifts the limit
 */
function startLimit(longest: number, end: () => void): () => void {
  const before = process.cpuUsage();
  const started = performance.now();
  const used = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const look = (): void => {
    const rest = Math.min(longest - used(), PATIENCE * longest - (performance.now() - started));
    if (rest <= 0) end();
    else timer = setTimeout(look, Math.ceil(rest));
  };
  let timer = setTimeout(look, longest);
  return () => clearTimeout(timer);
}
