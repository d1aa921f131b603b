/** The conditions under which a step or group runs, which are edited in the file. Pure. */
import { repeatsText } from '../../../../shared/collections/flow-step.ts';
import type { Step } from '../../../../shared/collections/steps.ts';
import { writeValue } from '../../../../shared/collections/value-text.ts';

/** One for each variable, as the file has it. */
export function whenLines(when: Step['when']): string[] {
  const text = repeatsText({ when });
  const conditions = typeof text === 'string' ? {} : (text['when'] ?? {});
  return Object.entries(conditions).map(([name, must]) => `${name}: ${writeValue(must)}`);
}
