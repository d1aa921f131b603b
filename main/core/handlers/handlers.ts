/** One handler for each method of the contract: each room has its own, here they come together. */
import type { Handlers } from '../../../shared/contract/methods.ts';
import { bankHandlers } from './bank.ts';
import { bodyHandlers } from './bodies.ts';
import { certificateHandlers, vaultHandlers } from './certificates.ts';
import { requestHandlers } from './requests.ts';
import { savedHandlers } from './saved.ts';
import { environmentHandlers, variableHandlers } from './environments.ts';
import { exportEverything } from '../export-all.ts';
import { scaHandlers, sessionHandlers } from './sca.ts';
import type { Of, Services } from './services.ts';
import { statusOf } from '../status.ts';

export function handlersOf(services: Services): Handlers {
  return {
    ...appHandlers(services),
    ...requestHandlers(services),
    ...bodyHandlers(services),
    ...scaHandlers(services),
    ...sessionHandlers(services),
    ...certificateHandlers(services),
    ...savedHandlers(services),
    ...environmentHandlers(services),
    ...variableHandlers(services),
    ...vaultHandlers(services),
    ...bankHandlers(services),
  };
}

function appHandlers(services: Services): Of<'app' | 'settings'> {
  const { options, bank, environments, vault, receiver, keeper, settings, transfers } = services;
  return {
    'app.export': () => {
      const pieces = exportEverything(services);
      const day = new Date().toISOString().slice(0, 10);
      return { download: transfers.offer({ name: `tpp-workbench-${day}.json`, pieces }) };
    },
    'app.status': () => {
      const { keeper: kept, name } = keeper();
      const { redirectUri } = receiver;
      return statusOf({ ...options, bank, environments, vault, keyKept: name, keeper: kept, redirectUri });
    },
    'settings.read': settings.read,
    'settings.change': (change) => {
      const next = { ...settings.read(), ...change };
      settings.write(next);
      return next;
    },
  };
}
