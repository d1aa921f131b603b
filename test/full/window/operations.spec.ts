/** Every operation of the catalogue, composed from its form and from raw text, with the answer that the bank must give. */
import { z } from 'zod';
import {
  type Operation,
  operationById,
  type OperationId,
  OPERATIONS,
  pathOf,
} from '../../../shared/xs2a/operations.ts';
import { expect, test, type Workbench } from '../../window/fixtures.ts';
import { approve, giveConsent, isSent, rawText, showAs } from '../../window/steps.ts';
import { TUESDAY } from '../../support/given-date.ts';
import { DAY } from '../../../shared/time.ts';

interface Call {
  params?: Record<string, string>;
  /** In place of what the catalogue begins with. */
  query?: Record<string, string>;
  /** In place of the example. */
  body?: string;
  /** In place of the catalogue's. */
  status?: number;
}

/** Composes one request, sends it, and gives the body of the answer. */
type Compose = (id: OperationId, call: Call) => Promise<void>;

const link = z.record(z.string(), z.object({ href: z.string() }));
const answerSchema = z.looseObject({ _links: link.optional() });
type Answer = z.infer<typeof answerSchema>;

/** Fills in the form of an operation. */
function byForm({ page }: Workbench): Compose {
  return async (id, { params = {}, query = {}, body }) => {
    const operation = operationById(id);
    const verb = operation.method.replace('DELETE', 'DEL');
    const tree = page.getByRole('navigation', { name: 'Operations' });
    await tree.getByRole('button', { name: `${verb} ${operation.title}`, exact: true }).click();
    for (const [name, value] of Object.entries(params)) {
      if (operation.choices?.[name]) await page.getByLabel(name).selectOption(value);
      else await page.getByLabel(name, { exact: true }).fill(value);
    }
    if (Object.keys(query).length > 0) await page.getByRole('button', { name: /^\d more$/ }).click();
    for (const [name, value] of Object.entries(query))
      await page.getByLabel(name, { exact: true }).fill(value);
    if (body !== undefined) await page.getByRole('textbox', { name: 'Body' }).fill(body);
  };
}

/** Writes the whole request as text, over whatever stands there. */
function byText({ page }: Workbench): Compose {
  return async (id, { params = {}, query = {}, body }) => {
    const operation: Operation = operationById(id);
    const chosen = Object.values(params)[0] ?? '';
    const example = operation.examples?.[chosen] ?? operation.example;
    const search = operation.query
      .map(({ name, first }) => ({ name, value: query[name] ?? first }))
      .filter(({ value }) => value !== '')
      .map(({ name, value }) => `${name}=${value}`)
      .join('&');
    const line = `${operation.method} ${pathOf(operation.path, params)}${search === '' ? '' : `?${search}`}`;
    const text = body ?? example;
    await rawText(page).fill(text === undefined ? line : `${line}\n\n${text}`);
    await expect(page.getByRole('region', { name: 'Request' }).getByRole('heading', { level: 2 })).toHaveText(
      operation.title,
    );
  };
}

