/**
 * `kill -9` at random moments of the first start, an import, a change of passphrase, sending, a batch, saving and an export: what was
 * acknowledged is there at the next start, and nothing is half-done. `npm run faults` does it 200 times. The seed is printed.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { makeCertificate, makeKeyPair } from '../../../shared/node/x509.ts';
import { folderForFile } from '../../support/folders.ts';
import { type HostProcess, startedHost, startHostProcess } from '../../support/host-process.ts';
import { killAtChange } from '../support/kill.ts';
import { SEED } from '../support/seed.ts';
import {
  ACTIONS,
  type Acknowledged,
  expectAcknowledged,
  nothingYet,
  PASSPHRASE,
  unlock,
} from './acknowledged.ts';
import { randomFrom } from './random.ts';

const TIMES = Number(process.env['TPP_KILLS'] ?? 8);
const DAY = 86_400_000;
/** Changes of the data folder, and calls, among which the moment of a kill is drawn. */
const [CHANGES, CALLS] = [60, 8];
/** Changes of the data folder in a first start. */
const START_CHANGES = 60;

const all = folderForFile('faults');

/** PEM files, each with a certificate and its key. */
const files: Uint8Array[] = [];
beforeAll(async () => {
  for (let at = 0; at < 3; at++) {
    const { publicKey, privateKey } = await makeKeyPair();
    const name = [['2.5.4.3', `Import ${at}`] as const];
    const times = { notBefore: new Date(Date.now() - DAY), notAfter: new Date(Date.now() + DAY) };
    const pem = makeCertificate({
      subject: name,
      issuer: name,
      publicKey,
      signWith: privateKey,
      ...times,
      use: { kind: 'seal' },
    });
    files.push(Buffer.from(pem + privateKey));
  }
});

async function importOne(host: HostProcess, known: Acknowledged, at: number): Promise<void> {
  const id = await host.upload('own.pem', files[at % files.length] ?? new Uint8Array());
  const result = await host.call('certificates.import', { files: [id], password: null });
  if (result.kind !== 'imported') return;
  for (const certificate of result.certificates) known.imported.add(certificate.id);
}

const KINDS: typeof ACTIONS = { ...ACTIONS, import: importOne };
const names = Object.keys(KINDS);

/** Ends a program as a power cut does. */
async function kill(host: HostProcess): Promise<void> {
  host.child.kill('SIGKILL');
  await host.ended;
}

it(`SVC-10: a host survives ${TIMES} kills (seed ${SEED})`, { timeout: TIMES * 20_000 }, async () => {
  const random = randomFrom(SEED);
  const folder = join(all, 'data');
  const known = nothingYet();
  let host = await startedHost(folder);
  await host.call('vault.protect', { passphrase: PASSPHRASE, current: null });
  known.passphrases = [PASSPHRASE];
  for (let round = 0; round < TIMES; round++) {
    const name = names[Math.floor(random() * names.length)] ?? 'send';
    const enough = Promise.withResolvers<void>();
    const calls = 1 + Math.floor(random() * CALLS);
    const working = (async () => {
      for (let at = 0; ; at++) {
        if (at === calls) enough.resolve();
        await KINDS[name]?.(host, known, round * 1000 + at);
      }
    })().catch((error: unknown) => error);
    // The moment is the point of the test: a change of the files, or, for what changes none, a call.
    await killAtChange(host.child, folder, 1 + Math.floor(random() * CHANGES), enough.promise);
    const reason = await working;
    // The connection broke; a refusal would be a finding.
    expect(String(reason), `round ${round}, ${name}`).toMatch(
      /fetch failed|terminated|socket|ECONN|aborted|JSON/,
    );
    host = await startedHost(folder);
    await expectAcknowledged(host, known).catch((error: unknown) => {
      throw new Error(`Round ${round} (${name}) of seed ${SEED}`, { cause: error });
    });
  }
  await unlock(host, known);
  host.child.kill('SIGTERM');
  expect(await host.ended).toBe(0);
});

const STARTS = Math.max(3, Math.floor(TIMES / 5));

it(`a first start survives ${STARTS} kills (seed ${SEED})`, { timeout: STARTS * 30_000 }, async () => {
  const random = randomFrom(SEED + 1);
  for (let round = 0; round < STARTS; round++) {
    const folder = join(all, `first-${round}`);
    mkdirSync(folder);
    for (let again = 0; again < 2; again++) {
      const child = Promise.withResolvers<ChildProcess>();
      const starting = startHostProcess(folder, { started: child.resolve });
      // A start changes its files less often the second time, and is killed when it is ready at the latest.
      const change = 1 + Math.floor(random() * START_CHANGES);
      await killAtChange(await child.promise, folder, change, starting);
      await starting;
    }
    const host = await startedHost(folder);
    expect((await host.call('app.status', {})).notices, `round ${round} of seed ${SEED}`).toEqual([]);
    await kill(host);
  }
});
