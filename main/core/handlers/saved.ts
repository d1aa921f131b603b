/** The user's requests: drafts in their tabs, and saved requests. */
import type { Drafts } from '../../../shared/request/drafts.ts';
import type { Emit } from '../../../shared/contract/methods.ts';
import { OpenDrafts } from '../collections/open-drafts.ts';
import type { Collections } from '../collections/collections.ts';
import type { Of } from './handler.ts';

export interface SavedParts {
  collections: Collections;
  drafts: { read: () => Drafts; write: (drafts: Drafts) => void };
  emit: Emit;
}

export function savedHandlers({ collections, drafts, emit }: SavedParts): Of<'drafts' | 'saved'> {
  const open = new OpenDrafts(drafts);
  return {
    'drafts.read': ({ window }) => open.read(window),
    'drafts.save': ({ window, ...next }) => ({ renamed: open.save(window, next) }),
    'saved.list': () => collections.list(),
    'saved.save': ({ folder, step, over, seen }) => {
      const saved = collections.save(folder, step, over, seen);
      emit('saved.changed', {});
      return saved;
    },
    'saved.remove': ({ path }) => {
      collections.remove(path);
      emit('saved.changed', {});
      return {};
    },
  };
}
