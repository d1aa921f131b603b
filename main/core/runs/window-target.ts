/** The environment in use as the target of a run. */
import type { Bank } from '../../../bank-sim/index.ts';
import { headersOf } from '../../../shared/xs2a/header-lines.ts';
import type { FlowRecord } from '../flow/record.ts';
import type { Vault } from '../certificates/vault.ts';
import type { Environment, Environments } from '../environments/environments.ts';
import { mustNotBeBlocked } from '../environments/imported.ts';
import { explainedBy } from '../requests/orders.ts';
import type { Variables } from '../environments/variables.ts';
import type { PersonAtBank } from './person.ts';
import type { RunTarget } from './target.ts';

export interface WindowTargetParts {
  bank: Pick<
    Bank,
    'apiBaseUrl' | 'caPem' | 'controlBaseUrl' | 'controlToken' | 'inspection' | 'now' | 'psuBaseUrl'
  >;
  vault: Pick<Vault, 'certificate' | 'sign'>;
  environments: Pick<Environments, 'current' | 'forgetLocalPsu'>;
  variables: Pick<Variables, 'list' | 'value'>;
  receiver: { redirectUri: (environmentId: string) => string };
  person: Pick<PersonAtBank, 'ask'>;
  flow: Pick<FlowRecord, 'opened' | 'returned'>;
}

/**
 * @param environment the one in use unless given
 * @throws HostError for a secret variable while the vault is locked, and for an environment that is blocked
 */
export function targetOf(
  parts: WindowTargetParts,
  environment: Environment = parts.environments.current(),
): { name: string; target: RunTarget } {
  const { bank, vault, environments, variables, receiver, person, flow } = parts;
  const { id, certificateId, baseUrl, roots } = environment;
  mustNotBeBlocked(environment);
  const isLocal = environment.kind === 'local';
  const { certificate, origin } = vault.certificate(certificateId);
  return {
    name: environment.name,
    target: {
      destination: {
        baseUrl: baseUrl ?? bank.apiBaseUrl,
        ca: isLocal ? bank.caPem : roots,
        tlsCertificateId: environment.tlsCertificateId,
        bank: { environment: environment.name, isLocal },
        explain: isLocal ? explainedBy(bank) : null,
      },
      identity: { certificate, madeHere: origin === 'made', sign: (data) => vault.sign(certificateId, data) },
      defaults: headersOf(environment.headers),
      psuIpAddress: environment.psuIpAddress,
      redirectUri: environment.redirectUri ?? receiver.redirectUri(id),
      now: () => (isLocal ? bank.now() : Date.now()),
      controlled: (path) => {
        // After a reset the bank does not know the PSU whom the window acts for.
        if (path === '/control/reset') environments.forgetLocalPsu(bank.now());
        return Promise.resolve();
      },
      control: isLocal ? { baseUrl: bank.controlBaseUrl, token: bank.controlToken } : null,
      pages: isLocal ? [new URL(bank.psuBaseUrl).origin] : null,
      // A return to another address does not come here.
      person: isLocal || environment.redirectUri !== null ? null : (order) => person.ask(id, order),
      flow,
      variables: variables.list(id).map(({ name }) => {
        const { value = '', secret = false } = variables.value(id, name) ?? {};
        return { name, value, secret, from: null };
      }),
    },
  };
}
