/** The value that a record itself has under a name from somebody else, which may be one that every object has, such as `constructor`. */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** A member that a schema leaves out, although it is in what a file or a page says. */
const RESERVED = '__proto__';

/** Whether an object in a value has a member that a schema would leave out without a word. */
export function hasReservedName(value: unknown): boolean {
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one) || seen.has(one)) continue;
    if (Object.hasOwn(one, RESERVED)) return true;
    seen.add(one);
    for (const inner of Object.values(one)) waiting.push(inner);
  }
  return false;
}
