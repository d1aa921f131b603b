/** Certificates, and the vault that contains their keys. */
import type { Emit } from '../../../shared/contract/methods.ts';
import type { Certificates } from '../certificates/certificates.ts';
import type { VaultAccess } from '../certificates/vault-access.ts';
import { changedBy, type Of } from './handler.ts';

export interface CertificateParts {
  certificates: Certificates;
  keeper: Pick<VaultAccess, 'vault' | 'unlock' | 'protect'>;
  /** Locks the vault, and ends everything that has one of its keys in memory. */
  lock: () => void;
  emit: Emit;
}

export function certificateHandlers({
  certificates,
  emit,
}: Pick<CertificateParts, 'certificates' | 'emit'>): Of<'certificates'> {
  const changed = changedBy(emit, 'certificates.changed');
  return {
    'certificates.list': () => ({ certificates: certificates.list() }),
    'certificates.import': async ({ files, password }) => changed(await certificates.import(files, password)),
    'certificates.cancelImport': ({ files }) => {
      certificates.cancelImport(files);
      return {};
    },
    'certificates.make': async (order) => changed({ id: await certificates.make(order) }),
    'certificates.renew': async ({ id }) => changed({ id: await certificates.renew(id) }),
    'certificates.rename': ({ id, name }) => {
      certificates.rename(id, name);
      return changed({});
    },
    'certificates.use': ({ id }) => {
      certificates.use(id);
      return changed({});
    },
    'certificates.trustAtBank': ({ id, trusted, ca }) => {
      certificates.trustAtBank(id, trusted, ca);
      return changed({});
    },
    'certificates.remove': ({ id }) => {
      certificates.remove(id);
      return changed({});
    },
    'certificates.export': async (order) => ({ download: await certificates.export(order) }),
  };
}

export function vaultHandlers({
  keeper,
  lock,
  emit,
}: Pick<CertificateParts, 'keeper' | 'lock' | 'emit'>): Of<'vault'> {
  const changed = changedBy(emit, 'certificates.changed');
  return {
    'vault.unlock': async ({ passphrase }) => {
      await keeper.unlock(passphrase);
      return changed({});
    },
    'vault.lock': () => {
      lock();
      return {};
    },
    'vault.protect': async ({ passphrase, current }) => {
      await keeper.protect(passphrase, current);
      return changed({});
    },
  };
}
