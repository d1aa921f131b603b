/** The program that reads the files of an import; see reading.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { answerTo } from './reading.ts';

const [STANDARD_INPUT, STANDARD_OUTPUT] = [0, 1];

writeFileSync(STANDARD_OUTPUT, answerTo(readFileSync(STANDARD_INPUT)));
