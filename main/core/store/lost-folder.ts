/**
 * Detects a data folder that was deleted or replaced: POSIX accepts writes to deleted files, which would be acknowledged and then
 * lost. The check costs two stats; it runs before and after each call of the user, and once a second by the bank.
 */
import type { Envelope } from '../../../shared/contract/envelope.ts';
import { METHODS, type MethodName } from '../../../shared/contract/methods.ts';
import type { Databases } from './databases.ts';

type Dispatch = (method: string, input: unknown) => Promise<Envelope<unknown>>;

/** Calls of the user that save nothing, so that work can be stopped or exported. */
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
  private readonly onLost: () => void;
  private isLost = false;

  constructor(databases: Pick<Databases, 'areThere'>, onLost: () => void) {
    this.databases = databases;
    this.onLost = onLost;
  }

  lost(): void {
    if (this.isLost) return;
    this.isLost = true;
    this.onLost();
  }

  private isThere(): boolean {
    if (!this.databases.areThere()) this.lost();
    return !this.isLost;
  }

  /** Refuses the user's calls without the folder. @param sentence of the refusal */
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
