/** The ready collections for Postman and Bruno: what the script writes, and accepted with their signatures through the signing proxy. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readAddress } from '../../main/core/proxy/address-file.ts';
import { READY, readyFiles } from '../../scripts/lib/ready-collections/files.ts';
import { composedOfStep } from '../../shared/collection/request-step.ts';
import type { Step } from '../../shared/collection/steps.ts';
import { importFiles } from '../../shared/interchange/import.ts';
import type { Folder, SourceFile } from '../../shared/interchange/model.ts';
import { httpOf } from '../../shared/request/http.ts';
import { folderForFile } from '../support/folders.ts';
import { runPostman } from '../support/postman-run.ts';
import { refusedSignatures } from '../support/refused-signatures.ts';
import { callCore, startCore } from '../support/workbench.ts';

const ROOT = join(import.meta.dirname, '../../docs/collections');
const DOCUMENT = readFileSync(join(ROOT, '../postman-and-bruno.md'), 'utf8');
const SHIPPED = join(import.meta.dirname, '../../main/collections');

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const filesBelow = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(ROOT, folder, path)).isFile())
    .sort();

describe('as files', () => {
  it('they are what npm run collections writes', () => {
    const written = readyFiles(SHIPPED);
    expect(filesBelow('')).toEqual([...written.keys()].sort());
    for (const [path, text] of written) expect(read(path), path).toBe(text);
  });

  it('they name no machine and have no value of a secret', () => {
    for (const path of filesBelow(''))
      expect(read(path), path).not.toMatch(/localhost|127\.0\.0\.1|\/home\/|\/tmp\/|:\\\\|PRIVATE KEY/);
    for (const name of READY) {
      const { variable } = JSON.parse(read(`postman/${name}.json`)) as { variable: { value: string }[] };
      expect(variable.map(({ value }) => value)).toEqual(['', '', '', '', '']);
    }
  });
});

/** What each request of a collection sends. */
function sentBy(folder: Folder): object[] {
  return folder.children.flatMap((child) => (child.kind === 'folder' ? sentBy(child) : [sentOf(child.step)]));
}
function sentOf({ name, request }: Step): object {
  const http = request === undefined ? null : httpOf(composedOfStep(request));
  return { name, method: http?.method, path: http?.path, body: http?.body, headers: http?.headers };
}
const imported = (files: readonly SourceFile[]) => sentBy(importFiles(files).tree);
const fileOf = (folder: string, path: string): SourceFile => ({
  path,
  bytes: readFileSync(join(ROOT, folder, path)),
});

describe('through the signing proxy, with a local bank', () => {
  const data = folderForFile('ready-collections');
  let given: Record<string, string>;
  let control: { address: string; token: string };
  beforeAll(async () => {
    const workbench = await startCore(data);
    await callCore(workbench, 'proxy.start', { environment: 'local', origin: null });
    const proxy = readAddress(data);
    if (proxy?.control === undefined) throw new Error('The local bank has a control listener.');
    const { address, token } = proxy;
    ({ control } = proxy);
    given = { baseUrl: address, proxyToken: token, controlUrl: control.address, controlToken: control.token };
    return () => workbench.stop();
  });

  // The others are in test/full/core/ready-collections.test.ts.
  it.each(READY.slice(0, 1))(
    '%s: every request is signed as the bank wants it, and every assertion passes',
    async (name) => {
      const run = await runPostman(read(`postman/${name}.json`), given);
      expect(run.failed).toEqual([]);
      expect(run.passed).toBeGreaterThan(run.sent);
      expect(await refusedSignatures(control)).toEqual([]);
      const row = DOCUMENT.split('\n').find((line) => line.includes(`(collections/postman/${name}.json)`));
      expect(row?.split('|')[2]?.trim()).toBe(String(run.sent));
    },
  );

  it.each(READY)('%s: Bruno sends the same requests', (name) => {
    const bruno = filesBelow(`bruno/${name}`).map((path) => fileOf(`bruno/${name}`, path));
    const postman = imported([fileOf('postman', `${name}.json`)]);
    expect(postman.length).toBeGreaterThan(15);
    expect(imported(bruno)).toEqual(postman);
  });
});
