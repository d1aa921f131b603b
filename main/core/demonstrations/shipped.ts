/** The demonstrations that come with the program, in the order in which they are taught. */
import { type Demonstration, demonstrationSchema } from '../../../shared/demonstration/demonstration.ts';
import basketOneFails from '../../../shared/demonstration/shipped/basket-one-fails.json' with { type: 'json' };
import consent from '../../../shared/demonstration/shipped/consent.json' with { type: 'json' };
import corporateBasket from '../../../shared/demonstration/shipped/corporate-basket.json' with { type: 'json' };
import easter from '../../../shared/demonstration/shipped/easter.json' with { type: 'json' };
import failedSca from '../../../shared/demonstration/shipped/failed-sca.json' with { type: 'json' };
import oneSca from '../../../shared/demonstration/shipped/one-sca.json' with { type: 'json' };
import session from '../../../shared/demonstration/shipped/session.json' with { type: 'json' };
import signatureClinic from '../../../shared/demonstration/shipped/signature-clinic.json' with { type: 'json' };
import singlePayment from '../../../shared/demonstration/shipped/single-payment.json' with { type: 'json' };
import unattendedLimits from '../../../shared/demonstration/shipped/unattended-limits.json' with { type: 'json' };

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
