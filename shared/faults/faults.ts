/** The deliberate faults, for the composer, for collections and for the command line. */
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
