/** Guided demonstrations: playing them, and keeping those of other people. */
import type { PlannedItem } from '../../../shared/collection/plan.ts';
import { planOf, PlanError } from '../../../shared/collection/plan.ts';
import { treeOf } from '../../../shared/collection/tree.ts';
import type { ListedDemonstration } from '../../../shared/contract/demonstrations.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Emit } from '../../../shared/contract/methods.ts';
import type { Demonstration } from '../../../shared/demonstration/demonstration.ts';
import {
  type CollectionSteps,
  demonstrationFrom,
  writeDemonstration,
} from '../../../shared/demonstration/from-collection.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Bank } from '../../../bank-sim/index.ts';
import type { Collections } from '../collections/collections.ts';
import type { Autoplay } from '../demonstrations/autoplay.ts';
import type { OwnFiles } from '../demonstrations/own-files.ts';
import type { Player, PlayerState } from '../demonstrations/player.ts';
import { SHIPPED } from '../demonstrations/shipped.ts';
import { withoutActions } from '../demonstrations/shown.ts';
import type { HostPort } from '../host-port.ts';
import type { OutgoingFile, Transfers } from '../transfers.ts';
import type { Of } from './handler.ts';

const t = texts.demonstrations;

export interface DemonstrationHandlerParts {
  player: Pick<
    Player,
    'again' | 'back' | 'go' | 'leave' | 'next' | 'restart' | 'returnToStep' | 'start' | 'state'
  >;
  autoplay: Pick<Autoplay, 'seconds' | 'set' | 'stop'>;
  host: Pick<HostPort, 'openPresenter'>;
  ownDemonstrations: Pick<OwnFiles, 'add' | 'demonstration' | 'list' | 'remove'>;
  collections: Pick<Collections, 'list'>;
  transfers: Pick<Transfers, 'drop' | 'look' | 'offer'>;
  bank: Pick<Bank, 'now'>;
  emit: Emit;
}

export function demonstrationHandlers(parts: DemonstrationHandlerParts): Of<'demonstrations'> {
  const { player, autoplay, host, ownDemonstrations: own, collections, transfers, bank, emit } = parts;
  const shown = (state: PlayerState) => ({ ...state, autoplay: autoplay.seconds });
  const byHand = async (press: () => Promise<PlayerState>) => {
    autoplay.stop();
    return shown(await press());
  };
  const demonstration = (id: string) => SHIPPED.get(id) ?? own.demonstration(id);
  return {
    'demonstrations.list': () => ({
      demonstrations: [
        ...[...SHIPPED].map(([id, one]) => listed(id, one, false)),
        ...own
          .list()
          .map(({ id, linted }) =>
            'demonstration' in linted
              ? listed(id, linted.demonstration, true)
              : { ...NAMELESS, id, name: id, faults: linted.faults },
          ),
      ],
    }),
    'demonstrations.read': ({ id }) => {
      const { steps, ...rest } = demonstration(id);
      return { ...rest, steps: steps.map(withoutActions) };
    },
    'demonstrations.state': () => shown(player.state()),
    'demonstrations.start': ({ id }) => byHand(() => player.start(id)),
    'demonstrations.next': () => byHand(() => player.next()),
    'demonstrations.back': () => byHand(() => player.back()),
    'demonstrations.go': ({ step }) => byHand(() => player.go(step)),
    'demonstrations.restart': () => byHand(() => player.restart()),
    'demonstrations.return': () => byHand(() => player.returnToStep()),
    'demonstrations.again': () => byHand(() => player.again()),
    'demonstrations.leave': () => byHand(() => player.leave()),
    'demonstrations.autoplay': ({ seconds }) => {
      autoplay.set(seconds);
      return shown(player.state());
    },
    'demonstrations.presenter': () => {
      host.openPresenter?.();
      return { tab: host.openPresenter === null ? '#presenter' : null };
    },
    'demonstrations.add': ({ file }) => {
      const upload = transfers.look(file);
      transfers.drop(file);
      const added = own.add(upload.bytes);
      if ('faults' in added) return { id: null, name: upload.name, faults: added.faults };
      emit('demonstrations.changed', {});
      return { ...added, faults: [] };
    },
    'demonstrations.remove': ({ id }) => {
      own.remove(id);
      emit('demonstrations.changed', {});
      return {};
    },
    'demonstrations.file': ({ id }) => ({ download: transfers.offer(fileOf(demonstration(id))) }),
    'demonstrations.make': ({ path }) => {
      const now = new Date(bank.now()).toISOString();
      const left: string[] = [];
      const made = demonstrationFrom(stepsAt(path, collections, now, left));
      return { download: transfers.offer(fileOf(made.demonstration)), left: [...left, ...made.left] };
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

function fileOf(demonstration: Demonstration): OutgoingFile {
  const name = `${demonstration.name.replaceAll(/[^\p{L}\p{N} -]/gu, '').trim() || t.title}.json`;
  return { name, bytes: Buffer.from(writeDemonstration(demonstration)) };
}

/** @throws HostError if nothing is there, or it cannot be run */
function stepsAt(
  path: string,
  collections: Pick<Collections, 'list'>,
  start: string,
  left: string[],
): CollectionSteps {
  try {
    const items = planOf(treeOf(collections.list()), path);
    const settings = items.flatMap((item) => ('damage' in item ? [] : item.around));
    const variables = Object.fromEntries(
      settings.flatMap(({ settings: { variables: own, secret } }) =>
        Object.entries(own).filter(([name]) => !secret.includes(name)),
      ),
    );
    return { name: path.split('/').at(-1) ?? path, steps: flat(items, left), variables, start };
  } catch (error) {
    throw error instanceof PlanError ? new HostError('not-found', t.player.unknownCollection) : error;
  }
}

/** @param left gets a sentence for each include whose variables are not carried over */
function flat(items: readonly PlannedItem[], left: string[]): CollectionSteps['steps'] {
  return items.flatMap((item) => {
    if ('damage' in item) return [];
    if (item.included === null) return [item.step];
    if (item.step.include?.variables !== undefined) left.push(t.fromCollection.variables(item.step.name));
    return flat(item.included, left);
  });
}
