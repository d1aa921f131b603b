/** The part of better-sqlite3's interface that the product uses, over an SQLite that runs in the tests' Electron. */
'use strict';
const path = require('node:path');

const runtime = path.join(path.dirname(process.execPath), '..', 'node_modules/@photostructure/sqlite');
const { DatabaseSync, enhance } = require(runtime);

/** An operation of SQLite's bytecode that opens a transaction; its second operand is not 0 if it can write. */
const opensForWriting = ({ opcode, p2 }) => opcode === 'Transaction' && p2 !== 0;

module.exports = function Database(file, options = {}) {
  const db = enhance(new DatabaseSync(file, { timeout: options.timeout ?? 5000 }));
  const { prepare } = db;
  const isReadonly = (sql) => !prepare(`EXPLAIN ${sql}`).all().some(opensForWriting);
  Object.defineProperty(db, 'prepare', {
    value: (sql) => Object.defineProperty(prepare(sql), 'readonly', { get: () => isReadonly(sql) }),
  });
  return Object.defineProperty(db, 'inTransaction', { get: () => db.isTransaction });
};
