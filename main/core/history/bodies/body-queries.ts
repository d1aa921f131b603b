/**
 * JSONPaths, in a worker with a deadline: an expression of a few characters can take hours (`$..*..*`, or a regular expression that
 * backtracks). One at a time, so that only the slow one is stopped.
 */
import { SerialQueue } from '../../../../shared/serial-queue.ts';
import type { PathMatches } from '../../../../shared/body-view/body-view.ts';
import type { Places } from '../../../../shared/collections/json-path.ts';
import { type Outcome, slowPaths, type Source } from '../../../../shared/collections/source.ts';
import { JSONPATH_MEMORY_MB, JSONPATH_MS } from '../../../../shared/limits.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import type { StartWorker } from '../../worker-task.ts';
import { BodyReader, ReaderEnded } from './body-reader.ts';

const t = texts.core.bodies;

/** Follows the JSONPaths of collections. */
export type FollowsPaths = Pick<BodyQueries, 'places'>;

/** The same outcome with the places of the JSONPaths of its sources that may be slow. */
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
  private readonly deadline: number;
  private readonly questions = new SerialQueue();

  /** @param deadline milliseconds */
  constructor(start: StartWorker, deadline: number = JSONPATH_MS) {
    this.reader = new BodyReader(start, JSONPATH_MEMORY_MB);
    this.deadline = deadline;
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

  stop(): Promise<void> {
    return this.reader.stop();
  }

  /** @param otherwise the answer if it takes too long or too much memory */
  private limited<T>(ask: () => Promise<T>, otherwise: (problem: string) => T): Promise<T> {
    return this.questions.run(() => this.withinLimits(ask, otherwise));
  }

  private async withinLimits<T>(ask: () => Promise<T>, otherwise: (problem: string) => T): Promise<T> {
    let isTooSlow = false;
    const timer = setTimeout(() => {
      isTooSlow = true;
      void this.reader.stop();
    }, this.deadline);
    try {
      return await ask();
    } catch (error) {
      if (isTooSlow) return otherwise(t.tooSlowPath(this.deadline / 1000));
      if (error instanceof ReaderEnded && error.cause?.ended === 'out-of-memory')
        return otherwise(t.tooLargePath);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}
