/** What of secret variables must not be seen anywhere. Everything that a run or a request shows is searched for it. */
import { texts } from '../texts/texts.ts';
import type { Variable } from './scope.ts';

type Secret = Pick<Variable, 'secret' | 'value'>;

/** Characters of lists and objects inside of one value, each of which is hidden as JSON: written at every level, a deep one has no end. */
const MOST_INSIDE = 100_000;
/** Characters of all secret values at once. Each is searched for in fifty forms. */
export const MOST_SECRET = 300_000;
/** How many texts those may be. */
const MOST_TEXTS = 2_000;

/** Secret values have more than {@link MOST_SECRET} characters, and files of somebody else can have any number. */
export class SecretsTooLarge extends Error {
  constructor() {
    super(texts.running.secretsTooLarge(MOST_SECRET));
  }
}

/** The secret values among variables as they are sent. A list or an object is hidden with everything in it. */
export function secretTexts(variables: readonly Secret[]): string[] {
  return variables.filter(({ secret }) => secret).flatMap(({ value }) => textsIn(value));
}

/** The same, each once, if all that follows can be searched for them. @throws SecretsTooLarge */
export function maskableTexts(variables: readonly Secret[]): Set<string> {
  const found = new Set<string>();
  let length = 0;
  for (const variable of variables)
    for (const text of secretTexts([variable])) {
      if (found.has(text)) continue;
      found.add(text);
      length += text.length;
      if (length > MOST_SECRET || found.size > MOST_TEXTS) throw new SecretsTooLarge();
    }
  return found;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  const found = [JSON.stringify(value)];
  let room = MOST_INSIDE;
  for (let level = inside(value); level.length > 0; level = level.flatMap(inside))
    for (const one of level) {
      if (typeof one === 'string') {
        if (one !== '') found.push(one);
      } else if (typeof one !== 'object' || one === null) found.push(JSON.stringify(one));
      else if (room > 0) {
        const json = JSON.stringify(one);
        found.push(json);
        room -= json.length;
      }
    }
  return found;
}

function inside(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
