/**
 * Starts the product's bundle in the Electron of the tests. In an older one (Node 20) it adds the two functions that undici
 * misses there, and resolves better-sqlite3 to an adapter. The product itself never takes this file.
 */
'use strict';
const Module = require('node:module');
const path = require('node:path');
const workerThreads = require('node:worker_threads');
const zlib = require('node:zlib');
require('../support/given-date.cjs');

// What must run before the application, as `electron --require` does.
if (process.env.TPP_REQUIRE_FIRST !== undefined) require(process.env.TPP_REQUIRE_FIRST);

zlib.createZstdDecompress ??= () => {
  throw new Error('This runtime has no zstd.');
};
workerThreads.markAsUncloneable ??= () => undefined;

// better-sqlite3 needs Node-API 10, which the official Electron has.
if (Number(process.versions.napi) < 10) {
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (request, ...rest) {
    if (request === 'better-sqlite3') return path.join(__dirname, 'better-sqlite3-adapter.cjs');
    return resolve.call(this, request, ...rest);
  };
}

// A script of a test may be started in place of the application.
require(process.env.TPP_TEST_SCRIPT ?? path.join(__dirname, '../../dist/main/main.cjs'));
