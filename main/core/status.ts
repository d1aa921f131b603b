/** The status that the window's lower line and the first screen show. */
import type { Bank } from '../../bank-sim/index.ts';
import type { Status } from '../../shared/contract/status.ts';
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
  keeper: Status['vault']['keeper'];
  redirectUri: string;
}

/** What the workbench is and does now. */
export function statusOf(parts: StatusParts): Status {
  const { bank } = parts;
  const environment = parts.environments.current();
  const { certificate, name } = parts.vault.certificate(environment.certificateId);
  const tpp = tppIdOf(certificate, printRfc2253(certificate.subject));
  const { psuId, corporateId, context } = environment;
  const { customers, accounts, transactions } = bank.inspection.counts();
  return {
    host: parts.host.kind,
    version: parts.version,
    dataFolder: parts.dataFolder,
    environment: {
      name: environment.name,
      kind: environment.kind === 'local' ? bank.inspection.environment : 'another bank',
      baseUrl: environment.baseUrl ?? bank.apiBaseUrl,
      redirectUri: environment.redirectUri ?? parts.redirectUri,
      ownBank: `${bank.psuBaseUrl}/bank`,
    },
    certificate: {
      id: environment.certificateId,
      name,
      roles: certificate.roles,
      notAfter: certificate.notAfter,
      keyId: keyIdOf(certificate),
    },
    vault: {
      state: parts.vault.isLocked ? 'locked' : 'open',
      keeper: parts.keeper,
      keyKept: parts.keyKept,
    },
    persona: bank.inspection.somebody(),
    psu:
      psuId === null || context === null
        ? null
        : { psuId, corporateId, context, name: bank.inspection.nameOfPsu(tpp, psuId) },
    session: {
      id: environment.sessionId,
      since: environment.sessionSince,
      now: environment.kind === 'local' ? bank.now() : Date.now(),
      runs: environment.kind !== 'local' || bank.inspection.clockMode === 'real',
    },
    bank: {
      port: Number(new URL(bank.apiBaseUrl).port),
      running: bank.isListening(),
      now: bank.now(),
      clock: bank.inspection.clockMode,
      customers,
      accounts,
      transactions,
    },
  };
}
