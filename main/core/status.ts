/** The status that the window's lower line and the first screen show. */
import type { Bank } from '../../bank-sim/index.ts';
import type { Status } from '../../shared/contract/methods.ts';
import { tppIdOf } from '../../shared/signing/certificate.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import { printRfc2253 } from '../../shared/signing/names.ts';
import type { Vault } from './certificates/vault.ts';
import type { Environments } from './environments/environments.ts';

export interface StatusParts {
  host: { kind: Status['host'] };
  version: string;
  dataFolder: string;
  bank: Bank;
  environments: Environments;
  vault: Vault;
  /** Completes "kept …": who keeps the key to the vault. */
  keyKept: string;
  redirectUri: string;
}

/** What the workbench is and does now. */
export function statusOf(parts: StatusParts): Status {
  const { bank } = parts;
  const environment = parts.environments.current();
  const { certificate, name } = parts.vault.certificate(environment.certificateId);
  const tpp = tppIdOf(certificate, printRfc2253(certificate.subject));
  const { psuId, corporateId, context } = environment;
  const { customers, accounts, transactions } = bank.counts();
  return {
    host: parts.host.kind,
    version: parts.version,
    dataFolder: parts.dataFolder,
    environment: {
      name: environment.name,
      kind: bank.environment,
      baseUrl: bank.apiBaseUrl,
      redirectUri: parts.redirectUri,
      ownBank: `${bank.psuBaseUrl}/bank`,
    },
    certificate: {
      name,
      roles: certificate.roles,
      notAfter: certificate.notAfter,
      keyKept: parts.keyKept,
      keyId: keyIdOf(certificate),
    },
    persona: bank.somebody(),
    psu:
      psuId === null || context === null
        ? null
        : { psuId, corporateId, context, name: bank.nameOf(tpp, psuId) },
    session: { id: environment.sessionId, since: environment.sessionSince },
    bank: {
      port: Number(new URL(bank.apiBaseUrl).port),
      now: bank.now(),
      clock: bank.clockMode(),
      customers,
      accounts,
      transactions,
    },
  };
}
