/**
 * Hides the secret variables in the event log from the start: an SCA survives a restart, and the bank then repeats what was sent
 * before.
 */
import { texts } from '../../shared/texts/texts.ts';
import type { Events } from './events.ts';
import type { Vault } from './certificates/vault.ts';
import type { Environments } from './environments/environments.ts';
import { hidden } from './redaction/mask.ts';
import type { Variables } from './environments/variables.ts';
import type { FlowRecord } from './flow/record.ts';

export interface SecretVariablesParts {
  flow: Pick<FlowRecord, 'hides'>;
  environments: Pick<Environments, 'list'>;
  variables: Pick<Variables, 'secrets'>;
  vault: Pick<Vault, 'isLocked'>;
  events: Pick<Events, 'subscribe'>;
  log: (line: string) => void;
}

/** Also after the vault is unlocked, and when a variable changes. While it is locked, nobody knows them. */
export function hideSecretVariables({
  flow,
  environments,
  variables,
  vault,
  events,
  log,
}: SecretVariablesParts): void {
  const hide = () => {
    if (vault.isLocked) return;
    for (const { id, name } of environments.list()) {
      try {
        flow.hides(hidden(variables.secrets(id)));
      } catch (error) {
        log(texts.core.secretsUnread(name, error instanceof Error ? error.message : String(error)));
      }
    }
  };
  hide();
  events.subscribe((name) => {
    if (name === 'certificates.changed' || name === 'environments.changed') hide();
  });
}
