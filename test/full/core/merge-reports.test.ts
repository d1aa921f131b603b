/** `run --shard` and `merge-reports`: the parts of a run say together what the whole says. */
import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Command, UsageError } from '../../../main/cli/command.ts';
import { mergeReports } from '../../../main/cli/run/merge-reports.ts';
import { runCommand } from '../../../main/cli/run/run.ts';
import { failing, useRunProgram } from '../../support/run-program.ts';
import { request, status, wait } from '../../support/run-steps.ts';
import { stepsOf } from '../../support/runs.ts';

const program = useRunProgram();
const { collection, done, folder, results, written } = program;

const lines = (name: string) => written(name).trimEnd().split('\n');
const merged = (...args: string[]) => done(['merge-reports', ...args]);
/** What must be equal: times and ids are not. */
const essence = (name: string) =>
  results(name).map(({ path, place, iteration, outcome, error, reason, turn, assertions, used }) => ({
    path,
    place,
    error,
    iteration,
    outcome,
    reason,
    turn,
    assertions,
    used,
  }));

const reporters = (...orders: string[]) => orders.flatMap((order) => ['--reporter', order]);

const SHARDS = ['part-1.jsonl', 'part-2.jsonl', 'part-3.jsonl'];

beforeAll(async () => {
  collection('rows', {
    'collection.yaml': { name: 'Rows' },
    ...stepsOf(
      { name: 'Asks', request: request('readUser'), expect: [status(401)] },
      wait('{{n}}', { each: { item: '{{n}}' } }),
      failing('fails'),
    ),
  });
  const rows = Array.from({ length: 7 }, (_, at) => ({ n: Array.from({ length: at }, () => at) }));
  writeFileSync(join(folder, 'seven.json'), JSON.stringify(rows));
  const run = ['run', 'rows', '--bank', '--data', 'seven.json'];
  await done([...run, '--reporter', 'json=whole.jsonl', '--reporter', 'junit=whole.xml']);
  for (const [at, file] of SHARDS.entries())
    await done([...run, '--shard', `${at + 1}/3`, '--reporter', `json=${file}`]);
});

describe('rows of data', () => {
  it('are divided, and the parts put together are the whole, whatever the order of the files', async () => {
    expect(SHARDS.map((file) => new Set(results(file).map(({ iteration }) => iteration)))).toEqual([
      new Set([1, 2]),
      new Set([3, 4, 5]),
      new Set([6, 7]),
    ]);
    const [first = '', ...others] = SHARDS;
    const {
      stdout,
      stderr,
      status: exit,
    } = await merged(
      ...others,
      first,
      ...reporters('console', 'json=all.jsonl', 'junit=all.xml', 'html=all.html'),
    );
    expect(stderr).toBe('');
    expect(exit).toBe(1);
    expect(essence('all.jsonl')).toEqual(essence('whole.jsonl'));
    const end = (name: string) => JSON.parse(lines(name).at(-1) ?? '') as Record<string, unknown>;
    for (const same of ['event', 'name', 'bank', 'version', 'shard', 'counts', 'planned'])
      expect(end('all.jsonl')[same], same).toEqual(end('whole.jsonl')[same]);
    expect(stdout).toMatch(/^Rows against a bank of its own\n/);
    expect(stdout).toContain('28 passed, 7 failed, 0 with warnings, 1 skipped, 0 not run');
    const withoutTimes = (name: string) =>
      written(name).replaceAll(/(?:time|timestamp)="[^"]*"|"\w+ ms"/g, '');
    expect(withoutTimes('all.xml')).toBe(withoutTimes('whole.xml'));
    expect(written('all.html')).toContain('36 steps: 28 passed, 7 failed');
    expect(written('all-files/0.js')).toContain('GET https://');
  });
  it('a report says which part it is, and a shard without a row is empty and does not fail', async () => {
    const run = ['run', 'rows', '--bank', '--data', 'seven.json', '--shard', '8/8'];
    const begin = JSON.parse(lines('part-2.jsonl')[0] ?? '') as object;
    expect(begin).toMatchObject({ event: 'begin', shard: { number: 2, of: 3 } });
    writeFileSync(join(folder, 'two.json'), '[{"n":[]},{"n":[]}]');
    const {
      stderr,
      stdout,
      status: exit,
    } = await done([...run.with(4, 'two.json'), ...reporters('console', 'json=empty.jsonl')]);
    expect(stderr).toBe(
      'Shard 8 of 8 has nothing to run: there are 2 rows of data, and each is in one shard.\n',
    );
    expect(stdout).toContain('Rows, shard 8 of 8 against');
    expect(stdout).toContain('0 steps in');
    expect(lines('empty.jsonl').map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
      'begin',
      'end',
    ]);
    expect(exit).toBe(0);
  });
});

