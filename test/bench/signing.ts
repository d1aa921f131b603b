/**
 * `npm run bench:signing`: what signing adds to a request (budget: under 2 ms). Two times of the same composition, with
 * the signature and with a signature that costs nothing; printed as a difference and as a share of a whole signed send.
 */
import { SPECIFICATION } from '../../shared/signing/profile.ts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type ComposeContext, prepare } from '../../main/core/requests/compose.ts';
import { signRsaSha256 } from '../../shared/node/crypto.ts';
import { makeIdentity } from '../support/identity.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { resolve } from '../../main/core/requests/resolve.ts';
import { callCore, startCore } from '../support/workbench.ts';

const ROUNDS = 2000;
const BUDGET_MS = 2;

/** Median of the times of many rounds, milliseconds. */
async function median(run: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[ROUNDS / 2] ?? 0;
}

const { certificate, key } = await makeIdentity();
const nothing = new Uint8Array(256);
const context = (sign: ComposeContext['sign']): ComposeContext => ({
  environment: { psuId: null, corporateId: null, sessionId: 'bench', psuIpAddress: '203.0.113.24' },
  baseUrl: 'https://localhost:8443',
  defaults: [],
  redirectUri: 'http://localhost/sca/return',
  profile: SPECIFICATION,
  certificate,
  sign,
  now: Date.now(),
  newRequestId: randomUUID,
});
const signed = context((data) => signRsaSha256(key, data));
const unsigned = context(() => nothing);
const request = fresh('createConsent');
const resolved = resolve(request);
await median(() => prepare(resolved, signed));
const withSignature = await median(() => prepare(resolved, signed));
const without = await median(() => prepare(resolved, unsigned));

const folder = mkdtempSync(join(tmpdir(), 'tpp-bench-'));
const workbench = await startCore(folder);
const send = await median(() => callCore(workbench, 'requests.send', request));
await workbench.stop();
rmSync(folder, { recursive: true, force: true });

const adds = withSignature - without;
const ms = (value: number) => `${value.toFixed(3)} ms`;
console.log(`compose and sign       ${ms(withSignature)} (median of ${ROUNDS})`);
console.log(`compose alone          ${ms(without)}`);
console.log(
  `signing adds           ${ms(adds)}, ${(adds / BUDGET_MS).toFixed(2)} of the budget of ${BUDGET_MS} ms`,
);
console.log(
  `a whole signed send    ${ms(send)}; composing and signing are ${(withSignature / send).toFixed(2)} of it`,
);
process.exitCode = adds < BUDGET_MS ? 0 : 1;
