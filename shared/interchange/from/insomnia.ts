/** Exports of Insomnia: version 4 (a list of resources) and version 5 (a tree, as YAML). */
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import { type ForeignAuth, type ForeignBody, NO_AUTH, type Pair } from '../foreign.ts';
import type { Importing } from '../importing.ts';
import type { Folder } from '../model.ts';
import { at, inPlaces, isObject, listAt, listOf, membersAt, textAt } from '../values.ts';
import { readAuth } from './auth.ts';
import { addTests } from './scripts.ts';

export function isInsomnia(file: unknown): boolean {
  return (
    (textAt(file, '_type') === 'export' && Array.isArray(at(file, 'resources'))) ||
    /^\w+\.insomnia\.rest\/5/.test(textAt(file, 'type'))
  );
}

/** An item of either version. */
interface Node {
  type: 'group' | 'request' | 'other';
  kind: string;
  name: string;
  value: unknown;
  children: Node[];
}

export function readInsomnia(importing: Importing, root: Folder, file: unknown): string {
  return textAt(file, '_type') === 'export'
    ? readResources(importing, root, file)
    : readTree(importing, root, file);
}

function readTree(importing: Importing, root: Folder, file: unknown): string {
  importing.describe(root, textAt(file, 'meta', 'description'));
  environments(importing, root, at(file, 'environments'), listAt(file, 'environments', 'subEnvironments'));
  if (isObject(at(file, 'cookieJar')))
    importing.out.lost('cookies', [textAt(file, 'cookieJar', 'name')], t.cookieJar);
  if (isObject(at(file, 'spec'))) importing.out.lost('document', ['spec'], t.kind('spec'));
  for (const certificate of listAt(file, 'certificates'))
    importing.out.lost('certificate', [textAt(certificate, 'host')], t.certificates);
  nodes(importing, root, [], nodesOf(listAt(file, 'collection')), null);
  return textAt(file, 'name');
}

const nodesOf = (list: readonly unknown[]) =>
  inPlaces(list, (value) => at(value, 'meta', 'sortKey')).map(nodeOf);

function nodeOf(value: unknown): Node {
  const children = at(value, 'children');
  const url = textAt(value, 'url');
  const kind = Array.isArray(children)
    ? 'group'
    : /^wss?:/.test(url)
      ? 'websocket_request'
      : at(value, 'protoFileId') === undefined && at(value, 'protoMethodName') === undefined
        ? 'request'
        : 'grpc_request';
  const type = kind === 'group' || kind === 'request' ? kind : 'other';
  return { type, kind, name: textAt(value, 'name'), value, children: nodesOf(listOf(children)) };
}

function readResources(importing: Importing, root: Folder, file: unknown): string {
  const resources = listAt(file, 'resources');
  // What lies in a workspace lies at the top.
  const ids = new Set(
    resources.flatMap((one) => (textAt(one, '_type') === 'workspace' ? [] : [textAt(one, '_id')])),
  );
  const children = new Map<string, unknown[]>();
  let name = '';
  for (const one of resources) {
    const type = textAt(one, '_type');
    const above = textAt(one, 'parentId');
    if (type === 'workspace') {
      name ||= textAt(one, 'name');
      importing.out.item('workspace', [textAt(one, 'name')]);
      importing.describe(root, textAt(one, 'description'));
    } else {
      const key = ids.has(above) ? above : '';
      const known = children.get(key);
      if (known === undefined) children.set(key, [one]);
      else known.push(one);
    }
  }
  const ofRoot = (children.get('') ?? []).filter((one) => textAt(one, '_type') === 'environment');
  const subs = ofRoot.flatMap((one) => children.get(textAt(one, '_id')) ?? []);
  const [base, ...others] = ofRoot;
  environments(importing, root, base, [...subs, ...others]);
  const seen = new Set<string>();
  const tree = (id: string, depth: number): Node[] =>
    inPlaces(children.get(id) ?? [], (value) => at(value, 'metaSortKey')).flatMap((value) => {
      const own = textAt(value, '_id');
      const kind = textAt(value, '_type');
      if (kind === 'environment' || seen.has(own) || depth > 90) return [];
      seen.add(own);
      const type = kind === 'request_group' ? 'group' : kind === 'request' ? 'request' : 'other';
      return [{ type, kind, name: textAt(value, 'name'), value, children: tree(own, depth + 1) }];
    });
  nodes(importing, root, [], tree('', 0), null);
  // What is its own folder, or nested too deep.
  for (const one of resources)
    if (!/^(?:workspace|environment)$/.test(textAt(one, '_type')) && !seen.has(textAt(one, '_id')))
      importing.out.lost(textAt(one, '_type') || 'item', [textAt(one, 'name')], t.notAnItem);
  return name;
}

