/** The status in the status line and on the first screen. */
import type { Status } from '../../../shared/contract/status.ts';
import { tppOf } from '../../../shared/signing/certificate.ts';
import { keyIdOf } from '../../../shared/signing/key-id.ts';
import type { Vault } from '../certificates/vault.ts';
import type { Environment } from '../environments/environments.ts';
import type { HandlerParts } from './handler.ts';
import { addressOf, blockedBy } from '../environments/imported.ts';

/** What the user must confirm of an imported environment; null if nothing, or while a certificate is missing. */
function unconfirmedOf(
  environment: Environment,
  vault: Pick<Vault, 'certificate'>,
): Status['environment']['unconfirmed'] {
  const { id, unconfirmed, tlsCertificateId, missingCertificate, missingTlsCertificate } = environment;
  if (unconfirmed === 0 || missingCertificate !== null || missingTlsCertificate !== null) return null;
  const client = tlsCertificateId === null ? null : vault.certificate(tlsCertificateId).name;
  return { id, address: addressOf(environment), client };
}

export function statusOf(parts: HandlerParts): Status {
  const { bank, receiver } = parts;
  const { vault, protection } = parts.vaultAccess;
  const environment = parts.environments.current();
  const { certificate, name } = vault.certificate(environment.certificateId);
  const { id: tpp, name: tppName } = tppOf(certificate);
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
      profile: environment.profile.name,
      redirectUri: environment.redirectUri ?? receiver.redirectUri(environment.id),
      ownBank: `${bank.psuBaseUrl}/bank`,
      blocked: blockedBy(environment),
      unconfirmed: unconfirmedOf(environment, vault),
    },
    certificate: {
      id: environment.certificateId,
      name,
      tpp,
      tppName,
      roles: certificate.roles,
      notAfter: certificate.notAfter,
      keyId: keyIdOf(certificate),
    },
    vault: {
      state: vault.isLocked ? 'locked' : 'open',
      protection: protection.kind,
      keyKept: protection.name,
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
