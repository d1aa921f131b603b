#!/usr/bin/env node
/** `tpp-workbench`: certificates, signing, verifying and collections from a terminal or a pipeline. */
import { spawn } from 'node:child_process';
import { keepCompiledCode } from '../../shared/node/compile-cache.ts';
import { whenNpmEnds, sayUnexpected } from '../../shared/node/process.ts';
import { COMMANDS } from './commands.ts';
import { OWN_FILES, versionOf } from './own-files.ts';
import { ownValue } from '../../shared/own-value.ts';

keepCompiledCode();

const given = process.argv.slice(2);
const HELP_OPTIONS = ['--help', '-h'];
/** Programs of their own, by command. */
const PROGRAMS: Readonly<Record<string, string>> = {
  bank: OWN_FILES.bankProgram,
  spaces: OWN_FILES.spacesProgram,
};
sayUnexpected();
const program = ownValue(PROGRAMS, given[0] ?? '');
if (program !== undefined) startProgram(program, given.slice(1));
else process.exitCode = await run();

async function run(): Promise<number> {
  if (given[0] === '--version') {
    console.log(versionOf());
    return 0;
  }
  // `help sign` is `sign --help`.
  const asksHelp =
    given.length === 0 || given[0] === 'help' || given.some((one) => HELP_OPTIONS.includes(one));
  const args = given[0] === 'help' ? given.slice(1) : given;
  const name = Object.keys(COMMANDS).find((one) => one.split(' ').every((word, at) => args[at] === word));
  const command = await ownValue(COMMANDS, name ?? '')?.();
  if (command === undefined || asksHelp) {
    if (asksHelp) console.log(command?.help ?? (await help(args[0])));
    else console.error(await unknown(args));
    return asksHelp ? 0 : 2;
  }
  const { UsageError } = await import('./command.ts');
  const { writeOutput } = await import('./output-files.ts');
  const { printable, printableJson } = await import('./printable.ts');
  // What follows -- is a command of the user's own.
  const own = args.includes('--') ? args.indexOf('--') : args.length;
  const rest = args.filter((one, at) => at > own || one !== '--json').slice((name ?? '').split(' ').length);
  try {
    const { text, json, status, exact, out } = await command.run(rest);
    const asItIs = exact === true && (out !== undefined || !process.stdout.isTTY);
    const shown = asItIs ? text : text && printable(text);
    const output = args.includes('--json') ? printableJson(json) : shown;
    // For this user only: others could send the signed requests.
    if (out !== undefined) writeOutput(out, `${output}\n`, 0o600);
    else if (output !== null) console.log(output);
    return status;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (args.includes('--json')) console.log(printableJson({ error: error.message }));
    else console.error(printable(error.message));
    return 2;
  }
}

async function unknown(args: readonly string[]): Promise<string> {
  const names = Object.keys(COMMANDS);
  const { printableLine } = await import('./printable.ts');
  const sentence = `Unknown command "${printableLine(args.slice(0, 2).join(' '))}".`;
  if (names.some((name) => name.startsWith(`${args[0]} `))) return `${sentence}\n\n${await help(args[0])}`;
  return `${sentence} The commands are ${[...Object.keys(PROGRAMS), ...names].join(', ')}. "tpp-workbench --help" explains them.`;
}

/** @param group such as cert; all commands if there is no such group */
async function help(group?: string): Promise<string> {
  const names = Object.keys(COMMANDS);
  const inGroup = names.filter((name) => name.startsWith(`${group} `));
  const commands = await Promise.all(
    (inGroup.length > 0 ? inGroup : names).map(
      async (name) => (await ownValue(COMMANDS, name)?.())?.help ?? '',
    ),
  );
  if (inGroup.length > 0) return commands.join('\n\n');
  return `tpp-workbench <command>

bank [options]           run the simulator alone; "bank --help" lists its options
spaces [options]         run many banks in one process, for a team; "spaces --help" lists its options
${commands.join('\n\n')}

--version                print the version
<command> --help         explain one command

Exit status: 0 success, 1 a signature is not valid, a step has failed or a file has a fault, 2 wrong usage or unreadable input.`;
}

function startProgram(file: string, options: readonly string[]): void {
  const child = spawn(process.execPath, [file, ...options], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  whenNpmEnds(() => child.kill());
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
  });
}
