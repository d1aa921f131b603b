/** What a bank will see in a Signature header that the user has written, before the request is sent. */
import { verifyRequest } from '../../../bank-sim/index.ts';
import { sentBody, signedBody } from '../../../shared/faults/apply.ts';
import type { Expected, Prepared } from '../../../shared/requests/prepared.ts';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import { readHttpDate } from '../../../shared/signing/http-date.ts';
import { targetOf } from './compose.ts';
import type { Order } from './orders.ts';

/**
 * Checks the request as a bank does. An imported request is often too old, which says nothing about its signature, so the
 * signature is also checked as of the request's own Date.
 * @param known certificates whose key may have made the signature
 * @returns null if the request carries the signature that the workbench computes, or none
 */
export function expectedOf(
  { request, destination, identity }: Pick<Order, 'request' | 'destination' | 'identity'>,
  prepared: Prepared,
  known: readonly Certificate[],
): Expected | null {
  const header = (wanted: string) =>
    prepared.headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
  if (!prepared.signing.replaced || (header('signature') ?? '') === '') return null;
  const { filled } = request;
  const { baseUrl } = destination;
  const sent = {
    method: filled.method,
    target: targetOf(filled, { baseUrl }),
    headers: [
      ...prepared.headers.map(({ name, value }) => [name, value] as const),
      // Added on sending, and sometimes signed by mistake.
      ...(header('host') === undefined ? [['host', new URL(baseUrl).host] as const] : []),
    ],
    body: Buffer.from(sentBody(filled.fault, signedBody(filled.fault, filled.body))),
  };
  const first = verifyRequest(sent, identity.now, known);
  const own = first.refusal?.check === 'date' ? readHttpDate(header('date') ?? '', identity.now) : null;
  const second = own?.ok === true ? verifyRequest(sent, own.ms, known) : null;
  return {
    failures: [first.refusal, second?.refusal ?? null]
      .filter((refusal) => refusal !== null)
      // A TPP reads only the text, so some texts have the hint in them.
      .map(({ check, rule, text, hint = '' }) => ({
        check,
        rule,
        text,
        hint: hint === null || text.includes(hint) ? null : hint,
      })),
    wrongSignature: (second ?? first).findings.wrongSignature,
  };
}
