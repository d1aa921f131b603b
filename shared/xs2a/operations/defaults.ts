/** What most operations of a group have in common. */

/** Account information: the PSU is named, and an SCA that is started asks for accounts. */
export const ais = {
  role: 'PSP_AI',
  redirectHeaders: true,
  psu: 'required',
  sca: 'consent',
  query: [],
  body: 'none',
  success: 200,
} as const;

/** Sandbox calls and the TPP dialogue: no PSU, no session, no redirect (SBX-6). */
export const sandbox = {
  role: null,
  redirectHeaders: false,
  psu: 'none',
  sca: 'consent',
  query: [],
  body: 'none',
  success: 200,
} as const;
