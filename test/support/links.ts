/** Links of responses: what each offers, and what the bank answers when a client takes the offer (SVC-8). */
import { expect } from 'vitest';
import type { Bank } from '../../bank-sim/index.ts';
import { type Method, type Operation, OPERATIONS, routeOf } from '../../shared/xs2a/operations.ts';
import type { Link } from '../../shared/xs2a/schemas.ts';
import type { Reply, Tpp } from './tpp.ts';

export interface Offered extends Link {
  name: string;
}

/** Every link anywhere in a body. */
export function linksIn(value: unknown): Offered[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) =>
    key === '_links'
      ? Object.entries(inner as Record<string, Link>).map(([name, link]) => ({ name, ...link }))
      : linksIn(inner),
  );
}

/** The methods that the catalogue has for a path, in its order. */
export function methodsOf(href: string): Method[] {
  const path = href.split('?', 1)[0] ?? '';
  return [...new Set(OPERATIONS.map(({ method }) => method))].filter(
    (method) => routeOf(method, path).kind === 'found',
  );
}

/** A path of an operation that names nothing that exists. */
export function somePath({ path }: Pick<Operation, 'path'>): string {
  return path.replace('{payment-product}', 'domestic-norway-credit-transfers').replaceAll(/\{.*?\}/g, 'x');
}

/** Takes one offer, as it is (AIS-3); a body is the example of the catalogue. */
export async function take(tpp: Tpp, { href }: Link, verb: Method): Promise<Reply> {
  if (!href.startsWith('/')) {
    expect(verb).toBe('GET');
    const { status, text } = await fetch(href).then(async (page) => ({
      status: page.status,
      text: await page.text(),
    }));
    return { status, text, headers: {}, rawHeaders: [], body: {} };
  }
  const route = routeOf(verb, href.split('?', 1)[0] ?? '');
  expect(route.kind, `${verb} ${href}`).toBe('found');
  const operation: Operation | null = route.kind === 'found' ? route.route.operation : null;
  return tpp.send({
    method: verb,
    path: href,
    ...(operation?.body === 'json' ? { body: operation.example ?? '' } : {}),
  });
}

/** Does some work and puts the whole bank back afterwards. */
export async function andBack<T>({ operator }: Pick<Bank, 'operator'>, work: () => Promise<T>): Promise<T> {
  const before = operator.takeSnapshot();
  const result = await work();
  expect(operator.restoreSnapshot(before)).toEqual({ done: true, value: undefined });
  return result;
}

/** Takes every offer of a response, each from the same state, and checks that the bank carries it out. */
export async function expectCallable(bank: Pick<Bank, 'operator'>, tpp: Tpp, reply: Reply): Promise<void> {
  for (const link of linksIn(reply.body))
    for (const verb of link.verbs) {
      const call = () => take(tpp, link, verb);
      const { status, text } = await (verb === 'GET' ? call() : andBack(bank, call));
      expect([200, 201, 202, 204], `${link.name}: ${verb} ${link.href} ${text}`).toContain(status);
    }
}
