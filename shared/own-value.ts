/** Reads a record by an untrusted name, which may be that of an inherited member such as `constructor`. */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

const RESERVED = '__proto__';

/** Whether an object in a value has a member that a schema silently drops. */
export function hasReservedName(value: unknown): boolean {
  const seen = new Set<object>();
  const queue: unknown[] = [value];
  while (queue.length > 0) {
    const one = queue.pop();
    if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one) || seen.has(one)) continue;
    if (Object.hasOwn(one, RESERVED)) return true;
    seen.add(one);
    for (const inner of Object.values(one)) queue.push(inner);
  }
  return false;
}

/** Whether a value is an object with members by name, not a list. */
export function isRecord<T>(value: T | Readonly<Record<string, T>>): value is Readonly<Record<string, T>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
