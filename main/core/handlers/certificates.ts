/** Certificates, and the vault that their keys lie in. */
import { changedBy, type Of, type Services } from './services.ts';
import { forgetKeyFiles } from '../certificates/protection.ts';

export function certificateHandlers({ certificates, emit }: Services): Of<'certificates'> {
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
    'certificates.remove': ({ id }) => {
      certificates.remove(id);
      return changed({});
    },
    'certificates.export': async (order) => ({ download: await certificates.export(order) }),
  };
}

export function vaultHandlers({ options, vault, emit, lock }: Services): Of<'vault'> {
  const changed = () => {
    emit('status.changed', {});
    return {};
  };
  return {
    'vault.unlock': async ({ passphrase }) => {
      await vault.unlock(passphrase);
      return changed();
    },
    'vault.lock': () => {
      lock();
      return {};
    },
    'vault.protect': async ({ passphrase, current }) => {
      await vault.protect(passphrase, current);
      forgetKeyFiles(options.dataFolder);
      return changed();
    },
  };
}
