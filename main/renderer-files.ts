/** Reads the built renderer's files for both hosts, and nothing outside their folder. */
import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { texts } from '../shared/texts/texts.ts';
import { ownValue } from '../shared/own-value.ts';

/** Headers that both hosts put on every file of the renderer. */
export const RENDERER_HEADERS: Record<string, string> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const TYPES: Record<string, string> = {
  '.html': 'text/html;charset=utf-8',
  '.js': 'text/javascript;charset=utf-8',
  '.css': 'text/css;charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain;charset=utf-8',
};

/** Content-Type of a file of the renderer by its ending. */
function contentTypeOf(file: string): string {
  return ownValue(TYPES, /\.[a-z\d]+$/.exec(file)?.[0] ?? '') ?? 'application/octet-stream';
}

export interface RendererFile {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** @param path URL path below the renderer's root, percent-encoded; `/` is index.html */
export async function readRendererFile(folder: string, path: string): Promise<RendererFile> {
  const file = insideFolder(folder, path === '/' ? '/index.html' : path);
  try {
    if (file !== null)
      return {
        status: 200,
        headers: { ...RENDERER_HEADERS, 'Content-Type': contentTypeOf(file), 'Cache-Control': 'no-cache' },
        body: await readFile(file),
      };
  } catch {
    // Missing, a folder, or unreadable.
  }
  return {
    status: 404,
    headers: { ...RENDERER_HEADERS, 'Content-Type': 'text/plain;charset=utf-8' },
    body: Buffer.from(texts.core.server.noFile),
  };
}

function insideFolder(folder: string, path: string): string | null {
  try {
    const root = resolve(folder);
    const file = resolve(join(root, `.${decodeURIComponent(path)}`));
    return file.startsWith(root + sep) && !file.includes('\0') ? file : null;
  } catch {
    return null;
  }
}
