/** How much work payments make at a time of the bank: a clock far ahead of them would keep it busy for hours. */
import type { Database } from '../../shared/node/sqlite.ts';
import { DAY } from '../../shared/time.ts';

/**
 * About how many steps are due by a time beyond one for each payment. A standing order has one for each run,
 * and a payment without funds one for each batch until its deadline, which the bank itself sets to the same day (PAY-8).
 * @param now milliseconds of bank time
 */
export function stepsOverdue(db: Database, now: number): number {
  const steps = db
    .prepare<{ now: number; day: number }, number>(
      `SELECT total(max(0, until - due_at - @day) / (@day * days)) FROM (
         SELECT due_at, min(@now, ifnull(unixepoch(body ->> '$.endDate') * 1000, @now)) AS until,
           CASE body ->> '$.frequency' WHEN 'Daily' THEN 1 WHEN 'Weekly' THEN 7 WHEN 'EveryTwoWeeks' THEN 14 ELSE 28 END AS days
         FROM payment WHERE due_at IS NOT NULL AND status = 'ACTC' AND kind = 'periodic'
         UNION ALL SELECT due_at, min(@now, ifnull(deadline, @now)), 0.2
         FROM payment WHERE due_at IS NOT NULL AND status IN ('PDNG', 'ACCP'))`,
    )
    .pluck();
  return steps.get({ now, day: DAY }) ?? 0;
}
