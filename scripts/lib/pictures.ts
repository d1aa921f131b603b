/** The pictures shown in the documents. Only these are kept in the repository, each below 60 kB. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDebianPackages } from './debian.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The folder of the pictures that documents show. */
export const PICTURES = join(ROOT, 'docs/screenshots');

/** Upper limit in bytes for a picture. */
export const LARGEST_PICTURE = 60_000;

/** File names in `docs/screenshots` that the README or a document in `docs/` shows, without duplicates. */
export function picturesShown(): string[] {
  const documents = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((file) => `docs/${file}`)];
  const shown = documents
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(/!\[[^\]]*\]\((?:docs\/)?screenshots\/([^)]+)\)/g),
    ])
    .map(([, name = '']) => name);
  return [...new Set(shown)];
}

/**
 * Writes a screenshot for the documents as lossless WebP, with as many colours as fit the limit.
 * @param png the screenshot
 * @param webp the file to write
 * @throws Error if the picture is too large even with 8 colours
 */
export function writePicture(png: string, webp: string): void {
  ensureDebianPackages(['pngquant', 'webp']);
  const folder = mkdtempSync(join(tmpdir(), 'tpp-picture-'));
  const reduced = join(folder, 'reduced.png');
  try {
    for (const colours of [64, 32, 24, 16, 8]) {
      // Dithering would add half the size and blur small text.
      execFileSync('pngquant', ['--force', '--speed', '1', '--nofs', '--output', reduced, `${colours}`, png]);
      execFileSync('cwebp', ['-quiet', '-lossless', '-z', '6', reduced, '-o', webp]);
      if (statSync(webp).size < LARGEST_PICTURE) return;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  throw new Error(`${png} does not fit into ${LARGEST_PICTURE} bytes. Take a smaller part of the screen.`);
}
