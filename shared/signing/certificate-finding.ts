/** A finding of the certificate lint. */
import { certificateFindings, type FindingText } from '../texts/certificate-lint.ts';

const t = certificateFindings;

export type FindingId = keyof typeof t;
/** `error`: every bank in production refuses it. `warning`: some do. `note`: hardly any. */
export type Severity = 'error' | 'warning' | 'note';
export interface Finding extends FindingText {
  id: FindingId;
  severity: Severity;
}

/** @param values of the sentence */
export function finding<Id extends FindingId>(
  severity: Severity,
  id: Id,
  ...values: Parameters<(typeof t)[Id]>
): Finding {
  const text = t[id] as (...values: unknown[]) => FindingText;
  return { id, severity, ...text(...values) };
}
