/** The shipped collections, exported and imported again: the same is sent, and what the report calls carried is the same. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listed } from '../../main/core/collections/listing.ts';
import { composedOfStep } from '../../shared/collections/request-step.ts';
import type { Step } from '../../shared/collections/steps.ts';
import { treeOf } from '../../shared/collections/tree.ts';
import { exportTree } from '../../shared/interchange/export.ts';
import { importFiles } from '../../shared/interchange/import.ts';
import { stepsIn } from '../../shared/interchange/flows.ts';
import { folderOf } from '../../shared/interchange/to/read-tree.ts';
import { httpOf } from '../../shared/requests/http.ts';

const FOLDER = join(import.meta.dirname, '../../main/collections');
const COLLECTIONS = ['account-information', 'conformance', 'first-steps', 'payments-and-baskets', 'refusals'];

/** Headers that an import leaves to the workbench. */
const OWN = new Set(['signature', 'digest', 'date', 'x-request-id', 'tpp-signature-certificate']);

/** What every format carries: the name, and what is sent. */
function sentBy({ name, request }: Step): object {
  const sent = request === undefined ? null : httpOf(composedOfStep(request));
  const headers = (sent?.headers ?? []).map(([header, value]) => [header.toLowerCase(), value] as const);
  return {
    // In one flow, names get numbers.
    name: name.replace(/(?: \(\d+\))+$/, ''),
    method: sent?.method,
    // A variable is the same with its braces encoded.
    path: sent?.path.replaceAll('%7B%7B', '{{').replaceAll('%7D%7D', '}}').replaceAll('%24', '$'),
    headers: Object.fromEntries(headers.filter(([header, value]) => value !== '' && !OWN.has(header))),
    body: sent?.body,
  };
}

describe.each(COLLECTIONS)('%s', (name) => {
  const root = treeOf(listed(join(FOLDER, name)));
  // A consent is a request and an SCA, and requests have the headers that stand around them.
  const steps = stepsIn(folderOf(root, () => undefined));

  // The others have more requests: test/core/ready-collections.test.ts runs them.
  it.each(['har', 'curl'] as const)('goes to %s and back', (format) => {
    const { text, report } = exportTree(root, name, format);
    const items = report.filter(({ kind }) => kind === 'step');
    expect(items).toHaveLength(steps.length);
    const { tree, formats } = importFiles([{ path: 'back', bytes: new TextEncoder().encode(text) }]);
    expect(formats).toEqual([format]);
    const back = stepsIn(tree);
    const carried = steps.filter((_, at) => items[at]?.result !== 'not carried');
    // In HAR, an address is one: it cannot be a link that an earlier response had.
    const isAddress = (_: Step, at: number) =>
      format !== 'har' || !/^[A-Z]+ \{\{/.test(carried[at]?.request?.line ?? '');
    expect(back.filter(isAddress).map(sentBy)).toEqual(carried.filter(isAddress).map(sentBy));
    const whole = carried.map((step, at) => ({
      step,
      there: back[at],
      item: items.filter(({ result }) => result !== 'not carried')[at],
    }));
    for (const { step, there } of whole.filter(({ item }) => item?.result === 'carried'))
      expect([there?.expect ?? [], there?.keep ?? []]).toEqual([step.expect ?? [], step.keep ?? []]);
  });
});
