/** A capture as the fields of a form, and back. */
import { texts } from '../texts/texts.ts';
import { fieldsOfSource, type Reading, readSource, type SourceFields } from './assertion-form.ts';
import type { Capture } from './capture.ts';
import { VARIABLE_NAME } from './variable-name.ts';

export interface CaptureFields extends SourceFields {
  as: string;
  secret: boolean;
}

export function fieldsOfCapture({ as, from, secret = false }: Capture): CaptureFields {
  return { ...fieldsOfSource(from), as, secret };
}

export function readCapture({ as, secret, ...source }: CaptureFields): Reading<Capture, 'as' | 'where'> {
  const from = readSource(source);
  if (!VARIABLE_NAME.test(as.trim()))
    return { ok: false, field: 'as', text: texts.tests.problems.noVariable };
  if (!from.ok) return from;
  return { ok: true, value: { as: as.trim(), from: from.value, ...(secret ? { secret } : {}) } };
}
