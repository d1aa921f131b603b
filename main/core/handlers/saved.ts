/** The user's requests: drafts in their tabs, and saved requests. */
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { shippedIn } from '../collections/shipped.ts';
import type { HandlerParts, Of } from './handler.ts';

export function savedHandlers({
  collections,
  drafts,
  emit,
  host,
  recording,
}: HandlerParts): Of<'drafts' | 'saved'> {
  /** Also after a failure, which may have changed files. */
  const changed = <T>(work: () => T): T => {
    try {
      return work();
    } finally {
      emit('saved.changed', {});
    }
  };
  return {
    'drafts.read': (window) => drafts.read(window),
    'drafts.save': ({ window, own, ...next }) => {
      recording.drafted(next.tabs);
      return { renamed: drafts.save({ window, own }, next) };
    },
    'saved.list': () => collections.list(),
    'saved.shipped': () => ({ collections: shippedIn(host.shipped.collections) }),
    'saved.addShipped': ({ id }) =>
      changed(() => ({ path: collections.addShipped(host.shipped.collections, id) })),
    'saved.addFlow': ({ file, text }) => changed(() => ({ path: collections.openFlow(file, text) })),
    'saved.save': ({ folder, step, over, seen }) => changed(() => collections.save(folder, step, over, seen)),
    'saved.remove': ({ items }) => changed(() => collections.remove(items)),
    'saved.makeFolder': ({ folder, name, role }) =>
      changed(() => ({ path: collections.makeFolder(folder, name, role) })),
    'saved.changeFolder': ({ path, seen, ...change }) =>
      changed(() => ({ path: collections.changeFolder(path, change, seen) })),
    'saved.move': ({ items, folder, before }) =>
      changed(() => ({ moved: collections.move(items, folder, before) })),
    'saved.openLink': async ({ href }) => {
      // Only links that the user can see.
      const { folders, entries } = collections.list();
      const about = [
        ...folders.map(({ settings }) => settings.about),
        ...entries.map(({ step }) => step.about),
      ];
      const isWritten = about.some((text) => text?.includes(href));
      if (!isWritten || !URL.canParse(href) || new URL(href).protocol !== 'https:')
        throw new HostError('refused', texts.core.collections.noLink(href));
      if (host.openExternal === null) return { tab: href };
      await host.openExternal(href);
      return { tab: null };
    },
    'saved.copied': ({ items }) => ({ text: collections.copied(items) }),
    'saved.paste': ({ folder, before, text }) =>
      changed(() => ({ paths: collections.paste(folder, before, text) })),
    'saved.duplicate': (item) => changed(() => ({ path: collections.duplicate(item) })),
  };
}
