/** Headers that both hosts put on every file of the renderer. */
import { ownValue } from '../shared/own-value.ts';

export const RENDERER_HEADERS: Record<string, string> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
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
  '.txt': 'text/plain;charset=utf-8',
};

/** Content-Type of a file of the renderer by its ending. */
export function contentTypeOf(file: string): string {
  return ownValue(TYPES, /\.[a-z]+$/.exec(file)?.[0] ?? '') ?? 'application/octet-stream';
}
