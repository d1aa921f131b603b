/** The variables that the workbench provides in every request, sent by hand or by a run. */
import type { Circumstances } from '../../../shared/collections/dynamic.ts';
import { osloDate } from '../../../shared/norway/oslo.ts';

export interface ProvidedFrom {
  psuId: string | null;
  corporateId: string | null;
  sessionId: string;
}

/** By name. Without an SCA there is no PSU, so nothing has its names. */
export function provided(
  { psuId, corporateId, sessionId }: ProvidedFrom,
  { now, newUuid }: Circumstances,
): ReadonlyMap<string, string> {
  return new Map([
    ['sessionId', sessionId],
    ['today', osloDate(now)],
    ['uuid', newUuid()],
    ...(psuId === null ? [] : [['psuId', psuId] as const]),
    ...(corporateId === null ? [] : [['psuCorporateId', corporateId] as const]),
  ]);
}
