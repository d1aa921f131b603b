/** The bank that a run talks to, and as whom. */
import type { HttpRequest } from '../../../shared/requests/http.ts';
import type { Variable } from '../../../shared/collections/scope.ts';
import type { FlowRecord } from '../flow/record.ts';
import type { SendOrder } from '../requests/sender.ts';
import type { AskPerson, PersonAtBank } from './person.ts';
import type { Bank } from '../../../bank-sim/index.ts';
import { headersOf } from '../../../shared/xs2a/http-syntax.ts';
import type { Vault } from '../certificates/vault.ts';
import type { Environment, Environments } from '../environments/environments.ts';
import { mustNotBeBlocked } from '../environments/imported.ts';
import { explainedBy } from '../requests/orders.ts';
import type { Variables } from '../environments/variables.ts';

/** The operator's side of a simulated bank (contract section 13). */
export interface ControlAccess {
  /** For example `http://127.0.0.1:8445`. */
  baseUrl: string;
  token: string;
}

export interface RunTarget {
  destination: SendOrder['destination'];
  identity: Pick<SendOrder['identity'], 'certificate' | 'sign' | 'madeHere'>;
  /** Header defaults of the environment; they may contain variables. */
  defaults: HttpRequest['headers'];
  psuIpAddress: string;
  /** The TPP-Redirect-URI. A run reads the redirect itself and opens no listener. */
  redirectUri: string;
  /** Bank time, milliseconds since 1970. */
  now: () => number;
  /** Called after every control call, which may have moved the bank's clock or reset the bank. */
  controlled: (path: string) => Promise<void>;
  /** Null for a bank without a control listener: control steps are skipped. */
  control: ControlAccess | null;
  /**
   * The origins of a simulator's PSU pages, which a run may open and fill in itself; `sent` for those to which the bank has sent an
   * scaRedirect in the same iteration. Null for the pages of a bank that is not simulated: they need a person.
   */
  pages: readonly string[] | 'sent' | null;
  /** Asks a person to finish an SCA on such pages; null where nobody can, and SCA is skipped. */
  person: AskPerson | null;
  /** Learns of the PSU's way to the bank and back; null where nobody draws it. */
  flow: Pick<FlowRecord, 'opened' | 'returned'> | null;
  /** Variables of the environment. */
  variables: readonly Omit<Variable, 'origin'>[];
}

interface WindowTargetParts {
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
