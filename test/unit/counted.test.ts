/** The connection that counts writes, and the reads that are cached until the next one (docs/decisions/0008). */
import { describe, expect, it } from 'vitest';
import { cached } from '../../bank-sim/store/read-cache.ts';
import { openDatabase } from '../../shared/node/sqlite.ts';

const MIGRATIONS = ['CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT'];

function open() {
  const db = openDatabase({ folder: null, file: '', migrations: MIGRATIONS, synchronous: 'NORMAL' });
  db.prepare("INSERT INTO thing VALUES (1, 'one')").run();
  const select = db.prepare<[string], { name: string }>('SELECT name FROM thing WHERE id = ?');
  let reads = 0;
  const nameOf = cached(db, (id: string) => {
    reads++;
    return select.get(id)?.name;
  });
  return { db, nameOf, reads: () => reads };
}

describe('cached reads', () => {
  it('each query runs once, whatever else is read', () => {
    const { db, nameOf, reads } = open();
    expect([nameOf('1'), nameOf('1')]).toEqual(['one', 'one']);
    db.prepare('WITH every AS (SELECT id FROM thing) SELECT count(*) FROM every').get();
    db.pragma('user_version');
    expect(nameOf('1')).toBe('one');
    expect(reads()).toBe(1);
  });
  it.each([
    ['run', "UPDATE thing SET name = 'new'", 'run'],
    ['a WITH that writes', "WITH n(x) AS (SELECT 'new') UPDATE thing SET name = (SELECT x FROM n)", 'run'],
    ['a REPLACE', "REPLACE INTO thing VALUES (1, 'new')", 'run'],
    ['get', "UPDATE thing SET name = 'new' RETURNING id", 'get'],
    ['all', "UPDATE thing SET name = 'new' RETURNING id", 'all'],
    ['a comment before it', "-- SELECT\nUPDATE thing SET name = 'new'", 'run'],
  ] as const)('a write clears the cache: %s', (_, sql, way) => {
    const { db, nameOf } = open();
    expect(nameOf('1')).toBe('one');
    db.prepare(sql)[way]();
    expect(nameOf('1')).toBe('new');
  });
  it('a write that is iterated, executed or plucked clears the cache', () => {
    const { db, nameOf } = open();
    expect(nameOf('1')).toBe('one');
    expect([...db.prepare("UPDATE thing SET name = 'two' RETURNING id").iterate()]).toHaveLength(1);
    expect(nameOf('1')).toBe('two');
    db.exec("UPDATE thing SET name = 'three'");
    expect(nameOf('1')).toBe('three');
    expect(db.prepare("UPDATE thing SET name = 'four' RETURNING name").pluck().get()).toBe('four');
    expect(nameOf('1')).toBe('four');
  });
  it('reads inside a transaction are not cached, because it may be rolled back', () => {
    const { db, nameOf } = open();
    const work = db.transaction(() => {
      expect(db.inTransaction).toBe(true);
      db.prepare("UPDATE thing SET name = 'undone'").run();
      expect(nameOf('1')).toBe('undone');
      throw new Error('no');
    });
    expect(work).toThrow('no');
    expect(db.inTransaction).toBe(false);
    expect(nameOf('1')).toBe('one');
  });
  it('a nested transaction ends with the outer one', () => {
    const { db, nameOf } = open();
    const inner = db.transaction(() => {
      db.prepare("UPDATE thing SET name = 'inner'").run();
    });
    const outer = db.transaction(() => {
      inner();
      expect(db.inTransaction).toBe(true);
      expect(nameOf('1')).toBe('inner');
      throw new Error('no');
    });
    expect(outer).toThrow('no');
    expect(nameOf('1')).toBe('one');
  });
});
