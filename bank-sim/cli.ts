/** `npm run bank`: the simulator without the workbench (contract section 13). */
import { availableParallelism } from 'node:os';
import type { CommandLine } from './options.ts';
import { keepCompiledCode } from '../shared/node/compile-cache.ts';

// Responses are signed on libuv's threads, four by default. Set before the first of them starts.
process.env['UV_THREADPOOL_SIZE'] ??= String(Math.max(4, availableParallelism()));
keepCompiledCode();
// Files are for this user only.
process.umask(0o077);
// Loaded after the compile cache is enabled, so that later starts are fast.
const { startBank } = await import('./bank.ts');
const { linesInto } = await import('./access-log.ts');
const { networkNote } = await import('./host-names.ts');
const { HELP, readCommandLine } = await import('./options.ts');
const { whenAsked } = await import('./program.ts');
const { StartError } = await import('../shared/node/start-error.ts');
const { sayUnexpected } = await import('../shared/node/process.ts');

sayUnexpected();

try {
  const line = readCommandLine(process.argv.slice(2));
  if (line.help) console.log(HELP);
  else await run(line);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message.replaceAll('\n', ' '));
  process.exitCode = 2;
}

type RunOptions = Extract<CommandLine, { help: false }>;

async function run({ json, grace, accessLog, bank: options }: RunOptions): Promise<void> {
  const log = (text: string) => console.error(text);
  const lines = accessLog === null || accessLog === '-' ? null : linesInto(accessLog, log);
  const bank = await startBank({
    ...options,
    log,
    lost: (sentence) => {
      log(sentence);
      void bank.stop().finally(() => process.exit(2));
    },
    ...(accessLog !== null && { accessLog: lines ?? log }),
  });
  // Registered before the ready line, because its reader may send the signal at once.
  whenAsked(() => bank.stop(grace), { log, grace });
  const { apiBaseUrl, psuBaseUrl, controlBaseUrl, caFile } = bank;
  // A token that the operator has chosen is not printed: the output may be stored.
  const controlToken = options.controlToken === undefined ? bank.controlToken : null;
  const { environment } = bank.inspection;
  const note = networkNote(options.host, 'the bank');
  if (note !== null) log(note);
  if (json) {
    console.log(
      JSON.stringify({
        ready: true,
        apiBaseUrl,
        psuBaseUrl,
        controlBaseUrl,
        controlToken,
        caFile,
        environment,
        pid: process.pid,
      }),
    );
  } else {
    console.log(`The bank is ready (${environment}).`);
    console.log(`  API        ${apiBaseUrl}`);
    console.log(`  PSU pages  ${psuBaseUrl}`);
    console.log(`  Control    ${controlBaseUrl}   token ${controlToken ?? 'as given'}`);
    console.log(`  CA file    ${caFile}`);
    console.log('Press Ctrl C to stop it.');
  }
}
