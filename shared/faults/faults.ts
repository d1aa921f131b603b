/** The deliberate faults, for the composer, for collections and for the command line. */
import type { Prepared } from '../requests/prepared.ts';
import type { Operation } from '../xs2a/operations.ts';
import type { Fault, FaultGroup } from './fault.ts';
import { REQUEST_FAULTS } from './request-faults.ts';
import { SIGNATURE_FAULTS } from './signature-faults.ts';

/** All faults, group by group. */
export const FAULTS: readonly Fault[] = Object.entries({ ...SIGNATURE_FAULTS, ...REQUEST_FAULTS }).flatMap(
  ([group, faults]) => faults.map((fault): Fault => ({ ...fault, group: group as FaultGroup })),
);

/** A fault by its id, or null. */
export function faultById(id: string): Fault | null {
  return FAULTS.find((fault) => fault.id === id) ?? null;
}

/** The faults that a request can have. @param prepared null until the request is prepared */
export function faultsFor(
  operation: Operation & { id: string },
  hasBody: boolean,
  prepared: Pick<Prepared, 'headers' | 'signing' | 'url'> | null,
): readonly Fault[] {
  const has: Record<NonNullable<Fault['needs']>, boolean> = {
    body: hasBody,
    query: prepared?.url.includes('?') ?? false,
    redirect: operation.redirectHeaders,
    'encoded-word': prepared?.signing.header.startsWith('=?') ?? false,
    psu: prepared?.headers.some(({ name }) => name === 'PSU-ID') ?? false,
  };
  return FAULTS.filter(
    ({ operation: only, needs }) =>
      (only === undefined || only === operation.id) && (needs === undefined || has[needs]),
  );
}
