/** The files of a collection: changed outside, saved with all that was not changed, and with a damage that hides nothing else. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Collections } from '../../main/core/collections/collections.ts';
import { listed } from '../../main/core/collections/listing.ts';
import { TreeFiles } from '../../main/core/collections/tree-files.ts';
import { requestStep } from '../../shared/collections/request-step.ts';
import { NO_REPEATS, NO_SETTINGS } from '../../shared/collections/settings.ts';
import type { Step } from '../../shared/collections/steps.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { foldersForFile } from '../support/folders.ts';

const { next } = foldersForFile('collection-files');

let root: string;
let collections: Collections;
beforeEach(() => {
  root = next();
  collections = new Collections(root);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const step = (name: string, body = '{\n  "a": 1\n}'): Step =>
  requestStep(name, { ...fresh('createPayment'), query: {}, body });
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const entry = (path: string) => {
  const found = listed(root).entries.find((one) => one.path === path);
  if (found === undefined) throw new Error(`${path} is not listed.`);
  return found;
};
const change = (path: string, by: Partial<Step>, folder = entry(path).folder) => {
  const { step: before, fingerprint } = entry(path);
  return collections.save(folder, { ...before, ...by }, path, fingerprint);
};

/** As a person writes it. */
const WRITTEN = `# yaml-language-server: $schema=https://example.com/flow.schema.json
variables: { amount: "1250.00" } # NOK

steps:
  # First of all
  - control: POST /control/reset

  - name: Pay   # now
    request: POST /v1/payments/domestic-norway-credit-transfers
    headers: { TPP-Redirect-Preferred: null } # left out
    body:
      # Ours
      instructedAmount: { currency: NOK, amount: '{{amount}}' }
      creditorName: Ingrid
    expect: 201
    keep: { state: link status }   # for later
  - name: Wait
    pause: 500
# The end
`;

describe('a step that is saved', () => {
  const text = (crlf: boolean) => (crlf ? WRITTEN.replaceAll('\n', '\r\n') : WRITTEN);
  it.each([false, true])('changes only what was changed (CRLF: %s)', (crlf) => {
    write('a.flow.yaml', text(crlf));
    const { step: before } = entry('a.flow.yaml/Pay');
    change('a.flow.yaml/Pay', {});
    expect(read('a.flow.yaml')).toBe(text(crlf));
    const body = { instructedAmount: { currency: 'NOK', amount: '{{amount}}' }, creditorName: 'Kari' };
    if (before.request === undefined) throw new Error('It is a request.');
    change('a.flow.yaml/Pay', { name: 'Pay Kari', request: { ...before.request, json: body }, tags: ['T'] });
    const wanted = WRITTEN.replace('name: Pay ', 'name: Pay Kari ')
      .replace('Ingrid', 'Kari')
      .replace('    expect: 201\n', '    tags: [T]\n    expect: 201\n');
    expect(read('a.flow.yaml')).toBe(crlf ? wanted.replaceAll('\n', '\r\n') : wanted);
  });
  it('without a name is called by what it does, also when it does something else', () => {
    write('a.flow.yaml', WRITTEN);
    const path = 'a.flow.yaml/POST %2Fcontrol%2Freset';
    expect(change(path, { control: { method: 'POST', path: '/control/batch' } }).path).toBe(
      'a.flow.yaml/POST %2Fcontrol%2Fbatch',
    );
    expect(read('a.flow.yaml')).toBe(WRITTEN.replace('/reset', '/batch'));
  });
  it('is new at the end of its flow or group', () => {
    write('a.flow.yaml', `${WRITTEN}  - group: G\n    steps: []\n`);
    const one: Step = { name: 'One', pause: 1 };
    expect(collections.save('a.flow.yaml/G', one, null).path).toBe('a.flow.yaml/G/One');
    expect(collections.save('A', { ...one, name: 'Two' }, null).path).toBe('a.flow.yaml/Two');
    expect(read('a.flow.yaml')).toBe(
      `${WRITTEN}  - group: G\n    steps:\n      - name: One\n        pause: 1\n  - name: Two\n    pause: 1\n`,
    );
    expect(() => collections.save('a.flow.yaml/G', { ...one, name: 'Wait' }, null)).toThrow(
      'The flow has another step or group named “Wait”. Choose another name.',
    );
  });
  it('is moved with its comments: to another group, another flow, or a new one', () => {
    write('a.flow.yaml', `${WRITTEN}  - group: G\n    steps: []\n`);
    expect(change('a.flow.yaml/Pay', {}, 'a.flow.yaml/G').path).toBe('a.flow.yaml/G/Pay');
    expect(change('a.flow.yaml/G/Pay', { name: 'Wait 2' }, 'In/b').path).toBe('In/b.flow.yaml/Wait 2');
    const [, start = '', own = ''] = /^([^]*)(  - name: Pay[^]*)  - name: Wait/.exec(WRITTEN) ?? [];
    expect(read('In/b.flow.yaml')).toBe(`steps:\n${own.replace('name: Pay ', 'name: Wait 2 ')}`);
    expect(read('a.flow.yaml').startsWith(`${start.trimEnd()}\n`)).toBe(true);
    expect(listed(root).entries).toHaveLength(3);
  });
  it('in a folder makes a flow of its name, beside one of the same name', () => {
    write('S/x.flow.yaml', WRITTEN);
    write('S.flow.yaml', WRITTEN);
    expect(collections.save('S', { name: 'y', pause: 1 }, null).path).toBe('S/y.flow.yaml/y');
    expect(() => collections.save('S', { name: 'X', pause: 1 }, null)).toThrow(
      '“S/x.flow.yaml” already exists',
    );
    expect(collections.save('S.flow.yaml', { name: 'y', pause: 1 }, null).path).toBe('S.flow.yaml/y');
    expect(() => collections.save('S/gone.flow.yaml/G', { name: 'y', pause: 1 }, null)).toThrow(
      'no longer exists',
    );
    expect(readdirSync(join(root, 'S')).toSorted()).toEqual(['x.flow.yaml', 'y.flow.yaml']);
  });
});

