/**
 * `npm run collections:try`: the collections for Postman and Bruno, run by newman and by the safe sandbox of Bruno's command line
 * through `tpp-workbench proxy`. Installs both from the npm registry in a temporary folder. Fails if an assertion does, or if the bank
 * has refused a signature.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { installPeers, PROGRAMS } from '../test/bench/peers.ts';
import { refusedSignatures } from '../test/support/refused-signatures.ts';
import { readyTexts } from './lib/generated.ts';
import { READY } from './lib/ready-collections/files.ts';
import { writeTexts } from './lib/write-texts.ts';

const ROOT = join(import.meta.dirname, '..');
const place = z.object({ address: z.string(), token: z.string() });
const readySchema = place.extend({ control: place });

const folder = mkdtempSync(join(tmpdir(), 'tpp-collections-'));
const peers = join(folder, 'peers');
writeTexts(folder, readyTexts());
const collections = join(folder, 'collections');
installPeers(peers);
const command = ['proxy', '--environment', 'Local bank', '--data', join(folder, 'data'), '--json'];
const proxy = spawn(process.execPath, [join(ROOT, 'main/cli/main.ts'), ...command], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [line] = (await once(createInterface({ input: proxy.stdout }), 'line')) as [string];
  const ready = readySchema.parse(JSON.parse(line));
  const values = {
    baseUrl: ready.address,
    proxyToken: ready.token,
    controlUrl: ready.control.address,
    controlToken: ready.control.token,
  };
  const variables = Object.entries(values).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
  for (const name of READY) {
    const newman = [join(peers, PROGRAMS.newman), 'run', `postman/${name}.json`];
    run(`newman: ${name}`, collections, [...newman, ...variables]);
    const bru = [join(peers, PROGRAMS.bru), 'run', '-r', '--sandbox', 'safe', '--env', 'default'];
    run(`bru: ${name}`, join(collections, 'bruno', name), [...bru, ...variables]);
    const refused = await refusedSignatures(ready.control);
    if (refused.length > 0) fail(`${name}: the bank has refused signatures (${refused.join(', ')}).`);
  }
} finally {
  proxy.kill('SIGTERM');
  await once(proxy, 'exit');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function run(what: string, cwd: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  if (status === 0) console.log(`${what}: passed`);
  else fail(`${what}: failed\n${stdout}${stderr}`);
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
