/**
 * JSONPaths, in a thread of their own with a limit: an expression of a few characters can take hours (`$..*..*`, or a regular
 * expression that backtracks). One at a time, so that only the one that is too slow is cut off.
 */
import type { PathMatches } from '../../../../shared/body-view/body-view.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { BodyReader } from './body-reader.ts';
import { startLimit } from './time-limit.ts';

const t = texts.core.bodies;

/** Milliseconds of a processor that a JSONPath may take. One over a body of 64 MB takes about one second. */
const LONGEST = 5000;
/** Megabytes of memory that a body of 64 MB and what is found in it may take. */
const MEMORY = 1024;

export class BodyQueries {
  private readonly reader: BodyReader;
  private readonly longest: number;
  private last: Promise<unknown> = Promise.resolve();

  /** @param workerFile the thread's program: body-worker.ts or its bundle @param longest milliseconds */
  constructor(workerFile: string, longest = LONGEST) {
    this.reader = new BodyReader(workerFile, { maxOldGenerationSizeMb: MEMORY });
    this.longest = longest;
  }

  /** @param body its file, or the body itself @throws Error if it cannot be read */
  query(body: string | Uint8Array, path: string): Promise<PathMatches> {
    const answer = this.last.then(() => this.limited(body, path));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  async stop(): Promise<void> {
    await this.reader.stop();
  }

  private async limited(body: string | Uint8Array, path: string): Promise<PathMatches> {
    let tooSlow = false;
    const lift = startLimit(this.longest, () => {
      tooSlow = true;
      void this.reader.stop();
    });
    try {
      return await this.reader.ask(body, 'query', path);
    } catch (error) {
      const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!tooSlow && !tooLarge) throw error;
      return {
        matches: [],
        total: 0,
        problem: tooSlow ? t.tooSlowPath(this.longest / 1000) : t.tooLargePath,
      };
    } finally {
      lift();
    }
  }
}
