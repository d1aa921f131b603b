/** A sample for the mutation tool: its test below knows children and adults, and forgets seniors. */

/** The fare in øre for a passenger of an age in years. */
export function fare(age: number): number {
  // SIG-1: a rule, so that the tool has a region to find.
  if (age < 16) return 500;
  switch (ticketOf(age)) {
    case 'SENIOR':
      return 800;
    default:
      return 1600;
  }
}

function ticketOf(age: number): string {
  return age >= 67 ? 'SENIOR' : 'ADULT';
}
