/** A collection that is exported and imported again is the same, as far as the format can carry it. What it cannot is in the report. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assertion } from '../../../shared/collections/assertion.ts';
import { assertionsText } from '../../../shared/collections/expectation-text.ts';
import { NO_REPEATS, NO_SETTINGS, type Settings } from '../../../shared/collections/settings.ts';
import { type RequestStep, type Step, stepSchema } from '../../../shared/collections/steps.ts';
import type { FolderNode } from '../../../shared/collections/tree.ts';
import { exportTree } from '../../../shared/interchange/export.ts';
import { inFlows } from '../../../shared/interchange/flows.ts';
import { importFiles } from '../../../shared/interchange/import.ts';
import type { ExportFormat, Folder, Item } from '../../../shared/interchange/model.ts';
import { operationAt, requestOf } from '../../../shared/requests/http.ts';
import { stepOfComposed } from '../../../shared/collections/request-step.ts';
import { OPERATIONS } from '../../../shared/xs2a/operations.ts';
import { folderWith, nodeOf } from '../../support/listing.ts';
import { reportLines } from '../../support/outline.ts';

const encoder = new TextEncoder();

function there(folder: Folder, format: ExportFormat) {
  const { text, report } = exportTree(nodeOf(folder), 'unnamed', format);
  return { text, report };
}

function thereAndBack(folder: Folder, format: ExportFormat): Folder {
  const imported = importFiles([{ path: `x.${format}`, bytes: encoder.encode(there(folder, format).text) }]);
  expect(imported.formats).toEqual([format]);
  return imported.tree;
}

const METHODS = ['GET', 'PUT', 'POST', 'DELETE'] as const;

const word = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}$/)
  .filter((text) => !/token|pass|auth|secret|jwt|pwd|bearer|cred/i.test(text));
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => text.replaceAll(/[\s\p{C}{}%]+/gu, ' ').trim())
  .filter((text) => text !== '' && text.length <= 80 && text.isWellFormed());
const free = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    word.map((one) => `{{${one}}}`),
    word.map((one) => `a{{${one}}}'"$b`),
  )
  .filter(
    (text) =>
      text.isWellFormed() &&
      !text.includes('{%') &&
      !/\{\{[^}]*[^\w}]/.test(text) &&
      !/bearer|basic|token|eyJ/i.test(text),
  );

const json = fc
  .dictionary(
    word,
    fc.oneof(
      free,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.oneof(free, fc.integer()), { maxLength: 3 }),
    ),
    { maxKeys: 4 },
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>)
  .filter((value) => !Object.keys(value).includes('__proto__'));

const headers = fc
  .dictionary(
    fc.constantFrom('accept', 'psu-id', 'psu-ip-address', 'tpp-redirect-uri', 'x-accept-fix'),
    fc.oneof(
      word,
      word.map((one) => `{{${one}}}`),
      fc.constant('it\'s; a="b", c $HOME'),
    ),
    { maxKeys: 3 },
  )
  .map((record) => Object.entries(record));

const path = fc.oneof(
  fc
    .constantFrom(...OPERATIONS)
    .map(({ path }) =>
      path.replaceAll(
        /\{([^}]+)\}/g,
        (_, parameter: string) => `%7B%7B${parameter.replaceAll('-', '_')}%7D%7D`,
      ),
    ),
  fc.tuple(word, word, word).map(([a, b, c]) => `/${a}/{{${b}}}/${c}%20x?${a}=1&${b}={{${c}}}`),
);

const body = fc.oneof(
  fc.constant({}),
  json.map((value) => ({ json: value })),
  fc.array(word, { minLength: 1, maxLength: 3 }).map((lines) => ({ text: lines.map((line) => `<${line}>`) })),
);

const variable = word.map((one) => `a{{${one}}}`);
const assertions = fc
  .array(
    fc.oneof(
      fc.record({
        that: fc.constant({ of: 'status' as const }),
        must: fc.record({ is: fc.constant('equal' as const), to: fc.integer({ min: 100, max: 599 }) }),
      }),
      fc.record({
        that: fc.record({
          of: fc.constant('body' as const),
          path: word.filter((one) => one !== 'length').map((one) => `$.${one}[0].x`),
        }),
        must: fc.oneof(
          fc.record({
            is: fc.constant('equal' as const),
            to: fc.oneof(word, variable, fc.integer(), fc.boolean(), fc.constant(null)),
          }),
          fc.constant({ is: 'present' as const }),
          fc.constant({ is: 'absent' as const }),
          fc.record({ is: fc.constant('of-length' as const), length: fc.nat(9) }),
          fc.record({ is: fc.constant('containing' as const), value: fc.oneof(word, variable) }),
        ),
      }),
      fc.record({
        that: fc.record({ of: fc.constant('header' as const), name: word }),
        must: fc.constant({ is: 'present' as const }),
      }),
    ),
    { maxLength: 3 },
  )
  .filter(
    (all) =>
      new Set(all.map((one) => JSON.stringify(one))).size === all.length &&
      typeof assertionsText(all as Assertion[]) !== 'string',
  );

const captures = fc.array(
  fc.record({
    // No variable of a request is called by such a name.
    as: word.map((one) => `kept-${one}`),
    from: fc.record({ of: fc.constant('body' as const), path: fc.constantFrom('$.id', '$.a["b c"][2]') }),
  }),
  { maxLength: 2 },
);

const step = fc
  .record({
    name,
    method: fc.constantFrom(...METHODS),
    path,
    headers,
    body,
    expect: assertions,
    keep: captures,
  })
  .map(({ name, method, path, headers, body, expect, keep }): Step => {
    const composed = requestOf({ method, path, headers, body: '' });
    const line = composed.line?.replaceAll(/%7B%7B(\w+)%7D%7D/g, '{{$1}}') ?? null;
    const isKnown = operationAt(method, path) !== null;
    const params = isKnown ? composed.params : {};
    const query = Object.fromEntries(
      Object.entries(isKnown ? composed.query : {}).filter(([, value]) => value !== ''),
    );
    return stepSchema.parse({
      name,
      request: { ...stepOfComposed({ ...composed, params, query, line }), ...body },
      ...(expect.length === 0 ? {} : { expect }),
      ...(keep.length === 0 ? {} : { keep }),
    });
  });

const settings = fc.dictionary(word, fc.oneof(word, fc.integer(), json), { maxKeys: 3 }).chain((variables) =>
  fc
    .oneof(
      fc.constant({}),
      name.map((about) => ({ about })),
    )
    .map((described): Settings => {
      return { ...NO_SETTINGS, ...described, variables: variables as Settings['variables'] };
    }),
);

const items = (depth: number): fc.Arbitrary<Item[]> =>
  fc.array(
    depth === 0
      ? step.map((one): Item => ({ kind: 'step', step: one }))
      : fc.oneof(
          step.map((one): Item => ({ kind: 'step', step: one })),
          fc.record({
            kind: fc.constant('folder' as const),
            role: fc.constant('group' as const),
            name,
            settings,
            repeats: fc.constant(NO_REPEATS),
            path: fc.constant(''),
            children: items(depth - 1),
          }),
        ),
    { maxLength: 4 },
  );

const collection: fc.Arbitrary<Folder> = fc
  .record({
    kind: fc.constant('folder' as const),
    role: fc.constant('collection' as const),
    name,
    settings,
    repeats: fc.constant(NO_REPEATS),
    path: fc.constant(''),
    children: items(2),
  })
  // With the flows and names that an import makes.
  .map((folder) => inFlows(structuredClone(folder), false, () => undefined));

/** All steps of a folder, without what a format cannot carry. */
function flat(folder: Folder, without: readonly (keyof Step)[]): Step[] {
  return folder.children
    .flatMap((child) => (child.kind === 'folder' ? flat(child, []) : [child.step]))
    .map((one, at) => {
      const copy: Partial<Step> = { ...one, name: `${at}` };
      for (const key of without) delete copy[key];
      return copy as Step;
    });
}

