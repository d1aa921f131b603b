/** The `app://` scheme, which gives the renderer its own origin, with headers and without file paths. */
import type { Readable } from 'node:stream';
import { protocol, type Session } from 'electron';
import { texts } from '../../shared/texts/texts.ts';
import type { Workbench } from '../core/services.ts';
import { readRendererFile } from '../renderer-files.ts';
import { downloadOf, receiveUpload, stagePageOf } from '../transfer-routes.ts';

const SCHEME = 'app';
const HOST = 'workbench';
export const APP_ORIGIN = `${SCHEME}://${HOST}`;

/** Call once, before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the renderer to one session; the PSU's page is in another and cannot reach it. Files do not wait for the workbench. */
export function serveRenderer(session: Session, folder: string, starting: Promise<Workbench>): void {
  session.protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url);
    if (url.host !== HOST) return new Response(texts.core.server.noFile, { status: 404 });
    if (request.method === 'POST' && url.pathname === '/upload')
      return Response.json(await receiveUpload(await starting, url.searchParams, chunksOf(request)));
    if (request.method !== 'GET') return new Response(texts.core.server.noFile, { status: 404 });
    if (url.pathname.startsWith('/download/')) {
      const { status, headers, body } = downloadOf(await starting, url.pathname.slice('/download/'.length));
      return new Response(streamOf(body), { status, headers });
    }
    const file = url.pathname.startsWith('/stage/')
      ? stagePageOf(await starting, url.pathname.slice('/stage/'.length))
      : await readRendererFile(folder, url.pathname);
    return new Response(new Uint8Array(file.body), { status: file.status, headers: file.headers });
  });
}

async function* chunksOf(request: Request): AsyncIterable<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function streamOf(body: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: () => void body.destroy(),
  });
}
