/** Reads import fixtures from a file and prints the report: the program that runs inside Electron. */
import { readFileSync } from 'node:fs';
import type { ImportFixture } from '../support/openssl-fixtures.ts';
import { importReport } from './import-report.ts';

const file = process.env['TPP_FIXTURES'] ?? '';
console.log(JSON.stringify(importReport(JSON.parse(readFileSync(file, 'utf8')) as ImportFixture[])));
