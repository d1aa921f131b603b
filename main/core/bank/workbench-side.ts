/** What the workbench has at the time of a snapshot of its bank: PSU, sessions, ids, certificate, and the environment in use. */
import { z } from 'zod';
import { type Environments, LOCAL } from '../environments/environments.ts';
import { psuMemorySchema } from '../environments/psu-memory.ts';

export const workbenchSideSchema = z.object({
  version: z.literal(1),
  environment: z.string(),
  certificateId: z.string(),
  psu: psuMemorySchema,
});
export type WorkbenchSide = z.infer<typeof workbenchSideSchema>;

export interface WorkbenchSideParts {
  environments: Pick<
    Environments,
    'choose' | 'current' | 'list' | 'memory' | 'read' | 'recall' | 'replaceCertificateOf'
  >;
  hasCertificate: (id: string) => boolean;
}

/** What a snapshot keeps besides the bank. */
export function workbenchSide({ environments }: WorkbenchSideParts): WorkbenchSide {
  return {
    version: 1,
    environment: environments.current().id,
    certificateId: environments.read(LOCAL).certificateId,
    psu: environments.memory(LOCAL),
  };
}

/** Puts it back. A certificate or environment that has been deleted meanwhile stays away. */
export function restoreWorkbenchSide(
  { environments, hasCertificate }: WorkbenchSideParts,
  { psu, certificateId, environment }: WorkbenchSide,
): void {
  environments.recall(LOCAL, psu);
  if (hasCertificate(certificateId)) environments.replaceCertificateOf(LOCAL, certificateId);
  if (environments.list().some(({ id }) => id === environment)) environments.choose(environment);
}
