/** A newer OpenAPI document: what it added, changed and removed is told apart from what the user has changed, which stays. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type KnownOperation,
  readOperationsFile,
  writeOperationsFile,
} from '../../../shared/collections/operations-file.ts';
import { fileOfStep } from '../../../shared/collections/flow-step.ts';
import { testsOf } from '../../../shared/collections/step-tests.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { lastOf, type Listing, treeOf } from '../../../shared/collections/tree.ts';
import { importFiles } from '../../../shared/interchange/import.ts';
import type { Folder } from '../../../shared/interchange/model.ts';
import { operationsIn } from '../../../shared/interchange/updating/operations.ts';
import { Update } from '../../../shared/interchange/updating/update.ts';
import { entryOf, listingAfter, listingOf, stepsIn } from '../../support/listing.ts';

interface Operation {
  tags?: string[];
  operationId?: string;
  summary?: string;
  description?: string;
  parameters?: object[];
  body?: object;
  examples?: Record<string, object>;
}
type Paths = Record<string, Record<string, Operation>>;

function documentOf(paths: Paths, more: object = {}): Folder {
  const operationOf = ({ body, examples, ...operation }: Operation) => ({
    ...operation,
    ...(body !== undefined && { requestBody: { content: { 'application/json': { example: body } } } }),
    ...(examples !== undefined && {
      requestBody: {
        content: {
          'application/json': {
            examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
          },
        },
      },
    }),
    responses: { 200: {} },
  });
  const text = JSON.stringify({
    openapi: '3.0.0',
    ...more,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, operationOf(one)])),
      ]),
    ),
  });
  return importFiles([{ path: 'bank.json', bytes: new TextEncoder().encode(text) }]).tree;
}

interface Collection {
  listing: Listing;
  known: KnownOperation[] | null;
}

/** A collection that was made of a document. */
function made(document: Folder): Collection {
  return { listing: listingOf(document), known: operationsIn(document) };
}

function updateFrom({ listing, known }: Collection, document: Folder): Update {
  return new Update({ tree: treeOf(listing), known, document });
}

/** Done as the list says, unless `otherwise` has the name of an item. */
function updated(collection: Collection, document: Folder, otherwise: readonly string[] = []): Collection {
  const update = updateFrom(collection, document);
  const outcome = update.applied(
    (at) => {
      const item = update.items[at];
      return item !== undefined && item.isChosen !== otherwise.includes(item.name);
    },
    (name) => `new ${name}.flow.yaml`,
  );
  return { listing: listingAfter(collection.listing, outcome), known: outcome.known };
}

/** The user changes the step of a name. */
function edited(collection: Collection, name: string, change: (step: Step) => Step): Collection {
  const entries = collection.listing.entries.map((entry) =>
    entry.step.name === name ? { ...entry, step: change(entry.step) } : entry,
  );
  return { ...collection, listing: { ...collection.listing, entries } };
}

/** What can be seen of a collection: the texts of its files by path. */
function filesOf({ listing, known }: Collection): Record<string, string> {
  return Object.fromEntries([
    ...Array.from(stepsIn(treeOf(listing)), ([path, step]) => [path, JSON.stringify(fileOfStep(step))]),
    ...listing.folders.map(({ path, settings }) => [`${path}/`, JSON.stringify(settings)]),
    ['operations', writeOperationsFile(known ?? [])],
  ]);
}

function stepOf({ listing }: Collection, name: string): Step {
  const step = listing.entries.find((entry) => entry.step.name === name)?.step;
  if (!step) throw new Error(`There is no step ${name}.`);
  return step;
}

const linesOf = ({ items }: Update) =>
  items.flatMap(({ change, name, notes, conflicts }) => [
    `${change} ${name}`,
    ...notes.map((note) => `  ${note}`),
    ...conflicts.map((note) => `  ! ${note}`),
  ]);

