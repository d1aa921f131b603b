/**
 * Whether the data folder is still the one that was opened. POSIX accepts writes to deleted files, so everything would go on being
 * acknowledged and be gone at the next start. One look costs two stats, some microseconds: it is made before and after each call of
 * a person, and by the bank once a second, so that a quiet window hears of it, too.
 */
import type { Envelope } from '../../../shared/contract/envelope.ts';
import { METHODS, type MethodName } from '../../../shared/contract/methods.ts';
import type { Databases } from './databases.ts';

type Dispatch = (method: string, input: unknown) => Promise<Envelope<unknown>>;

/** What a person does that saves nothing here: to stop something, or to take their work elsewhere. */
const SAVES_NOTHING: ReadonlySet<string> = new Set<MethodName>([
  'app.export',
  'certificates.export',
  'proxy.stop',
  'requests.cancel',
  'runs.stop',
  'vault.lock',
  'vault.unlock',
]);

export class DataFolder {
  private readonly databases: Pick<Databases, 'areThere'>;
  private readonly told: () => void;
  private isLost = false;

  /** @param told called once, when it is gone */
  constructor(databases: Pick<Databases, 'areThere'>, told: () => void) {
    this.databases = databases;
    this.told = told;
  }

  lost(): void {
    if (this.isLost) return;
    this.isLost = true;
    this.told();
  }

  private isThere(): boolean {
    if (!this.databases.areThere()) this.lost();
    return !this.isLost;
  }

  /** The same calls, but nothing that a person does is acknowledged without the folder. @param sentence says why */
  guarding(dispatch: Dispatch, sentence: string): Dispatch {
    const refusal: Envelope<never> = { ok: false, error: { kind: 'refused', message: sentence } };
    return async (method, input) => {
      const saves = Object.hasOwn(METHODS, method) && METHODS[method as MethodName].by === 'person';
      if (!saves || SAVES_NOTHING.has(method)) return dispatch(method, input);
      if (!this.isThere()) return refusal;
      const envelope = await dispatch(method, input);
      return this.isThere() ? envelope : refusal;
    };
  }
}
