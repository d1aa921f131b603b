/** Consents, and their end at the bank. */
import { header, isLong, link, refused, send, status } from '../draft.ts';
import { givenConsent, revocation } from '../steps/accounts.ts';
import { approve } from '../steps/people.ts';
import { chapter } from './chapter.ts';

export const consents = chapter(
  'Consent',
  send(
    'No accounts without a consent',
    'listAccounts',
    {},
    { tags: ['SCA-9', 'ERR-2'], expect: refused(401, 'CONSENT_INVALID', link('scaRedirect')) },
  ),
  send(
    'Ask the old way',
    'createConsentDeprecated',
    { json: { access: {} } },
    { tags: ['SCA-9'], expect: [status(201), header('Deprecation', 'true'), link('scaRedirect')] },
  ),
  ...givenConsent({
    ask: 'Ask for consent',
    asked: { tags: ['SCA-9'], expect: [status(201), link('scaRedirect')] },
    share: 'Eirik shares one account',
    accounts: ['{{eirikAccount}}'],
  }),
  send(
    'Only that one',
    'listAccounts',
    {},
    { tags: ['AIS-1'], expect: [status(200), isLong('$.accounts', 1)] },
  ),
  ...givenConsent({ ask: 'Ask for all accounts', share: 'Eirik shares all', shared: { tags: ['SCA-11'] } }),
  send(
    'All of them',
    'listAccounts',
    {},
    { tags: ['SCA-11'], expect: [status(200), isLong('$.accounts', 2)] },
  ),
  ...revocation({
    see: 'The consents',
    revoke: 'The PSU revokes it at the bank',
    then: 'Nobody told the TPP',
  }),
  approve('Eirik shares them again'),
);
