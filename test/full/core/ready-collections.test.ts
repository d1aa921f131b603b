/** The ready collections for Postman, all of them, accepted with their signatures through the signing proxy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readAddress } from '../../../main/core/proxy/address-file.ts';
import { readyTexts } from '../../../scripts/lib/generated.ts';
import { READY } from '../../../scripts/lib/ready-collections/files.ts';
import { folderForFile } from '../../support/folders.ts';
import { runPostman } from '../../support/postman-run.ts';
import { refusedSignatures } from '../../support/refused-signatures.ts';
import { callCore, startCore } from '../../support/workbench.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../docs/postman-and-bruno.md'), 'utf8');
const TEXTS = readyTexts();

const read = (path: string) => TEXTS.get(`collections/${path}`) ?? '';

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

  it.each(READY)(
    '%s: every request is signed as the bank wants it, and every assertion passes',
    async (name) => {
      const run = await runPostman(read(`postman/${name}.json`), given);
      expect(run.failed).toEqual([]);
      expect(run.passed).toBeGreaterThan(run.sent);
      expect(await refusedSignatures(control)).toEqual([]);
      const row = DOCUMENT.split('\n').find((line) =>
        line.includes(`(generated/collections/postman/${name}.json)`),
      );
      expect(row?.split('|')[2]?.trim()).toBe(String(run.sent));
    },
  );
});
