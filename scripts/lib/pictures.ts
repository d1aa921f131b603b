/** The pictures that the documents show: they alone are kept in the repository, each below 60 kB. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDebianPackages } from './debian.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Where a picture that a document shows lies. */
export const PICTURES = join(ROOT, 'docs/screenshots');

/** Bytes that a picture stays below. */
export const LARGEST_PICTURE = 60_000;

/** File names in `docs/screenshots` that README or a document in `docs/` shows, each once. */
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
 * Writes the picture of a screen for the documents: WebP without loss, of as many colours as fit the limit.
 * @param png the screenshot
 * @param webp the file to write
 * @throws Error where even 8 colours are too large
 */
export function writePicture(png: string, webp: string): void {
  ensureDebianPackages(['pngquant', 'webp']);
  const folder = mkdtempSync(join(tmpdir(), 'tpp-picture-'));
  const reduced = join(folder, 'reduced.png');
  try {
    for (const colours of [64, 32, 24, 16, 8]) {
      // Dithering would cost half of the size, and blurs small text.
      execFileSync('pngquant', ['--force', '--speed', '1', '--nofs', '--output', reduced, `${colours}`, png]);
      execFileSync('cwebp', ['-quiet', '-lossless', '-z', '6', reduced, '-o', webp]);
      if (statSync(webp).size < LARGEST_PICTURE) return;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  throw new Error(`${png} does not fit ${LARGEST_PICTURE} bytes; show a smaller part of the screen.`);
}
