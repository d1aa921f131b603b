/** The event log. */
import { HostError } from '../../../shared/contract/envelope.ts';
import { FILES } from '../../../shared/flow/exports/export.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { fileNameFor } from '../collections/names.ts';
import type { HandlerParts, Of } from './handler.ts';

/** The signature of PNG files. */
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const t = texts.core.flow;

/** The page's name for pictures, and the name of files without a demonstration. */
const NAME = 'flow';
const PICTURE = /^flow(?:-\d+)?\.png$/;

export function flowHandlers({ flowLog, flowExport, player, transfers }: HandlerParts): Of<'flow'> {
  /** Distinguishes the files of demonstrations and their steps. */
  const shownName = () => {
    const { playing } = player.state();
    return playing === null ? NAME : fileNameFor(t.nameOfStep(playing.name, playing.step + 1));
  };
  return {
    'flow.read': ({ after, limit, search }) => flowLog.read(after, limit, search),
    'flow.clear': () => ({ since: flowLog.clear() }),
    'flow.export': async (order) => {
      const bytes = Buffer.from(await flowExport.write(order));
      return { download: transfers.offer({ name: `${shownName()}.${FILES[order.format].ending}`, bytes }) };
    },
    'flow.picture': ({ file }) => {
      const { name, bytes } = transfers.look(file);
      transfers.drop(file);
      // The page must not save other kinds of files.
      const isPicture = PNG.every((byte, at) => bytes[at] === byte) && PICTURE.test(name);
      if (!isPicture) throw new HostError('bad-input', t.noPicture);
      return { download: transfers.offer({ name: name.replace(NAME, shownName), bytes }) };
    },
  };
}
