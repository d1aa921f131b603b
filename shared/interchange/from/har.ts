/** HTTP archives (HAR 1.2), as browsers and proxies write them. */
import { interchange as t } from '../../texts/interchange.ts';
import type { ForeignBody, Pair } from '../foreign.ts';
import type { Importing } from '../importing.ts';
import type { Folder } from '../model.ts';
import { at, isObject, listAt, textAt } from '../values.ts';
import { pathOf } from './curl.ts';

export function isHar(file: unknown): boolean {
  return Array.isArray(at(file, 'log', 'entries'));
}

export function readHar(importing: Importing, root: Folder, file: unknown): string {
  importing.describe(root, textAt(file, 'log', 'comment'));
  const pages = new Map(listAt(file, 'log', 'pages').map((page) => [textAt(page, 'id'), page] as const));
  const folders = new Map<string, { folder: Folder; names: string[] }>();
  const folderOf = (id: string) => {
    const known = folders.get(id);
    const page = pages.get(id);
    if (known !== undefined || page === undefined) return known ?? { folder: root, names: [] };
    const names = [textAt(page, 'title') || id];
    const made = { folder: importing.folderIn(root, names), names };
    folders.set(id, made);
    return made;
  };
  for (const entry of listAt(file, 'log', 'entries')) {
    const { folder, names } = folderOf(textAt(entry, 'pageref'));
    request(importing, folder, names, entry);
  }
  // Pages without a request are items of the source, too.
  for (const id of pages.keys()) folderOf(id);
  return textAt(file, 'log', 'creator', 'name') === ''
    ? ''
    : `Recorded by ${textAt(file, 'log', 'creator', 'name')}`;
}

/** What belongs to a page and not to the interface. */
const ASSET = /^(?:image|font|audio|video)\/|^text\/(?:css|html)|javascript|woff/i;

function request(importing: Importing, folder: Folder, names: readonly string[], entry: unknown): void {
  const given = at(entry, 'request');
  const url = textAt(given, 'url');
  const method = textAt(given, 'method') || 'GET';
  const name = textAt(entry, 'comment') || `${method} ${pathOf(url)}`;
  if (!isObject(given)) {
    importing.out.lost('request', [...names, name], t.notAnItem);
    return;
  }
  const type = textAt(entry, 'response', 'content', 'mimeType').split(';', 1)[0] ?? '';
  if (method === 'GET' && ASSET.test(type)) {
    importing.out.lost('request', [...names, name], t.asset(type));
    return;
  }
  if (/^wss?:/i.test(url) || textAt(entry, '_resourceType') === 'websocket') {
    importing.out.lost('request', [...names, name], t.notHttp('WebSocket'));
    return;
  }
  const made = importing.request(folder, names, {
    name,
    method,
    url: url,
    query: url.includes('?') ? [] : pairs(listAt(given, 'queryString')),
    headers: pairs(listAt(given, 'headers')),
    body: bodyOf(at(given, 'postData')),
  });
  if (made === null) return;
  const status = at(entry, 'response', 'status');
  if (typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599) {
    made.step.expect = [{ that: { of: 'status' }, must: { is: 'equal', to: status } }];
    importing.out.item('response', [...names, name]).changed(t.response);
  }
}

function bodyOf(data: unknown): ForeignBody | null {
  if (!isObject(data)) return null;
  const type = textAt(data, 'mimeType');
  const text = textAt(data, 'text');
  const params = listAt(data, 'params');
  if (textAt(data, 'encoding') === 'base64') return { kind: 'other', mode: 'base64' };
  if (text === '' && params.length > 0)
    return type.startsWith('multipart/')
      ? {
          kind: 'multipart',
          parts: params.map((part) => ({
            ...pairOf(part),
            type: textAt(part, 'contentType') || null,
            file: textAt(part, 'fileName') || null,
          })),
        }
      : { kind: 'form', fields: pairs(params) };
  return text === '' ? null : { kind: 'text', text, type: type === '' ? null : type };
}

const pairs = (list: readonly unknown[]) => list.map(pairOf);
const pairOf = (pair: unknown): Pair => ({ name: textAt(pair, 'name'), value: textAt(pair, 'value') });
