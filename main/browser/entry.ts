/** The requests that let a browser into the workbench: with a code in the address, or with the key in a form. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CLEAR_STORAGE, opensPage, type Target } from '../../shared/node/local-request.ts';
import { readBody } from '../../shared/node/read-body.ts';
import { texts } from '../../shared/texts/texts.ts';
import { RENDERER_HEADERS } from '../security-headers.ts';
import type { Admission } from './admission.ts';
import { FORM_MS, MAX_FORM_BYTES } from '../../shared/limits.ts';

const t = texts.core.server;

const PLAIN = {
  ...RENDERER_HEADERS,
  'Content-Type': 'text/plain;charset=utf-8',
  'Cache-Control': 'no-store',
};

/** Answers what is not below the workbench's own path. */
export async function answerEntry(
  request: IncomingMessage,
  response: ServerResponse,
  { path }: Target,
  admission: Admission,
): Promise<void> {
  const [, first, code, ...more] = path.split('/');
  if (first === 'open' && code !== undefined && more.length === 0 && request.method === 'GET') {
    // A browser that fetches the address in advance, perhaps for nothing, must not use up the code.
    if (/prefetch|prerender/.test(request.headers['sec-purpose']?.toString() ?? ''))
      return refuse(response, t.notInAdvance, 503);
    // A page or a service worker that another program left at this address: a person opens it from elsewhere.
    if (!opensPage(request) || request.headers['sec-fetch-site'] === 'same-origin')
      return refuse(response, t.openedByWorker, 403, CLEAR_STORAGE);
    return admission.useCode(code) ? letIn(request, response, admission) : refuse(response, t.usedCode);
  }
  if (request.method === 'POST' && (path === '/open' || path === '/codes')) {
    const form = await readBody(request, { bytes: MAX_FORM_BYTES, time: FORM_MS });
    const key = form.ok ? new URLSearchParams(form.bytes.toString('utf8')).get('key') : null;
    if (key === null || !admission.isKey(key)) return refuse(response, t.usedCode);
    if (path === '/open' && !opensPage(request))
      return refuse(response, t.openedByWorker, 403, CLEAR_STORAGE);
    if (path === '/open') return letIn(request, response, admission);
    response.writeHead(200, PLAIN).end(admission.newCode());
    return;
  }
  refuse(response, t.wrongAddress);
}

export function refuse(
  response: ServerResponse,
  text: string,
  status = 403,
  more: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...PLAIN, ...more }).end(text);
}

/** Gives the browser the cookie and takes it to the workbench. */
function letIn({ headers }: IncomingMessage, response: ServerResponse, admission: Admission): void {
  const { place } = admission;
  const common = {
    ...RENDERER_HEADERS,
    ...CLEAR_STORAGE,
    'Cache-Control': 'no-store',
    'Set-Cookie': admission.cookie(),
  };
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'none') {
    response.writeHead(303, { ...common, Location: place }).end();
    return;
  }
  // From a link elsewhere, or from the file: browsers send the cookie only if our own page leads to the workbench.
  response.writeHead(200, { ...common, 'Content-Type': 'text/html;charset=utf-8' });
  response.end(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${place}"><title>${t.opening}</title></head><body><a href="${place}">${t.open}</a></body></html>`,
  );
}
