/**
 * `npm run package:npm`: the command line and the bank as a package for npm, in dist/npm or the folder that is named. Its code is bundled, because Node.js runs no
 * TypeScript below node_modules. Only the native module stays a dependency.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { OLDEST_NODE } from '../shared/node/npm-package.ts';
import { type Library, librariesOf, NATIVE } from './lib/libraries.ts';
import { licencesText } from './lib/licences.ts';

const ROOT = join(import.meta.dirname, '..');
/** By the name of the bundle; main/cli/own-files.ts finds them by it. */
const PROGRAMS = {
  'tpp-workbench': 'main/cli/start.ts',
  'bank-program': 'bank-sim/cli.ts',
  'spaces-program': 'bank-sim/spaces/cli.ts',
  bank: 'main/npm/bank.ts',
  worker: 'main/worker/worker.ts',
};

/** For people who write flows, and their editors. `run --help` and the files of `init` name them. */
const DOCUMENTS = [
  'flow-files.md',
  'collections.md',
  'ci.md',
  'simulator.md',
  'flow.schema.json',
  'collection.schema.json',
];

interface ProjectPackage {
  version: string;
  license: string;
  author: string;
  dependencies: Record<string, string>;
}

/** @param folder of the package, which is made anew; absolute */
async function packageForNpm(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const libraries = await bundled(join(folder, 'lib'));
  writeTypes(join(folder, 'lib'));
  copyFileSync(join(ROOT, 'main/cli/run/reporters/report-page.html'), join(folder, 'lib/report-page.html'));
  for (const shipped of ['collections', 'demonstrations'])
    cpSync(join(ROOT, 'main', shipped), join(folder, shipped), { recursive: true });
  for (const name of DOCUMENTS) cpSync(join(ROOT, 'docs', name), join(folder, 'docs', name));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(ROOT, 'docs/npm.md'), join(folder, 'README.md'));
  writeFileSync(join(folder, 'licences.txt'), licencesText(ROOT, libraries));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** @returns the libraries that the package contains or needs */
async function bundled(folder: string): Promise<Library[]> {
  mkdirSync(folder, { recursive: true });
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    root: ROOT,
    define: { TPP_PACKAGE: 'true' },
    ssr: { noExternal: true, external: [NATIVE] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node22',
      // Who looks into an error finds readable code.
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(PROGRAMS).map(([name, path]) => [name, join(ROOT, path)])),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return librariesOf(ROOT, [made]);
}

/** Of two files alone: what other projects rely on refers to no others. */
function writeTypes(folder: string): void {
  execFileSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/typescript/bin/tsc'),
      '--ignoreConfig',
      '--noResolve',
      '--noCheck',
      '--declaration',
      '--emitDeclarationOnly',
      '--target',
      'es2024',
      '--module',
      'nodenext',
      '--outDir',
      folder,
      join(ROOT, PROGRAMS.bank),
      join(ROOT, 'main/npm/types.ts'),
    ],
    { stdio: 'inherit' },
  );
  const main = join(folder, 'bank.d.ts');
  writeFileSync(main, readFileSync(main, 'utf8').replaceAll("'./types.ts'", "'./types.js'"));
}

function manifest(): object {
  const { version, license, author, dependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as ProjectPackage;
  return {
    name: 'tpp-workbench',
    version,
    description:
      'Open banking on the command line: a bank simulator, signing and certificates for TPPs, and runs of collections.',
    keywords: ['psd2', 'open-banking', 'nextgenpsd2', 'berlin-group', 'xs2a', 'simulator'],
    license,
    author,
    type: 'module',
    bin: { 'tpp-workbench': 'lib/tpp-workbench.js' },
    exports: {
      './bank': { types: './lib/bank.d.ts', default: './lib/bank.js' },
      './package.json': './package.json',
    },
    files: ['lib', 'collections', 'demonstrations', 'docs', 'licences.txt'],
    engines: { node: `>=${OLDEST_NODE}` },
    dependencies: { [NATIVE]: dependencies[NATIVE] },
  };
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(ROOT, 'dist/npm'));
  await packageForNpm(folder);
  console.log(`${folder} is the package. To make its file: npm pack ${folder}`);
}
