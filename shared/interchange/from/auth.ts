/** The kinds of authorization that the formats share. */
import { interchange as t } from '../../texts/interchange.ts';
import { type ForeignAuth, NO_AUTH, type TokenRequest } from '../foreign.ts';
import type { Importing } from '../importing.ts';
import { signingKeyOf } from '../sent-headers.ts';

/** What the formats call the place of an API key. */
const PLACES = ['placement', 'in', 'addTo'] as const;

/**
 * Reads an authorization, and writes its item of the report.
 * @param names of the folders around it
 * @param of reads a member; empty if there is none
 */
export function readAuth(
  importing: Importing,
  names: readonly string[],
  type: string,
  of: (member: string) => string,
): ForeignAuth {
  const entry = importing.out.item('authorization', [...names, type]);
  const auth = authOf(type, of);
  const signing = signingKeyOf(auth);
  if (auth === null) entry.lost(t.authKind(type));
  else if (signing !== null) entry.lost(t.signing(signing));
  else entry.changed(auth.kind === 'oauth2' && auth.token !== undefined ? t.tokenFirst : t.authDropped);
  return auth ?? NO_AUTH;
}

function authOf(type: string, of: (member: string) => string): ForeignAuth | null {
  switch (type) {
    case 'bearer':
      return { kind: 'bearer', value: of('token') };
    case 'basic':
      return { kind: 'basic', value: '' };
    case 'oauth2':
      return { kind: 'oauth2', value: of('accessToken'), ...tokenOf(of) };
    case 'apikey':
      return {
        kind: 'key',
        in: PLACES.some((member) => /query/i.test(of(member))) ? 'query' : 'header',
        name: of('key') || 'X-API-Key',
        value: of('value'),
      };
    default:
      return null;
  }
}

/** The fields of a request for a token, and what the formats call them. */
const FIELDS = {
  client_id: ['clientId', 'client_id'],
  client_secret: ['clientSecret', 'client_secret'],
  username: ['username'],
  password: ['password'],
  scope: ['scope'],
  audience: ['audience'],
  resource: ['resource'],
} as const;

/** Of the grants that need no person; nothing for the others. */
function tokenOf(of: (member: string) => string): { token?: TokenRequest } {
  const first = (members: readonly string[]) => members.map(of).find((value) => value !== '') ?? '';
  const grant = /^client_credentials$|password/.exec(first(['grant_type', 'grantType', 'flow']))?.[0];
  const url = first(['accessTokenUrl', 'access_token_url']);
  if (grant === undefined || url === '') return {};
  const fields = Object.entries(FIELDS)
    .map(([name, members]) => ({ name, value: first(members) }))
    .filter(
      ({ name, value }) => value !== '' && (grant === 'password' || !/^(?:username|password)$/.test(name)),
    );
  const place = first(['client_authentication', 'credentials_placement', 'placement', 'credentialsInBody']);
  return {
    token: {
      url,
      fields: [{ name: 'grant_type', value: grant }, ...fields],
      inHeader: !/body|true/.test(place),
    },
  };
}
