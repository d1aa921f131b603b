/** Converts Node.js requests to the bank's own (SVC-5, SVC-6). Synchronous for a request without a body. */
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { readBody } from '../../shared/node/bounded-http.ts';
import { MAX_BODY } from '../../shared/xs2a/bank-limits.ts';
import { HeaderBag, type RawRequest } from '../gate/raw.ts';
import { MAX_REFUSED_BODY_BYTES, REFUSED_BODY_MS, REQUEST_BODY_MS } from '../../shared/limits.ts';

const NOTHING = new Uint8Array();

type Head = Omit<RawRequest, 'body' | 'bodyTooLarge'>;

/** Stops reading when the body exceeds the limit. */
export function readRequest(request: IncomingMessage): RawRequest | Promise<RawRequest> {
  const headers = new HeaderBag(request.rawHeaders);
  // Before the body: Node detaches the connection from a request whose body is not read to its end.
  const head = headOf(request, headers);
  const length = Number(headers.first('content-length') ?? 0);
  // RFC 7230, 3.3: a request has a body if a header states its length or transfer coding.
  if (length > 0 || headers.has('transfer-encoding')) return readWithBody(request, head, length);
  return { ...head, body: NOTHING, bodyTooLarge: false };
}

async function readWithBody(request: IncomingMessage, head: Head, length: number): Promise<RawRequest> {
  if (length > MAX_BODY) return { ...head, body: NOTHING, bodyTooLarge: true };
  const read = await readBody(request, { bytes: MAX_BODY, time: REQUEST_BODY_MS, leavesRest: true });
  // The connection of a request that was too slow is closed, so its response is not read.
  return { ...head, body: read.ok ? read.bytes : NOTHING, bodyTooLarge: !read.ok };
}

/**
 * SVC-6: discards the rest of a body that is too large: otherwise a client that is still sending would get a broken connection instead
 * of the refusal. Resolves at the end of the body, at the latest after {@link MAX_REFUSED_BODY_BYTES} or {@link REFUSED_BODY_MS}.
 */
export function dropRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left: number = MAX_REFUSED_BODY_BYTES;
    const timer = setTimeout(resolve, REFUSED_BODY_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (piece: Buffer) => {
      left -= piece.length;
      if (left <= 0) end();
    });
    request.on('end', end).on('close', end);
    if (request.readableEnded || request.destroyed) end();
  });
}

function headOf(request: IncomingMessage, headers: HeaderBag): Head {
  let headerBytes = 0;
  for (const text of request.rawHeaders) headerBytes += text.length + 2;
  const clientCertificate = clientSubject(request.socket as TLSSocket);
  const { method = '', url: target = '' } = request;
  return { method, target, headers, headerBytes, clientCertificate };
}

/** Client subjects by connection, from the certificate of its handshake. */
const clientSubjects = new WeakMap<TLSSocket, string | null>();

function clientSubject(socket: TLSSocket): string | null {
  const known = clientSubjects.get(socket);
  if (known !== undefined) return known;
  const certificate = socket.getPeerX509Certificate();
  const subject = certificate === undefined ? null : subjectOf(certificate);
  clientSubjects.set(socket, subject);
  return subject;
}

/** As one line. Undefined for an empty subject, which Node's types do not mention. */
function subjectOf({ subject = '' }: { subject?: string }): string {
  return subject.replaceAll('\n', ', ');
}
