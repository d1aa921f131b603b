/** What each kind of step brings that can be asserted or kept, and what its first assertion and variable are. */
import type { SourceKind } from './assertion-form.ts';
import type { Assertion } from './assertion.ts';
import type { Capture } from './capture.ts';
import type { Step, StepKind } from './steps.ts';

/** Sources that have a value after a step of this kind, in the order in which they are offered; none for a step that brings nothing itself. */
export const SOURCES: Readonly<Record<StepKind, readonly SourceKind[]>> = {
  request: [
    'status',
    'body',
    'header',
    'link',
    'error-code',
    'schema',
    'signature',
    'verdicts',
    'time',
    'text',
  ],
  // The control listener's responses have no schema of the catalogue, no signature and no links.
  control: ['status', 'body', 'header', 'time', 'text'],
  sca: ['redirect'],
  // The steps of the folder have their own.
  include: [],
  session: [],
  pause: [],
};

/** An scaRedirect works once (SCA-6), so an SCA cannot be repeated; the others have nothing that a condition could be about. */
const REPEATED: ReadonlySet<StepKind> = new Set(['request', 'control']);

/** @returns whether a step of this kind can be repeated until something holds */
export function canRepeat(kind: StepKind): boolean {
  return REPEATED.has(kind);
}

/** @param status that a response has, or is expected to have */
export function firstAssertion(kind: StepKind, status = 200): Assertion {
  return kind === 'sca'
    ? { that: { of: 'redirect', name: 'context' }, must: { is: 'present' } }
    : { that: { of: 'status' }, must: { is: 'equal', to: status } };
}

export function firstCapture(kind: StepKind, as: string): Capture {
  return { as, from: kind === 'sca' ? { of: 'redirect', name: 'psu-id' } : { of: 'body', path: '$' } };
}

export function firstUntil(kind: StepKind): NonNullable<Step['until']> {
  return { expect: [firstAssertion(kind)], rounds: 10, between: { pause: 1000 } };
}
