/** How much JSON a body may hold, whatever its schema is: checking costs time and memory for every value. */
import { MAX_BODY_VALUES } from '../limits.ts';

/** Whether JSON has more than {@link MAX_BODY_VALUES} values, objects and arrays included. Stops when it does. */
export function hasTooMuch(json: unknown): boolean {
  let seen = 1;
  // A list, because a body can be nested more deeply than functions can call each other.
  const open: unknown[] = [json];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const inside: unknown[] = Array.isArray(value) ? value : Object.values(value);
    seen += inside.length;
    if (seen > MAX_BODY_VALUES) return true;
    for (const one of inside) if (typeof one === 'object') open.push(one);
  }
  return false;
}
