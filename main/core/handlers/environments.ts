/** Environments and their variables. */
import type { Bank } from '../../../bank-sim/index.ts';
import { type EnvironmentForm, MISSING } from '../../../shared/contract/environments.ts';
import type { Emit } from '../../../shared/contract/methods.ts';
import type { Vault } from '../certificates/vault.ts';
import type { Collections } from '../collections/collections.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { checkRoots, type Environments } from '../environments/environments.ts';
import { blockedBy, mustBeConfirmed, mustNotBeBlocked } from '../environments/imported.ts';
import type { TlsClient } from '../requests/connection.ts';
import { testConnection } from '../requests/connection-test.ts';
import { folderScope, secretNamesIn, type CapturedValues } from '../requests/variable-lookup.ts';
import { usedOf } from '../requests/placeholders.ts';
import type { Variables } from '../environments/variables.ts';
import { changedBy, type Of } from './handler.ts';

export interface EnvironmentParts {
  bank: Pick<Bank, 'apiBaseUrl' | 'now'>;
  environments: Environments;
  vault: Pick<Vault, 'certificate'>;
  /** Certificate and key of a TLS client, by id; throws while the vault is locked. */
  clientOf: (certificateId: string) => TlsClient;
  emit: Emit;
}

export function environmentHandlers({
  bank,
  environments,
  vault,
  clientOf,
  emit,
}: EnvironmentParts): Of<'environments'> {
  const changed = changedBy(emit, 'environments.changed');
  /** Both certificates; the error names the one that does not exist. */
  const mustExist = ({ certificateId, tlsCertificateId }: EnvironmentForm, known: readonly string[] = []) => {
    for (const id of [certificateId, tlsCertificateId])
      if (id !== null && !known.includes(id)) vault.certificate(id);
  };
  return {
    'environments.list': () => {
      const current = environments.current().id;
      return {
        environments: environments.list().map(({ psuId, corporateId, context, ...environment }) => ({
          ...environment,
          certificateId: environment.missingCertificate === null ? environment.certificateId : MISSING,
          tlsCertificateId:
            environment.missingTlsCertificate === null ? environment.tlsCertificateId : MISSING,
          blocked: blockedBy(environment),
          baseUrl: environment.baseUrl ?? bank.apiBaseUrl,
          current: environment.id === current,
          psu: psuId === null || context === null ? null : { psuId, corporateId, context },
        })),
      };
    },
    'environments.choose': ({ id, window = null }) => {
      environments.choose(id);
      emit('environments.chosen', { name: environments.current().name, window });
      return changed({});
    },
    'environments.create': ({ form }) => {
      if (form !== undefined) mustExist(form);
      return changed({ id: environments.create(environments.current().certificateId, form) });
    },
    'environments.change': ({ id, form }) => {
      // What is missing stays so.
      mustExist(form, [MISSING]);
      environments.change(id, form);
      return changed({});
    },
    'environments.test': ({ id, baseUrl, roots, tlsCertificateId }) => {
      checkRoots(roots);
      if (tlsCertificateId === MISSING) throw new HostError('refused', texts.core.environments.clientMissing);
      if (id !== undefined) mustBeConfirmed(environments.read(id));
      const client = tlsCertificateId === null ? null : clientOf(tlsCertificateId);
      return testConnection({ baseUrl, roots, client });
    },
    'environments.confirm': ({ id }) => {
      // A certificate that comes later would sign for an address that was confirmed without it.
      mustNotBeBlocked({ ...environments.read(id), unconfirmed: 0 });
      environments.confirm(id);
      return changed({});
    },
    'environments.remove': ({ id }) => {
      environments.remove(id);
      return changed({});
    },
    'environments.actAsBefore': () => {
      environments.actAsBefore(environments.current().id);
      return changed({});
    },
    'environments.forgetPsu': ({ id }) => {
      environments.forgetPsu(id, bank.now());
      return changed({});
    },
  };
}

export interface VariableParts {
  environments: Pick<Environments, 'current' | 'read'>;
  variables: Variables;
  kept: CapturedValues;
  collections: Pick<Collections, 'around'>;
  emit: Emit;
}

export function variableHandlers({
  environments,
  variables,
  kept,
  collections,
  emit,
}: VariableParts): Of<'variables'> {
  const changed = () => {
    emit('environments.changed', {});
    return {};
  };
  return {
    'variables.list': ({ id }) => ({ variables: variables.list(id) }),
    'variables.known': ({ path = null }) => {
      const { id } = environments.current();
      const own = variables.list(id).map((one) => ({ ...one, from: null }));
      const around = path === null ? [] : collections.around(path);
      const secret = secretNamesIn(around, own);
      const scope = folderScope(around).with('environment', own).with('capture', kept.list(id));
      return {
        variables: scope.all().map((variable) => {
          const isSecret = variable.secret || secret.has(variable.name);
          return {
            ...usedOf({ ...variable, secret: isSecret }),
            secret: isSecret,
            json: isSecret ? null : variable.value,
          };
        }),
      };
    },
    'variables.keep': ({ from, ...captured }) => {
      kept.keep(environments.current().id, [captured], from);
      return changed();
    },
    'variables.forget': ({ name }) => {
      kept.forget(environments.current().id, name);
      return changed();
    },
    'variables.set': ({ id, variable }) => {
      // It must exist.
      environments.read(id);
      variables.set(id, variable);
      return changed();
    },
    'variables.remove': ({ id, name }) => {
      variables.remove(id, name);
      return changed();
    },
  };
}
