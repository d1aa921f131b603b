/** The part of better-sqlite3's interface that the product uses, over a SQLite that runs in the tests' Electron. */
'use strict';
const path = require('node:path');

const runtime = path.join(path.dirname(process.execPath), '..', 'node_modules/@photostructure/sqlite');
const { DatabaseSync, enhance } = require(runtime);

module.exports = function Database(file, options = {}) {
  return enhance(new DatabaseSync(file, { timeout: options.timeout ?? 5000 }));
};
