/** Which pages of banks may be opened: only those that a bank itself has sent. */
import type { Exchange } from '../../../shared/contract/exchange.ts';

const KEPT = 100;

export class ScaPages {
  private readonly seen = new Set<string>();

  /** Remembers the scaRedirect links of a response. */
  note({ links }: Pick<Exchange, 'links'>): void {
    for (const { name, href } of links) {
      if (name !== 'scaRedirect') continue;
      const oldest = this.seen.values().next().value;
      if (this.seen.size >= KEPT && oldest !== undefined) this.seen.delete(oldest);
      this.seen.add(href);
    }
  }

  /** Whether an address was in a response and is safe to open in a browser: https, or plain HTTP on this machine. */
  mayOpen(href: string): boolean {
    if (!this.seen.has(href) || !URL.canParse(href)) return false;
    const { protocol, hostname } = new URL(href);
    return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname));
  }
}
