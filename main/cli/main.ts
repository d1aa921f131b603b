#!/usr/bin/env node
/** `tpp-workbench`: certificates, signing, verifying and collections from a terminal or a pipeline. */
import { spawn } from 'node:child_process';
import { keepCompiledCode } from '../../shared/node/compile-cache.ts';
import type { Command } from './command.ts';
import { OWN_FILES } from './own-files.ts';

keepCompiledCode();
/** Each is loaded when it is asked for: most need a part of the program only, and start in half the time. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  'cert inspect': async () => (await import('./cert.ts')).certInspect,
  'cert keyid': async () => (await import('./cert.ts')).certKeyId,
  'cert make': async () => (await import('./cert.ts')).certMake,
  sign: async () => (await import('./sign.ts')).sign,
  verify: async () => (await import('./verify.ts')).verify,
  faults: async () => (await import('./sign.ts')).faults,
  'flow export': async () => (await import('./flow.ts')).flowExport,
  'demonstration check': async () => (await import('./demonstration.ts')).demonstrationCheck,
  run: async () => (await import('./run/run.ts')).runCommand,
  import: async () => (await import('./interchange.ts')).importCommand,
  export: async () => (await import('./interchange.ts')).exportCommand,
};

const args = process.argv.slice(2);
if (args[0] === 'bank') startBank(args.slice(1));
else process.exitCode = await run();

async function run(): Promise<number> {
  const name = Object.keys(COMMANDS).find((one) => one.split(' ').every((word, at) => args[at] === word));
  const command = await COMMANDS[name ?? '']?.();
  if (command === undefined || args.includes('--help')) {
    const asked = args.length === 0 || args.includes('--help') || args[0] === 'help';
    const text = command?.help ?? (await help());
    if (asked) console.log(text);
    else console.error(`Unknown command "${args.slice(0, 2).join(' ')}".\n\n${text}`);
    return asked ? 0 : 2;
  }
  const { UsageError } = await import('./command.ts');
  const { printable, printableJson } = await import('./printable.ts');
  const rest = args.slice((name ?? '').split(' ').length).filter((one) => one !== '--json');
  try {
    const { text, json, status, exact } = await command.run(rest);
    const asItIs = exact === true && !process.stdout.isTTY;
    if (args.includes('--json')) console.log(printableJson(json));
    else if (text !== null) console.log(asItIs ? text : printable(text));
    return status;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (args.includes('--json')) console.log(printableJson({ error: error.message }));
    else console.error(printable(error.message));
    return 2;
  }
}

async function help(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  return `tpp-workbench <command>

bank [options]           run the simulator alone; "bank --help" lists its options
${commands.map((command) => command.help).join('\n\n')}

Exit status: 0 success, 1 a signature is not valid, a step has failed or a file has a fault, 2 wrong usage or unreadable input.`;
}

/** The bank is a separate program. Signals and the exit status are passed on. */
function startBank(options: readonly string[]): void {
  const child = spawn(process.execPath, [OWN_FILES.bankProgram, ...options], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
  });
}
