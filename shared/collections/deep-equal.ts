type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Whether two JSON values are equal, however deep they are; the order of an object's members does not matter. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  const waiting: [unknown, unknown][] = [[a, b]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [one, other] = pair;
    if (one === other) continue;
    if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
    const names = Object.keys(one);
    for (const name of names) {
      if (!Object.hasOwn(other, name)) return false;
      waiting.push([one[name], other[name]]);
    }
    if (names.length !== Object.keys(other).length) return false;
  }
  return true;
}
