/** The files of a collection: changed outside, and with a damage that hides nothing else. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Collections } from '../../main/core/collections/collections.ts';
import { listed } from '../../main/core/collections/listing.ts';
import { planOf } from '../../shared/collections/plan.ts';
import { requestStep } from '../../shared/collections/request-step.ts';
import { writeStepFile } from '../../shared/collections/step-file.ts';
import type { Step } from '../../shared/collections/steps.ts';
import { treeOf } from '../../shared/collections/tree.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { foldersForFile } from '../support/folders.ts';

const { next } = foldersForFile('collection-files');

let root: string;
let collections: Collections;
beforeEach(() => {
  root = next();
  collections = new Collections(root);
});

const step = (name: string, body = '{\n  "a": 1\n}'): Step =>
  requestStep(name, { ...fresh('createPayment'), body });
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

it('a new collection with a step that could not be read again is not written at all', () => {
  const unread = (path: string): Step => ({
    ...step('Two'),
    keep: [{ as: 'id', from: { of: 'body', path } }],
  });
  const save = (second: Step) => () => collections.saveAll('Mine', [step('One'), second], []);
  expect(save(unread(`$.${'n'.repeat(1200)}`))).toThrow(
    'Nothing was saved: the file of the step “Two” could not be read again.',
  );
  expect(save(step('n'.repeat(81)))).toThrow('at most 80 characters');
  expect(existsSync(join(root, 'Mine'))).toBe(false);
  expect(save(unread('$.id'))()).toBe('Mine');
  expect(listed(root).entries.map(({ damage }) => damage)).toEqual([null, null]);
});

it('a step that is saved again keeps its file, whatever that is called, until it gets another name', () => {
  write('Mine/02-second.step.json', writeStepFile({ name: 'Second', pause: 1 }, null));
  const { step: before, fingerprint } = entry('Mine/02-second');
  if (before === null) throw new Error('It was read a moment ago.');
  const saved = collections.save('Mine', { ...before, pause: 2 }, 'Mine/02-second', fingerprint);
  expect(saved.path).toBe('Mine/02-second');
  expect(entry('Mine/02-second').step?.pause).toBe(2);
  const renamed = collections.save('Mine', { ...before, name: 'Third' }, saved.path, saved.fingerprint);
  expect(renamed.path).toBe('Mine/Third');
  expect(readdirSync(join(root, 'Mine'))).toEqual(['Third.step.json']);
});

describe('a file that changes outside', () => {
  it('is not overwritten by a save that has not seen the change', () => {
    const { path, fingerprint } = collections.save('', step('Mine'), null);
    const theirs = writeStepFile(step('Mine', '{\n  "theirs": 1\n}'), null);
    write('Mine.step.json', theirs);
    expect(() => collections.save('', step('Mine', '{}'), path, fingerprint)).toThrow(
      'has been changed by another program since it was opened, so it was not overwritten',
    );
    expect(() => collections.save('Moved', step('Other', '{}'), path, fingerprint)).toThrow(
      'was not overwritten',
    );
    expect(read('Mine.step.json')).toBe(theirs);
    expect(existsSync(join(root, 'Moved'))).toBe(false);
    const saved = collections.save('', step('Mine', '{}'), path, entry(path).fingerprint);
    expect(entry(path)).toMatchObject({ step: step('Mine', '{}'), fingerprint: saved.fingerprint });
  });
  it('is written again if it was deleted', () => {
    const { path, fingerprint } = collections.save('', step('Mine'), null);
    rmSync(join(root, 'Mine.step.json'));
    collections.save('', step('Mine', '{}'), path, fingerprint);
    expect(entry(path).step).toEqual(step('Mine', '{}'));
  });
});

describe('what was not changed', () => {
  it('is not written: a file in another spelling keeps every byte', () => {
    const other = `${JSON.stringify(JSON.parse(writeStepFile(step('Mine'), null)), null, '\t')}\r\n`;
    write('Mine.step.json', other);
    const { step: same, fingerprint } = entry('Mine');
    if (same === null) throw new Error('It was read a moment ago.');
    expect(collections.save('', same, 'Mine', fingerprint).fingerprint).toBe(fingerprint);
    expect(read('Mine.step.json')).toBe(other);
  });
  it('is kept beside what was: the address of the schema, assertions and captures', () => {
    const full: Step = {
      ...step('Mine'),
      order: 3,
      tags: ['SIG-10'],
      expect: [{ that: { of: 'status' }, must: { is: 'equal', to: 201 } }],
      keep: [{ as: 'paymentId', from: { of: 'body', path: '$.paymentId' } }],
    };
    write('Mine.step.json', writeStepFile(full, '../step.schema.json'));
    collections.save('', { ...full, order: 4 }, 'Mine');
    expect(read('Mine.step.json')).toBe(writeStepFile({ ...full, order: 4 }, '../step.schema.json'));
  });
});

describe('a folder', () => {
  it('is listed with what it says about itself and its documentation', () => {
    write(
      'Suite/collection.json',
      '{"version":1,"name":"My suite","variables":{"amount":"1.00"},"secret":["pin"]}',
    );
    write('Suite/README.md', '# Suite\n');
    write('Suite/Deep/folder.json', '{"version":1,"order":2}');
    write('Plain/x.step.json', writeStepFile(step('x'), null));
    expect(listed(root).folders).toMatchObject([
      {
        path: 'Suite',
        isCollection: true,
        settings: { name: 'My suite', variables: { amount: '1.00' }, secret: ['pin'] },
        damage: null,
        documentation: '# Suite\n',
      },
      { path: 'Suite/Deep', isCollection: false, settings: { order: 2 }, documentation: null },
    ]);
  });
  it.each([
    ['damaged', '{"version":1,', 'The file is not valid JSON: '],
    ['newer', '{"version":5}', 'The file has version 5; this workbench reads versions up to 1.'],
  ])('with a %s file is shown with the reason, and hides nothing in it', (_, text, reason) => {
    write('Suite/folder.json', text);
    write('Suite/Inner/x.step.json', writeStepFile(step('x'), null));
    const { entries, folders } = listed(root);
    expect(folders).toMatchObject([{ path: 'Suite', damage: expect.stringContaining(reason) }]);
    expect(entries).toMatchObject([{ path: 'Suite/Inner/x', damage: null }]);
    collections.save('Suite/Inner', step('y'), null);
    expect(read('Suite/folder.json')).toBe(text);
  });
});

describe('what is too much to read', () => {
  it('a step with more variables for a folder, or more tags, than the window can show is damaged', () => {
    const many = Array.from({ length: 501 }, (_, at) => `v${at}`);
    const variables = Object.fromEntries(many.map((one) => [one, '1']));
    write('A.step.json', JSON.stringify({ version: 2, name: 'A', include: { folder: 'x', variables } }));
    write('B.step.json', JSON.stringify({ version: 2, name: 'B', pause: 1, tags: many }));
    expect(entry('A').damage).toContain('A step gives a folder at most 500 variables.');
    expect(entry('B').damage).toContain('A step has at most 500 tags.');
  });
  it('what is wrong is told in a short sentence, however long the names in the file are', () => {
    write('A.step.json', JSON.stringify({ version: 2, name: 'A', pause: 1, ['k'.repeat(2 ** 20)]: 1 }));
    write(
      'B.step.json',
      JSON.stringify({
        version: 2,
        name: 'B',
        request: { operation: 'x', headers: { ['k'.repeat(2 ** 20)]: 1 } },
      }),
    );
    for (const path of ['A', 'B']) expect(entry(path).damage?.length).toBeLessThan(1000);
  });
  it('documentation that is too long is damaged, and neither deleted nor overwritten; steps beside it run', () => {
    const long = 'x'.repeat(1024 * 1024 + 1);
    write('F/README.md', long);
    write('F/A.step.json', writeStepFile(step('A'), null));
    expect(planOf(treeOf(listed(root)), 'F')).toMatchObject([{ path: 'F/A', step: { name: 'A' } }]);
    expect(listed(root).folders[0]).toMatchObject({
      damage: null,
      unreadable: 'The file cannot be read: it is larger than 1 MB.',
      documentation: null,
    });
    const settings = { variables: {}, secret: [], volatile: [] };
    for (const documentation of ['', 'short'])
      expect(() => collections.changeFolder('F', { name: 'F', settings, documentation }, null)).toThrow(
        'was not overwritten',
      );
    expect(read('F/README.md')).toBe(long);
  });
});
