/** The exports of shipped collections for Postman and Bruno: what is in the files, and accepted with their signatures through the signing proxy. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readAddress } from '../../main/core/proxy/address-file.ts';
import { READY, readyTexts } from '../../scripts/lib/generated.ts';

import { composedOfStep } from '../../shared/collections/request-step.ts';
import type { Step } from '../../shared/collections/steps.ts';
import { stepsIn } from '../../shared/interchange/flows.ts';
import { importFiles } from '../../shared/interchange/import.ts';
import type { SourceFile } from '../../shared/interchange/model.ts';
import { httpOf } from '../../shared/requests/http.ts';
import { folderForFile } from '../support/folders.ts';
import { runPostman } from '../support/postman-run.ts';
import { refusedSignatures } from '../support/refused-signatures.ts';
import { callCore, startCore } from '../support/workbench.ts';

const TEXTS = readyTexts();

const read = (path: string) => TEXTS.get(`collections/${path}`) ?? '';
const filesBelow = (folder: string) =>
  [...TEXTS.keys()].flatMap((path) =>
    path.startsWith(`collections/${folder}`) ? [path.slice(`collections/${folder}`.length)] : [],
  );

describe('as files', () => {
  it('they name no machine and have no value of a secret', () => {
    for (const path of filesBelow(''))
      expect(read(path), path).not.toMatch(/localhost|127\.0\.0\.1|\/home\/|\/tmp\/|[A-Z]:\\\\|PRIVATE KEY/);
    for (const name of READY) {
      const { variable } = JSON.parse(read(`postman/${name}.json`)) as {
        variable: { key: string; value: string; type: string }[];
      };
      expect(variable.filter(({ type }) => type === 'secret')).toEqual(
        ['controlToken', 'proxyToken'].map((key) => ({ key, value: '', type: 'secret' })),
      );
    }
  });
});

function sentOf({ name, request }: Step): object {
  const http = request === undefined ? null : httpOf(composedOfStep(request));
  // Bruno has the requests of a group beside those of its flow.
  return {
    name: name.split(' / ').at(-1),
    method: http?.method,
    path: http?.path,
    body: http?.body,
    headers: http?.headers,
  };
}
const imported = (files: readonly SourceFile[]) => stepsIn(importFiles(files).tree).map(sentOf);
const fileOf = (folder: string, path: string): SourceFile => ({
  path,
  bytes: Buffer.from(read(`${folder}/${path}`)),
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

  // The others are in test/full/core/exports-elsewhere.test.ts.
  it.each(READY.slice(0, 1))(
    '%s: every request is signed as the bank wants it, and every assertion passes',
    async (name) => {
      const run = await runPostman(read(`postman/${name}.json`), given);
      expect(run.failed).toEqual([]);
      expect(run.passed).toBeGreaterThan(run.sent);
      expect(await refusedSignatures(control)).toEqual([]);
    },
  );

  it.each(READY)('%s: Bruno sends the same requests', (name) => {
    const bruno = filesBelow(`bruno/${name}/`).map((path) => fileOf(`bruno/${name}`, path));
    const postman = imported([fileOf('postman', `${name}.json`)]);
    expect(postman.length).toBeGreaterThan(15);
    expect(imported(bruno)).toEqual(postman);
  });
});