describe('what could not be read again', () => {
  const unread: Partial<Step> = { keep: [{ as: 'id', from: { of: 'body', path: `$.${'n'.repeat(1200)}` } }] };
  it.each<[what: string, work: () => unknown]>([
    ['a step that is saved again', () => change('a.flow.yaml/Pay', unread)],
    ['one that is moved', () => change('a.flow.yaml/Pay', unread, 'b')],
    ['a new one', () => collections.save('a.flow.yaml', { ...step('x'), ...unread }, null)],
    ['one in a new flow', () => collections.save('New', { ...step('x'), ...unread }, null)],
    ['a recording', () => collections.saveAll('Mine', [step('One'), { ...step('Two'), ...unread }], [])],
    ['a name that is too long', () => collections.saveAll('Mine', [step('n'.repeat(81))], [])],
    [
      'a name of a variable',
      () =>
        collections.changeFolder(
          'a.flow.yaml',
          {
            name: 'a',
            settings: { ...NO_SETTINGS, variables: { 'not a name': '' } },
            repeats: NO_REPEATS,
          },
          null,
        ),
    ],
  ])('is refused, and nothing is written: %s', (_, work) => {
    write('a.flow.yaml', WRITTEN);
    expect(work).toThrow(/^Nothing was saved: “.+” could not be read again\. ./);
    expect(readdirSync(root)).toEqual(['a.flow.yaml']);
    expect(read('a.flow.yaml')).toBe(WRITTEN);
  });
  it('a file that would be too large is refused', () => {
    write('a.flow.yaml', WRITTEN);
    expect(() => change('a.flow.yaml/Wait', { skip: 'x'.repeat(8 * 2 ** 20) })).toThrow('larger than 8 MB');
    expect(read('a.flow.yaml')).toBe(WRITTEN);
  });
  it.each([0, 1])('a step is in one flow if the disk is full after %i', (count) => {
    write('a.flow.yaml', WRITTEN);
    let left = count;
    vi.spyOn(TreeFiles.prototype, 'checkText').mockImplementation(() => {
      if (left-- === 0) throw new Error('ENOSPC');
    });
    expect(() => change('a.flow.yaml/Wait', { pause: 1 }, 'In/b')).toThrow('ENOSPC');
    expect(read('a.flow.yaml')).toBe(WRITTEN);
    expect(existsSync(join(root, 'In/b.flow.yaml'))).toBe(false);
  });
});

