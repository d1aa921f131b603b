/** The `app://` scheme: the renderer has an origin of its own, with headers, and no file paths. */
import { protocol, type Session } from 'electron';
import { readRendererFile } from '../renderer-files.ts';

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
export function serveRenderer(session: Session, folder: string): void {
  session.protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url);
    if (url.host !== HOST || request.method !== 'GET')
      return new Response('There is no such file.', { status: 404 });
    const file = await readRendererFile(folder, url.pathname);
    return new Response(new Uint8Array(file.body), { status: file.status, headers: file.headers });
  });
}
