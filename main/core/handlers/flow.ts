/** The event log. */
import { HostError } from '../../../shared/contract/envelope.ts';
import { FILES } from '../../../shared/flow/exports/export.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { FlowExport } from '../flow/export.ts';
import type { FlowLog } from '../flow/log.ts';
import type { Transfers } from '../transfers.ts';
import type { Of } from './handler.ts';

/** What every PNG file begins with. */
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export interface FlowParts {
  flowLog: Pick<FlowLog, 'read' | 'clear'>;
  flowExport: Pick<FlowExport, 'write'>;
  transfers: Pick<Transfers, 'offer' | 'look' | 'drop'>;
}

export function flowHandlers({ flowLog, flowExport, transfers }: FlowParts): Of<'flow'> {
  return {
    'flow.read': ({ after, limit, search }) => flowLog.read(after, limit, search),
    'flow.clear': () => ({ since: flowLog.clear() }),
    'flow.export': async ({ format, only }) => {
      const bytes = Buffer.from(await flowExport.write(format, only));
      return { download: transfers.offer({ name: `flow.${FILES[format].ending}`, bytes }) };
    },
    'flow.picture': ({ file }) => {
      const { name, bytes } = transfers.look(file);
      transfers.drop(file);
      // The page decides what is in a picture, but not what kind of file is saved.
      const isPicture = PNG.every((byte, at) => bytes[at] === byte) && /^flow(?:-\d+)?\.png$/.test(name);
      if (!isPicture) throw new HostError('bad-input', texts.core.flow.noPicture);
      return { download: transfers.offer({ name, bytes }) };
    },
  };
}
