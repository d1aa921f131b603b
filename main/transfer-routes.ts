/** How files travel between the page and the core, alike in both hosts: as bodies of HTTP messages, past the page's memory. */
import type { Envelope } from '../shared/contract/envelope.ts';
import { HostError } from '../shared/contract/envelope.ts';
import { MAX_UPLOAD } from './core/transfers.ts';
import type { Workbench } from './core/workbench.ts';
import type { RendererFile } from './renderer-files.ts';
import { RENDERER_HEADERS } from './security-headers.ts';

/** Takes an upload. @param body its bytes, read no further than the largest file goes */
export async function receiveUpload(
  workbench: Pick<Workbench, 'upload'>,
  name: string,
  body: AsyncIterable<Uint8Array>,
): Promise<Envelope<{ id: string }>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MAX_UPLOAD)
        throw new HostError(
          'bad-input',
          `${name} is larger than ${MAX_UPLOAD} bytes; certificate and key files are small. Choose another file.`,
        );
      chunks.push(chunk);
    }
    return { ok: true, value: { id: workbench.upload({ name, bytes: Buffer.concat(chunks) }) } };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { ok: false, error: { kind: error.kind, message: error.message } };
  }
}

/** The answer to a download: the file, once. */
export function downloadOf(workbench: Pick<Workbench, 'download'>, id: string): RendererFile {
  const file = workbench.download(id);
  if (file === null)
    return {
      status: 404,
      headers: { ...RENDERER_HEADERS, 'Content-Type': 'text/plain;charset=utf-8' },
      body: Buffer.from('This file has been fetched already. Export it again.'),
    };
  return {
    status: 200,
    headers: {
      ...RENDERER_HEADERS,
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'Cache-Control': 'no-store',
    },
    body: Buffer.from(file.bytes),
  };
}
