/** Which segment of a path a script means by a part between slashes. */
import type { Capture } from '../collections/capture.ts';
import { interchange as t } from '../texts/interchange.ts';
import { OPERATIONS } from '../xs2a/operations.ts';
import type { ScriptValue } from './script-values.ts';
import { textAt } from './values.ts';

/** Parts of `https://host/…` before its path, as JavaScript splits it; a path has one. */
const BEFORE = 2;

/**
 * @param name of the variable that gets it @param examples bodies of responses
 * @returns null if it is no part of the path
 */
export function pickOf(
  name: string,
  { part = -1, steps }: ScriptValue,
  examples: readonly unknown[],
  changed: (note: string) => void,
): Capture['pick'] | null {
  if (part < 0) return { segment: part };
  const known = examples.map((one) => textAt(one, ...(steps ?? []))).find((text) => text !== '') ?? null;
  const inAddress = part - BEFORE;
  const isAddress = known === null ? !isNamed(part, name) && isNamed(inAddress, name) : URL.canParse(known);
  const segment = isAddress ? inAddress : part;
  if (segment < 1) return null;
  if (known === null && inAddress > 0)
    changed(isAddress ? t.segmentOfAddress(part, segment) : t.segmentOfPath(part, inAddress));
  return { segment };
}

/** Whether an address of the interface has a parameter like the variable as this segment. */
function isNamed(segment: number, name: string): boolean {
  return OPERATIONS.some(({ path }) => {
    const template = path.split('/')[segment] ?? '';
    return template.startsWith('{') && plain(template) === plain(name);
  });
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');
