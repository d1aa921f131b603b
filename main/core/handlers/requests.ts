/** Requests: prepared, sent, cancelled, and generated as code. */
import { randomUUID } from 'node:crypto';
import type { Bank } from '../../../bank-sim/index.ts';
import { captured } from '../../../shared/collections/capture.ts';
import type { Emit } from '../../../shared/contract/methods.ts';
import { outcomeOf, wholeBody } from '../../../shared/contract/exchange.ts';
import type { Vault } from '../certificates/vault.ts';
import type { Environments } from '../environments/environments.ts';
import { basketProducts, paymentsNow } from '../environments/recent-ids.ts';
import { type FollowsPaths, withPlaces } from '../history/bodies/body-queries.ts';
import { masked } from '../redaction/mask.ts';
import { expectedOf } from '../requests/handwritten-signature.ts';
import { codeFolder, codeOf } from '../requests/request-code.ts';
import { followUp, type FollowUpParts } from '../requests/follow-up.ts';
import { orderOf, type OrderParts, preparedOf } from '../requests/order.ts';
import type { Sender } from '../requests/sender.ts';
import type { Transfers } from '../transfers.ts';
import type { CapturedValues } from '../requests/variable-lookup.ts';
import { changedBy, type Of } from './handler.ts';

export interface RequestParts extends OrderParts, FollowUpParts {
  bank: OrderParts['bank'] & Pick<Bank, 'caFile' | 'now'>;
  vault: Vault;
  transfers: Pick<Transfers, 'offer'>;
  environments: FollowUpParts['environments'] & Pick<Environments, 'current' | 'renewSession'>;
  kept: OrderParts['kept'] & Pick<CapturedValues, 'keep'>;
  sender: Pick<Sender, 'send'>;
  queries: FollowsPaths;
  emit: Emit;
}

export function requestHandlers(parts: RequestParts): Of<'requests'> {
  const { bank, environments, sender, emit, vault, transfers, kept, queries } = parts;
  const changed = changedBy(emit);
  const underway = new Underway();
  return {
    'requests.prepare': ({ path = null, ...written }) => {
      const order = orderOf(written, path, parts);
      const prepared = preparedOf(order);
      const { signing } = prepared;
      const known = () => vault.list().map(({ id }) => vault.certificate(id).certificate);
      const expected = signing.replaced ? expectedOf(order, prepared, known()) : null;
      return masked(
        { ...prepared, signing: { ...signing, expected }, used: order.used },
        order.request.secrets,
      );
    },
    // The code is meant to work, so a deliberate fault is left out.
    'requests.snippet': ({ request, language, path = null }) => ({
      code: codeOf(orderOf({ ...request, fault: null }, path, parts), language, bank),
    }),
    'requests.codeFolder': async ({ request, path = null, ...choice }) => {
      const order = orderOf({ ...request, fault: null }, path, parts);
      return { download: transfers.offer(await codeFolder(order, choice, vault)) };
    },
    'requests.send': async ({ id = randomUUID(), path = null, keep = [], ...written }) => {
      const { environment, used: _, ...order } = orderOf(written, path, parts);
      const onProgress = everyTenth((bytes) => emit('send.progress', { id, bytes }));
      const exchange = await underway.run(id, (signal) => sender.send({ ...order, signal, onProgress }));
      const sources = keep.map(({ from }) => from);
      const outcome = await withPlaces(outcomeOf(exchange, wholeBody(exchange)), sources, queries);
      const keepValues = () => {
        if (keep.length === 0 || exchange.response === null) return;
        kept.keep(environment.id, captured(keep, outcome), path ?? exchange.title);
      };
      return changed(followUp(exchange, environment, parts, keepValues));
    },
    'requests.recentIds': () => {
      const { id, kind } = environments.current();
      const ids = environments.recentIds.list(id);
      if (kind !== 'local') return { ids, basketProducts: null };
      return { ids: paymentsNow(ids, bank.inspection), basketProducts: basketProducts(bank.inspection) };
    },
    'requests.cancel': ({ id }) => {
      underway.cancel(id);
      return {};
    },
  };
}

/** Milliseconds between two progress reports of a download. */
const TENTH = 100;

/** Passes on at most 10 reports a second. */
function everyTenth(report: (bytes: number) => void): (bytes: number) => void {
  let last = Date.now();
  return (bytes) => {
    if (Date.now() - last < TENTH) return;
    last = Date.now();
    report(bytes);
  };
}

/** The requests in progress, by the id that the client gave each of them, so that one can be cancelled without the others. */
class Underway {
  private readonly requests = new Set<{ id: string; ends: AbortController }>();

  /** Runs a request that `cancel` can abort. */
  async run<T>(id: string, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const request = { id, ends: new AbortController() };
    this.requests.add(request);
    try {
      return await send(request.ends.signal);
    } finally {
      this.requests.delete(request);
    }
  }

  /** Aborts the request with this id. Does nothing if it has already ended. */
  cancel(id: string): void {
    for (const request of this.requests) if (request.id === id) request.ends.abort();
  }
}
