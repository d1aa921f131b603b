/** Which flows an import makes of the folders of another program. */
import { expect, it } from 'vitest';
import { stepsIn } from '../../../shared/interchange/flows.ts';
import { importFiles } from '../../../shared/interchange/import.ts';
import { outlineOf, reportLines } from '../../support/outline.ts';

const item = (name: string, url = '/x', script = '') => ({
  name,
  request: { method: 'GET', url },
  event: [{ listen: 'test', script: { exec: [script] } }],
});
const folder = (name: string, ...inner: object[]) => ({ name, item: inner });
const keeps = (name: string) => `pm.collectionVariables.set("${name}", pm.response.json().id);`;

function read(...items: object[]) {
  const text = JSON.stringify({ info: { name: 'Shop' }, item: items });
  const { tree, report } = importFiles([{ path: 'shop.json', bytes: new TextEncoder().encode(text) }]);
  return { tree, report: reportLines(report) };
}

function imported(...items: object[]) {
  const { tree, report } = read(...items);
  const lines = outlineOf(tree).filter((line) => /\/ \(|- /.test(line));
  return { outline: lines.map((line) => line.replace(/^ {2}/, '')).slice(1), report };
}

it.each([
  [
    'each outermost folder is a flow, deeper ones are groups, and what is in none is a flow in its place',
    [folder('Buy', item('a'), folder('Refund', item('b'))), item('c'), folder('Ship'), item('d')],
    [
      'Buy/ (flow)',
      '  - a',
      '  Refund/ (group)',
      '    - b',
      'Shop/ (flow)',
      '  - c',
      '  - d',
      'Ship/ (flow)',
    ],
  ],
  [
    'everything is one flow if a folder uses what another one keeps',
    [folder('Log in', item('a', '/x', keeps('id'))), folder('Buy', item('b', '/x/{{id}}'))],
    ['Shop/ (flow)', '  Log in/ (group)', '    - a', '  Buy/ (group)', '    - b'],
  ],
  [
    'a folder that keeps what it uses is a flow',
    [
      folder('Buy', item('a', '/x', keeps('id')), item('b', '/x/{{id}}')),
      folder('Ship', item('c', '/x', keeps('id')), item('d', '/x/{{id}}')),
    ],
    ['Buy/ (flow)', '  - a', '  - b', 'Ship/ (flow)', '  - c', '  - d'],
  ],
])('%s', (_, items, outline) => {
  expect(imported(...items).outline).toEqual(outline);
});

it('steps and groups of a flow get names of their own, and the report says so of steps', () => {
  const { outline, report } = imported(folder('Buy', item('a'), item('a'), folder('a', item('a'))));
  expect(outline).toEqual(['Buy/ (flow)', '  - a', '  - a (2)', '  a (3)/ (group)', '    - a (4)']);
  expect(report.filter((line) => line.includes('Now named'))).toEqual([
    '  Now named “a (2)”, because names are unique in a flow.',
    '  Now named “a (4)”, because names are unique in a flow.',
  ]);
});

it('of assertions that a file cannot say, the first stays, and the report says so of the others', () => {
  const script = [200, 201, 200, '"ok"'].map(
    (code) => `pm.test("x", () => { pm.expect(pm.response.code).to.eql(${code}); });`,
  );
  const { tree, report } = read(folder('Buy', item('a', '/x', script.join('\n'))));
  expect(stepsIn(tree)).toMatchObject([{ expect: [{ must: { is: 'equal', to: 200 } }] }]);
  expect(stepsIn(tree)[0]?.expect).toHaveLength(1);
  expect(report.filter((line) => line.includes('left out'))).toEqual([
    '  A flow cannot say this assertion, so it was left out: Status equal.',
  ]);
});
