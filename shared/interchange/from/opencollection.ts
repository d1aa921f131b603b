/** OpenCollection (YAML or JSON): the whole collection in one file, or single items of it. */
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import { type ForeignAuth, type ForeignBody, NO_AUTH, type Pair } from '../foreign.ts';
import type { Importing } from '../importing.ts';
import type { Folder } from '../model.ts';
import { at, inPlaces, isObject, listAt, membersAt, textAt, textOf } from '../values.ts';
import { readAuth } from './auth.ts';
import { addAssertion, addCapture } from './bruno-tests.ts';
import { addTests } from './scripts.ts';
import { ownValue } from '../../own-value.ts';

export function isOpenCollection(file: unknown): boolean {
  return at(file, 'opencollection') !== undefined || isItem(file);
}

/** A file of a request or folder, as Bruno writes them. */
export function isItem(file: unknown): boolean {
  return (
    isObject(at(file, 'info')) &&
    /^(?:http|folder|graphql|grpc|websocket)$/.test(textAt(file, 'info', 'type'))
  );
}

export function readOpenCollection(importing: Importing, root: Folder, file: unknown): string {
  if (at(file, 'opencollection') === undefined) {
    addItem(importing, root, [], file, null);
    return textAt(file, 'info', 'name');
  }
  readCollection(importing, root, file);
  return textAt(file, 'info', 'name');
}

/** The file of a whole collection. @returns its authorization */
export function readCollection(importing: Importing, root: Folder, file: unknown): ForeignAuth | null {
  const auth = readDefaults(importing, root, [], file);
  environments(importing, listAt(file, 'config', 'environments'));
  for (const certificate of listAt(file, 'config', 'clientCertificates'))
    importing.out.lost('certificate', [textAt(certificate, 'domain')], t.certificates);
  addItems(importing, root, [], listAt(file, 'items'), auth);
  return auth;
}

function addItems(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  items: readonly unknown[],
  above: ForeignAuth | null,
): void {
  for (const item of inPlaces(items, (one) => at(one, 'info', 'seq')))
    addItem(importing, folder, names, item, above);
}

/** What a folder or collection gives to everything in it. @returns its authorization */
export function readDefaults(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  file: unknown,
  above: Folder | null = null,
): ForeignAuth | null {
  importing.describe(folder, docsOf(at(file, 'docs')) || docsOf(at(file, 'info', 'description')));
  const defaults = at(file, 'request');
  variables(importing, folder, names, listAt(defaults, 'variables'));
  importing.headers(folder, names, pairs(listAt(defaults, 'headers')), above);
  scripts(importing, names, null, defaults);
  return authOf(importing, names, at(defaults, 'auth'));
}

export function addItem(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  item: unknown,
  above: ForeignAuth | null,
): void {
  const type = textAt(item, 'info', 'type') || textAt(item, 'type');
  const name = textAt(item, 'info', 'name');
  const all = [...names, name];
  if (Array.isArray(at(item, 'items')) || type === 'folder') {
    const inner = importing.folderIn(folder, all);
    const auth = readDefaults(importing, inner, all, item, folder);
    addItems(importing, inner, all, listAt(item, 'items'), auth ?? above);
  } else if (isObject(at(item, 'http'))) request(importing, folder, names, item, above);
  else if (isObject(item)) importing.out.lost(type || 'item', all, t.kind(type));
  else importing.out.lost('item', [...names, textOf(item)], t.notAnItem);
}

function request(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  item: unknown,
  above: ForeignAuth | null,
): void {
  const name = textAt(item, 'info', 'name');
  const all = [...names, name];
  const http = at(item, 'http');
  const url = textAt(http, 'url');
  const params = paramsOf(at(http, 'params'));
  const { body, others } = bodyOf(at(http, 'body'));
  const made = importing.request(folder, names, {
    name,
    method: textAt(http, 'method') || 'GET',
    url,
    params: params.filter(({ type }) => type === 'path'),
    // The address has those that are switched on, too.
    query: params.filter(({ type, off }) => type !== 'path' && (off === true || !url.includes('?'))),
    headers: pairs(listAt(http, 'headers')),
    body,
    auth: authOf(importing, all, at(http, 'auth')) ?? above,
    documentation: docsOf(at(item, 'docs')) || docsOf(at(item, 'info', 'description')),
    tags: listAt(item, 'info', 'tags').map(textOf),
  });
  for (const title of others) made?.entry.changed(t.otherBody(title));
  const step = made?.step ?? null;
  const runtime = at(item, 'runtime');
  variables(importing, folder, all, listAt(runtime, 'variables'));
  for (const one of listAt(runtime, 'assertions'))
    addAssertion(importing, all, step, {
      name: textAt(one, 'expression'),
      value: `${textAt(one, 'operator')} ${textAt(one, 'value')}`.trim(),
      off: at(one, 'disabled') === true,
    });
  for (const action of listAt(runtime, 'actions')) {
    if (textAt(action, 'type') === 'set-variable' && textAt(action, 'phase') !== 'before-request')
      addCapture(importing, all, step, {
        name: textAt(action, 'variable', 'name'),
        value: textAt(action, 'selector', 'expression'),
        off: at(action, 'disabled') === true,
      });
    else importing.out.lost('action', [...all, textAt(action, 'type')], t.preScript);
  }
  scripts(importing, all, step, runtime);
  for (const one of listAt(item, 'examples'))
    importing.out.lost('example', [...all, textAt(one, 'name')], t.recorded);
}

