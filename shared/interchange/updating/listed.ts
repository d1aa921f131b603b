/** What an update would change, cut to what a window can show. */
import { z } from 'zod';
import { fewNotes, shortened } from '../listed.ts';
import { type Change, CHANGES } from './changes.ts';
import type { UpdateItem } from './update.ts';

/** Items, and characters of all sentences. */
const [MOST, ALL] = [20_000, 4_000_000];

const changesSchema = z.enum(CHANGES);

export const listedUpdateSchema = z.object({
  /** What is added comes first, then what is changed, removed and the same. */
  items: z.array(
    z.object({
      /** Its number, by which it is chosen. */
      at: z.number(),
      change: changesSchema,
      name: z.string(),
      operation: z.string(),
      notes: z.array(z.string()),
      conflicts: z.array(z.string()),
      /** Whether it is done unless somebody chooses otherwise. */
      isChosen: z.boolean(),
    }),
  ),
  /** Of all items. */
  counts: z.record(changesSchema, z.number()),
  /** How many items are not listed. They are done as if nobody had chosen. */
  more: z.number(),
});
export type ListedUpdate = z.infer<typeof listedUpdateSchema>;

export function listedUpdate(all: readonly UpdateItem[]): ListedUpdate {
  const items: ListedUpdate['items'] = [];
  let left = ALL;
  const rows = all.map((item, at) => ({ ...item, at }));
  for (const item of CHANGES.flatMap((change) => rows.filter((row) => row.change === change))) {
    const [notes, conflicts] = [fewNotes(item.notes), fewNotes(item.conflicts)];
    left -= [...notes, ...conflicts].join('').length;
    if (items.length === MOST || left < 0) break;
    items.push({
      ...item,
      name: shortened(item.name),
      operation: shortened(item.operation),
      notes,
      conflicts,
    });
  }
  return { items, counts: changeCounts(all), more: all.length - items.length };
}

/** How many items there are of each kind. */
export function changeCounts(items: readonly Pick<UpdateItem, 'change'>[]): Record<Change, number> {
  const counts = { added: 0, changed: 0, removed: 0, same: 0 };
  for (const { change } of items) counts[change]++;
  return counts;
}
