/** The `app://` scheme: the renderer has an origin of its own, with headers, and no file paths. */
import { protocol, type Session } from 'electron';
import type { Workbench } from '../core/workbench.ts';
import { readRendererFile } from '../renderer-files.ts';
import { downloadOf, receiveUpload } from '../transfer-routes.ts';

const SCHEME = 'app';
const HOST = 'workbench';
export const APP_ORIGIN = `${SCHEME}://${HOST}`;

/** Must run once, before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** A protocol belongs to a session: the PSU's page, in its own session, cannot reach it. */
export function serveRenderer(session: Session, folder: string, workbench: Workbench): void {
  session.protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url);
    if (url.host !== HOST) return new Response('There is no such file.', { status: 404 });
    if (request.method === 'POST' && url.pathname === '/upload') {
      const name = url.searchParams.get('name') ?? 'file';
      return Response.json(await receiveUpload(workbench, name, chunksOf(request)));
    }
    if (request.method !== 'GET') return new Response('There is no such file.', { status: 404 });
    const file = url.pathname.startsWith('/download/')
      ? downloadOf(workbench, url.pathname.slice('/download/'.length))
      : await readRendererFile(folder, url.pathname);
    return new Response(new Uint8Array(file.body), { status: file.status, headers: file.headers });
  });
}

/** Nothing at all for a request without a body. */
async function* chunksOf(request: Request): AsyncIterable<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
