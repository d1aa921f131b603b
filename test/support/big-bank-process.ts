/** The big bank as a separate process: it prints its address as a line of JSON, and ends when its standard input closes. */
import { constants, setPriority } from 'node:os';
import { startBigBank } from './big-bank.ts';

// A real bank would not use this machine's CPU, so the workbench takes precedence.
setPriority(constants.priority.PRIORITY_LOW);
const { baseUrl, ca } = await startBigBank();
console.log(JSON.stringify({ baseUrl, ca }));
process.stdin.on('end', () => process.exit()).resume();
