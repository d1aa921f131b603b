/** Reads a report of the reporter `json`: a line of JSON for each event of a run. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { z } from 'zod';
import { counted, NO_COUNTS, OUTCOMES, stepResultSchema } from '../../../shared/collections/result.ts';
import { MOST_SHARDS } from '../../../shared/collections/shard.ts';
import { recordedExchangeSchema } from '../../../shared/contract/exchange.ts';
import { orUsageError, UsageError } from '../command.ts';
import { MAX_REPORT_LINE_BYTES } from '../../../shared/limits.ts';

const CHUNK = 256 * 1024;
const LINE_FEED = 0x0a;

/** Milliseconds until the year 9999, which other reports format as dates. */
const time = z
  .number()
  .min(0)
  .max(Date.UTC(9999, 11, 31));
const shardNumber = z.int().min(1).max(MOST_SHARDS);
const about = {
  name: z.string(),
  folder: z.string(),
  bank: z.string(),
  version: z.string(),
  startedAt: time,
  shard: z.object({ number: shardNumber, of: shardNumber, plan: z.string() }).nullable().default(null),
};
const count = z.int().min(0);
const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('begin'), ...about }),
  z.object({
    event: z.literal('result'),
    ...stepResultSchema.omit({ exchange: true }).shape,
    exchange: recordedExchangeSchema.nullable(),
  }),
  z.object({
    event: z.literal('end'),
    ...about,
    counts: z.record(z.enum(OUTCOMES), count),
    planned: count,
    duration: time,
  }),
]);
type Event = z.infer<typeof eventSchema>;
export type Ended = Extract<Event, { event: 'end' }>;
export type Reported = Extract<Event, { event: 'result' }>;

/** Yields the results. @returns the last line @throws UsageError if the report is damaged or incomplete */
export function* resultsIn(file: string): Generator<Reported, Ended, void> {
  let hasBegun = false;
  let end: Ended | null = null;
  let counts = NO_COUNTS;
  let number = 0;
  for (const line of linesOf(file)) {
    number++;
    const event = eventOf(line);
    const isInOrder = event !== null && end === null && (event.event === 'begin') !== hasBegun;
    if (!isInOrder) throw new UsageError(notReport(file, number));
    if (event.event === 'begin') hasBegun = true;
    else if (event.event === 'end') end = event;
    else {
      counts = counted(counts, event.outcome);
      yield event;
    }
  }
  if (end === null)
    throw new UsageError(
      `${file} has no end: its run was killed, or the file is not whole. Run this shard again.`,
    );
  const { counts: said } = end;
  if (OUTCOMES.some((outcome) => said[outcome] !== counts[outcome]))
    throw new UsageError(
      `${file} does not have as many results as its last line says. Copy it again, or run this shard again.`,
    );
  return end;
}

function notReport(file: string, line: number): string {
  return `Line ${line} of ${file} is not of a JSON report: write one with run --shard … --reporter json=FILE.`;
}

function eventOf(line: Buffer): Event | null {
  try {
    const read = eventSchema.safeParse(JSON.parse(line.toString('utf8')));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** @throws UsageError for an unreadable file or a long line */
function* linesOf(file: string): Generator<Buffer> {
  const descriptor = orReadError(file, () => {
    if (!statSync(file).isFile()) throw new Error('it is not an ordinary file');
    return openSync(file, 'r');
  });
  try {
    let pieces: Buffer[] = [];
    let size = 0;
    for (;;) {
      const buffer = Buffer.alloc(CHUNK);
      const piece = buffer.subarray(
        0,
        orReadError(file, () => readSync(descriptor, buffer)),
      );
      if (piece.length === 0) break;
      let from = 0;
      for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, from)) {
        yield Buffer.concat([...pieces, piece.subarray(from, at)]);
        [pieces, size, from] = [[], 0, at + 1];
      }
      pieces.push(piece.subarray(from));
      size += piece.length - from;
      if (size > MAX_REPORT_LINE_BYTES)
        throw new UsageError(`${file} has a line of more than ${MAX_REPORT_LINE_BYTES / 1024 / 1024} MB.`);
    }
    if (size > 0) yield Buffer.concat(pieces);
  } finally {
    closeSync(descriptor);
  }
}

const orReadError = <T>(file: string, read: () => T): T => orUsageError(`${file} cannot be read`, read);
