/** The demonstrations that come with the program, in the order in which they are taught. */
import { type Demonstration, demonstrationSchema } from '../../../shared/demonstrations/demonstration.ts';
import basketOneFails from '../../../shared/demonstrations/shipped/basket-one-fails.json' with { type: 'json' };
import consent from '../../../shared/demonstrations/shipped/consent.json' with { type: 'json' };
import corporateBasket from '../../../shared/demonstrations/shipped/corporate-basket.json' with { type: 'json' };
import easter from '../../../shared/demonstrations/shipped/easter.json' with { type: 'json' };
import failedSca from '../../../shared/demonstrations/shipped/failed-sca.json' with { type: 'json' };
import oneSca from '../../../shared/demonstrations/shipped/one-sca.json' with { type: 'json' };
import session from '../../../shared/demonstrations/shipped/session.json' with { type: 'json' };
import signatureClinic from '../../../shared/demonstrations/shipped/signature-clinic.json' with { type: 'json' };
import singlePayment from '../../../shared/demonstrations/shipped/single-payment.json' with { type: 'json' };
import unattendedLimits from '../../../shared/demonstrations/shipped/unattended-limits.json' with { type: 'json' };

const FILES: Readonly<Record<string, unknown>> = {
  consent,
  'single-payment': singlePayment,
  'one-sca': oneSca,
  'corporate-basket': corporateBasket,
  'basket-one-fails': basketOneFails,
  session,
  'failed-sca': failedSca,
  'unattended-limits': unattendedLimits,
  easter,
  'signature-clinic': signatureClinic,
};

/** By id. Read once: they never change. */
export const SHIPPED: ReadonlyMap<string, Demonstration> = new Map(
  Object.entries(FILES).map(([id, file]) => [id, demonstrationSchema.parse(file)]),
);
