/** Uploads and downloads between the page and the core, for both hosts: as HTTP bodies, outside the page's memory. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Envelope } from '../shared/contract/envelope.ts';
import { HostError } from '../shared/contract/envelope.ts';
import { openPlainFile } from '../shared/node/plain-files.ts';
import { readBody } from '../shared/node/bounded-http.ts';
import { texts } from '../shared/texts/texts.ts';
import { MAX_UPLOAD, type OutgoingFile, PURPOSES } from './core/transfers.ts';
import type { Workbench } from './core/services.ts';
import { RENDERER_HEADERS, type RendererFile } from './renderer-files.ts';
import { TRANSFER_MS } from '../shared/limits.ts';

const t = texts.core.transferRoutes;

/** Receives an upload. @param query with `name` and `for` @param body read only up to the limit */
export async function receiveUpload(
  workbench: Pick<Workbench, 'upload'>,
  query: URLSearchParams,
  body: AsyncIterable<Uint8Array>,
): Promise<Envelope<{ id: string }>> {
  const name = query.get('name') ?? 'file';
  const purpose = PURPOSES.find((one) => one === query.get('for')) ?? 'file';
  try {
    const read = await readBody(body, { bytes: MAX_UPLOAD[purpose], time: TRANSFER_MS });
    if (!read.ok)
      throw new HostError(
        'bad-input',
        read.reason === 'too-large'
          ? texts.core.transfers.tooLarge[purpose](name, MAX_UPLOAD[purpose])
          : t.tooSlow(name),
      );
    return { ok: true, value: { id: workbench.upload({ name, bytes: read.bytes }, purpose) } };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { ok: false, error: { kind: error.kind, message: error.message } };
  }
}

export interface Download {
  status: number;
  headers: Record<string, string>;
  /** Streamed: a body may have 500 MB. */
  body: Readable;
}

/** The response to a download. Each file can be downloaded once. */
export function downloadOf(workbench: Pick<Workbench, 'download'>, id: string): Download {
  const file = workbench.download(id);
  const opened = file === null ? null : openFile(file);
  if (file === null || opened === null)
    return {
      status: 404,
      headers: { ...RENDERER_HEADERS, 'Content-Type': 'text/plain;charset=utf-8' },
      body: Readable.from([Buffer.from(t.fetchedAlready)]),
    };
  return {
    status: 200,
    headers: {
      ...RENDERER_HEADERS,
      'Content-Type': 'application/octet-stream',
      ...(opened.length !== null && { 'Content-Length': String(opened.length) }),
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'Cache-Control': 'no-store',
    },
    body: opened.body,
  };
}

/**
 * Headers of a page of the local bank, or of the TPP to which it sends the PSU, in a frame of a presentation. The page gets an origin
 * of its own, which is nobody's, without script and without forms: the core acts in it.
 */
const STAGE_HEADERS = {
  ...RENDERER_HEADERS,
  'Content-Security-Policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'Content-Type': 'text/html;charset=utf-8',
  'Cache-Control': 'no-store',
};

/** What the PSU's browser shows in a demonstration. */
export function stagePageOf({ stagePage }: Pick<Workbench, 'stagePage'>, id: string): RendererFile {
  const html = stagePage(id);
  return { status: html === null ? 404 : 200, headers: STAGE_HEADERS, body: Buffer.from(html ?? '') };
}

/** Null if the file no longer exists, or is not an ordinary file. The length is null if it is not known in advance. */
function openFile(file: OutgoingFile): { length: number | null; body: Readable } | null {
  if ('pieces' in file) return { length: null, body: Readable.from(file.pieces) };
  if ('bytes' in file) return { length: file.bytes.length, body: Readable.from([Buffer.from(file.bytes)]) };
  try {
    const { file: fd, size } = openPlainFile(file.path);
    return { length: size, body: createReadStream(file.path, { fd }) };
  } catch {
    return null;
  }
}
