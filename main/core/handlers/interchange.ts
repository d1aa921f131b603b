/** Import of other programs' files into the collections, and export for other programs. */
import { changedBy, type HandlerParts, type Of } from './handler.ts';

export function interchangeHandlers(parts: HandlerParts): Of<'interchange'> {
  const { interchange, transfers, emit } = parts;
  const changed = changedBy(emit, 'environments.changed');
  return {
    'interchange.read': ({ files }) => interchange.read(files),
    'interchange.save': async ({ files, folder, name }) => {
      const path = await interchange.save(files, folder, name);
      emit('saved.changed', {});
      return changed({ path });
    },
    'interchange.compare': ({ files, path }) => interchange.compare(files, path),
    'interchange.update': async ({ files, path, seen, otherwise }) => {
      try {
        await interchange.update(files, path, { seen, otherwise });
      } finally {
        emit('saved.changed', {});
      }
    },
    'interchange.end': ({ id }) => interchange.end(id),
    'interchange.preview': async (order) => ({ report: await interchange.preview(order) }),
    'interchange.export': async (order) => ({
      download: transfers.offer(await interchange.export(order)),
    }),
  };
}