function scripts(importing: Importing, names: readonly string[], step: Step | null, runtime: unknown): void {
  const given = at(runtime, 'scripts');
  // Early files have them by name.
  const list = Array.isArray(given)
    ? given.map((one) => [textAt(one, 'type'), textAt(one, 'code')] as const)
    : membersAt(given).map(([type, code]) => [type, textOf(code)] as const);
  for (const [type, code] of list) {
    if (code.trim() === '') continue;
    if (type === 'tests' || type === 'after-response') addTests(importing, names, step, code);
    else importing.out.lost('script', [...names, type], t.preScript);
  }
}

function docsOf(docs: unknown): string {
  return textOf(docs) || textAt(docs, 'content');
}

/** A list, or early two lists by their kind. */
function paramsOf(params: unknown): (Pair & { type: string })[] {
  if (Array.isArray(params)) return params.map((one) => ({ ...pairOf(one), type: textAt(one, 'type') }));
  return membersAt(params).flatMap(([type, list]) =>
    (Array.isArray(list) ? list : []).map((one) => ({ ...pairOf(one), type })),
  );
}

function bodyOf(given: unknown): { body: ForeignBody | null; others: string[] } {
  if (!Array.isArray(given)) return { body: oneBody(given), others: [] };
  const chosen = given.find((one) => at(one, 'selected') === true) ?? given[0];
  const others = given.filter((one) => one !== chosen).map((one) => textAt(one, 'title'));
  return { body: oneBody(at(chosen, 'body')), others };
}

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  text: 'text/plain',
  sparql: 'application/sparql-query',
};

function oneBody(body: unknown): ForeignBody | null {
  const type = textAt(body, 'type');
  const data = at(body, 'data');
  switch (type) {
    case '':
    case 'none':
      return null;
    case 'json':
    case 'text':
    case 'xml':
    case 'sparql':
      return textOf(data) === ''
        ? null
        : { kind: 'text', text: textOf(data), type: ownValue(TYPES, type) ?? null };
    case 'form-urlencoded':
      return { kind: 'form', fields: pairs(listAt(body, 'data')) };
    case 'multipart-form':
      return {
        kind: 'multipart',
        parts: listAt(body, 'data').map((part) => {
          const value = at(part, 'value');
          const texts = Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);
          const isFile = textAt(part, 'type') === 'file';
          return {
            ...pairOf(part),
            value: isFile ? '' : texts,
            type: textAt(part, 'contentType') || null,
            file: isFile ? texts : null,
          };
        }),
      };
    case 'file':
      return { kind: 'file', name: textAt(body, 'data', 0, 'filePath') };
    default:
      return { kind: 'other', mode: type };
  }
}

const pairs = (list: readonly unknown[]) => list.map(pairOf);

function pairOf(pair: unknown): Pair {
  return { name: textAt(pair, 'name'), value: textAt(pair, 'value'), off: at(pair, 'disabled') === true };
}

function authOf(importing: Importing, names: readonly string[], auth: unknown): ForeignAuth | null {
  const type = textOf(auth) || textAt(auth, 'type');
  if (type === '' || type === 'inherit') return null;
  if (type === 'none') return NO_AUTH;
  // The parts of OAuth 2 are grouped by whose they are.
  const groups = [[], [type], ['credentials'], ['resourceOwner']];
  return readAuth(
    importing,
    names,
    type,
    (name) => groups.map((group) => textAt(auth, ...group, name)).find((value) => value !== '') ?? '',
  );
}

export function variables(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  list: readonly unknown[],
): void {
  for (const variable of list) {
    const given = at(variable, 'value');
    const chosen = Array.isArray(given)
      ? at(given.find((one) => at(one, 'selected') === true) ?? given[0], 'value')
      : given;
    importing.variable(folder, names, {
      name: textAt(variable, 'name'),
      value: isObject(chosen) ? typed(textAt(chosen, 'type'), textAt(chosen, 'data')) : textOf(chosen),
      secret: at(variable, 'secret') === true,
      off: at(variable, 'disabled') === true,
    });
  }
}

function typed(type: string, data: string): unknown {
  if (type === 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

function environments(importing: Importing, list: readonly unknown[]): void {
  for (const one of list) {
    const name = textAt(one, 'name');
    variables(importing, importing.environment(name), [name], listAt(one, 'variables'));
  }
}
