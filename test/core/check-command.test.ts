/** `tpp-workbench check`: exit statuses, and each mistake with its file, line and column. */
import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { folderForFile } from '../support/folders.ts';
import { programFile } from '../support/programs.ts';
import { ended } from '../support/run-program.ts';

const folder = folderForFile('check');
const check = (...args: string[]) =>
  ended(spawn(process.execPath, [programFile('cli'), 'check', ...args], { cwd: folder }));

const FILES = {
  'right/collection.yaml': 'variables: { amount: "1.00" }\n',
  'right/1.flow.yaml': 'steps:\n  - include: parts/sign.flow.yaml\n  - session: "{{amount}}"\n',
  'right/parts/sign.flow.yaml': 'run: only when included\nsteps:\n  - pause: 1\n    each: rows.csv\n',
  'right/parts/rows.csv': 'n\n1\n',
  'wrong/collection.yaml': 'variable: { amount: 1 }\n',
  'wrong/2.flow.yaml': 'steps:\n  - pause: 1\n    skpi: later\n  - pauze: 1\n',
  'wrong/in/10.flow.yaml':
    'steps:\n  - include: gone.flow.yaml\n  - request: GET /v1/user\n    keep: { payment: $.id }\n  - session: "{{paymnt}}"\n',
  'wrong/in/node_modules/other.flow.yaml': 'nothing',
  'wrong/.git/other.flow.yaml': 'nothing',
  'none/notes.txt': 'nothing',
  'noted/1.flow.yaml': 'steps:\n  - session: "{{apiKey}}"\n',
};

beforeAll(() => {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync('..', join(folder, 'right/parts/up'));
});

const MISTAKES = [
  'wrong/2.flow.yaml:3:5: `skpi`: did you mean `skip`?',
  'wrong/2.flow.yaml:4:5: `pauze`: did you mean `pause`?',
  'wrong/collection.yaml:1:1: `variable`: did you mean `variables`?',
  'wrong/in/10.flow.yaml:2:14: There is no flow `gone.flow.yaml` beside this one.',
  'wrong/in/10.flow.yaml:5:14: Nothing keeps `paymnt`: `payment`?',
];

it('0 if nothing is wrong, also with what other files of the collection give', async () => {
  expect(await check('right')).toEqual({ stdout: '3 files, no mistakes.\n', stderr: '', status: 0 });
  expect(await check('right/1.flow.yaml')).toMatchObject({ stdout: '1 file, no mistakes.\n', status: 0 });
});

it('0 with a note for a name that only the environment can give', async () => {
  expect(await check('noted')).toEqual({
    stdout:
      'noted/1.flow.yaml:2:14: note: nothing here keeps `apiKey`: it has to come from the environment, --var or --data.\n1 file, no mistakes.\n',
    stderr: '',
    status: 0,
  });
});

it('1 for mistakes, each in a line of its own with its file, line and column', async () => {
  const { stdout, stderr, status } = await check('wrong', 'right');
  expect(stdout.trim().split('\n')).toEqual(MISTAKES);
  expect([stderr, status]).toEqual(['', 1]);
});

it('as JSON, each file with its mistakes', async () => {
  const { stdout, status } = await check('wrong/2.flow.yaml', 'right/1.flow.yaml', '--json');
  expect(JSON.parse(stdout)).toEqual([
    {
      file: 'wrong/2.flow.yaml',
      mistakes: [
        { line: 3, column: 5, text: '`skpi`: did you mean `skip`?' },
        { line: 4, column: 5, text: '`pauze`: did you mean `pause`?' },
      ],
    },
    { file: 'right/1.flow.yaml', mistakes: [] },
  ]);
  expect(status).toBe(1);
});

it.each([
  ['nothing', [], 'Give a flow file or a folder'],
  ['what is not there', ['nowhere'], 'nowhere does not exist.'],
  ['a folder without flows', ['none'], 'There is no flow: the name of its file ends with .flow.yaml.'],
  ['another file', ['none/notes.txt'], 'none/notes.txt is no flow'],
  ['an unknown option', ['right', '--fix'], '--fix'],
])('2 for %s, with a sentence', async (_, args, sentence) => {
  const { stderr, status } = await check(...args);
  expect(stderr).toContain(sentence);
  expect(status).toBe(2);
});