describe('a file that changes outside', () => {
  it('is not overwritten by a save that has not seen the change', () => {
    const { path, fingerprint } = collections.save('a', step('Mine'), null);
    const theirs = read('a.flow.yaml').replace('a: 1', 'theirs: 1');
    write('a.flow.yaml', theirs);
    const outside = 'has been changed by another program since it was opened, so it was not overwritten';
    for (const [folder, name] of [
      ['a.flow.yaml', 'Mine'],
      ['Moved', 'Other'],
    ] as const)
      expect(() => collections.save(folder, step(name, '{}'), path, fingerprint)).toThrow(outside);
    expect(read('a.flow.yaml')).toBe(theirs);
    expect(readdirSync(root)).toEqual(['a.flow.yaml']);
    const saved = collections.save('a.flow.yaml', step('Mine', '{}'), path, entry(path).fingerprint);
    expect(entry(path)).toMatchObject({ step: step('Mine', '{}'), fingerprint: saved.fingerprint });
  });
  it.each<[what: string, change: (text: string) => string]>([
    ['a comment', (text) => `# New\n${text.replace('# now', '# later')}`],
    ['another step', (text) => text.replace('pause: 500', 'pause: 1')],
    ['a step before it', (text) => text.replace('  # First', '  - pause: 9\n  # First')],
    ['a step that is gone', (text) => text.replace('  - control: POST /control/reset\n', '')],
    ['the order', (text) => text.replace('steps:\n', 'steps:\n  - { name: Last, pause: 1 }\n')],
    ['its quotes', (text) => text.replace("'{{amount}}'", '"{{amount}}"')],
    [
      'a group around it',
      (text) => text.replace('  - name: Wait', '  - group: G\n    steps: []\n  - name: Wait'),
    ],
    ['the head', (text) => text.replace('1250.00', '9.00')],
    ['line breaks', (text) => text.replaceAll('\n', '\r\n')],
  ])('may change %s: the step is the same, and both changes are kept', (_, outside) => {
    write('a.flow.yaml', WRITTEN);
    const { step: opened, fingerprint } = entry('a.flow.yaml/Pay');
    write('a.flow.yaml', outside(WRITTEN));
    expect(entry('a.flow.yaml/Pay').fingerprint).toBe(fingerprint);
    collections.save('a.flow.yaml', { ...opened, skip: 'mine' }, 'a.flow.yaml/Pay', fingerprint);
    const nl = read('a.flow.yaml').includes('\r') ? '\r\n' : '\n';
    expect(read('a.flow.yaml').replace(`    skip: mine${nl}`, '')).toBe(outside(WRITTEN));
  });
  it.each(['a.flow.yaml', 'a.flow.yaml/Mine'])('is written again if %s was deleted', (gone) => {
    const { path, fingerprint } = collections.save('a', step('Mine'), null);
    if (gone === path) write('a.flow.yaml', 'steps: [] # none\n');
    else rmSync(join(root, gone));
    collections.save('a.flow.yaml', step('Mine', '{}'), path, fingerprint);
    expect(entry(path).step).toEqual(step('Mine', '{}'));
  });
});

describe('a folder', () => {
  it('is listed with what it says about itself', () => {
    write(
      'Suite/collection.yaml',
      'name: My suite\nabout: "# Suite"\nvariables: { amount: "1.00" }\nsecret: [pin]\nheaders: { X-A: null }\n',
    );
    write('Suite/Deep/10.flow.yaml', 'flow: Ten\nrun: only when included\nsteps: []\n');
    write('Suite/Deep/.git/config.flow.yaml', 'steps: []\n');
    const { folders } = listed(root);
    expect(folders.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toMatchObject([
      {
        path: 'Suite',
        role: 'collection',
        name: 'My suite',
        place: { file: 'Suite/collection.yaml', line: 1 },
        settings: {
          about: '# Suite',
          variables: { amount: '1.00' },
          secret: ['pin'],
          headers: { 'x-a': '' },
        },
        damage: null,
      },
      { path: 'Suite/Deep', role: 'folder', place: null },
      { path: 'Suite/Deep/10.flow.yaml', role: 'flow', name: 'Ten', settings: { run: 'only when included' } },
    ]);
  });
  it.each([
    ['no YAML', 'name: [', 'line 1, column'],
    ['another key', 'nmae: x', '`nmae`: did you mean `name`?'],
    ['a list', '- x', 'line 1'],
  ])('with %s is shown with the reason, and hides nothing in it', (_, text, reason) => {
    write('Suite/collection.yaml', text);
    write('Suite/Inner/x.flow.yaml', 'steps:\n  - pause: 1\n');
    const { entries, folders } = listed(root);
    expect(folders.find(({ path }) => path === 'Suite')?.damage).toContain(reason);
    expect(entries).toMatchObject([{ folder: 'Suite/Inner/x.flow.yaml' }]);
    collections.save('Suite/Inner/x.flow.yaml', step('y'), null);
    expect(read('Suite/collection.yaml')).toBe(text);
  });
});