const header = (name: string, example: string) => ({ name, in: 'header', required: true, example });
const PAY: Operation = {
  tags: ['Shop'],
  operationId: 'buy',
  summary: 'Buy',
  description: 'Buys something.',
  parameters: [header('x-shop', 'one')],
  body: { amount: { value: '10.00', currency: 'NOK' }, lines: [{ id: 1 }], note: 'a' },
};
const FIRST: Paths = { '/shop/orders': { put: PAY, post: { tags: ['Shop'], summary: 'List' } } };

describe('what the newer document says', () => {
  it('is listed in its order: added, changed, the same, and then what is removed', () => {
    const update = updateFrom(
      made(documentOf(FIRST)),
      documentOf({
        '/shop/orders': {
          put: {
            ...PAY,
            description: 'Buys anything.',
            parameters: [
              header('x-shop', 'two'),
              header('x-new', 'n'),
              { name: 'fast', in: 'query', example: true },
            ],
            body: { amount: { value: '10.00' }, lines: [{ id: 2 }], note: 'a', more: { a: 1 } },
          },
        },
        '/shop/refunds/{id}': { put: { tags: ['Refunds'], summary: 'Refund', description: 'Pays back.' } },
      }),
    );
    expect(linesOf(update)).toEqual([
      'changed Shop / Buy',
      '  Parameter fast is new: "true".',
      '  Header x-shop: "one" is now "two".',
      '  Header x-new is new: "n".',
      '  Body field amount.currency is no longer in the document, so it is removed.',
      '  Body field lines[0].id: 1 is now 2.',
      '  Body field more is new: {"a":1}.',
      '  The description has changed, so it is replaced.',
      'added Refunds / Refund',
      'removed Shop / List',
      '  It is not in the newer document.',
    ]);
    expect(update.items.map(({ isChosen }) => isChosen)).toEqual([true, true, false]);
  });

  it('renews requests and adds steps; names, tests and steps of removed operations stay', () => {
    const tests = { keep: [{ as: 'order', from: { of: 'body', path: '$.id' } }] } satisfies Partial<Step>;
    const before = edited(made(documentOf(FIRST)), 'Buy', (step) => ({
      ...step,
      ...tests,
      name: 'My own name',
    }));
    const after = updated(
      before,
      documentOf({
        '/shop/orders': { put: { ...PAY, parameters: [header('x-shop', 'two')] } },
        '/shop/refunds': {
          get: { tags: ['Shop'], summary: 'List' },
          put: { tags: ['New'], description: 'D' },
        },
      }),
    );
    expect(stepOf(after, 'My own name')).toEqual({
      ...stepOf(before, 'My own name'),
      request: { ...stepOf(before, 'My own name').request, headers: { 'x-shop': 'two' } },
    });
    expect(stepOf(after, 'List').request?.line).toBe('POST /shop/orders');
    // In the flow of its tag, under a name that nothing there has, after the others.
    const { entries } = after.listing;
    expect(entries.map(({ folder, step }) => [folder, step.name, step.about])).toEqual([
      ['0 Shop.flow.yaml', 'My own name', 'Buys something.'],
      ['0 Shop.flow.yaml', 'List', undefined],
      ['0 Shop.flow.yaml', 'List (2)', undefined],
      ['new New.flow.yaml', 'PUT /shop/refunds', 'D'],
    ]);
    expect(after.listing.folders.at(-1)).toMatchObject({ path: 'new New.flow.yaml', name: 'New' });
  });

  it('of a path, a method, an id and the name of a parameter in the path: the step follows', () => {
    const first = documentOf({
      '/v1/orders/{id}': { get: { operationId: 'read', summary: 'Read' }, delete: { summary: 'Cancel' } },
      '/v1/list': { get: { operationId: 'list', summary: 'All' } },
    });
    const second = documentOf({
      '/v2/orders/{id}': { post: { operationId: 'read', summary: 'Read' } },
      '/v1/orders/{orderId}': { delete: { summary: 'Cancel', operationId: 'cancel' } },
      '/v1/list': { get: { operationId: 'all', summary: 'All' } },
    });
    const own = edited(made(first), 'Read', (step) => ({
      ...step,
      request: { ...step.request, line: 'GET /v1/orders/{{order}}?x=1' } as Step['request'] & object,
    }));
    expect(linesOf(updateFrom(own, second))).toEqual([
      'changed bank / Read',
      '  Method and path: "GET /v1/orders/{{id}}" is now "POST /v2/orders/{{id}}".',
      '  The operation is now named POST /v2/orders/{id} (read) in the document. Its old name was GET /v1/orders/{id} (read).',
      'changed bank / Cancel',
      '  Method and path: "DELETE /v1/orders/{{id}}" is now "DELETE /v1/orders/{{orderId}}".',
      '  The operation is now named DELETE /v1/orders/{orderId} (cancel) in the document. Its old name was DELETE /v1/orders/{id}.',
      'changed bank / All',
      '  The operation is now named GET /v1/list (all) in the document. Its old name was GET /v1/list (list).',
    ]);
    // What the user has put into the path and behind it stays.
    expect(stepOf(updated(own, second), 'Read')).toMatchObject({
      request: { line: 'POST /v2/orders/{{order}}?x=1' },
      openapi: { operation: 'POST /v2/orders/{id}', id: 'read' },
    });
  });

  it('of an operation of the catalogue: parameters by name, and those that are left out stay so', () => {
    const list = (query: object[]) =>
      documentOf({ '/v1/accounts': { get: { summary: 'Accounts', parameters: query } } });
    const parameter = (name: string, example: string) => ({ name, in: 'query', example });
    const before = edited(made(list([parameter('withBalance', 'true')])), 'Accounts', (step) => ({
      ...step,
      request: { ...step.request, query: { withBalance: 'true', other: '' } } as Step['request'] & object,
    }));
    const after = updated(before, list([parameter('withBalance', 'false')]));
    expect(stepOf(after, 'Accounts').request).toMatchObject({
      operation: 'listAccounts',
      query: { withBalance: 'false', other: '' },
    });
  });

  it('of examples: each belongs to its own step, and a single one has any name', () => {
    const with_ = (examples: Record<string, object>) =>
      documentOf({ '/shop/orders': { post: { summary: 'Buy', examples } } });
    const first = made(with_({ small: { a: 1 }, large: { a: 100 } }));
    expect(
      linesOf(updateFrom(first, with_({ small: { a: 1 }, large: { a: 200 }, huge: { a: 300 } }))),
    ).toEqual([
      'same bank / Buy (small)',
      'changed bank / Buy (large)',
      '  Body field a: 100 is now 200.',
      'added Buy (huge)',
    ]);
    expect(linesOf(updateFrom(first, with_({ small: { a: 1 } })))).toEqual([
      'same bank / Buy (small)',
      'removed bank / Buy (large)',
      '  It is not in the newer document.',
    ]);
  });
});

