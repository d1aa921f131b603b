/** What an operation requires of the PSU in addition to a consent: a valid session (SCA-4, SCA-10). */
import { isValidSession } from '../domain/sca.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { askOf, type TppRequest } from '../gate/gate.ts';
import type { Psu } from '../gate/psu.ts';
import type { Services } from './services.ts';

/** The PSU of a request, for operations that the gate passes only with one. */
export function psuOf(request: TppRequest): Psu {
  if (request.psu === null) throw new Error(`The gate lets no ${request.operation.id} pass without a PSU.`);
  return request.psu;
}

/**
 * Whether the request's TPP-Session-ID is valid, in the context that the request chose. Where the context is still to be chosen, that of
 * the session does not matter (HDR-6).
 */
export function hasSession(request: TppRequest, services: Services): boolean {
  const { psuId, corporate } = psuOf(request);
  const session = services.access.sessionOf(request.tpp.id, psuId);
  if (!isValidSession(session, request.sessionId, services.clock.now())) return false;
  return request.operation.choosesContext === true || session?.corporateId === (corporate?.id ?? null);
}

/** Null if the session is valid, otherwise 401 with scaRedirect. @param why what needs the session */
export function needSession(request: TppRequest, services: Services, why: string): Refusal | null {
  if (hasSession(request, services)) return null;
  const occasion = { method: request.operation.method, path: request.path, tpp: request.tpp.id };
  if (services.scenarios.take('exemptSca', occasion)) return null;
  return refuse({
    check: 'psu',
    rule: 'SCA-10',
    status: 401,
    code: 'PSU_CREDENTIALS_INVALID',
    text: `${why} needs an SCA of this TPP-Session-ID within the last hour, in the context of the request. Follow scaRedirect.`,
    links: services.startSca(askOf(request)),
  });
}
