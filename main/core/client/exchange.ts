/** One exchange from draft to history. */
import { randomUUID } from 'node:crypto';
import type { Bank } from '../../../bank-sim/index.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Draft, Exchange, Prepared } from '../../../shared/contract/methods.ts';
import { routeOf } from '../../../shared/xs2a/operations.ts';
import { sentBody, signedBody } from '../../../shared/faults/apply.ts';
import { faultById } from '../../../shared/faults/faults.ts';
import type { History } from '../history/history.ts';
import { type ComposeContext, prepare } from './compose.ts';
import type { BankConnection } from './send.ts';
import { linksOf, verdictsOn } from './verdicts.ts';

/** Builds and signs. @throws HostError for a header that HTTP cannot carry */
export function prepareOrExplain(draft: Draft, context: ComposeContext): Prepared {
  // What is beyond ISO-8859-1 cannot be signed byte for byte, so it is said before anything is computed.
  const odd = draft.headers.find(
    ([name, value]) => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || /[^\t\x20-\x7e\xa0-\xff]/.test(value),
  );
  if (odd) {
    throw new HostError(
      'bad-input',
      `The header "${odd[0]}" cannot be sent: HTTP allows only visible ISO-8859-1 characters. Change its name or value.`,
    );
  }
  if (draft.fault !== undefined && faultById(draft.fault) === null)
    throw new HostError('bad-input', `There is no fault "${draft.fault}" in the list.`);
  return prepare(draft, context);
}

/** Sends, judges the answer, asks the local bank why it said no, and keeps all of it in the history. */
export async function sendAndRecord(
  draft: Draft,
  context: ComposeContext,
  connection: BankConnection,
  bank: Bank,
  history: History,
): Promise<Exchange> {
  const prepared = prepareOrExplain(draft, context);
  const at = Date.now();
  const fault = faultById(draft.fault ?? '');
  const requestBody = sentBody(fault, signedBody(fault, draft.body));
  const sent = await connection.send({ ...draft, body: requestBody }, prepared);
  const route = routeOf(draft.method, draft.path.split('?', 1)[0] ?? '');
  const operation = route.kind === 'found' ? route.route.operation : null;
  const requestId = prepared.headers.find(({ name }) => name.toLowerCase() === 'x-request-id')?.value ?? null;
  const common = {
    id: randomUUID(),
    at,
    title: operation?.title ?? 'Request',
    operation: operation?.id ?? null,
    method: draft.method,
    path: draft.path,
    prepared,
    requestBody,
  };
  if (!sent.ok) {
    const failed = {
      ...common,
      status: null,
      duration: null,
      failure: sent.failure,
      response: null,
      verdicts: [],
      links: [],
      explanation: null,
    };
    return history.add(failed, Buffer.alloc(0));
  }
  const { body, response } = sent;
  const json = jsonOf(body);
  const exchange: Exchange = {
    ...common,
    status: response.status,
    duration: sent.duration,
    failure: null,
    response: { ...response, body: '', bodyBytes: body.length },
    verdicts: verdictsOn({
      status: response.status,
      headers: response.headers,
      body,
      json,
      requestId,
      operation,
      fault,
    }),
    links: linksOf(json),
    explanation:
      response.status >= 400 && requestId !== null
        ? (bank.exchanges(requestId).at(-1)?.explanation ?? null)
        : null,
  };
  return history.add(exchange, body);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
