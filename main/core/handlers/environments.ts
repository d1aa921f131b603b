/** Environments and their variables. */
import { changedBy, type Of, type Services } from './services.ts';

export function environmentHandlers({ bank, environments, vault, emit }: Services): Of<'environments'> {
  const changed = changedBy(emit, 'environments.changed');
  return {
    'environments.list': () => {
      const current = environments.current().id;
      return {
        environments: environments.list().map(({ psuId, corporateId, context, ...environment }) => ({
          ...environment,
          baseUrl: environment.baseUrl ?? bank.apiBaseUrl,
          current: environment.id === current,
          psu: psuId === null || context === null ? null : { psuId, corporateId, context },
        })),
      };
    },
    'environments.choose': ({ id }) => {
      environments.choose(id);
      return changed({});
    },
    'environments.create': () => changed({ id: environments.create(environments.current().certificateId) }),
    'environments.change': ({ id, form }) => {
      // Both must be there; the sentence says which is not.
      vault.certificate(form.certificateId);
      if (form.tlsCertificateId !== null) vault.certificate(form.tlsCertificateId);
      environments.change(id, form);
      return changed({});
    },
    'environments.remove': ({ id }) => {
      environments.remove(id);
      return changed({});
    },
    'environments.forgetPsu': ({ id }) => {
      environments.forgetPsu(id, bank.now());
      return changed({});
    },
  };
}

export function variableHandlers({ variables, emit }: Services): Of<'variables'> {
  const changed = () => {
    emit('environments.changed', {});
    return {};
  };
  return {
    'variables.list': ({ id }) => ({ variables: variables.list(id) }),
    'variables.set': ({ id, variable }) => {
      variables.set(id, variable);
      return changed();
    },
    'variables.remove': ({ id, name }) => {
      variables.remove(id, name);
      return changed();
    },
  };
}
