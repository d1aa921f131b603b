/** The order that people see in the other program, which is not always that of the file. */
import { expect, it } from 'vitest';
import { importFiles } from '../../../shared/interchange/import.ts';
import { outlineOf } from '../../support/outline.ts';

const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });
const url = 'https://bank.example/v1/accounts';

/** Names of flows, groups and steps, in order. */
function namesIn(files: readonly { path: string; bytes: Uint8Array }[]): string[] {
  const { tree } = importFiles(files);
  return outlineOf(tree).flatMap((line) => {
    const [, folder, step] = /^ +(?:([\w ]+)\/ \((?:flow|group)\)|- (\w+))$/.exec(line) ?? [];
    return folder ?? step ?? [];
  });
}

/** Each item has its place; `b` and `c` have the same one, and `e` has none. */
const PLACES: readonly [name: string, place?: number][] = [
  ['e'],
  ['d', 1.5],
  ['b', -2],
  ['c', -2],
  ['a', -1749035316384],
];
const ORDERED = ['a', 'b', 'c', 'd', 'e'];

it('Insomnia 5: requests and folders by sortKey', () => {
  const items = PLACES.map(([name, sortKey]) => ({ name, method: 'GET', url, meta: { sortKey } }));
  const collection = [
    { name: 'Second', meta: { sortKey: 0 }, children: items },
    { name: 'First', meta: { sortKey: -5 }, children: [{ name: 'f', method: 'GET', url }] },
  ];
  const text = JSON.stringify({ type: 'collection.insomnia.rest/5.0', name: 'I', collection });
  expect(namesIn([file('i.json', text)])).toEqual(['First', 'f', 'Second', ...ORDERED]);
});

it('Insomnia 4: requests and folders by metaSortKey', () => {
  const resources = [
    { _id: 'g2', _type: 'request_group', name: 'Second', metaSortKey: 0 },
    { _id: 'g1', _type: 'request_group', name: 'First', metaSortKey: -5 },
    { _id: 'f', _type: 'request', parentId: 'g1', name: 'f', url },
    ...PLACES.map(([name, metaSortKey]) => ({
      _id: name,
      _type: 'request',
      parentId: 'g2',
      name,
      url,
      metaSortKey,
    })),
  ];
  const text = JSON.stringify({ _type: 'export', __export_format: 4, resources });
  expect(namesIn([file('i.json', text)])).toEqual(['First', 'f', 'Second', ...ORDERED]);
});

it('OpenCollection: items of one file and of a folder by seq', () => {
  const request = (name: string, seq?: number) => ({
    info: { name, type: 'http', seq },
    http: { method: 'GET', url },
  });
  const folder = (name: string, seq: number, items: unknown) => ({
    info: { name, type: 'folder', seq },
    items,
  });
  const items = [
    folder(
      'Second',
      12,
      PLACES.map(([name, seq]) => request(name, seq)),
    ),
    folder('First', 2, [request('f')]),
  ];
  const about = { opencollection: '1.0.0', info: { name: 'O' } };
  expect(namesIn([file('o.json', JSON.stringify({ ...about, items }))])).toEqual([
    'First',
    'f',
    'Second',
    ...ORDERED,
  ]);
  const files = [
    file('c/opencollection.yml', JSON.stringify(about)),
    file('c/Alpha/folder.yml', 'info:\n  name: Second\n  type: folder\n  seq: 12\n'),
    file('c/Beta/folder.yml', 'info:\n  name: First\n  type: folder\n  seq: 2\n'),
    file('c/Beta/f.yml', JSON.stringify(request('f'))),
    ...PLACES.map(([name, seq]) => file(`c/Alpha/${name}.yml`, JSON.stringify(request(name, seq)))),
  ];
  expect(namesIn(files)).toEqual(['First', 'f', 'Second', ...ORDERED]);
});
