/** The register of TPPs (SIG-12). A reset does not change it. */
import { type Database } from '../../shared/node/sqlite.ts';
import { PSD2_ROLES } from '../../shared/signing/certificate.ts';
import type { Registration } from '../domain/register.ts';
import { cached } from './read-cache.ts';

interface Row {
  tppId: string;
  name: string;
  status: Registration['status'];
  passport: number;
  /** Joined by commas. */
  roles: string;
  rolesEntered: number;
}

const COLUMNS = 'id AS tppId, name, status, passport, roles, roles_entered AS rolesEntered';

function read(row: Row): Registration {
  const held = row.roles.split(',');
  return {
    ...row,
    passport: row.passport === 1,
    roles: PSD2_ROLES.filter((role) => held.includes(role)),
    rolesEntered: row.rolesEntered === 1,
  };
}

export type RegisterStore = ReturnType<typeof registerStore>;

export function registerStore(db: Database) {
  const one = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM tpp_register WHERE id = ?`);
  const all = db.prepare<[], Row>(`SELECT ${COLUMNS} FROM tpp_register ORDER BY name, id`);
  const put = db.prepare(
    'INSERT OR REPLACE INTO tpp_register VALUES (@tppId, @name, @status, @passport, @roles, @rolesEntered)',
  );
  return {
    get: cached(db, (tppId: string): Registration | null => {
      const row = one.get(tppId);
      return row === undefined ? null : read(row);
    }),
    /** Sorted by name. */
    all: () => all.all().map(read),
    put: (entry: Registration) =>
      put.run({
        ...entry,
        passport: entry.passport ? 1 : 0,
        roles: entry.roles.join(','),
        rolesEntered: entry.rolesEntered ? 1 : 0,
      }),
  };
}
