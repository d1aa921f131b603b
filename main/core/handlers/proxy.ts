/** The listeners for other programs: the signing proxy, and the tap, which passes requests on to a bank and verifies them. */
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

export function tapHandlers({ tap, emit }: HandlerParts): Of<'tap'> {
  return {
    'tap.read': () => ({ tap: tap.view() }),
    'tap.start': async ({ port, ...chosen }) => {
      await tap.start(chosen, port);
      emit('tap.changed', {});
      const view = tap.view();
      // It was stopped in the meantime.
      if (view === null) throw new HostError('refused', texts.core.tap.off);
      return { tap: view };
    },
    'tap.stop': async () => {
      await tap.stop();
      emit('tap.changed', {});
    },
  };
}