for (const [how, composeWith] of [
  ['its form', byForm],
  ['raw text', byText],
] as const)
  test(`every operation is composed from ${how} and gets the expected response`, async ({ workbench }) => {
    test.slow();
    const { page } = workbench;
    await giveConsent(workbench);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await showAs(page, how === 'raw text' ? 'Raw' : 'Form');
    const compose = composeWith(workbench);
    // Looked for in their pane: the whole window has two thousand elements, and this happens hundreds of times.
    const composer = page.getByRole('region', { name: 'Request', exact: true });
    const sendButton = composer.getByRole('button', { name: 'Sign and send' });
    const response = page.getByRole('region', { name: 'Response', exact: true });
    const called = new Set<OperationId>();

    const send = async (id: OperationId, call: Call = {}): Promise<Answer> => {
      called.add(id);
      const operation = operationById(id);
      await compose(id, call);
      await sendButton.click();
      await isSent(composer);
      const status = call.status ?? operation.success;
      await expect(response.getByRole('heading', { level: 2 }), operation.title).toHaveText(
        new RegExp(`^\\s*${status} `),
      );
      await expect(response.getByRole('list', { name: 'Verdicts' }).getByText('Failed:')).toHaveCount(0);
      if (status === 204) return {};
      const lines = response.getByRole('list', { name: 'Response body' }).getByTestId('line');
      let body: Answer = {};
      await expect(async () => {
        // Of a long answer only the beginning is shown here.
        if (await response.getByRole('button', { name: 'Show the whole body' }).isVisible()) return;
        body = answerSchema.parse(JSON.parse((await lines.allTextContents()).join('\n')));
      }).toPass();
      return body;
    };
    /** A text anywhere in an answer, by the names down to it. */
    const at = (answer: Answer, ...path: (string | number)[]): string => {
      let value: unknown = answer;
      for (const step of path) value = (value as Record<string | number, unknown> | undefined)?.[step];
      expect(value, path.join('/')).toBeTruthy();
      return String(value);
    };

    await send('createConsent');
    await send('createConsentDeprecated');
    const account = { 'account-id': at(await send('listAccounts'), 'accounts', 0, 'resourceId') };
    await send('readAccount', { params: account });
    await send('readBalances', { params: account });
    // So few that all of them are shown beside the rest of the answer.
    const transactions = await send('listTransactions', { params: account, query: { limit: '3' } });
    const transaction = at(transactions, 'transactions', 'booked', 0, 'transactionId');
    await send('readTransaction', { params: { ...account, 'transaction-id': transaction } });
    const card = { 'card-account-id': at(await send('listCardAccounts'), 'cardAccounts', 0, 'resourceId') };
    await send('readCardAccount', { params: card });
    await send('readCardBalances', { params: card });
    await send('listCardTransactions', { params: card, query: { limit: '3' } });
    await send('readUser');
    await send('readUserAlias');
    await send('listAgreements');

    const product = { 'payment-product': 'domestic-norway-credit-transfers' };
    const later = new Date(TUESDAY + 20 * DAY).toISOString().slice(0, 10);
    const dated = (id: OperationId) =>
      JSON.stringify({
        ...(JSON.parse(operationById(id).example ?? '{}') as object),
        requestedExecutionDate: later,
      });
    for (const kind of ['Payment', 'BulkPayment', 'PeriodicPayment'] as const) {
      const call =
        kind === 'PeriodicPayment' ? { params: product } : { params: product, body: dated(`create${kind}`) };
      const unsigned = at(await send(`create${kind}`, { params: product }), 'paymentId');
      await send(`delete${kind}`, { params: { ...product, 'payment-id': unsigned } });
      const params = { ...product, 'payment-id': at(await send(`create${kind}`, call), 'paymentId') };
      const authorisation = at(await send(`authorise${kind}`, { params }), 'authorisationId');
      await approve(workbench, 'Approve');
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await send(`read${kind}`, { params });
      await send(`list${kind}Authorisations`, { params });
      await send(`read${kind}Authorisation`, { params: { ...params, 'authorisation-id': authorisation } });
      expect(at(await send(`read${kind}Status`, { params }), 'transactionStatus')).toBe('ACTC');
      const cancellation = at(await send(`authorise${kind}Cancellation`, { params }), 'authorisationId');
      await send(`list${kind}CancellationAuthorisations`, { params });
      await send(`read${kind}CancellationAuthorisation`, {
        params: { ...params, 'authorisation-id': cancellation },
      });
    }
    // In the sandbox a basket takes this product (BSK-3).
    const abroad = { 'payment-product': 'norwegian-cross-border-credit-transfers' };
    const example = operationById('createPayment').examples?.[abroad['payment-product']] ?? '';
    const paymentIds: string[] = [];
    for (const amount of ['100.00', '200.00'])
      paymentIds.push(
        at(
          await send('createPayment', { params: abroad, body: example.replace('2400.00', amount) }),
          'paymentId',
        ),
      );
    const created = await send('createBasket', { body: JSON.stringify({ paymentIds }) });
    const basket = { 'basket-id': at(created, 'basketId') };
    await send('readBasket', { params: basket });
    await send('readBasketStatus', { params: basket });
    const started = at(await send('authoriseBasket', { params: basket }), 'authorisationId');
    await send('listBasketAuthorisations', { params: basket });
    await send('readBasketAuthorisation', { params: { ...basket, 'authorisation-id': started } });
    await send('deleteBasket', { params: basket });

    const tpp = { 'tpp-id': 'PSDNO-FSA-987654325' };
    await send('putContact', { params: tpp });
    await send('readContact', { params: tpp });

    const customer = { 'customer-id': at(await send('createCustomer'), 'customerId') };
    await send('listCustomers');
    await send('readCustomer', { params: customer });
    await send('deleteCustomer', { params: customer });
    const own = { 'account-id': at(await send('createSandboxAccount'), 'id') };
    await send('listSandboxAccounts');
    await send('readSandboxAccount', { params: own });
    await send('putSandboxBalances', { params: own });
    const bought = at(await send('createSandboxTransaction', { params: own }), 'id');
    await send('listSandboxTransactions', { params: own });
    await send('readSandboxTransaction', { params: { ...own, 'transaction-id': bought } });
    await send('deleteSandboxTransactions', { params: own });
    await send('deleteSandboxAccount', { params: own });
    const ownCard = { 'card-account-id': at(await send('createSandboxCardAccount'), 'id') };
    await send('readSandboxCardAccount', { params: ownCard });
    const paid = at(await send('createSandboxCardTransaction', { params: ownCard }), 'id');
    await send('listSandboxCardTransactions', { params: ownCard });
    await send('readSandboxCardTransaction', { params: { ...ownCard, 'transaction-id': paid } });
    await send('listSandboxAgreements');
    const agreement = { 'agreement-id': at(await send('createSandboxAgreement'), 'id') };
    await send('createSandboxEngagement', { params: agreement });
    await send('readSandboxAgreement', { params: agreement });
    await send('deleteSandboxAgreement', { params: agreement });
    await send('initializeSandbox');

    expect(OPERATIONS.map(({ id }) => id).filter((id) => !called.has(id))).toEqual([]);
  });
