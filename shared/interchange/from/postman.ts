/** Collections of Postman, format 2.1 (2.0 is read too, where it is alike), and its environments. */
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import { type ForeignAuth, type ForeignBody, NO_AUTH, type Pair, type Part } from '../foreign.ts';
import type { Importing } from '../importing.ts';
import type { Folder } from '../model.ts';
import { at, isObject, jsonOrNothing, listAt, listOf, textAt, textOf } from '../values.ts';
import { readAuth } from './auth.ts';
import { addTests } from './scripts.ts';
import { ownValue } from '../../own-value.ts';

export function isPostman(file: unknown): boolean {
  return (isObject(at(file, 'info')) && Array.isArray(at(file, 'item'))) || isEnvironment(file);
}

function isEnvironment(file: unknown): boolean {
  return (
    /^(?:environment|globals)$/.test(textAt(file, '_postman_variable_scope')) &&
    Array.isArray(at(file, 'values'))
  );
}

/** @returns the name of the collection */
export function readPostman(importing: Importing, root: Folder, file: unknown): string {
  if (isEnvironment(file)) {
    const name = textAt(file, 'name');
    // Globals are no environment: a collection's own variables are stronger.
    const isGlobal = textAt(file, '_postman_variable_scope') === 'globals';
    const folder = isGlobal ? root : importing.environment(name);
    variables(importing, folder, name === '' ? [] : [name], listAt(file, 'values'));
    return name;
  }
  importing.describe(root, descriptionOf(at(file, 'info', 'description')));
  variables(importing, root, [], listAt(file, 'variable'));
  events(importing, [], null, at(file, 'event'));
  const auth = authOf(importing, [], at(file, 'auth'));
  items(importing, root, [], listAt(file, 'item'), auth);
  return textAt(file, 'info', 'name');
}

function items(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  list: readonly unknown[],
  above: ForeignAuth | null,
): void {
  for (const item of list) {
    const name = textAt(item, 'name');
    const all = [...names, name];
    if (!isObject(item)) importing.out.lost('item', [...names, textOf(item)], t.notAnItem);
    else if (Array.isArray(item['item'])) {
      const inner = importing.folderIn(folder, all);
      importing.describe(inner, descriptionOf(item['description']), inner === folder ? name : null);
      variables(importing, inner, all, listAt(item, 'variable'));
      events(importing, all, null, item['event']);
      items(importing, inner, all, item['item'], authOf(importing, all, item['auth']) ?? above);
    } else request(importing, folder, names, item, above);
  }
}

function request(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  item: unknown,
  above: ForeignAuth | null,
): void {
  const name = textAt(item, 'name');
  const all = [...names, name];
  const given = at(item, 'request');
  const url = typeof given === 'string' ? given : urlOf(at(given, 'url'));
  const made = importing.request(folder, names, {
    name,
    method: typeof given === 'string' ? 'GET' : textAt(given, 'method') || 'GET',
    url,
    params: pairs(listAt(given, 'url', 'variable')),
    query: listAt(given, 'url', 'query').flatMap(offPair),
    headers: headersOf(at(given, 'header')),
    body: bodyOf(at(given, 'body')),
    auth: authOf(importing, all, at(given, 'auth')) ?? above,
    documentation: descriptionOf(at(given, 'description')) || descriptionOf(at(item, 'description')),
  });
  if (isObject(at(given, 'certificate'))) made?.entry.changed(t.tls);
  variables(importing, folder, all, listAt(item, 'variable'));
  events(importing, all, made?.step ?? null, at(item, 'event'));
  for (const one of listAt(item, 'response'))
    importing.out.lost('example', [...all, textAt(one, 'name')], t.recorded);
}

/** Only those that are switched off: the others are in the address as well. */
function offPair(query: unknown): Pair[] {
  const { name, value, off } = pairOf(query);
  return off === true ? [{ name, value, off }] : [];
}

