/** The big bank as a process of its own: a line of JSON says where it is, and it ends with its standard input. */
import { constants, setPriority } from 'node:os';
import { startBigBank } from './big-bank.ts';

// A real bank takes no time of this machine: what the window needs goes first.
setPriority(constants.priority.PRIORITY_LOW);
const { baseUrl, ca } = await startBigBank();
console.log(JSON.stringify({ baseUrl, ca }));
process.stdin.on('end', () => process.exit()).resume();
