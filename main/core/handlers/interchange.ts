/** Import of other programs' files into the collections, and export for other programs. */
import type { Emit } from '../../../shared/contract/methods.ts';
import type { Interchange } from '../interchange/interchange.ts';
import type { Transfers } from '../transfers.ts';
import type { Of } from './handler.ts';

export interface InterchangeHandlerParts {
  interchange: Pick<Interchange, 'compare' | 'end' | 'export' | 'preview' | 'read' | 'save' | 'update'>;
  transfers: Pick<Transfers, 'offer'>;
  emit: Emit;
}

export function interchangeHandlers(parts: InterchangeHandlerParts): Of<'interchange'> {
  const { interchange, transfers, emit } = parts;
  return {
    'interchange.read': ({ files }) => interchange.read(files),
    'interchange.save': async ({ files, folder, name }) => {
      const path = await interchange.save(files, folder, name);
      emit('saved.changed', {});
      return { path };
    },
    'interchange.compare': ({ files, path }) => interchange.compare(files, path),
    'interchange.update': async ({ files, path, seen, otherwise }) => {
      try {
        await interchange.update(files, path, { seen, otherwise });
      } finally {
        emit('saved.changed', {});
      }
      return {};
    },
    'interchange.end': ({ id }) => {
      interchange.end(id);
      return {};
    },
    'interchange.preview': async (order) => ({ report: await interchange.preview(order) }),
    'interchange.export': async (order) => ({
      download: transfers.offer(await interchange.export(order)),
    }),
  };
}