describe('what the user has changed', () => {
  const newer = documentOf({
    '/shop/orders': {
      put: {
        ...PAY,
        description: 'Buys anything.',
        parameters: [header('x-shop', 'two')],
        body: { amount: { value: '12.00', currency: 'NOK' }, lines: [{ id: 1 }], note: 'b', sort: 'x' },
      },
    },
  });
  const own = (collection: Collection) =>
    edited(collection, 'Buy', (step) => ({
      ...step,
      request: {
        ...step.request,
        headers: { 'x-shop': '{{shop}}', 'x-own': 'mine' },
        json: { amount: { value: '{{amount}}', currency: 'NOK' }, lines: [{ id: 1 }, { id: 2 }], note: 'a' },
      } as Step['request'] & object,
    }));

  it('stays, and what the document has changed too is a conflict, once', () => {
    const before = own(made(documentOf(FIRST)));
    expect(linesOf(updateFrom(before, newer))).toEqual([
      'changed Shop / Buy',
      '  Body field note: "a" is now "b".',
      '  Body field sort is new: "x".',
      '  The description has changed, so it is replaced.',
      '  ! Header x-shop is now "two" in the document. You have changed it, so yours is kept.',
      '  ! Body field amount.value is now "12.00" in the document. You have changed it, so yours is kept.',
      'removed Shop / List',
      '  It is not in the newer document.',
    ]);
    const after = updated(before, newer);
    expect(stepOf(after, 'Buy').request).toMatchObject({
      headers: { 'x-shop': '{{shop}}', 'x-own': 'mine' },
      json: {
        amount: { value: '{{amount}}', currency: 'NOK' },
        lines: [{ id: 1 }, { id: 2 }],
        note: 'b',
        sort: 'x',
      },
    });
    expect(linesOf(updateFrom(after, newer))).toEqual([
      'same Shop / Buy',
      'removed Shop / List',
      '  It is not in the newer document.',
    ]);
  });

  it('of a description stays, and one that only the document has changed is replaced or goes', () => {
    const before = made(documentOf(FIRST));
    expect(stepOf(updated(before, newer), 'Buy').about).toBe('Buys anything.');
    const without = documentOf({ '/shop/orders': { put: { ...PAY, description: '' } } });
    expect(stepOf(updated(before, without), 'Buy')).not.toHaveProperty('about');
    const mine = edited(before, 'Buy', (step) => ({ ...step, about: 'Buys what I say.' }));
    expect(linesOf(updateFrom(mine, newer))).toContain(
      '  ! The description has changed in the document, but you have changed it too. Yours is kept.',
    );
    expect(stepOf(updated(mine, newer), 'Buy').about).toBe('Buys what I say.');
  });

  it('of a line stays as it is written, and a document without a value says nothing against one', () => {
    const list = (value: string) =>
      documentOf({ '/shop/{id}': { get: { summary: 'One', parameters: [header('x-shop', value)] } } });
    const mine = (collection: Collection) =>
      edited(collection, 'One', (step) => ({
        ...step,
        request: {
          ...step.request,
          line: 'GET /shop/{{mine}}?b=2&b=3&&1=x',
          headers: { 'x-shop': 'mine' },
        } as Step['request'] & object,
      }));
    const { listing } = mine(made(list('one')));
    expect(linesOf(updateFrom({ listing, known: null }, list('')))).toEqual(['same bank / One']);
    const after = updated(mine(made(list('one'))), list('two'));
    expect(stepOf(after, 'One').request).toMatchObject({
      line: 'GET /shop/{{mine}}?b=2&b=3&&1=x',
      headers: { 'x-shop': 'mine' },
    });
  });

  it('of a path is not a change if its variables are only encoded', () => {
    const at = (path: string) => documentOf({ [path]: { get: { operationId: 'one', summary: 'One' } } });
    const before = edited(made(at('/shop/{id}')), 'One', (step) => ({
      ...step,
      request: { ...step.request, line: 'GET /shop/%7B%7Bid%7D%7D' } as Step['request'] & object,
    }));
    expect(stepOf(updated(before, at('/v2/shop/{id}')), 'One').request?.line).toBe('GET /v2/shop/{{id}}');
  });

  it('is unknown without the earlier document: then a value that differs stays, and what is missing is added', () => {
    const { listing } = own(made(documentOf(FIRST)));
    const before = { listing, known: null };
    expect(linesOf(updateFrom(before, newer)).filter((line) => line.startsWith('  '))).toEqual([
      '  Body field sort is new: "x".',
      '  ! Header x-shop is "two" in the document and different in your step. Yours is kept.',
      '  ! Body field amount.value is "12.00" in the document and different in your step. Yours is kept.',
      '  ! Body field lines is [{"id":1}] in the document and different in your step. Yours is kept.',
      '  ! Body field note is "b" in the document and different in your step. Yours is kept.',
      '  ! The description has changed in the document, but you have changed it too. Yours is kept.',
      '  It is not in the newer document.',
    ]);
    // The next one knows it.
    expect(updateFrom(updated(before, newer), newer).items.map(({ change }) => change)).toEqual([
      'same',
      'removed',
    ]);
  });

  it('a step that was deleted does not come back unless it is chosen, and a copy is renewed like the first', () => {
    const first = made(documentOf(FIRST));
    const copy = entryOf('0 Shop.flow.yaml', { ...stepOf(first, 'Buy'), name: 'Copy' }, 9);
    const entries = [...first.listing.entries.filter(({ step }) => step.name !== 'List'), copy];
    const before = { ...first, listing: { ...first.listing, entries } };
    const both = documentOf({
      '/shop/orders': { ...FIRST['/shop/orders'], put: { ...PAY, body: { a: 1 } } },
    });
    const { items } = updateFrom(before, both);
    expect(items.map(({ change, name, isChosen }) => [change, name, isChosen])).toEqual([
      ['changed', 'Shop / Buy', true],
      ['changed', 'Shop / Copy', true],
      ['added', 'Shop / List', false],
    ]);
    const after = updated(before, both);
    expect(Array.from(stepsIn(treeOf(after.listing)).values(), ({ request }) => request?.json)).toEqual([
      { a: 1 },
      { a: 1 },
    ]);
    expect(updateFrom(after, both).items.map(({ isChosen }) => isChosen)).toEqual([false, false, false]);
    expect(stepOf(updated(after, both, ['Shop / List']), 'List').request?.line).toBe('POST /shop/orders');
  });

  it('an item that is left out is offered again, and a removed one is deleted if it is chosen', () => {
    const before = made(documentOf(FIRST));
    const left = updated(before, newer, ['Shop / Buy', 'Shop / List']);
    expect(left.listing.entries.map(({ step }) => step)).toEqual([stepOf(before, 'Buy')]);
    expect(linesOf(updateFrom(left, newer))).toEqual(linesOf(updateFrom(before, newer)).slice(0, 6));
  });
});

