/** The signing proxy. */
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { HandlerParts, Of } from './handler.ts';

export function proxyHandlers({ proxy, emit }: HandlerParts): Of<'proxy'> {
  return {
    'proxy.read': () => ({ proxy: proxy.view() }),
    'proxy.start': async ({ environment, origin, port }) => {
      await proxy.start({ environment, origin }, port);
      emit('proxy.changed', {});
      const view = proxy.view();
      // It was stopped in the meantime.
      if (view === null) throw new HostError('refused', texts.core.proxy.off);
      return { proxy: view };
    },
    'proxy.stop': async () => {
      await proxy.stop();
      emit('proxy.changed', {});
    },
    'proxy.renewToken': async () => {
      await proxy.renewToken();
      emit('proxy.changed', {});
    },
  };
}