it('a single collection without data is in one shard, and the others are empty', async () => {
  collection('single', stepsOf(wait('one'), wait('two')));
  const files = ['1', '2'].map((number) => `single-${number}.jsonl`);
  const runs = [];
  for (const [at, file] of files.entries())
    runs.push(
      await done(['run', 'single', '--bank', '--shard', `${at + 1}/2`, '--reporter', `json=${file}`]),
    );
  expect(runs.map(({ status: exit }) => exit)).toEqual([0, 0]);
  expect(runs.filter(({ stderr }) => stderr.includes('there is 1 collection'))).toHaveLength(1);
  const { stdout, status: exit } = await merged(...files);
  expect(stdout).toContain('2 passed, 0 failed');
  expect(exit).toBe(0);
});

it('what cannot be put together ends the program with status 2, and nothing else is printed', async () => {
  const { stdout, stderr, status: exit } = await merged('part-2.jsonl');
  expect(stderr).toBe('The reports of shards 1, 3 of 3 are missing. Give the reports of all shards.\n');
  expect(stdout).toBe('');
  expect(exit).toBe(2);
});

describe('what cannot be put together is a sentence, and no report is written', () => {
  /** In this process, because a start of the program costs more than the rest. @returns the sentence of the refusal */
  async function refusalOf(command: Command, args: readonly string[]): Promise<string> {
    const before = process.cwd();
    process.chdir(folder);
    try {
      await command.run(args);
    } catch (error) {
      if (error instanceof UsageError) return error.message;
      throw error;
    } finally {
      process.chdir(before);
    }
    throw new Error('Nothing was refused.');
  }
  const copy = (name: string, change: (text: string) => string, from = 'part-2.jsonl') =>
    writeFileSync(join(folder, name), change(readFileSync(join(folder, from), 'utf8')));
  const withShard = (change: object) => (text: string) =>
    text
      .split('\n')
      .map((line) => {
        if (line === '' || !line.includes('"shard"')) return line;
        const event = JSON.parse(line) as { shard: object };
        return JSON.stringify({ ...event, shard: { ...event.shard, ...change } });
      })
      .join('\n');

  beforeAll(() => {
    copyFileSync(join(folder, 'part-2.jsonl'), join(folder, 'again.jsonl'));
    copy('cut.jsonl', (text) => text.slice(0, text.lastIndexOf('{"event":"end"')));
    copy('half.jsonl', (text) => text.slice(0, text.length / 2));
    copy('short.jsonl', (text) => text.split('\n').toSpliced(2, 1).join('\n'));
    copy('twice.jsonl', (text) => text + text);
    copy('odd.jsonl', (text) => text.replace('"outcome":"passed"', '"outcome":"fine"'));
    copy('deep.jsonl', (text) => `${'['.repeat(200_000)}\n${text}`);
    copy('plan.jsonl', withShard({ plan: 'other' }));
    copy('of.jsonl', withShard({ of: 4 }));
    copy('many.jsonl', withShard({ of: 1_000_000_000 }));
    copy('never.jsonl', (text) => text.replaceAll(/"startedAt":\d+/g, '"startedAt":1e20'));
    copy('endless.jsonl', (text) => text.replace(/("duration":)[\d.]+([^\n]*\n)$/, '$11e300$2'));
    copy('name.jsonl', (text) => text.replaceAll('"name":"Rows"', '"name":"Columns"'));
    copy('version.jsonl', (text) => text.replaceAll(/"version":"[^"]*"/g, '"version":"0.0.1"'));
    writeFileSync(join(folder, 'long.jsonl'), '');
    const piece = 'x'.repeat(8 * 1024 * 1024);
    for (let at = 0; at < 9; at++) appendFileSync(join(folder, 'long.jsonl'), piece);
  });

  it.each([
    ['nothing', [], 'Give the JSON reports of all shards'],
    ['a missing shard', ['part-1.jsonl', 'part-3.jsonl'], 'The report of shard 2 of 3 is missing.'],
    ['several missing shards', ['part-2.jsonl'], 'The reports of shards 1, 3 of 3 are missing.'],
    ['a doubled shard', [...SHARDS, 'again.jsonl'], 'part-2.jsonl and again.jsonl are both shard 2 of 3.'],
    ['a whole run', ['whole.jsonl'], 'whole.jsonl is of a whole run'],
    ['another file', ['seven.json'], 'Line 1 of seven.json is not of a JSON report'],
    ['a missing file', ['nowhere.jsonl'], 'nowhere.jsonl cannot be read: ENOENT'],
    ['a folder', ['rows'], 'rows cannot be read: it is not an ordinary file'],
    ['no end', ['cut.jsonl'], 'cut.jsonl has no end'],
    ['half a line', ['half.jsonl'], 'of half.jsonl is not of a JSON report'],
    ['a line that is gone', ['short.jsonl'], 'short.jsonl does not have as many results'],
    ['a report after its end', ['twice.jsonl'], 'of twice.jsonl is not of a JSON report'],
    ['an odd result', ['odd.jsonl'], 'of odd.jsonl is not of a JSON report'],
    ['JSON without end', ['deep.jsonl'], 'Line 1 of deep.jsonl is not of a JSON report'],
    ['a line that is too long', ['long.jsonl'], 'long.jsonl has a line of more than 64 MB'],
    ['more shards than there can be', ['many.jsonl'], 'Line 1 of many.jsonl is not of a JSON report'],
    ['a time that no calendar has', ['never.jsonl'], 'Line 1 of never.jsonl is not of a JSON report'],
    ['a run without end', ['endless.jsonl'], 'of endless.jsonl is not of a JSON report'],
    ['other steps', ['part-1.jsonl', 'plan.jsonl'], 'they do not have the same steps or data'],
    ['another number of shards', ['part-1.jsonl', 'of.jsonl'], 'one has 4 shards, the other 3'],
    ['another collection', ['part-1.jsonl', 'name.jsonl'], 'different runs: “Columns” and “Rows”'],
    ['another version', ['part-1.jsonl', 'version.jsonl'], 'version 0.0.1 has made one'],
    ['an unknown reporter', [...SHARDS, '--reporter', 'xml'], 'There is no reporter “xml”'],
    [
      'a report over one that is read',
      [...SHARDS, '--reporter', 'json=part-2.jsonl'],
      'part-2.jsonl is read, so no report can be written to it.',
    ],
  ])('%s', async (_, args, sentence) => {
    const before = written('part-2.jsonl');
    const refusal = await refusalOf(mergeReports, args);
    expect(refusal).toContain(sentence);
    expect(refusal).not.toContain('\n');
    expect(written('part-2.jsonl')).toBe(before);
  });
  it.each([
    [['--shard', '4/3'], '--shard must be a number of how many, such as 2/5, not “4/3”'],
    [['--shard', '1/3', '--baseline', 'x.json'], 'A baseline is of a whole run'],
    [['--shard', '1/3', '--save-baseline', 'x.json'], 'A baseline is of a whole run'],
  ])('run %s', async (args, sentence) => {
    expect(await refusalOf(runCommand, ['rows', '--bank', ...args])).toContain(sentence);
  });
});
