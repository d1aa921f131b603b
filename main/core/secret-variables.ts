/** Masks the secret variables in the event log from the start: a bank may repeat what was sent before a restart. */
import { texts } from '../../shared/texts/texts.ts';
import type { Events } from './events.ts';
import type { Vault } from './certificates/vault.ts';
import type { Environments } from './environments/environments.ts';
import { hidden } from './redaction/mask.ts';
import type { Variables } from './environments/variables.ts';
import type { FlowRecord } from './flow/record.ts';

interface Parts {
  flow: FlowRecord;
  environments: Environments;
  variables: Variables;
  vault: Vault;
  events: Events;
  log: (line: string) => void;
}

/** Also after the vault is unlocked, and when a variable changes. */
export function hideSecretVariables(parts: Parts): void {
  const { flow, environments, variables, vault, events, log } = parts;
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
