/** The commands of an export to curl, run by bash with the real curl: what arrives is what the steps say. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { stepsIn } from '../../shared/interchange/flows.ts';
import { folderWith, nodeOf } from '../support/listing.ts';
import { importFiles } from '../../shared/interchange/import.ts';
import { exportTree } from '../../shared/interchange/export.ts';
import type { Step } from '../../shared/collections/steps.ts';
import type { FolderNode } from '../../shared/collections/tree.ts';

const JSON_BODY = { text: 'it\'s "quoted" $HOME `id` \\ æ', id: '{{paymentId}}', list: [1, null] };

it('curl sends what the steps say, and runs nothing else', async () => {
  const seen: object[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const body = Buffer.concat(chunks).toString('utf8');
      seen.push({ method, url, psu: headers['psu-id'], type: headers['content-type'], body });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { text } = exportTree(collection(), 'x', 'curl');
  try {
    await promisify(execFile)('bash', ['-euc', text], {
      env: {
        ...process.env,
        tpp_baseUrl: `http://127.0.0.1:${port}`,
        tpp_paymentId: 'p-1',
        tpp_psu: '$(id)',
      },
    });
  } finally {
    server.close();
  }
  const body = JSON.stringify({ ...JSON_BODY, id: 'p-1' }, null, 2);
  expect(seen).toEqual([
    {
      method: 'POST',
      url: '/v1/payments/sepa-credit-transfers',
      psu: '$(id)',
      type: 'application/json',
      body,
    },
    {
      method: 'GET',
      url: '/v1/payments/sepa-credit-transfers/p-1/status',
      psu: undefined,
      type: undefined,
      body: '',
    },
    { method: 'PUT', url: '/x?a=b%27c', psu: undefined, type: 'text/plain', body: "two\nlines '" },
  ]);
  // The same script is read back.
  const back = stepsIn(importFiles([{ path: 'a.sh', bytes: Buffer.from(text) }]).tree);
  expect(back).toHaveLength(3);
  expect(JSON.stringify(back)).toContain('{{paymentId}}');
  expect(JSON.stringify(back)).not.toContain('tpp_');
});

function collection(): FolderNode {
  const request = {
    operation: 'createPayment',
    params: { 'payment-product': 'sepa-credit-transfers' },
    query: {},
    headers: {},
    fault: null,
  };
  const steps: Step[] = [
    {
      name: 'Create; $(touch x)',
      request: { ...request, headers: { 'psu-id': '{{psu}}' }, json: JSON_BODY },
    },
    {
      name: 'Status',
      request: {
        ...request,
        operation: 'readPaymentStatus',
        params: { ...request.params, 'payment-id': '{{paymentId}}' },
      },
    },
    {
      name: 'Text',
      request: {
        ...request,
        line: 'PUT /x?a=b%27c',
        headers: { 'content-type': 'text/plain' },
        text: ['two', "lines '"],
      },
    },
  ];
  const children = steps.map((step) => ({ kind: 'step', step }) as const);
  return nodeOf(folderWith({ name: 'x', role: 'flow', children }));
}