describe('steps that name no operation', () => {
  const unlinked = (): Collection => {
    const { listing } = made(documentOf(FIRST));
    const entries = listing.entries.map((entry) => {
      const { openapi: _, ...step } = entry.step;
      return { ...entry, step };
    });
    return { listing: { ...listing, entries }, known: null };
  };
  it('are found by their method and path, the first of each, and name it from then on', () => {
    const before = unlinked();
    const second = entryOf('0 Shop.flow.yaml', { ...stepOf(before, 'List'), name: 'List once more' }, 9);
    before.listing.entries.push(second);
    const lines = linesOf(updateFrom(before, documentOf(FIRST)));
    expect(lines).toEqual([
      'changed Shop / Buy',
      '  The step was found by its method and path. From now on, it belongs to this operation.',
      'changed Shop / List',
      '  The step was found by its method and path. From now on, it belongs to this operation.',
    ]);
    const after = updated(before, documentOf(FIRST));
    expect(after.listing.entries.map(({ step }) => step.openapi)).toEqual([
      { operation: 'PUT /shop/orders', id: 'buy' },
      { operation: 'POST /shop/orders' },
      undefined,
    ]);
  });
  it('are the own ones of the user in a folder that was made of a document: nothing is done unless it is chosen', () => {
    const before = made(documentOf(FIRST));
    const mine = { ...stepOf(before, 'List'), name: 'Mine' };
    const { openapi: _, ...own } = {
      ...mine,
      request: { ...mine.request, line: 'POST /shop/orders/{{order}}' },
    };
    before.listing.entries.push(entryOf('0 Shop.flow.yaml', own as Step, 9));
    const newer = documentOf({ ...FIRST, '/shop/orders/{id}': { post: { summary: 'One' } } });
    expect(updateFrom(before, newer).items.at(-1)).toMatchObject({
      change: 'changed',
      name: 'Shop / Mine',
      isChosen: false,
    });
    expect(filesOf(updated(before, newer))).toEqual(filesOf(before));
  });
  it('a request that is broken on purpose is never taken for one', () => {
    const before = edited(unlinked(), 'List', (step) => ({
      ...step,
      request: { ...step.request, fault: 'no-signature' } as Step['request'] & object,
    }));
    expect(
      updateFrom(before, documentOf(FIRST)).items.map(({ change, name }) => [change, name]),
    ).toContainEqual(['added', 'Shop / List']);
  });
});

