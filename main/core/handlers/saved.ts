/** Saved requests. */
import type { Of, Services } from './services.ts';

export function savedHandlers({ collections, emit }: Services): Of<'saved'> {
  return {
    'saved.list': () => ({ entries: collections.list() }),
    'saved.save': ({ folder, request, over }) => {
      const path = collections.save(folder, request, over);
      emit('saved.changed', {});
      return { path };
    },
    'saved.remove': ({ path }) => {
      collections.remove(path);
      emit('saved.changed', {});
      return {};
    },
  };
}
