/** Everything of a person's work in one JSON file, but for keys, passwords and secret values: those leave the vault only by Certificates. */
import { texts } from '../../shared/texts/texts.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import type { Services } from './handlers/services.ts';

/** Changes with the form of the file. */
const FORM = 1;

/**
 * @returns the text of the file in pieces, an exchange each, however long the history is; bodies of answers that lie in
 * files of their own are in it with their beginning
 */
export function exportEverything(services: Services): Iterable<Buffer> {
  const { options, environments, variables, certificates, collections, drafts, history, settings, bank } =
    services;
  const head = JSON.stringify(
    {
      form: FORM,
      program: `${texts.common.product} ${options.version}`,
      exportedAt: new Date().toISOString(),
      settings: settings.read(),
      environments: environments.list().map((environment) => ({
        ...environment,
        variables: variables.list(environment.id),
        sessions: environments.sessions.list(environment.id),
      })),
      // What is public of them; a key is exported by itself, under a password.
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

/** @param head an object as it is printed, to which the history is added as its last member */
function* pieces(head: string, exchanges: Iterable<Exchange>): Iterable<Buffer> {
  yield Buffer.from(`${head.slice(0, -'\n}'.length)},\n "history": [`);
  let before = '\n';
  for (const exchange of exchanges) {
    yield Buffer.from(before + JSON.stringify(exchange, null, 1));
    before = ',\n';
  }
  yield Buffer.from('\n ]\n}\n');
}
