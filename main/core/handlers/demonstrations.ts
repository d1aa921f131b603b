/** Guided demonstrations: playing them, and storing those of the user. */
import type { ListedDemonstration } from '../../../shared/contract/demonstrations.ts';
import { type Demonstration, DEMONSTRATION_SUFFIX } from '../../../shared/demonstrations/demonstration.ts';
import { demonstrationFileSchema, SCHEMA_FILE } from '../../../shared/demonstrations/file-schema.ts';
import {
  demonstrationFrom,
  withSchema,
  writeDemonstration,
} from '../../../shared/demonstrations/from-collection.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { collectionSteps } from '../demonstrations/collection-steps.ts';
import type { PlayerState } from '../demonstrations/player.ts';
import { withoutActions } from '../demonstrations/demonstration-view.ts';
import type { OutgoingFile } from '../transfers.ts';
import type { HandlerParts, Of } from './handler.ts';

const t = texts.demonstrations;

export function demonstrationHandlers(parts: HandlerParts): Of<'demonstrations'> {
  const {
    player,
    autoplay,
    host,
    ownDemonstrations: own,
    shippedDemonstrations: shipped,
    collections,
    transfers,
    bank,
    secrets,
    emit,
    vault,
  } = parts;
  const shown = (state: PlayerState) => ({ ...state, autoplay: autoplay.seconds, pace: autoplay.chosen });
  const byHand = async (press: () => Promise<PlayerState>) => {
    autoplay.stop();
    return shown(await press());
  };
  const plays = (press: () => Promise<PlayerState>) => {
    vault.mustBeOpen();
    return byHand(press);
  };
  const demonstration = (id: string) => shipped().get(id)?.demonstration ?? own.demonstration(id);
  return {
    'demonstrations.list': () => {
      const files = own.list();
      return {
        demonstrations: [
          ...[...shipped()].map(([id, one]) => listed(id, one.demonstration, false)),
          ...files.map(({ id, linted }) =>
            'demonstration' in linted
              ? listed(id, linted.demonstration, true)
              : { ...NAMELESS, id, name: id, faults: linted.faults },
          ),
        ],
      };
    },
    'demonstrations.read': ({ id }) => {
      const { steps, ...rest } = demonstration(id);
      return { ...rest, steps: steps.map(withoutActions) };
    },
    'demonstrations.state': () => shown(player.state()),
    'demonstrations.start': ({ id }) => plays(() => player.start(id)),
    'demonstrations.next': () => plays(() => player.next()),
    'demonstrations.back': () => byHand(() => player.back()),
    'demonstrations.go': ({ step }) => plays(() => player.go(step)),
    'demonstrations.break': ({ fault }) => plays(() => player.breakIt(fault)),
    'demonstrations.restart': () => plays(() => player.restart()),
    'demonstrations.return': () => byHand(() => player.returnToStep()),
    'demonstrations.again': () => byHand(() => player.again()),
    'demonstrations.leave': () => byHand(() => player.leave()),
    'demonstrations.slow': ({ slow }) => shown(player.setSlow(slow)),
    'demonstrations.autoplay': ({ seconds }) => {
      if (seconds !== null) vault.mustBeOpen();
      autoplay.set(seconds);
      return shown(player.state());
    },
    'demonstrations.presenter': () => {
      host.openPresenter?.();
      return { tab: host.openPresenter === null ? '#presenter' : null };
    },
    'demonstrations.add': ({ file, replaces }) => {
      const upload = transfers.look(file);
      transfers.drop(file);
      const added = own.add(upload.bytes, replaces);
      if ('faults' in added) return { id: null, name: upload.name, faults: added.faults, isTaken: false };
      if ('taken' in added) return { id: null, name: added.taken, faults: [], isTaken: true };
      emit('demonstrations.changed', {});
      return { ...added, faults: [], isTaken: false };
    },
    'demonstrations.remove': ({ id }) => {
      own.remove(id);
      emit('demonstrations.changed', {});
    },
    'demonstrations.file': ({ id }) => {
      const text = shipped().get(id)?.text ?? own.text(id);
      return { download: transfers.offer(fileOf(demonstration(id).name, withSchema(text))) };
    },
    'demonstrations.schema': () => ({
      download: transfers.offer({ name: SCHEMA_FILE, bytes: Buffer.from(demonstrationFileSchema()) }),
    }),
    'demonstrations.make': ({ path }) => {
      const start = new Date(bank.now()).toISOString();
      const { taken, left } = collectionSteps(path, {
        listing: collections.list(),
        secrets: secrets(),
        start,
      });
      const made = demonstrationFrom(taken);
      const file = fileOf(made.file.name, writeDemonstration(made.file));
      return { download: transfers.offer(file), left: [...left, ...made.left] };
    },
  };
}

const NAMELESS = { summary: '', minutes: 0, steps: 0, own: true };

function listed(
  id: string,
  { name, summary, minutes, steps }: Demonstration,
  own: boolean,
): ListedDemonstration {
  return { id, name, summary, minutes, steps: steps.length, own, faults: [] };
}

function fileOf(name: string, text: string): OutgoingFile {
  const plain = name.replaceAll(/[^\p{L}\p{N} -]/gu, '').trim() || t.title;
  return { name: plain + DEMONSTRATION_SUFFIX, bytes: Buffer.from(text) };
}
