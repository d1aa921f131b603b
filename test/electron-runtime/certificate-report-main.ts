/** Reads fixtures from a file and prints the report: the program that runs inside Electron. */
import { readFileSync } from 'node:fs';
import { certificateReport, type Fixture } from './certificate-report.ts';

const file = process.env['TPP_FIXTURES'] ?? '';
console.log(JSON.stringify(certificateReport(JSON.parse(readFileSync(file, 'utf8')) as Fixture[])));