function urlOf(url: unknown): string {
  if (typeof url === 'string') return url;
  const raw = textAt(url, 'raw');
  if (raw !== '') return raw;
  const joined = (value: unknown, by: string) =>
    Array.isArray(value) ? value.map(textOf).join(by) : textOf(value);
  const host = joined(at(url, 'host'), '.');
  const protocol = textAt(url, 'protocol');
  const port = textAt(url, 'port');
  const query = pairs(listAt(url, 'query'))
    .filter(({ off }) => off !== true)
    .map(({ name, value }) => `${name}=${value}`)
    .join('&');
  return `${protocol === '' ? '' : `${protocol}://`}${host}${port === '' ? '' : `:${port}`}/${joined(at(url, 'path'), '/')}${query === '' ? '' : `?${query}`}`;
}

/** Early exports have the headers as lines of text. */
function headersOf(headers: unknown): Pair[] {
  if (typeof headers !== 'string') return pairs(listOf(headers));
  return headers
    .split('\n')
    .filter((line) => line.includes(':'))
    .map((line) => {
      const colon = line.indexOf(':');
      return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() };
    });
}

function bodyOf(body: unknown): ForeignBody | null {
  const mode = textAt(body, 'mode');
  switch (mode) {
    case '':
    case 'none':
      return null;
    case 'raw':
      return {
        kind: 'text',
        text: textAt(body, 'raw'),
        type: ownValue(LANGUAGES, textAt(body, 'options', 'raw', 'language')) ?? null,
      };
    case 'urlencoded':
      return { kind: 'form', fields: pairs(listAt(body, 'urlencoded')) };
    case 'formdata':
      return { kind: 'multipart', parts: listAt(body, 'formdata').map(partOf) };
    case 'graphql':
      return {
        kind: 'text',
        text: JSON.stringify(
          {
            query: textAt(body, 'graphql', 'query'),
            variables: jsonOrNothing(textAt(body, 'graphql', 'variables')),
          },
          null,
          2,
        ),
        type: 'application/json',
        graphql: true,
      };
    case 'file':
      return { kind: 'file', name: textAt(body, 'file', 'src') };
    default:
      return { kind: 'other', mode };
  }
}

const LANGUAGES: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
  text: 'text/plain',
};

function partOf(part: unknown): Part {
  const pair = pairOf(part);
  const source = at(part, 'src');
  const file =
    textAt(part, 'type') === 'file'
      ? Array.isArray(source)
        ? source.map(textOf).join(', ')
        : textOf(source)
      : null;
  return { ...pair, type: textAt(part, 'contentType') || null, file };
}

function pairs(list: readonly unknown[]): Pair[] {
  return list.map(pairOf);
}

function pairOf(pair: unknown): Pair {
  const off = at(pair, 'disabled') === true || at(pair, 'enabled') === false;
  return { name: textAt(pair, 'key'), value: textAt(pair, 'value'), off };
}

function descriptionOf(description: unknown): string {
  return textOf(description) || textAt(description, 'content');
}

/** Null if it is inherited. */
function authOf(importing: Importing, names: readonly string[], auth: unknown): ForeignAuth | null {
  if (!isObject(auth)) return null;
  const type = textAt(auth, 'type');
  if (type === 'noauth') return NO_AUTH;
  const list = auth[type];
  return readAuth(importing, names, type, (key) =>
    Array.isArray(list)
      ? textOf(
          list
            .map((one) => (textAt(one, 'key') === key ? at(one, 'value') : ''))
            .find((value) => value !== ''),
        )
      : textAt(list, key),
  );
}

function variables(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  list: readonly unknown[],
): void {
  for (const variable of list) {
    const { off = false } = pairOf(variable);
    const value = at(variable, 'value') ?? '';
    const name = textAt(variable, 'key') || textAt(variable, 'id');
    importing.variable(folder, names, { name, value, off, secret: textAt(variable, 'type') === 'secret' });
  }
}

/** Scripts are data. None is run. */
function events(importing: Importing, names: readonly string[], step: Step | null, list: unknown): void {
  for (const event of listOf(list)) {
    const exec = at(event, 'script', 'exec');
    const script = Array.isArray(exec) ? exec.map(textOf).join('\n') : textOf(exec);
    const listen = textAt(event, 'listen');
    if (script.trim() === '' && /^(?:prerequest|test)$/.test(listen)) continue;
    if (listen === 'test') addTests(importing, names, step, script);
    else importing.out.lost('script', [...names, listen], t.preScript);
  }
}
