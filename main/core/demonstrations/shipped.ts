/** The demonstrations that come with the program, in the order in which they are taught. */
import type { Demonstration } from '../../../shared/demonstration/demonstration.ts';
import { demonstrationSchema } from '../../../shared/demonstration/demonstration.ts';
import consent from '../../../shared/demonstration/shipped/consent.json' with { type: 'json' };
import oneSca from '../../../shared/demonstration/shipped/one-sca.json' with { type: 'json' };
import singlePayment from '../../../shared/demonstration/shipped/single-payment.json' with { type: 'json' };

const FILES: Readonly<Record<string, unknown>> = {
  consent,
  'single-payment': singlePayment,
  'one-sca': oneSca,
};

/** By id. Read once: they never change. */
export const SHIPPED: ReadonlyMap<string, Demonstration> = new Map(
  Object.entries(FILES).map(([id, file]) => [id, demonstrationSchema.parse(file)]),
);
