/** Builds the renderer, Electron's main file and preload, and the browser host, which as one file starts in half the time. */
import { cpSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig } from 'vite';
import { type Library, librariesOf, type Made, NATIVE } from './lib/libraries.ts';
import { licencesText } from './lib/licences.ts';

const ROOT = join(import.meta.dirname, '..');

const BROWSER_HOST = 'browser.mjs';

const common = { configFile: false, logLevel: 'warn' } satisfies InlineConfig;

/**
 * A Node bundle: CommonJS, or a module if its name ends with `.mjs`. Native modules and Electron stay external.
 * @param splits whether what is imported later has a file of its own
 */
function nodeBundle(entry: string, folder: string, file: string, splits: boolean): InlineConfig {
  return {
    ...common,
    root: ROOT,
    ssr: { noExternal: true, external: ['electron', NATIVE] },
    build: {
      ssr: join(ROOT, entry),
      outDir: resolve(ROOT, 'dist', folder),
      emptyOutDir: false,
      // The tests' Electron has an older engine than the product's.
      target: 'node20',
      minify: false,
      rolldownOptions: {
        // The bank alone loads some files late; the workbench needs them at its start.
        checks: { ineffectiveDynamicImport: false },
        output: {
          format: file.endsWith('.mjs') ? 'es' : 'cjs',
          entryFileNames: file,
          ...(splits ? { chunkFileNames: `${basename(file, '.cjs')}-[name].cjs` } : { codeSplitting: false }),
        },
      },
    },
  };
}

const rendererConfig: InlineConfig = {
  ...common,
  root: join(ROOT, 'renderer'),
  base: './',
  plugins: [react()],
  css: {
    // Readable in the browser's developer tools. File names are unique (test/unit/styles.test.ts).
    modules: {
      generateScopedName: (name, file) => `${basename(file.split('?', 1)[0] ?? '', '.module.css')}_${name}`,
    },
  },
  build: {
    outDir: join(ROOT, 'dist/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    // Loaded from this machine's disk, not over a network.
    chunkSizeWarningLimit: 2000,
    modulePreload: false,
  },
};

/** Bundles one file for Node. The tests bundle their own for Electron. @param folder absolute, or below dist */
export function buildNodeBundle(entry: string, folder: string, file: string, splits = false): Promise<Made> {
  return build(nodeBundle(entry, folder, file, splits));
}

/** @returns the libraries of the desktop program, without Electron */
export async function buildAll(): Promise<Library[]> {
  const [renderer, host] = await Promise.all([buildRenderer(), buildHost()]);
  return withLicences([renderer, ...host]);
}

/** For people without Electron. @returns the file to start */
export async function buildForBrowser(): Promise<string> {
  withLicences(await Promise.all([buildRenderer(), buildBrowserHost()]));
  return join(ROOT, 'dist/main', BROWSER_HOST);
}

/** Writes the page of the licences into the renderer. */
function withLicences(made: readonly Made[]): Library[] {
  const libraries = librariesOf(ROOT, made);
  writeFileSync(join(ROOT, 'dist/renderer/licences.txt'), licencesText(ROOT, libraries));
  return libraries;
}

const buildRenderer = () => build(rendererConfig);

const buildBrowserHost = () => buildNodeBundle('main/browser/main.ts', 'main', BROWSER_HOST);

/** Everything but the renderer. */
export function buildHost(): Promise<Made[]> {
  for (const shipped of ['collections', 'demonstrations'])
    cpSync(join(ROOT, 'main', shipped), join(ROOT, 'dist', shipped), { recursive: true });
  cpSync(join(ROOT, 'main/electron/icon.png'), join(ROOT, 'dist/main/icon.png'));
  return Promise.all([
    buildBrowserHost(),
    buildNodeBundle('main/electron/main.ts', 'main', 'main.cjs', true),
    buildNodeBundle('main/worker/worker.ts', 'main', 'worker.cjs', true),
    buildNodeBundle('main/electron/preload.ts', 'preload', 'preload.cjs'),
  ]);
}

if (import.meta.main) await buildAll();
