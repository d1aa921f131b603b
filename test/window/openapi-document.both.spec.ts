/** The OpenAPI document of another bank: its operations in the tree, its schemas at the body and in the verdicts. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixtures.ts';
import { goTo, send } from './steps.ts';

const DOCUMENT = `
openapi: 3.0.1
info: { title: Fejkbanken, version: "2.1" }
paths:
  /v2/cards:
    post:
      tags: [Cards]
      summary: Order a card
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Card" } } } }
      responses:
        "201": { description: Ordered, content: { application/json: { schema: { $ref: "#/components/schemas/Card" } } } }
  /v1/payments/{payment-product}:
    post:
      tags: [Payments]
      summary: Pay somebody
      parameters:
        - { name: payment-product, in: path, required: true, schema: { enum: [sepa, cross-border] } }
        - { name: urgent, in: query, schema: { type: boolean } }
        - { name: X-Branch, in: header, required: true, example: "7" }
      responses: { "201": { description: Paid } }
components:
  schemas:
    Card:
      type: object
      required: [cardId]
      properties: { cardId: { type: string, example: c-1 }, monthlyLimit: { type: integer } }
`;

test(
  'an environment has the operations and schemas of its document instead of those of the simulator',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const got: string[] = [];
    const stub = createServer((request, response) => {
      got.push(`${request.method} ${request.url}`);
      request.resume().on('end', () => {
        response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"cardId":7}');
      });
    });
    await once(stub.listen(0, '127.0.0.1'), 'listening');
    await goTo(page, 'Environments');
    await page.getByRole('button', { name: 'New environment' }).click();
    const form = page.getByRole('form', { name: 'Environment' });
    await form.getByLabel('Name', { exact: true }).fill('Fejkbanken');
    await form.getByLabel('Base URL').fill(`http://127.0.0.1:${(stub.address() as AddressInfo).port}`);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Send requests here' }).click();
    const bound = page.getByRole('region', { name: 'OpenAPI document' });
    const file = { name: 'bank.yaml', mimeType: 'text/yaml', buffer: Buffer.from(DOCUMENT) };
    await bound.getByLabel('Files of the OpenAPI document').setInputFiles(file);
    await expect(bound).toContainText('Fejkbanken 2.1, 2 operations');

    await goTo(page, 'Requests');
    const tree = page.getByRole('navigation', { name: 'Operations' });
    await expect(tree).toContainText('From the OpenAPI document “Fejkbanken”');
    await expect(tree.getByRole('button', { name: 'List accounts' })).toHaveCount(0);
    await tree.getByRole('button', { name: 'Order a card' }).click();
    await expect(page.getByRole('region', { name: 'Request', exact: true })).toContainText('Order a card');
    const body = page.getByRole('textbox', { name: 'Body' });
    await expect(body).toContainText('"cardId": "c-1"');
    await body.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(',');
    await page.keyboard.press('Control+Space');
    await expect(page.getByRole('option', { name: /monthlyLimit/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.type('"monthlyLimit": "1"');
    const faults = page.getByRole('list', { name: 'Problems in the body' });
    await expect(faults).toContainText('monthlyLimit: must be a number; found "1"');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('1');
    await expect(faults).toHaveCount(0);
    await send(page, '201 Created');
    const verdicts = page.getByRole('list', { name: 'Verdicts' });
    await expect(verdicts).toContainText(/Order a card.*cardId/);

    // Where the simulator has an operation, too, that of the document counts: its name, parameters and values.
    await tree.getByRole('button', { name: 'Pay somebody' }).click();
    const request = page.getByRole('region', { name: 'Request', exact: true });
    await expect(request.getByRole('heading', { name: 'Pay somebody' })).toBeVisible();
    await expect(request.getByRole('alert')).toHaveCount(0);
    await expect(page.getByLabel('payment-product').getByRole('option')).toHaveText(['sepa', 'cross-border']);
    await page.getByLabel('payment-product').selectOption('cross-border');
    await request.getByRole('button', { name: '1 more' }).click();
    await page.getByLabel('urgent').selectOption('true');
    await send(page, '201 Created');
    await expect(page.getByText('Set by hand')).toHaveCount(0);
    expect(got.slice(-1)).toEqual(['POST /v1/payments/cross-border?urgent=true']);
    await expect(page.getByRole('region', { name: 'Response', exact: true })).not.toContainText(
      'x-accept-fix',
    );
    await page.getByLabel('urgent').selectOption('not sent');
    await send(page, '201 Created');
    expect(got.slice(-1)).toEqual(['POST /v1/payments/cross-border']);

    // Without it, the operations of the simulator are offered again, and no schema is checked.
    await goTo(page, 'Environments');
    await bound.getByRole('button', { name: 'Remove' }).click();
    await expect(bound).toContainText('none');
    await goTo(page, 'Requests');
    await expect(tree.getByRole('button', { name: 'List accounts' })).toBeVisible();
    await send(page, '201 Created');
    await expect(verdicts).not.toContainText('schema');
    stub.closeAllConnections();
    stub.close();
  },
);
