/** What the operator enters in the bank's register of TPPs, or changes there (SIG-12). */
import { z } from 'zod';
import { PSD2_ROLES } from '../signing/certificate.ts';

/** Lengths that an entry may have, characters. */
export const REGISTER_LIMITS = { id: 500, name: 200 } as const;

/** What the bank says of a TPP without an entry; the window offers to register it. */
export const NOT_REGISTERED = "is not in the bank's register of TPPs";

const NAME = `must have 1 to ${REGISTER_LIMITS.name} characters`;

/** Members that are left out stay as they are. */
export const registrationChange = z.strictObject({
  name: z.string().trim().min(1, NAME).max(REGISTER_LIMITS.name, NAME).optional(),
  status: z.enum(['registered', 'withdrawn']).optional(),
  /** Whether the TPP may offer its services in Norway. */
  passport: z.boolean().optional(),
  roles: z.array(z.enum(PSD2_ROLES)).optional(),
});
export type RegistrationChange = z.infer<typeof registrationChange>;
