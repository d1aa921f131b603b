/** `tpp-workbench spaces`: the service of spaces as a program. */
import { availableParallelism } from 'node:os';
import type { SpacesLine } from './options.ts';
import { keepCompiledCode } from '../../shared/node/compile-cache.ts';

// As for one bank: responses are signed on libuv's threads, and files are for this user only.
process.env['UV_THREADPOOL_SIZE'] ??= String(Math.max(4, availableParallelism()));
keepCompiledCode();
process.umask(0o077);
// Loaded after the compile cache is enabled, so that later starts are fast.
const { startSpaces } = await import('./service.ts');
const { linesInto } = await import('../access-log.ts');
const { readSpacesLine, SPACES_HELP } = await import('./options.ts');
const { networkNote } = await import('../host-names.ts');
const { whenAsked } = await import('../program.ts');
const { StartError } = await import('../../shared/node/start-error.ts');
const { sayUnexpected } = await import('../../shared/node/process.ts');

sayUnexpected();

try {
  const line = readSpacesLine(process.argv.slice(2));
  if (line.help) console.log(SPACES_HELP);
  else await run(line);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message.replaceAll('\n', ' '));
  process.exitCode = 2;
}

async function run({ json, grace, accessLog, service: options }: Extract<SpacesLine, { help: false }>) {
  const log = (text: string) => console.error(text);
  const lines = accessLog === null || accessLog === '-' ? null : linesInto(accessLog, log);
  const service = await startSpaces({
    ...options,
    log,
    ...(accessLog !== null && { accessLog: lines ?? log }),
  });
  // Registered before the ready line, because its reader may send the signal at once.
  whenAsked(() => service.stop(grace), { log, grace });
  const { controlBaseUrl, caFile } = service;
  // A token that the operator has chosen is not printed: the output may be stored.
  const controlToken = options.controlToken === undefined ? service.controlToken : null;
  const spaces = service.spaces.all();
  const note = networkNote(options.host, 'the spaces');
  if (note !== null) log(note);
  if (json) {
    console.log(
      JSON.stringify({
        ready: true,
        controlBaseUrl,
        controlToken,
        caFile,
        spaces: spaces.length,
        pid: process.pid,
      }),
    );
  } else {
    const unusable = spaces.filter(({ state }) => state === 'unusable').length;
    console.log(
      `The service is ready. It has ${spaces.length} spaces${unusable === 0 ? '' : `, of which ${unusable} cannot be used`}.`,
    );
    console.log(`  Control    ${controlBaseUrl}   token ${controlToken ?? 'as given'}`);
    console.log(`  CA file    ${caFile}`);
    console.log('Make a space with: tpp-workbench space make NAME');
    console.log('Press Ctrl C to stop the service.');
  }
}
