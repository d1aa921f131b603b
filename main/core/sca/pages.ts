/** Which pages of banks may be opened: those that a bank itself has sent, and nothing else. */
import type { Exchange } from '../../../shared/contract/exchange.ts';

const KEPT = 100;

export class ScaPages {
  private readonly seen = new Set<string>();

  /** Remembers the scaRedirects of an answer. */
  note({ links }: Pick<Exchange, 'links'>): void {
    for (const { name, href } of links) {
      if (name !== 'scaRedirect') continue;
      const oldest = this.seen.values().next().value;
      if (this.seen.size >= KEPT && oldest !== undefined) this.seen.delete(oldest);
      this.seen.add(href);
    }
  }

  /** Whether an address was in an answer, and is one that a browser should be sent to: https, or plain on this machine. */
  mayOpen(href: string): boolean {
    if (!this.seen.has(href) || !URL.canParse(href)) return false;
    const { protocol, hostname } = new URL(href);
    return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname));
  }
}
