/** Demonstrations in tests: playing them, and what a room has seen, without what is new in each run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTROL_CHOICES } from '../../bank-sim/index.ts';
import { shippedDemonstrations } from '../../main/core/demonstrations/demonstration-files.ts';
import type { Workbench } from '../../main/core/services.ts';
import type { DemonstrationState, Playing } from '../../shared/contract/demonstrations.ts';
import { MOST_FLOW_EVENTS } from '../../shared/contract/flow.ts';
import { type FlowEvent, shownEvents } from '../../shared/flow/event.ts';
import { callCore } from './workbench.ts';

export const SHIPPED_FOLDER = join(import.meta.dirname, '../../main/demonstrations');

/** Those of the program. */
export const shipped = () => shippedDemonstrations(SHIPPED_FOLDER, CONTROL_CHOICES);

/** @throws Error if none is playing */
export function playing({ playing: now }: DemonstrationState): Playing {
  if (now === null) throw new Error('No demonstration is playing.');
  return now;
}

/** Plays from the beginning until the end or a failure. @returns what was shown after each press */
export async function toTheEnd(core: Workbench, id: string): Promise<Playing[]> {
  const shown = [playing(await callCore(core, 'demonstrations.start', { id }))];
  for (let presses = 0; presses < 100; presses++) {
    const latest = shown.at(-1);
    if (latest === undefined || latest.next === 'end' || latest.failed !== null) return shown;
    shown.push(playing(await callCore(core, 'demonstrations.next', {})));
  }
  throw new Error('The demonstration does not end.');
}

/** The events that the diagram shows. */
export async function shownIn(core: Workbench): Promise<FlowEvent[]> {
  const { since } = await callCore(core, 'flow.read', { after: 0, limit: 1 });
  const { events } = await callCore(core, 'flow.read', { after: since, limit: MOST_FLOW_EVENTS });
  return shownEvents(events);
}

/** Events with positions counted from 1, and without times of this machine and ids that a bank draws. */
export function comparable(events: readonly FlowEvent[]): string[] {
  const place = new Map(events.map(({ seq }, at) => [seq, at + 1]));
  const plain = events.map(({ seq, cause, ...event }) => ({
    ...event,
    at: 0,
    seq: place.get(seq),
    cause: cause === null ? null : (place.get(cause) ?? 'hidden'),
    ...('duration' in event ? { duration: 0 } : {}),
    ...('exchange' in event ? { exchange: '' } : {}),
  }));
  return withoutIds(plain.map((event) => JSON.stringify(event)));
}

/** What a bank or a workbench draws anew each time. */
const DRAWN =
  /enc(?:!!|%21%21)[\w=%-]+|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|(?<=\/sca\/)[\w-]{12,}|twb-[\w-]+/g;

/** Each such id becomes its number in the order of appearance. */
export function withoutIds(lines: readonly string[]): string[] {
  const numbers = new Map<string, number>();
  return lines.map((line) =>
    line.replaceAll(DRAWN, (id) => {
      const plain = decodeURIComponent(id);
      if (!numbers.has(plain)) numbers.set(plain, numbers.size + 1);
      return `id-${numbers.get(plain)}`;
    }),
  );
}

/** The whole bank, and who acts in the workbench, likewise. Rows of a table have no order. */
export async function stateOf(core: Workbench, dataFolder: string): Promise<string[]> {
  const name = 'compared';
  await callCore(core, 'bank.takeSnapshot', { name });
  const text = readFileSync(join(dataFolder, 'snapshots', `${name}.snapshot.json`), 'utf8');
  await callCore(core, 'bank.removeSnapshot', { name });
  const { tables, clock } = JSON.parse(text) as { tables: Record<string, object[]>; clock: object };
  const rows = Object.entries(tables).flatMap(([table, list]) =>
    list
      .map(
        (row) =>
          `${table} ${JSON.stringify(row)
            .replaceAll(DRAWN, 'id')
            .replaceAll(/\\"at\\":\d+/g, '')}`,
      )
      .sort(),
  );
  const { sessions, current } = await callCore(core, 'sessions.list', {});
  const { psu, environment } = await callCore(core, 'app.status', {});
  const places = sessions.map(({ id, psuId, corporateId, ...session }) => ({
    ...session,
    isCurrent: id === current,
    has: [psuId !== null, corporateId !== null],
  }));
  return [JSON.stringify(clock), ...rows, JSON.stringify(places), JSON.stringify([psu, environment.name])];
}
