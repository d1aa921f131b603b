/** Who has sent an exchange, and to whom: in the list, and above one exchange. */
import type { Exchange, ExchangeSummary } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.history.place;

/** The environment that an exchange was sent to, and what passed it on. */
export function destination({ environment, origin }: ExchangeSummary): string {
  return origin === 'proxy'
    ? t.throughProxy(environment)
    : origin === 'tap'
      ? t.throughTap(environment)
      : environment;
}

/** A sentence without its end, such as "Sent to Local bank by PSDNO-FSA-987654325, python-httpx/0.28.1". */
export function fromWhom(exchange: Exchange, tpp: string | null = null): string {
  const to = destination(exchange);
  if (exchange.origin === null) return t.sentTo(to);
  const agent = exchange.prepared.headers.find(({ name }) => name.toLowerCase() === 'user-agent');
  return t.sentToBy(
    to,
    [tpp, agent?.value ?? null].filter((one) => one !== null),
  );
}
