/** A collection as an HTTP archive (HAR 1.2): its requests without responses. */
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import type { Folder } from '../model.ts';
import { type Carried, type Exporting, hasRequest } from './exporting.ts';
import { wordsOf } from '../report.ts';

/** Reserved for examples (RFC 2606). */
const BASE = 'https://bank.example';
const CARRIED: Carried = new Set(['expect']);
/** Of the collection. */
const CARRIED_OF_ALL: Carried = new Set(['about']);

export function toHar(root: Folder, exporting: Exporting): string {
  exporting.folder(root, [], CARRIED_OF_ALL).changed(t.exampleHost(BASE));
  if (Object.keys(root.settings.variables).length > 0)
    exporting.out.lost('variables', [root.name], t.variablesLost);
  const writer = new Writer(exporting);
  writer.add(root, []);
  const log = {
    version: '1.2',
    creator: { name: 'TPP Workbench', version: '1' },
    pages: writer.pages,
    entries: writer.entries,
    ...(root.settings.about === undefined ? {} : { comment: root.settings.about }),
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

/** The format wants a time. */
const NEVER = '1970-01-01T00:00:00.000Z';

/** A folder is a page. One that goes on after another is a second page, so that the order stays the same. */
class Writer {
  readonly pages: { startedDateTime: string; id: string; title: string; pageTimings: object }[] = [];
  readonly entries: object[] = [];
  private readonly exporting: Exporting;
  private last: readonly string[] = [];

  constructor(exporting: Exporting) {
    this.exporting = exporting;
  }

  add(folder: Folder, names: readonly string[]): void {
    for (const child of folder.children) {
      if (child.kind === 'step') {
        const entry = entryOf(child.step, names, () => this.page(names), this.exporting);
        if (entry !== null) this.entries.push(entry);
        continue;
      }
      const all = [...names, child.name];
      const entry = this.exporting.folder(child, all, CARRIED);
      if (!hasRequest(child)) entry.lost(t.emptyFolder);
      else if (names.length > 0) entry.changed(t.joined);
      if (Object.keys(child.settings.variables).length > 0) entry.changed(t.variablesLost);
      this.add(child, all);
    }
  }

  private page(names: readonly string[]): object {
    const isSame = names.length === this.last.length && names.every((name, at) => name === this.last[at]);
    this.last = names;
    if (names.length === 0) return {};
    if (!isSame)
      this.pages.push({
        startedDateTime: NEVER,
        id: `page_${this.pages.length + 1}`,
        title: names.join(' / '),
        pageTimings: {},
      });
    return { pageref: `page_${this.pages.length}` };
  }
}

function entryOf(
  step: Step,
  names: readonly string[],
  page: () => object,
  exporting: Exporting,
): object | null {
  const made = exporting.sent(step, names, CARRIED);
  if (made === null) return null;
  const { sent, entry } = made;
  const { status, others } = expectedStatus(step);
  for (const assertion of others) entry.changed(t.assertionLost(wordsOf(assertion)));
  const type =
    sent.headers.find(([name]) => name === 'content-type')?.[1] ?? (sent.isJson ? 'application/json' : '');
  return {
    ...page(),
    startedDateTime: NEVER,
    time: 0,
    request: {
      method: sent.method,
      url: exporting.address(step, sent.path, BASE),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: sent.headers.map(([name, value]) => ({ name, value })),
      queryString: queryOf(sent.path),
      ...(sent.body === '' ? {} : { postData: { mimeType: type, text: sent.body } }),
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: '' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    comment: step.name,
  };
}

/** The one status that a step expects; 0 if there is none. */
function expectedStatus({ expect = [] }: Step): { status: number; others: NonNullable<Step['expect']> } {
  const [first, ...rest] = expect.filter(
    ({ that, must }) => that.of === 'status' && must.is === 'equal' && typeof must.to === 'number',
  );
  const status =
    first?.must.is === 'equal' && typeof first.must.to === 'number' && rest.length === 0 ? first.must.to : 0;
  return { status, others: expect.filter((one) => status === 0 || one !== first) };
}

function queryOf(path: string): object[] {
  const [, query = ''] = path.split('?', 2);
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}
