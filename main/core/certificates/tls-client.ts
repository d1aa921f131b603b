/** A certificate of the vault as a TLS client presents it. */
import type { Vault } from './vault.ts';

/** @returns PEM: the certificate with its chain, and its key @throws HostError while the vault is locked, or for an unknown id */
export function tlsClientOf(vault: Pick<Vault, 'certificate' | 'keyOf'>, id: string) {
  const { pem, chain } = vault.certificate(id);
  const key = vault.keyOf(id).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { cert: [pem, ...chain].join('\n'), key };
}
