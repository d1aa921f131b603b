/** Puts what a test script says without code into a step, and the rest into the report. */
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import type { Importing } from '../importing.ts';
import { nameOfSource } from '../../collections/source.ts';
import { readScript } from '../script.ts';
import { MAX_SCRIPT_CHARS } from '../../limits.ts';

/**
 * @param names of the request and the folders around it @param step that gets the assertions; null if it is not carried
 */
export function addTests(
  importing: Importing,
  names: readonly string[],
  step: Step | null,
  script: string,
): void {
  const parts = readScript(script);
  if (parts.length === 0) {
    const entry = importing.out.item('script', names);
    // What only writes to the console is not missed.
    if (script.length > MAX_SCRIPT_CHARS) entry.lost(t.script);
    else entry.changed(t.script);
    return;
  }
  for (const { name, expect, keep, changed, unknown } of parts) {
    const entry = importing.out.item('test', [...names, name]);
    if (step === null || (expect.length === 0 && keep.length === 0)) {
      entry.lost(t.notUnderstood);
    } else {
      if (expect.length > 0) step.expect = [...(step.expect ?? []), ...expect];
      if (keep.length > 0) step.keep = [...(step.keep ?? []), ...keep];
      for (const sentence of changed) entry.changed(sentence);
      const texts = [
        ...expect.map(({ that }) => nameOfSource(that)),
        ...keep.map(({ as, from }) => `${nameOfSource(from)} as ${as}`),
      ];
      entry.changed(t.recognised(texts.join(', ')));
    }
    for (const text of unknown) if (text !== name) entry.changed(t.statement(text));
  }
}
