/** The part of better-sqlite3's interface that the product uses, over an SQLite that runs in the tests' Electron. */
'use strict';
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

const runtime = path.join(path.dirname(process.execPath), '..', 'node_modules/@photostructure/sqlite');
const { DatabaseSync, enhance } = require(runtime);

/** An operation of SQLite's bytecode that opens a transaction; its second operand is not 0 if it can write. */
const opensForWriting = ({ opcode, p2 }) => opcode === 'Transaction' && p2 !== 0;

/** better-sqlite3 gives Buffers, whose text is what they contain; here a Uint8Array would come. */
const asBuffer = (value) =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

/** @param row an object, an array (`raw`), a value (`pluck`), or undefined */
function withBuffers(row) {
  if (row === null || typeof row !== 'object' || row instanceof Uint8Array) return asBuffer(row);
  for (const [name, value] of Object.entries(row)) row[name] = asBuffer(value);
  return row;
}

/** Replaces the methods of a statement that read. */
function reading(statement) {
  const { get, all, iterate } = statement;
  return Object.defineProperties(statement, {
    get: { value: (...parameters) => withBuffers(get.apply(statement, parameters)) },
    all: { value: (...parameters) => all.apply(statement, parameters).map(withBuffers) },
    iterate: {
      value: function* (...parameters) {
        for (const row of iterate.apply(statement, parameters)) yield withBuffers(row);
      },
    },
  });
}

/** Gives work a file of its own, which is gone afterwards. */
function withFile(work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-'));
  try {
    return work(path.join(folder, 'database'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function opened(file, options) {
  return enhance(new DatabaseSync(file, { timeout: options.timeout ?? 5000 }));
}

/** A database with the content of another, in a file that is there until the program ends. */
function openedCopy(content, options) {
  const folder = mkdtempSync(path.join(tmpdir(), 'copy-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'database');
  writeFileSync(file, content);
  return opened(file, options);
}

module.exports = function Database(file, options = {}) {
  const db = Buffer.isBuffer(file) ? openedCopy(file, options) : opened(file, options);
  Object.defineProperty(db, 'serialize', {
    value: () =>
      withFile((copy) => {
        db.exec(`VACUUM INTO '${copy}'`);
        return readFileSync(copy);
      }),
  });
  const { prepare } = db;
  const isReadonly = (sql) => !prepare(`EXPLAIN ${sql}`).all().some(opensForWriting);
  Object.defineProperty(db, 'prepare', {
    value: (sql) => Object.defineProperty(reading(prepare(sql)), 'readonly', { get: () => isReadonly(sql) }),
  });
  return Object.defineProperty(db, 'inTransaction', { get: () => db.isTransaction });
};
