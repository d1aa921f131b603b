/** The context in which a PSU acts (HDR-6). */

export type ContextName = 'PRIVATE' | 'CORPORATE';

/** The name of a context (SCA-1). @param corporateId psu-corporate-id of its agreement; null for the private context */
export function contextName(corporateId: string | null): ContextName {
  return corporateId === null ? 'PRIVATE' : 'CORPORATE';
}
