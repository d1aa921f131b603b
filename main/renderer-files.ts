/** Reads the built renderer's files for both hosts, and nothing outside their folder. */
import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { texts } from '../shared/texts/texts.ts';
import { contentTypeOf, RENDERER_HEADERS } from './security-headers.ts';

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
    // Missing, a folder, or unreadable: these are the same to a page.
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
