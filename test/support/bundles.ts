/** Before the tests: bundles the programs that they start by the hundred. The bundles of unchanged sources are used again. */
import { hash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'vite';
import { DAY } from '../../shared/time.ts';
import { BUNDLES, PROGRAMS } from './programs.ts';

const ROOT = join(import.meta.dirname, '../..');
const ALL = join(ROOT, 'node_modules/.cache/tpp-workbench-tests');
const SOURCES = [
  '{main,bank-sim,shared}/**/*.{ts,html}',
  'package-lock.json',
  'test/support/{bundles,programs}.ts',
];

/** A bundled module finds the files beside its source. */
const ownFolder: Plugin = {
  name: 'own-folder',
  transform: (code, id) =>
    code.includes('import.meta.dirname')
      ? code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      : null,
};

/** Called by Vitest. */
export async function setup(): Promise<void> {
  const folder = join(ALL, versionOf(globSync(SOURCES, { cwd: ROOT }).sort()));
  if (!existsSync(folder)) await bundle(folder);
  process.env[BUNDLES] = folder;
}

function versionOf(paths: readonly string[]): string {
  const lines = paths.map((path) => `${path} ${statSync(join(ROOT, path)).mtimeMs}`);
  return hash('sha256', lines.join('\n')).slice(0, 16);
}

async function bundle(folder: string): Promise<void> {
  mkdirSync(ALL, { recursive: true });
  removeOld();
  const fresh = mkdtempSync(join(ALL, 'new-'));
  await build({
    configFile: false,
    logLevel: 'warn',
    root: ROOT,
    plugins: [ownFolder],
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      outDir: fresh,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(PROGRAMS).map(([name, path]) => [name, join(ROOT, path)])),
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  // Some tests start a program as another user.
  chmodSync(fresh, 0o755);
  // Another run may have made the same in the meantime.
  if (existsSync(folder)) rmSync(fresh, { recursive: true });
  else renameSync(fresh, folder);
}

/** No run takes a day, so nobody uses them any more. */
function removeOld(): void {
  for (const name of readdirSync(ALL)) {
    const path = join(ALL, name);
    if (statSync(path).mtimeMs < Date.now() - DAY) rmSync(path, { recursive: true, force: true });
  }
}
