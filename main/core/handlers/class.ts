/** A class: the trainer's banks, and the bank that a trainee joins. */
import { CLASS_FILE_SUFFIX } from '../../../shared/contract/class.ts';
import { networks } from '../class/trainer.ts';
import { fileNameFor } from '../collections/names.ts';
import { changedBy, type HandlerParts, type Of } from './handler.ts';

export function classHandlers({ trainer, trainee, transfers, emit }: HandlerParts): Of<'class'> {
  const changed = changedBy(emit, 'environments.changed');
  return {
    'class.read': () => ({ class: trainer.view(), networks: networks() }),
    'class.start': ({ names }) => trainer.start(names),
    'class.open': ({ network }) => trainer.open(network),
    'class.reset': ({ id }) => trainer.reset(id),
    'class.file': ({ id }) => {
      const link = trainer.link(id);
      const name = new URL(link).searchParams.get('bank') ?? id;
      const bytes = Buffer.from(`${JSON.stringify({ class: 1, link }, null, 2)}\n`);
      return { download: transfers.offer({ name: fileNameFor(name) + CLASS_FILE_SUFFIX, bytes }) };
    },
    'class.end': () => trainer.end(),
    'class.look': async ({ link }) => {
      const { name, baseUrl, ca, fingerprint } = await trainee.look(link);
      return { name, baseUrl, ca, fingerprint };
    },
    'class.join': async ({ link, window = null }) => {
      const name = await trainee.join(link);
      emit('environments.chosen', { name, window });
      return changed({ name });
    },
  };
}
