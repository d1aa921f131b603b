/** Records in the history what other programs send to the local bank. */
import type { ReceivedExchange } from '../../../bank-sim/index.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Emit } from '../../../shared/contract/methods.ts';
import type { Prepared } from '../../../shared/requests/prepared.ts';
import { decodeHeaderText } from '../../../shared/signing/signature-header.ts';
import { readSignatureText } from '../../../shared/signing/signature-header.ts';
import { signingLines } from '../../../shared/signing/signing-string.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { operationById } from '../../../shared/xs2a/operations.ts';
import { maskedBody } from '../redaction/body-masker.ts';
import { credentialsOf } from '../redaction/credentials.ts';
import { type Hidden, hidden as hiddenValues, masked } from '../redaction/mask.ts';
import type { History } from './history.ts';

const t = texts.core.received;

/** Milliseconds after which received exchanges are written, in one transaction: a program may send thousands a second. */
const WRITE_AFTER = 50;

export interface ReceivedParts {
  history: Pick<History, 'addReceived'>;
  /** Id for the history; null for a request that the workbench itself has sent. @param seq position of the request in the bank's journal */
  idOf: (seq: number) => string | null;
  /** Values that must not be stored. */
  hidden: () => readonly Hidden[];
  /** The local environment. */
  environment: () => { name: string; baseUrl: string };
  emit: Emit;
  log: (line: string) => void;
}

export class Received {
  private readonly parts: ReceivedParts;
  private waiting: { id: string; received: ReceivedExchange }[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(parts: ReceivedParts) {
    this.parts = parts;
  }

  readonly add = (received: ReceivedExchange): void => {
    const id = this.parts.idOf(received.seq);
    if (id === null) return;
    this.waiting.push({ id, received });
    this.timer ??= setTimeout(() => this.write(), WRITE_AFTER);
  };

  /** Writes what waits. Whatever is wrong with it, bank and workbench continue. */
  write(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { history, emit, log } = this.parts;
    const { waiting } = this;
    this.waiting = [];
    if (waiting.length === 0) return;
    try {
      const all = waiting.map(({ id, received }) => this.recorded(id, received));
      history.addReceived(all);
      emit('history.added', {});
      const refused = all.filter(({ exchange }) => (exchange.status ?? 0) >= 400);
      const last = refused.at(-1)?.exchange;
      if (last !== undefined)
        emit('history.refused', {
          id: last.id,
          title: last.title,
          status: last.status ?? 0,
          reason: last.explanation?.text ?? '',
          count: refused.length,
        });
    } catch (error) {
      log(t.notRecorded(waiting.length, String(error)));
    }
  }

  private recorded(id: string, received: ReceivedExchange) {
    const { exchange: seen, request, response, at, duration } = received;
    // A credential of another program, such as a bearer token, is in no variable.
    const sent = { ...request, body: Buffer.from(request.body).toString() };
    const hidden = [...this.parts.hidden(), ...hiddenValues(credentialsOf(sent))];
    const { name, baseUrl } = this.parts.environment();
    const body = maskedBody(Buffer.from(response.body), hidden);
    const exchange: Exchange = {
      id,
      origin: 'received',
      environment: name,
      at,
      duration,
      title: seen.operation === null ? texts.common.request : operationById(seen.operation).title,
      operation: seen.operation,
      method: request.method,
      path: request.target,
      status: seen.status,
      failure: null,
      request: null,
      notKept: null,
      prepared: preparedAsCame(request, baseUrl),
      profile: null,
      requestBody: maskedBody(Buffer.from(request.body), hidden).toString(),
      response: {
        status: seen.status,
        reason: '',
        headers: response.headers,
        bodyBytes: 0,
        body: '',
        tls: null,
        timing: null,
      },
      verdicts: [],
      links: [],
      linksLeftOut: 0,
      explanation: seen.explanation,
      // Those of a refusal are in its explanation.
      notes: seen.explanation === null ? [...seen.notes] : [],
      diagnosis: null,
    };
    return { exchange: masked(exchange, hidden), tpp: seen.tpp, body };
  }
}

/** The headers as they came, and which of them the Signature header covers (SIG-3). */
export function preparedAsCame(
  { method, target, headers }: Omit<ReceivedExchange['request'], 'body'>,
  baseUrl: string,
): Prepared {
  const first = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const header = first('signature') ?? '';
  const decoded = decodeHeaderText(header);
  const text = decoded.ok ? decoded.text : header;
  const reading = readSignatureText(text);
  const names = reading.ok ? reading.parts.headers : [];
  return {
    url: baseUrl + target,
    headers: headers.map(([name, value]) => ({
      name,
      value,
      source: t.source,
      rule: null,
      line: names.indexOf(name.toLowerCase()) + 1 || null,
    })),
    signing: {
      lines: signingLines(names, { method, target, header: first }).filter((line) => line !== null),
      signed: null,
      otherKey: false,
      keyId: reading.ok ? reading.parts.keyId : '',
      text,
      header,
      replaced: true,
      expected: null,
    },
  };
}
