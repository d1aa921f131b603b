/** Before the tests: bundles the programs that they start by the hundred. A bundle that is newer than the sources stays. */
import { chmodSync, globSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'vite';
import { BUNDLES, PROGRAMS } from './programs.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'node_modules/.cache/tpp-workbench-tests');
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
  if (!isNew()) await bundle();
  process.env[BUNDLES] = FOLDER;
}

function isNew(): boolean {
  const made = statSync(FOLDER, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return globSync(SOURCES, { cwd: ROOT }).every((path) => statSync(join(ROOT, path)).mtimeMs < made);
}

async function bundle(): Promise<void> {
  const fresh = mkdtempSync(`${FOLDER}-`);
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
  rmSync(FOLDER, { recursive: true, force: true });
  renameSync(fresh, FOLDER);
}
