/** Others are answered while a large snapshot is looked at. */
import { expect, it } from 'vitest';
import { useBank } from '../../support/bank.ts';

const used = useBank();

it('others are answered while a large snapshot is looked at, and it is restored whole', async () => {
  const { operator } = used.bank;
  const taken = operator.takeSnapshot();
  const [first] = taken.tables['account_transaction'] ?? [];
  const many = Array.from({ length: 20_000 }, (_, at) => ({ ...first, id: `enc!!many${at}`, amount: -100 }));
  const tables = { ...taken.tables, account_transaction: many };
  let [turns, over] = [0, false];
  const count = () => {
    turns++;
    if (!over) setImmediate(count);
  };
  count();
  const restored = await operator.restoreSnapshotInTurns({ ...taken, tables });
  over = true;
  expect(restored.done).toBe(true);
  expect(turns).toBeGreaterThan(50);
  expect(operator.takeSnapshot().tables['account_transaction']).toHaveLength(20_000);
  expect(
    await operator.restoreSnapshotInTurns({ ...taken, tables: { ...tables, account: [{}] } }),
  ).toMatchObject({ done: false });
  expect(operator.takeSnapshot().tables['account_transaction']).toHaveLength(20_000);
  expect((await operator.restoreSnapshotInTurns(taken)).done).toBe(true);
});
