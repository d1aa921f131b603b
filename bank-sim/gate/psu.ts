/** The PSU and agreement that the request is made for: PSU-ID and PSU-Corporate-ID (HDR-5, HDR-6). */
import type { Operation } from '../../shared/xs2a/operations.ts';
import type { Link } from '../../shared/xs2a/schemas.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { AccessStore } from '../store/access.ts';
import type { CustomerStore } from '../store/customers.ts';
import { isUuid } from './headers.ts';
import type { HeaderBag } from './raw.ts';

export interface Psu {
  psuId: string;
  customerId: string;
  corporate: { id: string; agreementId: string } | null;
}

export interface PsuChecks {
  access: AccessStore;
  customers: CustomerStore;
  /** Starts an SCA for this request and returns the link to it. */
  scaLinks: () => Record<string, Link>;
}

/** @returns null if the operation needs no PSU and none is named */
export function checkPsu(
  headers: HeaderBag,
  operation: Operation,
  tpp: string,
  checks: PsuChecks,
): Psu | Refusal | null {
  if (operation.psu === 'none') return null;
  const psuId = headers.get('psu-id')?.trim();
  if (psuId === undefined) {
    if (operation.psu === 'optional') return null;
    if (operation.psu === 'named') {
      return refuse({
        check: 'psu',
        rule: 'HDR-5',
        status: 400,
        code: 'FORMAT_ERROR',
        text: 'The header PSU-ID is missing. A signing basket is always created for a PSU.',
      });
    }
    const [code, text] =
      operation.sca === 'identify'
        ? ([
            'PSU_CREDENTIALS_INVALID',
            'The header PSU-ID is missing. The PSU must sign in first: follow scaRedirect.',
          ] as const)
        : ([
            'CONSENT_INVALID',
            'The header PSU-ID is missing. The PSU must give consent first: follow scaRedirect.',
          ] as const);
    return refuse({ check: 'psu', rule: 'HDR-5', status: 401, code, text, links: checks.scaLinks() });
  }
  if (!isUuid(psuId))
    return refuse({
      check: 'psu',
      rule: 'HDR-5',
      status: 400,
      code: 'FORMAT_ERROR',
      text: `PSU-ID "${psuId}" is not a UUID.`,
    });
  const known = checks.access.psu(tpp, psuId.toLowerCase());
  if (known === null) {
    return refuse({
      check: 'psu',
      rule: 'HDR-5',
      status: 401,
      code: 'PSU_CREDENTIALS_INVALID',
      text: 'This bank has not issued this PSU-ID to this TPP. Follow scaRedirect to get one.',
      hint: 'After a sandbox reset, every PSU must complete an SCA again.',
      links: checks.scaLinks(),
    });
  }
  const corporate = checkCorporate(headers, known, operation, tpp, checks);
  if (corporate !== null && 'kind' in corporate) return corporate;
  return { psuId: psuId.toLowerCase(), customerId: known.customerId, corporate };
}

/** HDR-6. The context is that of the last SCA of this TPP and PSU, even if its session has expired. */
function checkCorporate(
  headers: HeaderBag,
  known: { customerId: string; context: 'PRIVATE' | 'CORPORATE' },
  operation: Operation,
  tpp: string,
  checks: PsuChecks,
): { id: string; agreementId: string } | Refusal | null {
  const id = headers.get('psu-corporate-id')?.trim();
  const wrong = (text: string) =>
    refuse({ check: 'psu', rule: 'HDR-6', status: 400, code: 'CORPORATE_ID_INVALID', text });
  if (known.context === 'PRIVATE') {
    return id === undefined
      ? null
      : wrong('The last SCA of this PSU was in PRIVATE context, so PSU-Corporate-ID must not be sent.');
  }
  // The id is chosen from the responses for user and agreements (SCA-14), so these cannot require it.
  const chooses = operation.psu === 'required' && operation.sca === 'identify';
  if (id === undefined && chooses) return null;
  if (id === undefined)
    return wrong('The last SCA of this PSU was in CORPORATE context; PSU-Corporate-ID is missing.');
  const agreementId = checks.access.agreementOf(tpp, id.toLowerCase());
  const engaged = checks.customers
    .corporateAgreementsFor(known.customerId)
    .some((agreement) => agreement.id === agreementId);
  if (agreementId === null || !engaged)
    return wrong('PSU-Corporate-ID does not name an agreement of this PSU.');
  return { id: id.toLowerCase(), agreementId };
}
