/** The event log. */
import { HostError } from '../../../shared/contract/envelope.ts';
import { FILES } from '../../../shared/flow/exports/export.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { fileNameFor } from '../collections/names.ts';
import type { Player } from '../demonstrations/player.ts';
import type { FlowExport } from '../flow/export.ts';
import type { FlowLog } from '../flow/log.ts';
import type { Transfers } from '../transfers.ts';
import type { Of } from './handler.ts';

/** What every PNG file begins with. */
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const t = texts.core.flow;

/** What pictures are called by the page, and other files where no demonstration plays. */
const NAME = 'flow';
const PICTURE = /^flow(?:-\d+)?\.png$/;

export interface FlowParts {
  flowLog: Pick<FlowLog, 'read' | 'clear'>;
  flowExport: Pick<FlowExport, 'write'>;
  player: Pick<Player, 'state'>;
  transfers: Pick<Transfers, 'offer' | 'look' | 'drop'>;
}

export function flowHandlers({ flowLog, flowExport, player, transfers }: FlowParts): Of<'flow'> {
  /** What the diagram is saved as: the files of several demonstrations, and of their steps, are told apart. */
  const shownName = () => {
    const { playing } = player.state();
    return playing === null ? NAME : fileNameFor(t.nameOfStep(playing.name, playing.step + 1));
  };
  return {
    'flow.read': ({ after, limit, search }) => flowLog.read(after, limit, search),
    'flow.clear': () => ({ since: flowLog.clear() }),
    'flow.export': async ({ format, only }) => {
      const bytes = Buffer.from(await flowExport.write(format, only));
      return { download: transfers.offer({ name: `${shownName()}.${FILES[format].ending}`, bytes }) };
    },
    'flow.picture': ({ file }) => {
      const { name, bytes } = transfers.look(file);
      transfers.drop(file);
      // The page decides what is in a picture, but not what kind of file is saved.
      const isPicture = PNG.every((byte, at) => bytes[at] === byte) && PICTURE.test(name);
      if (!isPicture) throw new HostError('bad-input', t.noPicture);
      return { download: transfers.offer({ name: name.replace(NAME, shownName), bytes }) };
    },
  };
}
