/** What the body of a control call may have. It is counted before anything is made of it: a check of each of millions of values takes minutes. */
import { LARGEST_SNAPSHOT, SNAPSHOT } from '../../shared/node/bounded-json.ts';
import type { JsonBounds } from '../../shared/json-bounds.ts';
import { MAX_BODY } from '../../shared/xs2a/limits.ts';

export interface BodyBounds {
  bytes: number;
  json: JsonBounds;
}

export const SNAPSHOT_BODY: BodyBounds = { bytes: LARGEST_SNAPSHOT, json: SNAPSHOT };
/** Of every call that carries no snapshot. A list of thousands of accounts has room. */
export const CALL_BODY: BodyBounds = { bytes: MAX_BODY, json: { levels: 100, all: 20_000 } };
