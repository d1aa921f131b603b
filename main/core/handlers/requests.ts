/** Requests: prepared, sent, cancelled, and generated as code. */
import { randomUUID } from 'node:crypto';
import { filledCaptures } from '../../../shared/collections/fill.ts';
import { captured } from '../../../shared/collections/capture.ts';
import { outcomeOf, wholeBody } from '../../../shared/contract/exchange.ts';
import { basketProducts, paymentsNow } from '../environments/recent-ids.ts';
import { filledBy } from '../requests/placeholders.ts';
import { withPlaces } from '../history/bodies/body-queries.ts';
import { masked } from '../redaction/mask.ts';
import { expectedOf } from '../requests/handwritten-signature.ts';
import { codeFolder, codeOf } from '../requests/request-code.ts';
import { followUp } from '../requests/follow-up.ts';
import { hashText } from '../../../shared/node/crypto.ts';
import type { Input } from '../../../shared/contract/methods.ts';
import { readSignedText } from '../../../shared/signing/signed-text.ts';
import { orderOf, preparedOf } from '../requests/order.ts';
import { runContext } from '../runs/run-values.ts';
import { changedBy, type HandlerParts, type Of } from './handler.ts';

export function requestHandlers(parts: HandlerParts): Of<'requests'> {
  const { bank, environments, sender, emit, vault, transfers, kept, queries } = parts;
  const changed = changedBy(emit);
  const pending = new Pending();
  /** Generated code has no deliberate fault. */
  const faultless = ({
    request,
    path = null,
    run,
  }: Pick<Input<'requests.snippet'>, 'path' | 'request' | 'run'>) =>
    orderOf({ ...request, fault: null }, path, runContext(run, path, parts), parts);
  return {
    'requests.prepare': ({ path = null, run, ...written }) => {
      const order = orderOf(written, path, runContext(run, path, parts), parts);
      const prepared = preparedOf(order);
      const { signing } = prepared;
      const known = () => vault.list().map(({ id }) => vault.certificate(id).certificate);
      const expected = signing.replaced ? expectedOf(order, prepared, known()) : null;
      return masked(
        { ...prepared, signing: { ...signing, expected }, used: order.used },
        order.request.secrets,
      );
    },
    'requests.snippet': ({ language, ...tab }) => codeOf(faultless(tab), language, bank),
    'requests.codeFolder': async ({ request, path, run, ...choice }) => {
      const order = faultless({ request, path, run });
      return { download: transfers.offer(await codeFolder(order, choice, vault)) };
    },
    'requests.send': async ({ id = randomUUID(), path = null, run, keep = [], profile, ...written }) => {
      const context = runContext(run, path, parts);
      const { environment, used: _, filler, ...order } = orderOf(written, path, context, parts);
      const captures = filledBy(filler, () => filledCaptures(keep, filler));
      if (profile !== undefined) order.identity = { ...order.identity, profile };
      const onProgress = throttled((bytes) => emit('send.progress', { id, bytes }));
      const exchange = await pending.run(id, (signal) => sender.send({ ...order, signal, onProgress }));
      const sources = captures.map(({ from }) => from);
      const outcome = await withPlaces(outcomeOf(exchange, wholeBody(exchange)), sources, queries);
      const keepValues = () => {
        if (captures.length === 0 || exchange.response === null) return;
        kept.keep(context?.id ?? environment.id, captured(captures, outcome), path ?? exchange.title);
      };
      return changed(followUp(exchange, environment, parts, keepValues));
    },
    'requests.readSigned': ({ text, digest, right }) => readSignedText(text, digest, right, hashText),
    'requests.recentIds': () => {
      const { id, kind } = environments.current();
      const ids = environments.recentIds.list(id);
      if (kind !== 'local') return { ids, basketProducts: null };
      return { ids: paymentsNow(ids, bank.inspection), basketProducts: basketProducts(bank.inspection) };
    },
    'requests.cancel': ({ id }) => pending.cancel(id),
  };
}

/** Milliseconds between two progress reports of a download. */
const PROGRESS_MS = 100;

function throttled(report: (bytes: number) => void): (bytes: number) => void {
  let last = Date.now();
  return (bytes) => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    report(bytes);
  };
}

/** The requests in progress, by the client's ids, to cancel them. */
class Pending {
  private readonly requests = new Set<{ id: string; ends: AbortController }>();

  async run<T>(id: string, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const request = { id, ends: new AbortController() };
    this.requests.add(request);
    try {
      return await send(request.ends.signal);
    } finally {
      this.requests.delete(request);
    }
  }

  cancel(id: string): void {
    for (const request of this.requests) if (request.id === id) request.ends.abort();
  }
}
