/** The shipped collections, exported and imported again: the same is sent, and what the report calls carried is the same. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listed } from '../../main/core/collections/listing.ts';
import { composedOfStep } from '../../shared/collections/request-step.ts';
import type { Step } from '../../shared/collections/steps.ts';
import { allOf, treeOf } from '../../shared/collections/tree.ts';
import { exportTree } from '../../shared/interchange/export.ts';
import { importFiles } from '../../shared/interchange/import.ts';
import { EXPORTS, type Folder } from '../../shared/interchange/model.ts';
import { httpOf } from '../../shared/requests/http.ts';

const FOLDER = join(import.meta.dirname, '../../main/collections');
const COLLECTIONS = ['account-information', 'conformance', 'first-steps', 'payments-and-baskets', 'refusals'];

/** Every step, in its order. */
function stepsOf(folder: Folder): Step[] {
  return folder.children.flatMap((child) => (child.kind === 'folder' ? stepsOf(child) : [child.step]));
}

/** Headers that an import leaves to the workbench. */
const OWN = new Set(['signature', 'digest', 'date', 'x-request-id', 'tpp-signature-certificate']);

/** What every format carries: the name, and what is sent. */
function sentBy({ name, request }: Step): object {
  const sent = request === undefined ? null : httpOf(composedOfStep(request));
  const headers = (sent?.headers ?? []).map(([header, value]) => [header.toLowerCase(), value] as const);
  return {
    name,
    method: sent?.method,
    // A variable is the same with its braces encoded.
    path: sent?.path.replaceAll('%7B%7B', '{{').replaceAll('%7D%7D', '}}').replaceAll('%24', '$'),
    headers: Object.fromEntries(headers.filter(([header, value]) => value !== '' && !OWN.has(header))),
    body: sent?.body,
  };
}

describe.each(COLLECTIONS)('%s', (name) => {
  const root = treeOf(listed(join(FOLDER, name)));
  const steps = [...allOf(root)].flatMap((node) =>
    node.kind === 'step' && node.entry.step !== null ? [node.entry.step] : [],
  );

  // A script for k6 does not come back: test/core/k6-script.test.ts runs it.
  it.each(EXPORTS.filter((format) => format !== 'k6'))('goes to %s and back', (format) => {
    const { text, report } = exportTree(root, name, format);
    const items = report.filter(({ kind }) => kind === 'step');
    expect(items).toHaveLength(steps.length);
    const { tree, formats } = importFiles([{ path: 'back', bytes: new TextEncoder().encode(text) }]);
    expect(formats).toEqual([format]);
    const back = stepsOf(tree);
    const carried = steps.filter((_, at) => items[at]?.result !== 'not carried');
    expect(back.map(sentBy)).toEqual(carried.map(sentBy));
    const whole = carried.map((step, at) => ({
      step,
      there: back[at],
      item: items.filter(({ result }) => result !== 'not carried')[at],
    }));
    for (const { step, there } of whole.filter(({ item }) => item?.result === 'carried'))
      expect([step.name, there?.expect ?? [], there?.keep ?? []]).toEqual([
        step.name,
        step.expect ?? [],
        step.keep ?? [],
      ]);
  });
});
