/** Possible causes of a refusal of access: an access token, the PSU, the consent. */
import { texts } from '../../../shared/texts/texts.ts';
import { type Found, found, header, type Refused } from './causes.ts';

const t = texts.core.causes;

/** Schemes of WWW-Authenticate (RFC 6750, RFC 9449) by which a bank asks for a token of its authorisation server. */
const TOKEN_SCHEME = /\b(?:bearer|dpop|oauth)\b/i;

function token(refused: Refused): Found | null {
  const { status, code, responseHeaders } = refused;
  const challenge = responseHeaders.find(([name]) => name.toLowerCase() === 'www-authenticate')?.[1] ?? '';
  const scheme = TOKEN_SCHEME.exec(challenge)?.[0];
  const isAboutToken = scheme !== undefined || code?.startsWith('TOKEN') === true;
  if (header(refused, 'authorization') !== undefined)
    return isAboutToken ? found('access', 'possible', t.tokenRefused, t.tokenRefusedText, 'ERR-1') : null;
  if (isAboutToken) return found('access', 'wrong', t.noToken, t.noTokenText(scheme ?? code ?? ''), 'ERR-1');
  // A bank that names another reason does not ask for a token.
  return status === 401 && code === null
    ? found('access', 'possible', t.tokenUnknown, t.tokenUnknownText, 'ERR-1')
    : null;
}

/** Headers that name the PSU and the company. */
const PSU_HEADERS = ['PSU-ID', 'PSU-Corporate-ID'];

function psu(refused: Refused): Found | null {
  const { operation, idOfOther } = refused;
  for (const name of PSU_HEADERS) {
    const other = idOfOther(header(refused, name.toLowerCase()) ?? '');
    if (other !== null) return found('access', 'wrong', t.psuOfOther(name, other), t.psuOfOtherText, 'HDR-5');
  }
  if (operation === null || operation.psu === 'none') return null;
  if (header(refused, 'psu-id') !== undefined)
    return found('access', 'possible', t.psuUnknown, t.psuUnknownText, 'HDR-5');
  return operation.psu === 'optional'
    ? null
    : found('access', 'wrong', t.noPsu, t.noPsuText(operation.title), 'HDR-5');
}

function consent({ operation }: Refused): Found | null {
  const readsAccounts = operation?.role === 'PSP_AI' && operation.psu === 'required';
  return readsAccounts ? found('access', 'possible', t.consent, t.consentText, 'SCA-9') : null;
}

/** Most likely first. */
export const ACCESS_CHECKS: readonly ((refused: Refused) => Found | null)[] = [token, psu, consent];
