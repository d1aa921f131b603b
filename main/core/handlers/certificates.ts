/** Certificates, and the vault that contains their keys. */
import { changedBy, type HandlerParts, type Of } from './handler.ts';

export function certificateHandlers({ certificates, emit }: HandlerParts): Of<'certificates'> {
  const changed = changedBy(emit, 'certificates.changed');
  return {
    'certificates.list': () => ({ certificates: certificates.list() }),
    'certificates.import': async ({ files, password, testKeys = false }) =>
      changed(await certificates.import(files, password, testKeys)),
    'certificates.cancelImport': ({ files }) => certificates.cancelImport(files),
    'certificates.make': async (order) => changed({ id: await certificates.make(order) }),
    'certificates.renew': async ({ id }) => changed({ id: await certificates.renew(id) }),
    'certificates.rename': ({ id, name }) => changed(certificates.rename(id, name)),
    'certificates.use': ({ id }) => changed(certificates.use(id)),
    'certificates.trustAtBank': ({ id, trusted, ca }) => changed(certificates.trustAtBank(id, trusted, ca)),
    'certificates.remove': ({ id }) => changed(certificates.remove(id)),
    'certificates.export': async (order) => ({ download: await certificates.export(order) }),
  };
}

export function vaultHandlers({ vaultAccess, lock, emit }: HandlerParts): Of<'vault'> {
  const changed = changedBy(emit, 'certificates.changed');
  return {
    'vault.unlock': async ({ passphrase }) => changed(await vaultAccess.unlock(passphrase)),
    'vault.lock': () => lock(),
    'vault.protect': async ({ passphrase, current }) =>
      changed(await vaultAccess.protect(passphrase, current)),
  };
}
