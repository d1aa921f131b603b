/**
 * Exports all of a user's work as one JSON file. Keys, passwords and secret values are left out: keys leave the vault
 * only through Certificates.
 */
import type { Bank } from '../../../bank-sim/index.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Drafts } from '../../../shared/request/drafts.ts';
import type { Settings } from '../../../shared/contract/status.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Certificates } from '../certificates/certificates.ts';
import type { Collections } from '../collections/collections.ts';
import type { Environments } from '../environments/environments.ts';
import type { History } from '../history/history.ts';
import type { Variables } from '../variables/variables.ts';

/** The sources of the parts of the export. */
export interface ExportParts {
  version: string;
  bank: { operator: Pick<Bank['operator'], 'takeSnapshot'> };
  settings: { read: () => Settings };
  drafts: { read: () => Drafts };
  environments: Pick<Environments, 'list' | 'sessions'>;
  variables: Pick<Variables, 'list'>;
  certificates: Pick<Certificates, 'list'>;
  collections: Pick<Collections, 'list'>;
  history: Pick<History, 'everything'>;
}

/** Increases when the format of the file changes. */
const FORM = 2;

/**
 * @returns the text of the file in pieces, one exchange per piece, so that a long history needs little memory; response
 * bodies in separate files are included with their first window only
 */
export function exportEverything(parts: ExportParts): Iterable<Buffer> {
  const { version, environments, variables, certificates, collections, drafts, history, settings, bank } =
    parts;
  const head = JSON.stringify(
    {
      form: FORM,
      program: `${texts.common.product} ${version}`,
      exportedAt: new Date().toISOString(),
      settings: settings.read(),
      environments: environments.list().map((environment) => ({
        ...environment,
        variables: variables.list(environment.id),
        sessions: environments.sessions.list(environment.id),
      })),
      // Only the public part. A key is exported separately, protected by a password.
      certificates: certificates.list().map(({ id, kind, name, origin, pem, chain }) => ({
        id,
        kind,
        name,
        origin,
        pem,
        chain,
      })),
      savedRequests: collections.list(),
      drafts: drafts.read(),
      bank: bank.operator.takeSnapshot(),
    },
    null,
    1,
  );
  return pieces(head, history.everything());
}

/** @param head a printed object; the history is added to it as its last member */
function* pieces(head: string, exchanges: Iterable<Exchange>): Iterable<Buffer> {
  yield Buffer.from(`${head.slice(0, -'\n}'.length)},\n "history": [`);
  let before = '\n';
  for (const exchange of exchanges) {
    yield Buffer.from(before + JSON.stringify(exchange, null, 1));
    before = ',\n';
  }
  yield Buffer.from('\n ]\n}\n');
}
