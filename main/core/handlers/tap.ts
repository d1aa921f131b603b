/** The tap. */
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { HandlerParts, Of } from './handler.ts';

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
