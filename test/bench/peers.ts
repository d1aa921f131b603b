/**
 * The other runners of `npm run bench:runner` and of the test of exports, and for the first the collection of each: one request with the same two assertions. They sign
 * nothing: they send headers that were signed beforehand, and verify no response.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSIONS = { newman: '6.2.2', bru: '4.1.0' } as const;

/** Their programs below the folder. */
export const PROGRAMS = {
  newman: 'node_modules/newman/bin/newman.js',
  bru: 'node_modules/@usebruno/cli/bin/bru.js',
} as const;

export interface RequestToSend {
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
}

/** A program and its arguments for a number of requests. */
export type Runner = (count: number) => { args: string[]; cwd: string };

/** Installs both into a folder. @returns what runs one of them with node */
export function installPeers(folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const packages = [`newman@${VERSIONS.newman}`, `@usebruno/cli@${VERSIONS.bru}`];
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
    cwd: folder,
    stdio: 'ignore',
  });
}

export function newman(folder: string, { url, headers }: RequestToSend): Runner {
  const test = [
    "pm.test('status', () => pm.expect(pm.response.code).to.equal(200));",
    "pm.test('accounts', () => pm.expect(pm.response.json().accounts[0].resourceId).to.be.a('string'));",
  ];
  const request = {
    method: 'GET',
    url,
    header: headers.map(([key, value]) => ({ key, value })),
  };
  writeFileSync(
    join(folder, 'newman.json'),
    JSON.stringify({
      info: {
        name: 'accounts',
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      },
      item: [{ name: 'accounts', request, event: [{ listen: 'test', script: { exec: test } }] }],
    }),
  );
  return (count) => ({
    args: [PROGRAMS.newman, 'run', 'newman.json', '-k', '--silent', '-n', String(count)],
    cwd: folder,
  });
}

export function bru(folder: string, { url, headers }: RequestToSend): Runner {
  const collection = join(folder, 'bru');
  mkdirSync(collection);
  writeFileSync(join(collection, 'bruno.json'), '{"version":"1","name":"accounts","type":"collection"}');
  writeFileSync(
    join(collection, 'accounts.bru'),
    [
      'meta {\n  name: accounts\n  type: http\n  seq: 1\n}\n',
      `get {\n  url: ${url}\n  body: none\n  auth: none\n}\n`,
      `headers {\n${headers.map(([name, value]) => `  ${name}: ${value}`).join('\n')}\n}\n`,
      'assert {\n  res.status: eq 200\n  res.body.accounts[0].resourceId: isString\n}\n',
    ].join('\n'),
  );
  const program = join(folder, PROGRAMS.bru);
  return (count) => ({
    args: [program, 'run', '--insecure', '--iteration-count', String(count)],
    cwd: collection,
  });
}