describe('the same document a second time changes nothing', () => {
  const unlink = (collection: Collection, name: string) =>
    edited(collection, name, (step) => {
      const { openapi: _, ...rest } = step;
      return rest;
    });
  const get = (operationId: string, examples?: Record<string, object>): Record<string, Operation> => ({
    get: { operationId, summary: operationId, ...(examples !== undefined && { examples }) },
  });
  it.each([
    [
      'if one of two examples has no step',
      unlink(made(documentOf({ '/a': get('x', { a: {}, c: {} }) })), 'x (a)'),
      documentOf({ '/a': get('x') }),
    ],
    [
      'if one step that is found leaves only one for another operation, which has a step of the user, too',
      unlink(
        made(
          documentOf({
            '/v2/{a}': get('p', { one: {} }),
            '/v2/{b}': get('q', { two: {} }),
            '/v2/mine': get('mine'),
          }),
        ),
        'mine',
      ),
      documentOf({ '/v3': get('q'), '/v2/{c}': get('r') }),
    ],
    [
      'if no step names an operation any longer',
      unlink(made(documentOf({ '/a/{a}': get('x') })), 'x'),
      documentOf({ '/a/{b}': get('y') }),
    ],
  ])('%s', (_, before, newer) => {
    const after = updated(before, newer);
    expect(filesOf(updated(after, newer))).toEqual(filesOf(after));
  });
});