function nodes(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  list: readonly Node[],
  above: ForeignAuth | null,
): void {
  for (const node of list) {
    const { value, name, kind } = node;
    const all = [...names, name];
    if (node.type === 'other')
      importing.out.lost(kind || 'item', all, kind === 'cookie_jar' ? t.cookieJar : t.kind(kind));
    else if (node.type === 'request') request(importing, folder, names, value, above);
    else {
      const inner = importing.folderIn(folder, all);
      importing.describe(inner, descriptionOf(value), inner === folder ? name : null);
      for (const [variable, content] of membersAt(value, 'environment'))
        importing.variable(inner, all, { name: variable, value: content });
      scripts(importing, all, null, value);
      importing.headers(inner, all, pairs(listAt(value, 'headers')), folder);
      nodes(
        importing,
        inner,
        all,
        node.children,
        authOf(importing, all, at(value, 'authentication')) ?? above,
      );
    }
  }
}

function descriptionOf(value: unknown): string {
  return textAt(value, 'description') || textAt(value, 'meta', 'description');
}

function request(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  value: unknown,
  above: ForeignAuth | null,
): void {
  const all = [...names, textAt(value, 'name')];
  const made = importing.request(folder, names, {
    name: textAt(value, 'name'),
    method: textAt(value, 'method') || 'GET',
    url: textAt(value, 'url'),
    params: pairs(listAt(value, 'pathParameters')),
    query: pairs(listAt(value, 'parameters')),
    headers: pairs(listAt(value, 'headers')),
    body: bodyOf(at(value, 'body')),
    auth: authOf(importing, all, at(value, 'authentication')) ?? above,
    documentation: descriptionOf(value),
  });
  scripts(importing, all, made?.step ?? null, value);
}

function scripts(importing: Importing, names: readonly string[], step: Step | null, value: unknown): void {
  const before = textAt(value, 'preRequestScript') || textAt(value, 'scripts', 'preRequest');
  const after = textAt(value, 'afterResponseScript') || textAt(value, 'scripts', 'afterResponse');
  if (before.trim() !== '') importing.out.lost('script', [...names, 'pre-request'], t.preScript);
  // Insomnia's own object has the methods of Postman's.
  if (after.trim() !== '') addTests(importing, names, step, after.replaceAll(/\binsomnia\./g, 'pm.'));
}

function bodyOf(body: unknown): ForeignBody | null {
  const type = textAt(body, 'mimeType');
  const params = listAt(body, 'params');
  if (type === 'multipart/form-data')
    return {
      kind: 'multipart',
      parts: params.map((part) => ({
        ...pairOf(part),
        // A text of several lines is of a type, or only of several lines.
        type:
          [textAt(part, 'contentType'), textAt(part, 'multiline')].find((one) => one.includes('/')) ?? null,
        file: textAt(part, 'type') === 'file' ? textAt(part, 'fileName') : null,
      })),
    };
  if (type === 'application/x-www-form-urlencoded' && params.length > 0)
    return { kind: 'form', fields: pairs(params) };
  if (textAt(body, 'fileName') !== '') return { kind: 'file', name: textAt(body, 'fileName') };
  const text = textAt(body, 'text');
  return text === ''
    ? null
    : {
        kind: 'text',
        text,
        type: type === 'application/graphql' ? 'application/json' : type === '' ? null : type,
      };
}

const pairs = (list: readonly unknown[]) => list.map(pairOf);

function pairOf(pair: unknown): Pair {
  return { name: textAt(pair, 'name'), value: textAt(pair, 'value'), off: at(pair, 'disabled') === true };
}

function authOf(importing: Importing, names: readonly string[], auth: unknown): ForeignAuth | null {
  const type = textAt(auth, 'type');
  if (type === '' || type === 'inherit') return null;
  if (type === 'none') return NO_AUTH;
  if (at(auth, 'disabled') === true) {
    importing.out.lost('authorization', [...names, type], t.off(type));
    return NO_AUTH;
  }
  return readAuth(importing, names, type, (name) => textAt(auth, name));
}

/** What the base environment has is in all those below it, so that it belongs to the collection. */
function environments(importing: Importing, root: Folder, base: unknown, below: readonly unknown[]): void {
  for (const environment of [base, ...below]) {
    if (!isObject(environment)) continue;
    const name = textAt(environment, 'name');
    const folder = environment === base ? root : importing.environment(name);
    const isPrivate = at(environment, 'isPrivate') === true || at(environment, 'meta', 'isPrivate') === true;
    for (const [variable, value] of membersAt(environment, 'data'))
      importing.variable(folder, [name], { name: variable, value, secret: isPrivate });
  }
}
