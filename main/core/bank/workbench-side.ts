/** The workbench's side of a snapshot of its bank: PSU, sessions, ids, certificate, and the environment in use. */
import { z } from 'zod';
import type { Vault } from '../certificates/vault.ts';
import { type Environments, LOCAL } from '../environments/environments.ts';
import { psuMemorySchema } from '../environments/psu-memory.ts';

export const workbenchSideSchema = z.object({
  version: z.literal(1),
  environment: z.string(),
  certificateId: z.string(),
  psu: psuMemorySchema,
});
export type WorkbenchSide = z.infer<typeof workbenchSideSchema>;

export function workbenchSide(environments: Environments): WorkbenchSide {
  return {
    version: 1,
    environment: environments.current().id,
    certificateId: environments.read(LOCAL).certificateId,
    psu: environments.memory(LOCAL),
  };
}

/** Without the certificate or the environment, if it has been deleted since. */
export function restoreWorkbenchSide(
  { environments, vault }: { environments: Environments; vault: Vault },
  { psu, certificateId, environment }: WorkbenchSide,
): void {
  environments.recall(LOCAL, psu);
  if (vault.list().some(({ id }) => id === certificateId))
    environments.replaceCertificateOf(LOCAL, certificateId);
  if (environments.list().some(({ id }) => id === environment)) environments.choose(environment);
}
