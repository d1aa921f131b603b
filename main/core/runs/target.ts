/** The bank and identity of a run. */
import type { HttpRequest } from '../../../shared/requests/http.ts';
import type { Variable } from '../../../shared/collections/scope.ts';
import type { FlowRecord } from '../flow/record.ts';
import type { SendOrder } from '../requests/sender.ts';
import type { BegunSession } from './actor.ts';
import type { AskPerson, PersonAtBank } from './person.ts';
import type { Bank, JournalEntry } from '../../../bank-sim/index.ts';
import { headersOf } from '../../../shared/xs2a/http-syntax.ts';
import type { Vault } from '../certificates/vault.ts';
import type { Environment, Environments } from '../environments/environments.ts';
import type { OpenApiDocuments } from '../environments/openapi.ts';
import { mustNotBeBlocked } from '../environments/imported.ts';
import { explainedBy } from '../requests/order.ts';
import type { Variables } from '../environments/variables.ts';

/** The control listener of a simulated bank (contract section 13). */
export interface ControlAccess {
  /** Such as `http://127.0.0.1:8445`. */
  baseUrl: string;
  token: string;
}

export interface RunTarget {
  destination: SendOrder['destination'];
  identity: Pick<SendOrder['identity'], 'certificate' | 'sign' | 'madeHere' | 'profile'>;
  /** Hosts that are the bank's besides that of the base URL. */
  hosts: readonly string[];
  /** Header defaults of the environment; they may contain variables. */
  defaults: HttpRequest['headers'];
  psuIpAddress: string;
  /** The TPP-Redirect-URI. Runs read the redirect themselves, without a listener. */
  redirectUri: string;
  /** Bank time, milliseconds since 1970. */
  now: () => number;
  /** Called after every control call, which may have changed the bank's clock or state. */
  controlled: (path: string) => Promise<void>;
  /** Null for a bank without a control listener: control steps are skipped. */
  control: ControlAccess | null;
  /**
   * Origins of a simulator's PSU pages, which runs fill in; `sent` for those of scaRedirects in the same iteration. Null for a real
   * bank, whose pages need the user.
   */
  pages: readonly string[] | 'sent' | null;
  /** Finishes an SCA on such pages: the user, or a command; null if there is nobody, and what needs an SCA is left out. */
  person: AskPerson | null;
  /** With which each flow begins; null for a new session. */
  session: BegunSession | null;
  /** Null if nobody reads the event log. */
  flow: Pick<FlowRecord, 'opened' | 'returned'> | null;
  variables: readonly Omit<Variable, 'origin'>[];
  /** Called at the start of a run with rows; what it returns starts the bank of a row. Null if all rows share the bank. */
  rowBanks: (() => () => Promise<RowBank>) | null;
}

/** A copy of the local bank. */
interface RowBank {
  /** The target of the run, at this bank. */
  of: (target: RunTarget) => RunTarget;
  stop: () => Promise<void>;
}

interface WindowTargetParts {
  bank: Pick<
    Bank,
    | 'apiBaseUrl'
    | 'caPem'
    | 'controlBaseUrl'
    | 'controlToken'
    | 'copies'
    | 'inspection'
    | 'now'
    | 'psuBaseUrl'
  >;
  vault: Pick<Vault, 'certificate' | 'sign'>;
  environments: Pick<Environments, 'current' | 'forgetLocalPsu'>;
  openApi: Pick<OpenApiDocuments, 'schemasOf'>;
  variables: Pick<Variables, 'list' | 'value'>;
  receiver: { redirectUri: (environmentId: string) => string };
  person: Pick<PersonAtBank, 'ask'>;
  flow: Pick<FlowRecord, 'heard' | 'opened' | 'returned'>;
}

/** @throws HostError for a secret variable while the vault is locked, or a blocked environment */
export function targetOf(
  parts: WindowTargetParts,
  environment: Environment = parts.environments.current(),
): { id: string; name: string; target: RunTarget } {
  const { bank, vault, environments, variables, receiver, person, flow } = parts;
  const { id, certificateId, baseUrl, roots } = environment;
  mustNotBeBlocked(environment);
  const isLocal = environment.kind === 'local';
  const { certificate, origin } = vault.certificate(certificateId);
  return {
    id,
    name: environment.name,
    target: {
      destination: {
        baseUrl: baseUrl ?? bank.apiBaseUrl,
        ca: isLocal ? bank.caPem : roots,
        tlsCertificateId: environment.tlsCertificateId,
        bank: { environment: environment.name, isLocal },
        explain: isLocal ? explainedBy(bank) : null,
        schemas: parts.openApi.schemasOf(environment),
      },
      identity: {
        certificate,
        madeHere: origin === 'made',
        sign: (data) => vault.sign(certificateId, data),
        profile: environment.profile,
      },
      hosts: environment.hosts,
      defaults: headersOf(environment.headers),
      psuIpAddress: environment.psuIpAddress,
      redirectUri: environment.redirectUri ?? receiver.redirectUri(id),
      now: () => (isLocal ? bank.now() : Date.now()),
      controlled: (path) => {
        // After a reset the window's PSU no longer exists.
        if (path === '/control/reset') environments.forgetLocalPsu(bank.now());
        return Promise.resolve();
      },
      control: isLocal ? { baseUrl: bank.controlBaseUrl, token: bank.controlToken } : null,
      pages: isLocal ? [new URL(bank.psuBaseUrl).origin] : environment.kind === 'class' ? 'sent' : null,
      // The receiver does not see returns to another address.
      person: isLocal || environment.redirectUri !== null ? null : (order) => person.ask(id, order),
      session: null,
      flow,
      variables: variables.list(id).map(({ name }) => {
        const { value = '', secret = false } = variables.value(id, name) ?? {};
        return { name, value, secret, from: null };
      }),
      rowBanks: isLocal ? rowBanksOf(bank, (entry) => flow.heard(entry)) : null,
    },
  };
}

/** More entries than one bank has: keeps the positions in the journals of several banks apart. */
const APART = 2 ** 32;

/**
 * Each row has a copy of the local bank, as that is when the run starts, so that it does not see what others do, in whatever order
 * they run.
 * @param heard called with the entries of the journals of all copies
 */
export function rowBanksOf(
  bank: Pick<Bank, 'copies'>,
  heard: (entry: JournalEntry) => void,
): RunTarget['rowBanks'] {
  return () => {
    const copy = bank.copies();
    let banks = 0;
    return async () => {
      const own = await copy();
      const offset = ++banks * APART;
      own.onEntry((entry) =>
        heard({
          at: entry.at,
          seq: entry.seq + offset,
          fact: entry.fact,
          // Made only if somebody reads it.
          get event() {
            const { event } = entry;
            return { ...event, cause: event.cause === null ? null : event.cause + offset };
          },
        }),
      );
      return {
        of: (target) => ({
          ...target,
          destination: { ...target.destination, baseUrl: own.apiBaseUrl, explain: explainedBy(own) },
          now: () => own.now(),
          controlled: () => Promise.resolve(),
          control: { baseUrl: own.controlBaseUrl, token: own.controlToken },
          pages: target.pages === null ? null : [new URL(own.psuBaseUrl).origin],
        }),
        stop: () => own.stop(),
      };
    };
  };
}
