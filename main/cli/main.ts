#!/usr/bin/env node
/** `tpp-workbench`: certificates, signing, verifying and collections from a terminal or a pipeline. */
import { spawn } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache();
// Loaded after the compile cache is enabled, so that the second start is fast.
const { certInspect, certKeyId, certMake } = await import('./cert.ts');
const { UsageError } = await import('./command.ts');
const { runCommand } = await import('./run/run.ts');
const { exportCommand, importCommand } = await import('./interchange.ts');
const { faults, sign } = await import('./sign.ts');
const { verify } = await import('./verify.ts');

const COMMANDS = [
  certInspect,
  certKeyId,
  certMake,
  sign,
  verify,
  faults,
  runCommand,
  importCommand,
  exportCommand,
];
const HELP = `tpp-workbench <command>

bank [options]           run the simulator alone; "bank --help" lists its options
${COMMANDS.map(({ help }) => help).join('\n\n')}

Exit status: 0 success, 1 a signature is not valid, 2 wrong usage or unreadable input.`;

const args = process.argv.slice(2);
if (args[0] === 'bank') startBank(args.slice(1));
else process.exitCode = await run();

async function run(): Promise<number> {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, at) => args[at] === word));
  if (command === undefined || args.includes('--help')) {
    const asked = args.length === 0 || args.includes('--help') || args[0] === 'help';
    const text = command?.help ?? HELP;
    if (asked) console.log(text);
    else console.error(`Unknown command "${args.slice(0, 2).join(' ')}".\n\n${HELP}`);
    return asked ? 0 : 2;
  }
  const rest = args.slice(command.name.split(' ').length).filter((one) => one !== '--json');
  try {
    const { text, json, status } = await command.run(rest);
    if (args.includes('--json')) console.log(JSON.stringify(json));
    else if (text !== null) console.log(text);
    return status;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (args.includes('--json')) console.log(JSON.stringify({ error: error.message }));
    else console.error(error.message);
    return 2;
  }
}

/** The bank is a separate program. Signals and the exit status are passed on. */
function startBank(options: readonly string[]): void {
  const program = join(import.meta.dirname, '../../bank-sim/cli.ts');
  const child = spawn(process.execPath, [program, ...options], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
  });
}
