/** The browser host as a program: `node main/browser/main.ts [--port N] [--data DIR] [--no-open] [--json]`. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

enableCompileCache();
// Loaded after the compile cache is enabled, so that the second start is fast.
const { userDataFolder } = await import('../../shared/node/folders.ts');
const { StartError } = await import('../../shared/node/start-error.ts');
const { startWorkbench } = await import('../core/workbench.ts');
const { startBrowserHost } = await import('./server.ts');
const { stopInTime } = await import('../stop-in-time.ts');

const ROOT = join(import.meta.dirname, '../..');

try {
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
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const workbench = await startWorkbench({
    dataFolder: values.data ?? userDataFolder(),
    version,
    host: {
      kind: 'browser',
      psuView: null,
      openExternal: null,
      keyProtection: null,
      workers: {
        importer: join(import.meta.dirname, '../core/certificates/import-worker.ts'),
        bodies: join(import.meta.dirname, '../core/history/bodies/body-worker.ts'),
      },
    },
    log: (line) => console.error(line),
  });
  const host = await startBrowserHost(workbench, join(ROOT, 'dist/renderer'), port);
  // Before the ready line, because its reader may send the signal at once.
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    const stopped = Promise.all([host.stop(), workbench.stop()]);
    void stopInTime(stopped, (line) => console.error(line)).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (values.json) console.log(JSON.stringify({ ready: true, url: host.url, pid: process.pid }));
  else
    console.log(
      `The TPP Workbench is ready. Open this address in a browser:\n\n  ${host.url}\n\nPress Ctrl C to stop it.`,
    );
  if (!values['no-open'] && !values.json) openBrowser(host.url);
}

/** @throws StartError with one sentence for an unknown option */
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
      `${error instanceof Error ? error.message : String(error)} Known: --port N, --data DIR, --no-open, --json.`,
    );
  }
}

/** Opens the default browser if there is one. Otherwise the printed address must do. */
function openBrowser(url: string): void {
  const { platform, env } = process;
  if (platform === 'linux' && env['DISPLAY'] === undefined && env['WAYLAND_DISPLAY'] === undefined) return;
  const [command, args] =
    platform === 'darwin'
      ? ['open', [url]]
      : platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', url]]
        : ['xdg-open', [url]];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  // No such command. The address has already been printed.
  child.on('error', () => undefined);
  child.unref();
}
