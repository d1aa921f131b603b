/** The bank's register of TPPs, for production (SIG-12). */
import { PSD2_ROLES, type Psd2Role } from '../../shared/signing/certificate.ts';
import { NOT_REGISTERED, type RegistrationChange } from '../../shared/xs2a/operator-input.ts';
import { MAX_TPP_ID_CHARS, MAX_TPP_NAME_CHARS } from '../../shared/limits.ts';

export interface Registration {
  /** organizationIdentifier. */
  tppId: string;
  name: string;
  status: 'registered' | 'withdrawn';
  /** The TPP may offer its services in Norway. */
  passport: boolean;
  /** Taken from the TPP's certificates, unless the operator has entered them. */
  roles: readonly Psd2Role[];
  /** The operator has entered the roles, which then limit those of certificates. */
  rolesEntered: boolean;
}

/** The TPP in the certificate of a request. */
export interface CalledAs {
  id: string;
  name: string;
  roles: readonly Psd2Role[];
}

/** The entry after a change by the operator. A new one is registered, with a passport. */
export function entered(
  before: Registration | null,
  tppId: string,
  { name, status, passport, roles }: RegistrationChange,
): Registration {
  return {
    tppId,
    name: name ?? before?.name ?? nameFrom(tppId),
    status: status ?? before?.status ?? 'registered',
    passport: passport ?? before?.passport ?? true,
    roles: roles === undefined ? (before?.roles ?? []) : union(roles),
    rolesEntered: roles !== undefined || (before?.rolesEntered ?? false),
  };
}

/** Truncated, because a snapshot with a longer name could not be restored. */
function nameFrom(text: string): string {
  return text.slice(0, MAX_TPP_NAME_CHARS).toWellFormed();
}

/** The entry after a call of the TPP; null if it does not change. */
export function enteredByCall(
  before: Registration | null,
  { id, name, roles }: CalledAs,
): Registration | null {
  if (id.length > MAX_TPP_ID_CHARS) return null;
  if (before === null)
    return {
      tppId: id,
      name: nameFrom(name),
      status: 'registered',
      passport: true,
      roles: union(roles),
      rolesEntered: false,
    };
  const all = union(before.roles, roles);
  return before.rolesEntered || all.length === before.roles.length ? null : { ...before, roles: all };
}

function union(...lists: (readonly Psd2Role[])[]): Psd2Role[] {
  return PSD2_ROLES.filter((role) => lists.some((list) => list.includes(role)));
}

/** Maximum length of an id in a text. */
const MAX_SHOWN = 200;

/** Why a production bank refuses the TPP because of its registration, or null. @param open the quirk `openRegister` */
export function registrationFault(
  registration: Registration | null,
  tppId: string,
  open: boolean,
): { code: 'CERTIFICATE_INVALID' | 'CERTIFICATE_BLOCKED'; text: string; hint: string } | null {
  // The id of a TPP without an organizationIdentifier is its subject, which can exceed ERR-1.
  const tpp = tppId.length > MAX_SHOWN ? `${tppId.slice(0, MAX_SHOWN)}…` : tppId;
  if (registration === null)
    return open
      ? null
      : {
          code: 'CERTIFICATE_INVALID',
          text: `The TPP ${tpp} ${NOT_REGISTERED}`,
          hint: 'Register it: with “Register this TPP” beside the response, under Bank, TPPs, or with PUT /control/tpps/{tppId} and the body {}. The quirk openRegister registers each TPP with its first call.',
        };
  if (registration.status === 'withdrawn')
    return {
      code: 'CERTIFICATE_BLOCKED',
      text: `The registration of the TPP ${tpp} has been withdrawn`,
      hint: 'Under Bank, TPPs, “Restore” enters it again.',
    };
  if (!registration.passport)
    return {
      code: 'CERTIFICATE_BLOCKED',
      text: `The TPP ${tpp} is registered but has no passport to offer its services in Norway`,
      hint: 'Under Bank, TPPs, “Give” gives it one.',
    };
  return null;
}
