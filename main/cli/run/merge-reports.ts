/** `tpp-workbench merge-reports`: merges the reports of all shards of a run. */
import { statSync } from 'node:fs';
import { type Counts, NO_COUNTS, OUTCOMES, total } from '../../../shared/collections/result.ts';
import { type Command, readArgs, UsageError } from '../command.ts';
import { type Ended, resultsIn } from './json-report.ts';
import { openReporters } from './reporting.ts';
import { type RunShard, type RunSummary, statusOf } from './reporters/reporter.ts';

interface Part {
  file: string;
  end: Ended;
  shard: RunShard;
}

export const mergeReports: Command = {
  help: `merge-reports FILE… [options]   put the JSON reports of all parts of a run together: see run
  FILE                   the JSON report of one part; give those of all, in any order
  --reporter NAME[=FILE] console, junit, html, json or github, as with run; repeatable; console unless given
Exit status: as that of the whole run.`,
  run: (args) => {
    const { values, positionals } = readArgs(args, { reporter: { type: 'string', multiple: true } });
    if (positionals.length === 0) throw new UsageError('Give the JSON reports of all shards of a run.');
    // Everything is read before a report is written: a damaged one must not leave a partial report.
    const parts = wholeRun(positionals.map(partIn));
    const orders = values.reporter ?? ['console'];
    for (const order of orders) refuseSame(order, positionals);
    const summary = summaryOf(parts);
    const reporters = openReporters(orders);
    try {
      reporters.begin(summary);
      reporters.planned(summary.planned);
      for (const { file } of parts)
        for (const { exchange, event: _, ...result } of resultsIn(file))
          reporters.result({ ...result, exchange: exchange?.id ?? null }, exchange);
      reporters.end(summary);
    } finally {
      reporters.close();
    }
    const { counts, planned } = summary;
    return { text: null, json: { shards: parts.length, counts, planned }, status: statusOf(summary) };
  },
};

/** @throws UsageError for the report of a whole run */
function partIn(file: string): Part {
  const results = resultsIn(file);
  for (let next = results.next(); ; next = results.next()) {
    if (next.done !== true) continue;
    const end = next.value;
    if (end.shard === null)
      throw new UsageError(`${file} is of a whole run, so there is nothing to put together.`);
    return { file, end, shard: end.shard };
  }
}

/** @returns the parts by number @throws UsageError unless they are all parts of one run, once each */
function wholeRun(given: readonly Part[]): Part[] {
  const [first] = given;
  if (first === undefined) return [];
  const stranger = given.find((part) => !isOfSameRun(first, part));
  if (stranger !== undefined)
    throw new UsageError(
      `${stranger.file} and ${first.file} are of different runs: ${differenceOf(first, stranger)}.`,
    );
  const byNumber = new Map<number, Part>();
  for (const part of given) {
    const { number, of } = part.shard;
    const other = byNumber.get(number);
    if (other !== undefined)
      throw new UsageError(`${other.file} and ${part.file} are both shard ${number} of ${of}. Give one.`);
    byNumber.set(number, part);
  }
  const { of } = first.shard;
  const numbers = Array.from({ length: of }, (_, at) => at + 1);
  const missing = numbers.filter((number) => !byNumber.has(number));
  if (missing.length > 0)
    throw new UsageError(
      `The ${missing.length === 1 ? 'report of shard' : 'reports of shards'} ${missing.slice(0, 20).join(', ')}${missing.length > 20 ? '…' : ''} of ${of} ${missing.length === 1 ? 'is' : 'are'} missing. Give the reports of all shards.`,
    );
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}

const isOfSameRun = (one: Part, other: Part) =>
  one.end.name === other.end.name &&
  one.end.version === other.end.version &&
  one.shard.of === other.shard.of &&
  one.shard.plan === other.shard.plan;

function differenceOf({ end, shard }: Part, other: Part): string {
  if (end.name !== other.end.name) return `“${other.end.name}” and “${end.name}”`;
  if (shard.of !== other.shard.of) return `one has ${other.shard.of} shards, the other ${shard.of}`;
  if (end.version !== other.end.version)
    return `version ${other.end.version} has made one, ${end.version} the other`;
  return 'they do not have the same steps or data';
}

function summaryOf(parts: readonly Part[]): RunSummary {
  const ends = parts.map(({ end }) => end);
  const [first] = ends;
  const startedAt = Math.min(...ends.map((end) => end.startedAt));
  const endedAt = Math.max(...ends.map((end) => end.startedAt + end.duration));
  const counts = ends.reduce((sum, end) => added(sum, end.counts), NO_COUNTS);
  return {
    name: first?.name ?? '',
    folder: first?.folder ?? '',
    bank: banksOf(ends),
    version: first?.version ?? '',
    startedAt,
    shard: null,
    counts,
    planned: total(counts),
    duration: endedAt - startedAt,
  };
}

function added(one: Counts, other: Counts): Counts {
  const sum = { ...one };
  for (const outcome of OUTCOMES) sum[outcome] += other[outcome];
  return sum;
}

function banksOf(ends: readonly Ended[]): string {
  const banks = [...new Set(ends.map(({ bank }) => bank))];
  return banks.length > 3 ? `${banks.length} banks` : banks.join(', ');
}

/** A report cannot overwrite an input, which is read again. @throws UsageError */
function refuseSame(order: string, files: readonly string[]): void {
  const at = order.indexOf('=');
  const target = at < 0 ? undefined : statSync(order.slice(at + 1), { throwIfNoEntry: false });
  if (target === undefined) return;
  const same = files.find((file) => {
    const { dev, ino } = statSync(file);
    return dev === target.dev && ino === target.ino;
  });
  if (same !== undefined)
    throw new UsageError(`${same} is read, so no report can be written to it. Choose another file.`);
}
