/** How a bank verifies a handwritten Signature header, before the request is sent. */
import { type SignedRequest, type Verification, verifyRequest } from '../../../bank-sim/index.ts';
import { sentBody, signedBody } from '../../../shared/faults/apply.ts';
import type { Expected, Prepared } from '../../../shared/requests/prepared.ts';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import { readHttpDate } from '../../../shared/signing/http-date.ts';
import { addedOnSending, targetOf } from './compose.ts';
import type { Order } from './order.ts';

type Signed = Pick<Order, 'request' | 'destination' | 'identity'>;

/** What a bank that follows the specification says about a request, whatever profile it was signed by. */
export function asSpecified({ identity, ...order }: Signed, prepared: Prepared): Verification {
  return verifyRequest(sentBy(order, prepared), identity.now);
}

function sentBy(
  { request: { filled }, destination: { baseUrl } }: Omit<Signed, 'identity'>,
  { headers }: Prepared,
): SignedRequest {
  const body = Buffer.from(sentBody(filled.fault, signedBody(filled.fault, filled.body)));
  return {
    method: filled.method,
    target: targetOf(filled, { baseUrl }),
    headers: [
      ...headers.map(({ name, value }) => [name, value] as const),
      ...addedOnSending(headers, body, { baseUrl }),
    ],
    body,
  };
}

/**
 * Verifies the request as a bank does. An imported request is often too old, which is not a fault of its signature, so that is
 * also verified at the time of the request's Date.
 * @param known certificates whose key may have made the signature
 * @returns null if there is no signature, or it is the one that the workbench computes
 */
export function expectedOf(
  { request, destination, identity }: Signed,
  prepared: Prepared,
  known: readonly Certificate[],
): Expected | null {
  const header = (wanted: string) =>
    prepared.headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
  if (!prepared.signing.replaced || (header('signature') ?? '') === '') return null;
  const { profile } = identity;
  const sent = sentBy({ request, destination }, prepared);
  const first = verifyRequest(sent, identity.now, { known, profile });
  const own = first.refusal?.check === 'date' ? readHttpDate(header('date') ?? '', identity.now) : null;
  const second = own?.ok === true ? verifyRequest(sent, own.ms, { known, profile }) : null;
  return {
    failures: [first.refusal, second?.refusal ?? null]
      .filter((refusal) => refusal !== null)
      // Some texts include the hint, because a TPP receives only the text.
      .map(({ check, rule, text, hint = '' }) => ({
        check,
        rule,
        text,
        hint: hint === null || text.includes(hint) ? null : hint,
      })),
    wrongSignature: (second ?? first).findings.wrongSignature,
  };
}