describe('there and back', () => {
  /** Headers with these, and the success that a run expects without being told, are there only in an export. */
  const ADDED = new Set(['{{omitted}}', '{{session}}', '{{proxyToken}}']);
  const added: Assertion = { that: { of: 'status' }, must: { is: 'at-most', value: 399 } };
  const asWritten = (step: Step): Step => {
    const { expect: said = [], request: sent, ...rest } = step;
    // Bruno has some as data and some as scripts.
    const kept = said
      .filter((one) => JSON.stringify(one) !== JSON.stringify(added))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    const own = Object.entries(sent?.headers ?? {}).filter(([, value]) => !ADDED.has(value));
    return {
      ...rest,
      ...(sent === undefined ? {} : { request: { ...sent, headers: Object.fromEntries(own) } }),
      ...(kept.length === 0 ? {} : { expect: kept }),
    };
  };
  /** Without variables, in whose place an export has their values. */
  const bare = (folder: Folder): Folder => ({
    ...folder,
    settings: { ...folder.settings, variables: {} },
    children: folder.children.map((child) => (child.kind === 'folder' ? bare(child) : child)),
  });

  it.each(['postman', 'opencollection'] as const)(
    '%s carries requests, assertions and captures',
    (format) => {
      fc.assert(
        fc.property(collection, (folder) => {
          const back = flat(thereAndBack(bare(folder), format), []);
          expect(back.map(asWritten)).toEqual(flat(folder, []).map(asWritten));
        }),
        { numRuns: 60 },
      );
    },
  );

  it('curl carries the requests', () => {
    fc.assert(
      fc.property(collection, (folder) => {
        fc.pre(flat(folder, []).length > 0);
        expect(flat(thereAndBack(folder, 'curl'), [])).toEqual(flat(folder, ['expect', 'keep']));
      }),
      { numRuns: 60 },
    );
  });

  it('curl carries a request whose name ends with the line break of Windows', () => {
    const request = { operation: 'listAccounts', params: {}, query: {}, headers: {}, fault: null, json: {} };
    const folder = folderWith({
      name: 'A',
      role: 'flow',
      children: [{ kind: 'step', step: { name: 'up ^', request } }],
    });
    expect(flat(thereAndBack(folder, 'curl'), [])).toHaveLength(1);
  });

  it('HAR carries the requests', () => {
    fc.assert(
      fc.property(collection, (folder) => {
        expect(flat(thereAndBack(folder, 'har'), ['expect', 'keep'])).toEqual(
          flat(folder, ['expect', 'keep']),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('a report', () => {
  const request = {
    operation: 'listAccounts',
    params: {},
    query: {},
    headers: { 'psu-id': '' },
    fault: 'no-signature',
  };
  const changed = (name: string, json: RequestStep['json'], change: Step['change']): Item => ({
    kind: 'step',
    step: {
      name,
      change,
      request: {
        operation: '',
        line: 'POST /x',
        params: {},
        query: {},
        headers: { accept: 'own' },
        fault: null,
        json,
      },
    },
  });
  const rich = folderWith({
    name: 'Rich',
    role: 'flow',
    settings: {
      ...NO_SETTINGS,
      about: 'About',
      variables: { pin: 'canary-value', open: 'x', order: { a: 1 } },
      secret: ['pin'],
      headers: { 'x-around': 'yes', accept: 'all' },
      volatile: ['$.id'],
    },
    children: [
      {
        kind: 'step',
        step: {
          name: 'All of it',
          tags: ['a'],
          skip: 'later',
          each: { one: '{{list}}' },
          when: [{ variable: 'open', must: { is: 'present' } }],
          until: {
            expect: [{ that: { of: 'status' }, must: { is: 'equal', to: 200 } }],
            rounds: 3,
            between: { pause: 1 },
          },
          request,
          expect: [
            { that: { of: 'signature' }, must: { is: 'equal', to: 'yes' } },
            { that: { of: 'link', name: 'self' }, must: { is: 'present' } },
            { that: { of: 'body', path: '$.a' }, must: { is: 'like', pattern: '*' } },
          ],
          warn: [{ that: { of: 'time' }, must: { is: 'at-most', value: 10 } }],
          keep: [{ as: 'kept', from: { of: 'redirect', name: 'state' } }],
        },
      },
      { kind: 'step', step: { name: 'Approve', sca: { psu: '1', decision: 'approve' } } },
      { kind: 'step', step: { name: 'Clock', control: { method: 'POST', path: '/control/clock' } } },
      { kind: 'step', step: { name: 'Other', include: { flow: 'x' } } },
      { kind: 'step', step: { name: 'Wait', pause: 5 } },
      {
        kind: 'step',
        step: { name: 'From later', request: { ...request, operation: 'unheardOf', fault: null } },
      },
      { kind: 'step', step: { name: 'Eirik agrees', consent: { psu: 'Eirik Solbakken' } } },
      {
        ...folderWith({ name: 'Again', repeats: { each: { one: ['1'] }, skip: 'later' }, children: [] }),
      },
      changed('of a map', { a: 1, b: { c: 2 } }, { a: null, b: { d: 3 } }),
      changed('of a variable', '{{order}}', { b: 2 }),
      changed('of what is kept', '{{kept}}', { b: 2 }),
    ],
  });

  it.each(['postman', 'opencollection'] as const)(
    'says of every step what %s leaves out, and why',
    (format) => {
      const { text, report } = there(rich, format);
      expect(text).not.toContain('canary');
      const control =
        '  The SCA is decided by the control listener of a simulator, not on the pages of the bank.';
      expect(reportLines(report)).toEqual([
        'changed: collection Rich',
        '  The list of volatile values has no counterpart.',
        '  The requests are not signed: the signing proxy signs them, and its address is the value of `baseUrl`.',
        '  The value of a secret variable is never exported.',
        'not carried: step All of it',
        '  The collection leaves it out: later',
        'changed: step Approve',
        control,
        'carried: step Clock',
        'not carried: step Other',
        '  The flow “x” that it includes is not exported.',
        'carried: step Wait',
        'not carried: step From later',
        '  The operation "unheardOf" is not in the catalogue, so its address is unknown.',
        'carried: step Eirik agrees',
        'changed: step Eirik agrees: SCA',
        control,
        'carried: folder Again',
        'carried: step of a map',
        'carried: step of a variable',
        'not carried: step of what is kept',
        '  It needs {{kept}} of “All of it”, which is left out or in another flow.',
      ]);
    },
  );

  it.each(['har', 'curl'] as const)('says of every step what %s cannot carry', (format) => {
    const { text, report } = there(rich, format);
    expect(text).not.toContain('canary');
    const lines = reportLines(report);
    expect(report.filter(({ kind }) => kind === 'step').map(({ name, result }) => [name, result])).toEqual([
      ['All of it', 'changed'],
      ['Approve', 'not carried'],
      ['Clock', 'not carried'],
      ['Other', 'not carried'],
      ['Wait', 'not carried'],
      ['From later', 'not carried'],
      ['Eirik agrees', 'carried'],
      ['Eirik agrees: SCA', 'not carried'],
      ['of a map', 'carried'],
      ['of a variable', 'carried'],
      ['of what is kept', 'changed'],
    ]);
    for (const part of ['each', 'skip'])
      expect(lines).toContain(`  "${part}" of the group has no counterpart.`);
    for (const part of ['each', 'until', 'skip', 'when', 'change'])
      expect(lines).toContain(`  "${part}" of the step has no counterpart.`);
    expect(lines).toContain('  The deliberate fault "no-signature" has no counterpart.');
    expect(lines).toContain('  The format cannot say that the header psu-id is omitted.');
    expect(lines).toContain('  Assertions that only warn have no counterpart.');
    expect(lines).toContain("  This assertion has no counterpart: The bank's signature equal.");
    expect(lines).toContain('  This assertion has no counterpart: Body $.a like.');
    expect(lines).toContain('  The capture of kept has no counterpart.');
    expect(lines).toContain('  The list of volatile values has no counterpart.');
  });

  it('names a damaged file', () => {
    const node = nodeOf(rich);
    const damaged: FolderNode = { ...node, path: 'bad.flow.yaml', damage: 'It is not YAML.', children: [] };
    node.children.push(damaged);
    expect(reportLines(exportTree(node, 'x', 'postman').report)).toContain('not carried: file bad.flow.yaml');
  });
});
