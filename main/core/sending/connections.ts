/** One open connection at a time: that of the environment in use. */
import type { Vault } from '../certificates/vault.ts';
import { type BankAddress, BankConnection } from './send.ts';

export interface Destination {
  baseUrl: string;
  /** PEM of the authorities to trust; empty for Node's own list. */
  ca: string;
  /** Id of the TLS client certificate, or null. */
  tlsCertificateId: string | null;
}

export class Connections {
  private readonly vault: Vault;
  private open: { to: string; connection: BankConnection } | null = null;

  constructor(vault: Vault) {
    this.vault = vault;
  }

  /** @throws HostError while the vault is locked and a client certificate is asked for */
  to(destination: Destination): BankConnection {
    const to = JSON.stringify(destination);
    if (this.open?.to === to) return this.open.connection;
    const connection = new BankConnection(this.addressOf(destination));
    this.forget();
    this.open = { to, connection };
    return connection;
  }

  /** The next request opens a new one. */
  forget(): void {
    void this.close();
  }

  async close(): Promise<void> {
    const before = this.open;
    this.open = null;
    await before?.connection.close();
  }

  private addressOf({ baseUrl, ca, tlsCertificateId }: Destination): BankAddress {
    const origin = new URL(baseUrl).origin;
    const roots = ca.trim() === '' ? [] : [ca];
    if (tlsCertificateId === null) return { origin, ca: roots, client: null };
    const { pem, chain } = this.vault.certificate(tlsCertificateId);
    const key = this.vault.keyOf(tlsCertificateId).export({ type: 'pkcs8', format: 'pem' }).toString();
    return { origin, ca: roots, client: { cert: [pem, ...chain].join('\n'), key } };
  }
}
