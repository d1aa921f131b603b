/** Environments that come with an imported collection. */
import {
  environmentFormSchema,
  LONGEST_ENVIRONMENT_NAME,
  newEnvironment,
} from '../../../shared/contract/environments.ts';
import { variableText } from '../../../shared/interchange/environments.ts';
import type { ImportedEnvironment } from '../../../shared/interchange/model.ts';
import { freeName } from '../../../shared/names.ts';
import type { Environments } from '../environments/environments.ts';
import type { Variables } from '../environments/variables.ts';

export interface EnvironmentParts {
  environments: Pick<Environments, 'create' | 'current' | 'list' | 'markImported' | 'remove'>;
  variables: Pick<Variables, 'add' | 'set'>;
}

/**
 * Adds environments with names of their own, all or none. Nothing is sent there until the user has confirmed the address. Secret variables have no
 * value yet.
 * @returns what takes them away again
 * @throws HostError while the vault is locked, if there are secret variables
 */
export function addEnvironments(parts: EnvironmentParts, list: readonly ImportedEnvironment[]): () => void {
  const { environments, variables } = parts;
  const ids: string[] = [];
  const undo = () => {
    for (const id of ids) environments.remove(id);
  };
  try {
    for (const one of list) {
      const names = environments.list().map(({ name }) => name);
      const { certificateId } = environments.current();
      const template = newEnvironment(names, certificateId);
      const { shape } = environmentFormSchema;
      const id = environments.create(certificateId, {
        ...template,
        baseUrl: shape.baseUrl.safeParse(one.baseUrl).data ?? template.baseUrl,
        name: freeName(
          shape.name.safeParse(one.name).data ?? template.name,
          (name) => names.includes(name),
          LONGEST_ENVIRONMENT_NAME,
        ),
      });
      ids.push(id);
      environments.markImported(id, { missingCertificate: null, missingTlsCertificate: null });
      const plain = Object.entries(one.variables).map(([name, value]) => ({
        name,
        value: variableText(value),
      }));
      variables.add(id, plain);
      for (const name of one.secrets) variables.set(id, { name, value: '', secret: true });
    }
  } catch (error) {
    undo();
    throw error;
  }
  return undo;
}
