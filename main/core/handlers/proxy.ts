/** The signing proxy. */
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Emit } from '../../../shared/contract/methods.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { SigningProxy } from '../proxy/signing-proxy.ts';
import type { Of } from './handler.ts';

export interface ProxyHandlerParts {
  proxy: Pick<SigningProxy, 'renewToken' | 'start' | 'stop' | 'view'>;
  emit: Emit;
}

export function proxyHandlers({ proxy, emit }: ProxyHandlerParts): Of<'proxy'> {
  return {
    'proxy.read': () => ({ proxy: proxy.view() }),
    'proxy.start': async ({ environment, origin, port }) => {
      await proxy.start({ environment, origin }, port);
      emit('proxy.changed', {});
      const view = proxy.view();
      // Somebody has switched it off in the meantime.
      if (view === null) throw new HostError('refused', texts.core.proxy.off);
      return { proxy: view };
    },
    'proxy.stop': async () => {
      await proxy.stop();
      emit('proxy.changed', {});
      return {};
    },
    'proxy.renewToken': async () => {
      await proxy.renewToken();
      emit('proxy.changed', {});
      return {};
    },
  };
}
