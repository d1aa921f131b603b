/** Who signs in, in the folders and steps of several collections. */
import type { RuleId } from '../../../../shared/xs2a/rules.ts';
import type { Assertion } from '../../../../shared/collections/assertion.ts';
import {
  type About,
  act,
  type Draft,
  freshBank,
  include,
  link,
  refused,
  returned,
  send,
  signIn,
  status,
  STRANGER,
} from '../draft.ts';

/** A customer who acts for the company Fjellheim: Eirik, up to his limit, or its manager. */
export const forFjellheim = (psu: string) => ({ psu, context: 'CORPORATE' as const, agreement: 'Fjellheim' });

/** A bank with Eirik signed in for himself, and folders that sign him in for Fjellheim and for himself. */
export const eirikInFreshBank: readonly Draft[] = [
  freshBank,
  signIn('eirik', 'Eirik signs in', { psu: '{{eirik}}' }),
  signIn('eirik-for-fjellheim', 'Eirik signs in for Fjellheim', forFjellheim('{{eirik}}')),
  { folder: 'eirik-again', name: 'Eirik for himself', items: [include('Eirik signs in', 'eirik')] },
];

export const approve = (name = 'Eirik approves', about: About = {}) => act(name, { psu: '{{eirik}}' }, about);

/** Eirik aborts the SCA, which the redirect says. */
export const abort = (name: string, tags: RuleId[], ...more: Assertion[]) =>
  act(
    name,
    { psu: '{{eirik}}', decision: 'abort' },
    { tags, expect: [returned('status', '401'), returned('code', 'PSU_CREDENTIALS_INVALID'), ...more] },
  );

/** Asks who is there, in a session in which nobody has signed in. */
export const beginSession = (name: string, session = STRANGER['tpp-session-id']) =>
  send(name, 'readUser', { headers: { ...STRANGER, 'tpp-session-id': session } }, { expect: [status(401)] });

const isAskedToSignIn = refused(401, 'PSU_CREDENTIALS_INVALID', link('scaRedirect'));

/** A TPP asks for the user before anybody signed in. */
export const askWithoutUser = (name: string, tags: RuleId[]) =>
  send(name, 'readUser', { headers: STRANGER }, { tags, expect: isAskedToSignIn });

/** A session that was valid is valid no longer. */
export const sessionIsOver = (name: string, tags: RuleId[]) =>
  send(name, 'readUser', {}, { tags, expect: isAskedToSignIn });

/** Only the TPP itself may read its contact. */
export const readContactOfAnother = (name: string) =>
  send(
    name,
    'readContact',
    { params: { 'tpp-id': 'PSDNO-FSA-000000000' } },
    { tags: ['TPP-1'], expect: refused(403, 'SERVICE_BLOCKED') },
  );
