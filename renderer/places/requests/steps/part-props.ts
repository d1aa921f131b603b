/** What the fields of each kind of step get. */
import type { StepFields } from '../../../../shared/collections/step-form.ts';

export interface PartProps {
  fields: StepFields;
  /** What is wrong with a field; null if nothing is. */
  wrong: (field: keyof StepFields) => string | null;
  change: (part: Partial<StepFields>) => void;
}