it('a secret that only the newer document has is secret in the folder, and its value stays behind', () => {
  const newer = documentOf(
    {
      '/shop/orders': {
        put: { ...PAY, body: { password: 'cAnArY' }, parameters: [header('x-api-key', 'cAnArY')] },
      },
    },
    {},
  );
  const update = updateFrom(made(documentOf(FIRST)), newer);
  expect(JSON.stringify(update.items)).not.toContain('cAnArY');
  const after = updated(made(documentOf(FIRST)), newer);
  expect(JSON.stringify(filesOf(after))).not.toContain('cAnArY');
  expect(after.listing.folders[0]?.settings.secret).toEqual(newer.settings.secret);
  expect(newer.settings.secret).toHaveLength(2);
});

describe('whatever the documents and the changes of the user are', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'constructor', 'toString', 'x-y');
  const json = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>(null, true, 1, 'x', '{{v}}', ''),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(word, tie('value'), { maxKeys: 3 }),
    ),
  })).value;
  const parameter = fc.record({
    name: word,
    in: fc.constantFrom('header', 'query', 'path'),
    required: fc.boolean(),
    example: fc.constantFrom('', '1', '2', 'æ &='),
  });
  const operation = fc.record(
    {
      tags: fc.array(word, { minLength: 1, maxLength: 1 }),
      operationId: word,
      summary: fc.constantFrom('One', 'Two', 'a/b'),
      description: fc.constantFrom('', 'D', '## One\n\nD'),
      parameters: fc.array(parameter, { maxLength: 3 }),
      body: json as fc.Arbitrary<object>,
      examples: fc.dictionary(word, json as fc.Arbitrary<object>, { maxKeys: 3 }),
    },
    { requiredKeys: [] },
  );
  const paths = fc.dictionary(
    fc.constantFrom(
      '/a',
      '/a/{a}',
      '/a/{b}',
      '/v1/accounts',
      '/v1/payments/{payment-product}',
      '/v2/{a}/../x',
    ),
    fc.dictionary(fc.constantFrom('get', 'post', 'patch'), operation, { maxKeys: 2 }),
    { maxKeys: 4 },
  );
  const documents = paths.map((one) => documentOf(one as Paths));
  const act = fc.record({
    at: fc.nat({ max: 20 }),
    kind: fc.constantFrom(
      'rename',
      'test',
      'header',
      'body',
      'delete',
      'copy',
      'move',
      'unlink',
      'line',
      'omit',
    ),
    json,
  });

  function acted(
    collection: Collection,
    { at, kind, json: value }: { at: number; kind: string; json: unknown },
  ): Collection {
    const { entries } = collection.listing;
    const entry = entries[at % Math.max(1, entries.length)];
    if (!entry?.step.request) return collection;
    const { step } = entry;
    const { request } = entry.step;
    const others = entries.filter((one) => one !== entry);
    const next = (change: Partial<Step>, folder = entry.folder) => [
      ...others,
      { ...entryOf(folder, { ...step, ...change }, at), path: `${folder}/${lastOf(entry.path)}-${kind}` },
    ];
    const { openapi: _, ...unlinked } = step;
    const { json: _j, text: _t, ...bodyless } = request;
    const change: Record<string, () => Listing['entries']> = {
      rename: () => next({ name: `Renamed ${at}` }),
      test: () => next({ keep: [{ as: 'kept', from: { of: 'status' } }], expect: [] }),
      header: () =>
        next({ request: { ...request, headers: { ...request.headers, a: 'mine', 'x-own': '1' } } }),
      body: () => next({ request: { ...bodyless, json: value as never } }),
      delete: () => others,
      copy: () => [...entries, { ...entry, path: `${entry.path} copy` }],
      move: () => next({}, '99 Elsewhere.flow.yaml'),
      unlink: () => [...others, { ...entry, step: unlinked }],
      line: () => next({ request: { ...request, line: 'GET /a/{{mine}}?b=2&b=3&&1=x' } }),
      omit: () => next({ request: { ...bodyless, headers: {} } }),
    };
    return { ...collection, listing: { ...collection.listing, entries: change[kind]?.() ?? entries } };
  }

  const testsIn = (step: Parameters<typeof testsOf>[0]) => ({ ...testsOf(step), about: undefined });

  it('no update throws, tests and names stay, nothing is lost, and doing it twice changes no byte', () => {
    fc.assert(
      fc.property(
        documents,
        documents,
        fc.array(act, { maxLength: 6 }),
        fc.boolean(),
        (first, second, acts, isKnown) => {
          const start = acts.reduce<Collection>(acted, made(first));
          const before = isKnown ? start : { ...start, known: null };
          const after = updated(before, second);
          const steps = stepsIn(treeOf(after.listing));
          for (const [path, step] of stepsIn(treeOf(before.listing))) {
            expect(testsIn(steps.get(path) ?? { tags: ['lost'] })).toEqual(testsIn(step));
            expect(steps.get(path)?.name).toBe(step.name);
          }
          const files = filesOf(after);
          expect(readOperationsFile(files['operations'] ?? '')).toEqual(after.known);
          expect(filesOf(updated(after, second))).toEqual(files);
        },
      ),
      { numRuns: 400 },
    );
  });
  it('without a change of the user, it is what an import of the newer document makes, but for names, folders and tests', () => {
    fc.assert(
      fc.property(documents, documents, (first, second) => {
        const after = updated(made(first), second);
        const requests = new Map(
          Array.from(stepsIn(treeOf(after.listing)).values(), (step) => [
            JSON.stringify(step.openapi),
            step.request,
          ]),
        );
        const offered = operationsIn(second);
        for (const step of stepsIn(treeOf(listingOf(second))).values())
          expect(requests.get(JSON.stringify(step.openapi))).toEqual(step.request);
        const known = (after.known ?? []).slice(0, offered.length);
        expect(known).toEqual(offered);
      }),
      { numRuns: 400 },
    );
  });
});
