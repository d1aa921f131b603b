/** The PSU and the agreement of a request: PSU-ID and PSU-Corporate-ID (HDR-5, HDR-6). */
import type { Operation } from '../../shared/xs2a/operations.ts';
import type { Link } from '../../shared/xs2a/schemas.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { AccessStore } from '../store/access.ts';
import type { CustomerStore } from '../store/customers.ts';
import { isUuid } from './other-headers.ts';
import type { HeaderBag } from './raw.ts';

export interface Psu {
  psuId: string;
  customerId: string;
  /** Null in the private context. */
  corporate: { id: string; agreementId: string } | null;
}

export interface PsuChecks {
  access: AccessStore;
  customers: CustomerStore;
  /** TPP-Session-ID; null if the operation has none. */
  sessionId: string | null;
  scaLinks: () => Record<string, Link>;
}

/** @returns null without a PSU, for an operation that needs none */
export function checkPsu(
  headers: HeaderBag,
  operation: Operation,
  tpp: string,
  checks: PsuChecks,
): Psu | Refusal | null {
  if (operation.psu === 'none') return null;
  const psuId = headers.get('psu-id');
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
      hint: whyUnknown(checks.access.issuedTo(psuId.toLowerCase()), tpp),
      links: checks.scaLinks(),
    });
  }
  const corporate = chooseContext(headers, { psuId: psuId.toLowerCase(), ...known }, operation, tpp, checks);
  if (corporate !== null && 'kind' in corporate) return corporate;
  return { psuId: psuId.toLowerCase(), customerId: known.customerId, corporate };
}

/** @param issuedTo the TPP that has the PSU-ID, or null */
function whyUnknown(issuedTo: string | null, tpp: string): string {
  return issuedTo === null
    ? 'The bank has been reset since it issued the PSU-ID, or another bank issued it. The PSU must complete an SCA again.'
    : `The PSU-ID was issued to ${issuedTo}, but the certificate belongs to ${tpp}. Use the certificate of ${issuedTo}, or let the PSU complete an SCA with this one.`;
}

/** HDR-6: the context of PSU-Corporate-ID; null for the private one. */
function chooseContext(
  headers: HeaderBag,
  { psuId, customerId }: Pick<Psu, 'psuId' | 'customerId'>,
  operation: Operation,
  tpp: string,
  { access, customers, sessionId }: PsuChecks,
): Psu['corporate'] | Refusal {
  const choosesContext = operation.choosesContext === true;
  const id = headers.get('psu-corporate-id')?.toLowerCase();
  if (id === undefined) {
    if (choosesContext) return null;
    if (access.isCorporateSession(tpp, psuId, sessionId ?? '')) return corporateIdInvalid(MISSING.session);
    return access.isCorporateOnly(tpp, psuId) ? corporateIdInvalid(MISSING.psu) : null;
  }
  const agreementId = access.agreementOf(tpp, id);
  if (agreementId !== null && customers.isEngaged(agreementId, customerId)) return { id, agreementId };
  // Here, a TPP with an outdated id can look up the current one.
  return choosesContext
    ? null
    : corporateIdInvalid('PSU-Corporate-ID does not name an agreement of this PSU.');
}

const MISSING = {
  session: 'The SCA of this TPP-Session-ID was in CORPORATE context, and PSU-Corporate-ID is missing.',
  psu: 'This PSU has completed an SCA in CORPORATE context only, and PSU-Corporate-ID is missing.',
};

function corporateIdInvalid(text: string): Refusal {
  return refuse({
    check: 'psu',
    rule: 'HDR-6',
    status: 400,
    code: 'CORPORATE_ID_INVALID',
    text,
    hint: 'The redirect after a corporate SCA returns the id, and GET /v1/agreements lists all of them.',
  });
}
