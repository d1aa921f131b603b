/** Variables of an environment: plain ones, and secret ones encrypted with the vault's key. */
import type { Database } from '../../../shared/node/sqlite.ts';
import type { VariableView } from '../../../shared/contract/environments.ts';

/** Encrypts secret values with the vault's key. Both methods throw a HostError while the vault is locked. */
export interface Sealer {
  sealVariable: (environmentId: string, name: string, value: string) => Buffer;
  openVariable: (environmentId: string, name: string, sealed: Uint8Array) => string;
}

type Row = { name: string; value: string | null; sealed: Uint8Array | null };

export class Variables {
  private readonly db: Database;
  private readonly sealer: Sealer;

  constructor(db: Database, sealer: Sealer) {
    this.db = db;
    this.sealer = sealer;
  }

  /** Sorted by name. The value of a secret variable is left out. */
  list(environmentId: string): VariableView[] {
    return this.rows(environmentId).map(({ name, value }) => ({
      name,
      value: value ?? '',
      secret: value === null,
    }));
  }

  /** Creates or changes a variable. @throws HostError while the vault is locked and the variable is secret */
  set(environmentId: string, { name, value, secret }: VariableView): void {
    const sealed = secret ? this.sealer.sealVariable(environmentId, name, value) : null;
    this.db
      .prepare('INSERT OR REPLACE INTO variable VALUES (?, ?, ?, ?)')
      .run(environmentId, name, secret ? null : value, sealed);
    this.forgetPrevious();
  }

  /** Adds the plain variables that do not exist, all or none. @returns their number */
  add(environmentId: string, variables: readonly Omit<VariableView, 'secret'>[]): number {
    const insert = this.db.prepare('INSERT OR IGNORE INTO variable VALUES (?, ?, ?, NULL)');
    let added = 0;
    this.db.transaction(() => {
      for (const { name, value } of variables) added += insert.run(environmentId, name, value).changes;
    })();
    return added;
  }

  remove(environmentId: string, name: string): void {
    this.db.prepare('DELETE FROM variable WHERE environment_id = ? AND name = ?').run(environmentId, name);
    this.forgetPrevious();
  }

  /** An earlier plain value must not remain in the write-ahead log. */
  private forgetPrevious(): void {
    this.db.pragma('wal_checkpoint(TRUNCATE)');
  }

  /** The value of a variable, and whether it is secret; null if it does not exist. @throws HostError while locked */
  value(environmentId: string, name: string): { value: string; secret: boolean } | null {
    const row = this.db
      .prepare<[string, string], Row>(
        'SELECT name, value, sealed FROM variable WHERE environment_id = ? AND name = ?',
      )
      .get(environmentId, name);
    if (!row) return null;
    if (row.sealed === null) return { value: row.value ?? '', secret: false };
    return { value: this.sealer.openVariable(environmentId, name, row.sealed), secret: true };
  }

  /** The values of all secret variables that have one. @throws HostError while locked, unless there are none */
  secrets(environmentId: string): string[] {
    return this.rows(environmentId)
      .flatMap(({ name, sealed }) =>
        sealed === null ? [] : [this.sealer.openVariable(environmentId, name, sealed)],
      )
      .filter((value) => value !== '');
  }

  private rows(environmentId: string): Row[] {
    return this.db
      .prepare<[string], Row>(
        'SELECT name, value, sealed FROM variable WHERE environment_id = ? ORDER BY name',
      )
      .all(environmentId);
  }
}
