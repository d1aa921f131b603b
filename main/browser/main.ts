/** The browser host as a program: `node main/browser/main.ts [--port N] [--data DIR] [--no-open] [--json]`. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keepCompiledCode } from '../../shared/node/compile-cache.ts';
import type { Workbench } from '../core/services.ts';
import type { Log } from '../log-file.ts';
import { CONTROL_ANSWER_MS, MAX_ANSWER_BYTES } from '../../shared/limits.ts';

keepCompiledCode();
// All files are readable by this user only.
process.umask(0o077);
// Loaded after the compile cache is enabled, so that the second start is fast.
const { ask } = await import('../../shared/node/bounded-http.ts');
const { userDataFolder } = await import('../../shared/node/private-files.ts');
const { FolderInUse, StartError } = await import('../../shared/node/start-error.ts');
const { texts } = await import('../../shared/texts/texts.ts');
const { startHeadless } = await import('../headless.ts');
const { startBrowserHost } = await import('./server.ts');
const { readSignInPage, removeSignInPage, writeSignInPage } = await import('./sign-in.ts');
const { omitMemoryFromCoreDumps } = await import('../core-dumps.ts');
const { logInto } = await import('../log-file.ts');
const { endProcess, stopInTime } = await import('../../shared/node/process.ts');

// The same from here and from the bundle in dist/main.
const ROOT = join(import.meta.dirname, '../..');

try {
  omitMemoryFromCoreDumps();
  await run();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function run(): Promise<void> {
  const values = readOptions();
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartError(`--port must be a port from 0 to 65535, not "${values.port}".`);
  // Absolute, because the browser opens a file in it.
  const dataFolder = resolve(values.data ?? userDataFolder());
  const opens = !values['no-open'] && !values.json;
  const log = logInto(dataFolder);
  // A monitor does not prevent the exit.
  process.on('uncaughtExceptionMonitor', (error) =>
    log.write(texts.core.log.unexpected(error.stack ?? String(error))),
  );
  let workbench;
  try {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    workbench = await startHeadless({
      version,
      worker: join(ROOT, 'main/worker/worker.ts'),
      shipped: {
        collections: join(ROOT, 'main/collections'),
        demonstrations: join(ROOT, 'main/demonstrations'),
      },
      dataFolder,
      log,
    });
  } catch (error) {
    const running = error instanceof FolderInUse ? await runningIn(dataFolder) : null;
    if (running === null) throw error;
    announce({ url: running.address }, 'The TPP Workbench is already running.', values.json);
    if (opens) openBrowser(running.file);
    return;
  }
  const { host, file } = await openHost(workbench, port, dataFolder, log).catch(async (error: unknown) => {
    // Otherwise the bank would keep the process running.
    await workbench.stop();
    throw error;
  });
  // Before the ready line: its reader may send the signal at once.
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    removeSignInPage(dataFolder);
    const stopped = Promise.all([host.stop(), workbench.stop()]);
    void stopInTime(stopped, log.write).then(endProcess);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const address = host.newAddress();
  announce({ url: address, pid: process.pid }, 'The TPP Workbench is ready.', values.json);
  if (!values.json) console.log('Press Ctrl C to stop the workbench.');
  if (opens) openBrowser(file);
}

async function openHost(workbench: Workbench, port: number, dataFolder: string, log: Log) {
  const rendererFolder = join(ROOT, 'dist/renderer');
  const host = await startBrowserHost({ workbench, rendererFolder, log: log.write }, port);
  try {
    return { host, file: writeSignInPage(dataFolder, host) };
  } catch (error) {
    await host.stop();
    throw error;
  }
}

/** Prints where the workbench is: a line of JSON, or sentences. @param where with the process, if this one */
function announce(where: { url: string; pid?: number }, sentence: string, json = false): void {
  if (json) console.log(JSON.stringify({ ready: true, ...where }));
  else
    console.log(`${sentence}
Open this address in a browser. It works once, for ten minutes:

  ${where.url}

For a new address, run the same command again in another terminal.`);
}

/** A new address of the workbench that already uses this data folder, and the file that opens it; null if it is not a browser host. */
async function runningIn(dataFolder: string): Promise<{ address: string; file: string } | null> {
  const running = readSignInPage(dataFolder);
  if (running === null) return null;
  const { origin, key, file } = running;
  const body = new URLSearchParams({ key });
  // After a crash, another program may have taken the port, so only a code is printed.
  const answer = await ask(
    `${origin}/codes`,
    { method: 'POST', body },
    { time: CONTROL_ANSWER_MS, bytes: MAX_ANSWER_BYTES },
  );
  const code = 'bytes' in answer && answer.ok ? answer.bytes.toString('utf8') : '';
  return /^[\w-]{32}$/.test(code) ? { address: `${origin}/open/${code}`, file } : null;
}

/** @throws StartError for an unknown option */
function readOptions() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        'no-open': { type: 'boolean' },
        json: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new StartError(
      `${(error instanceof Error ? error.message : String(error)).replace(/\.$/, '')}. The options are --port N, --data DIR, --no-open and --json.`,
    );
  }
}

/** Opens the default browser. @param file not an address with a code: all users can read the arguments of programs */
function openBrowser(file: string): void {
  const { platform, env } = process;
  if (platform === 'linux' && env['DISPLAY'] === undefined && env['WAYLAND_DISPLAY'] === undefined) return;
  const [command, args] =
    platform === 'darwin'
      ? ['open', [file]]
      : platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', file]]
        : ['xdg-open', [file]];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  // No such command; the address is printed.
  child.on('error', () => undefined);
  child.unref();
}
