/** Work and snapshots of somebody else whose values are nested thousands deep, or need more memory than there is: they are refused, and the host goes on. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { letIn, startHostProcess } from '../../support/browser-host.ts';
import { folderForFile, foldersForFile } from '../../support/folders.ts';
import { callCore, startCore } from '../../support/workbench.ts';

const folder = folderForFile('deep-files');
const { next } = foldersForFile('large-files');
let host: Awaited<ReturnType<typeof startHostProcess>>;
let browser: Awaited<ReturnType<typeof letIn>>;
let work: object;

const answered = async <T>(path: string, body: string): Promise<Envelope<T>> =>
  (await (await browser.post(path, body)).json()) as Envelope<T>;
const call = (method: string, input: object = {}) =>
  answered<Record<string, string>>(`rpc/${method}`, JSON.stringify(input));

beforeAll(async () => {
  host = await startHostProcess(folder);
  browser = await letIn(host.url);
  const exported = await call('app.export');
  const download = exported.ok ? exported.value['download'] : '';
  const { origin, place, cookie } = browser;
  const file = await fetch(`${origin}${place}download/${download}`, { headers: { Cookie: cookie } });
  work = (await file.json()) as object;
});
afterAll(() => host.child.kill());

const DEEP = 'the deep value';
const VALUES: readonly [what: string, value: (depth: number) => string][] = [
  ['objects', (depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
  ['lists', (depth) => `${'['.repeat(depth)}1${']'.repeat(depth)}`],
];
const FILES: readonly [what: string, method: string, file: () => object][] = [
  [
    'variables of an environment, which only the question before an import reads',
    'app.importPreview',
    () => ({ ...work, environments: [{ kind: 'local', name: 'Local bank', variables: [DEEP] }] }),
  ],
  ['a bank', 'app.import', () => ({ ...work, bank: { version: 1, tables: { account: DEEP } } })],
  ['a snapshot', 'bank.addSnapshot', () => ({ version: 1, tables: { account: DEEP } })],
];

it.each(FILES)('%s of thousands of objects or lists in each other', async (_, method, file) => {
  for (const [, value] of VALUES)
    for (const depth of [2_500, 100_000]) {
      const body = JSON.stringify(file()).replace(JSON.stringify(DEEP), value(depth));
      const upload = await answered<{ id: string }>('upload?name=theirs.json&for=work', body);
      const answer = await call(method, { file: upload.ok ? upload.value.id : '' });
      expect(answer).toMatchObject({ ok: false, error: { message: texts.core.dispatch.tooDeep } });
      expect(await call('app.status')).toMatchObject({ ok: true });
    }
});

it('a snapshot that needs more memory than a process for files is given', async () => {
  // The process ends as V8 ends it when its memory is full.
  const full = {
    send: () => undefined,
    onMessage: () => undefined,
    onExit: (listener: (end: { ended: 'out-of-memory' }) => void) => listener({ ended: 'out-of-memory' }),
    kill: () => undefined,
  };
  const core = await startCore(next(), { startInterchange: () => full });
  try {
    const bytes = Buffer.from('{"version":1,"tables":{"account":[]}}');
    const file = core.upload({ name: 'theirs.snapshot.json', bytes }, 'work');
    await expect(callCore(core, 'bank.addSnapshot', { file })).rejects.toThrow('It needed more memory');
    expect(await callCore(core, 'bank.snapshots', {})).toEqual({ snapshots: [] });
  } finally {
    await core.stop();
  }
});
