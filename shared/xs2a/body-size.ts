/** How much JSON a body may hold, whatever its schema is: checking costs time and memory for every value. */

/** A bulk payment with 1,000 transfers that have every field stays below (PAY-15). */
export const MOST_VALUES = 40_000;

/** Whether JSON has more than {@link MOST_VALUES} values, objects and arrays included. Stops when it does. */
export function hasTooMuch(json: unknown): boolean {
  let seen = 1;
  // A list, because a body can be nested more deeply than functions can call each other.
  const open: unknown[] = [json];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const inside: unknown[] = Array.isArray(value) ? value : Object.values(value);
    seen += inside.length;
    if (seen > MOST_VALUES) return true;
    for (const one of inside) if (typeof one === 'object') open.push(one);
  }
  return false;
}
