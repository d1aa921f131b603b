/** The status shown in the status line and on the first screen. */
import type { Bank } from '../../bank-sim/index.ts';
import type { Status } from '../../shared/contract/status.ts';
import { tppOf } from '../../shared/signing/certificate.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import type { Vault } from './certificates/vault.ts';
import type { Receiver } from './sca/receiver.ts';
import type { Environment, Environments } from './environments/environments.ts';
import { addressOf, blockedBy } from './environments/imported.ts';

export interface StatusParts {
  host: { kind: Status['host'] };
  version: string;
  dataFolder: string;
  notices: readonly string[];
  bank: StatusBank;
  environments: Pick<Environments, 'before' | 'current'>;
  keeper: {
    vault: Pick<Vault, 'certificate' | 'isLocked'>;
    /** `name` completes "kept …": what keeps the key to the vault. */
    now: { keeper: Status['vault']['keeper']; name: string };
  };
  receiver: Pick<Receiver, 'redirectUri'>;
}

/** The part of the local bank that the status reports. It has no counts, because the status is read after every change. */
type StatusBank = Pick<Bank, 'apiBaseUrl' | 'psuBaseUrl' | 'now' | 'isListening'> & {
  inspection: Pick<
    Bank['inspection'],
    'environment' | 'somebody' | 'nameOfPsu' | 'nameOfCompany' | 'clockMode' | 'realTime'
  >;
};

/** What the user is asked about an imported environment; null if nothing, also while a certificate is missing. */
function unconfirmedOf(
  { id, baseUrl, unconfirmed, tlsCertificateId, missingCertificate, missingTlsCertificate }: Environment,
  vault: Pick<Vault, 'certificate'>,
): Status['environment']['unconfirmed'] {
  if (unconfirmed === 0 || missingCertificate !== null || missingTlsCertificate !== null) return null;
  const client = tlsCertificateId === null ? null : vault.certificate(tlsCertificateId).name;
  return { id, address: addressOf(baseUrl ?? ''), client };
}

/** The current state of the workbench. */
export function statusOf(parts: StatusParts): Status {
  const { bank, receiver } = parts;
  const { vault, now: kept } = parts.keeper;
  const environment = parts.environments.current();
  const { certificate, name } = vault.certificate(environment.certificateId);
  const tpp = tppOf(certificate).id;
  const { psuId, corporateId, context } = environment;
  const before = parts.environments.before.of(environment.id);
  return {
    host: parts.host.kind,
    version: parts.version,
    dataFolder: parts.dataFolder,
    notices: [...parts.notices],
    environment: {
      name: environment.name,
      isLocal: environment.kind === 'local',
      kind: environment.kind === 'local' ? bank.inspection.environment : 'another bank',
      baseUrl: environment.baseUrl ?? bank.apiBaseUrl,
      redirectUri: environment.redirectUri ?? receiver.redirectUri(environment.id),
      ownBank: `${bank.psuBaseUrl}/bank`,
      blocked: blockedBy(environment),
      unconfirmed: unconfirmedOf(environment, vault),
    },
    certificate: {
      id: environment.certificateId,
      name,
      roles: certificate.roles,
      notAfter: certificate.notAfter,
      keyId: keyIdOf(certificate),
    },
    vault: {
      state: vault.isLocked ? 'locked' : 'open',
      keeper: kept.keeper,
      keyKept: kept.name,
    },
    persona: bank.inspection.somebody(),
    psu:
      psuId === null || context === null
        ? null
        : {
            psuId,
            corporateId,
            context,
            name: bank.inspection.nameOfPsu(tpp, psuId),
            company: corporateId === null ? null : bank.inspection.nameOfCompany(tpp, corporateId),
          },
    psuBefore:
      before === null ? null : { psuId: before.psuId, name: bank.inspection.nameOfPsu(tpp, before.psuId) },
    session: {
      id: environment.sessionId,
      since: environment.sessionSince,
      replaced: environment.sessionReplaced === 1,
      now: environment.kind === 'local' ? bank.now() : Date.now(),
      runs: environment.kind !== 'local' || bank.inspection.clockMode === 'real',
    },
    bank: {
      port: Number(new URL(bank.apiBaseUrl).port),
      running: bank.isListening(),
      now: bank.now(),
      real: bank.inspection.realTime,
      clock: bank.inspection.clockMode,
    },
  };
}
