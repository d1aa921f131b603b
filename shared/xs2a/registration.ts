/** What the operator enters in the bank's register of TPPs, or changes there (SIG-12). */
import { z } from 'zod';
import { PSD2_ROLES } from '../signing/certificate.ts';
import { MAX_TPP_NAME_CHARS } from '../limits.ts';

/** What the bank says of a TPP without an entry; the window offers to register it. */
export const NOT_REGISTERED = "is not in the bank's register of TPPs";

const NAME = `must have 1 to ${MAX_TPP_NAME_CHARS} characters`;

/** Members that are left out stay as they are. */
export const registrationChange = z.strictObject({
  name: z.string().trim().min(1, NAME).max(MAX_TPP_NAME_CHARS, NAME).optional(),
  status: z.enum(['registered', 'withdrawn']).optional(),
  /** Whether the TPP may offer its services in Norway. */
  passport: z.boolean().optional(),
  roles: z.array(z.enum(PSD2_ROLES)).optional(),
});
export type RegistrationChange = z.infer<typeof registrationChange>;
