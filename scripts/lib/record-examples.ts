/** Records the examples of the OpenAPI document with a bank whose clock and random numbers are fixed. */
import { createHash } from 'node:crypto';
import { startBank } from '../../bank-sim/index.ts';
import type { RecordedExamples } from '../../shared/xs2a/openapi.ts';
import { makeIdentity } from '../../test/support/identity.ts';
import { Tpp } from '../../test/support/tpp.ts';
import { tellStory } from './example-story.ts';
import { Recording, TODAY } from './recording.ts';

/** 10:42:07 in Oslo. */
const NOW = Date.parse(`${TODAY}T09:42:07Z`);

/** The examples of every operation, the same on every call. @throws Error if an operation has none */
export async function recordExamples(): Promise<RecordedExamples> {
  let count = 0;
  const bank = await startBank({
    port: 0,
    psuPort: 0,
    controlPort: 0,
    data: null,
    clock: NOW,
    random: (bytes) => createHash('sha256').update(`example ${count++}`).digest().subarray(0, bytes),
  });
  try {
    const recording = new Recording(bank, new Tpp(bank, await makeIdentity()));
    recording.tpp.sessionId = '6d0a6b4e-6a31-4f0e-9f6e-1f2d5c9a8b70';
    await tellStory(recording);
    return recording.finished();
  } finally {
    await bank.stop();
  }
}
