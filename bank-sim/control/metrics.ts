/**
 * Metrics for Prometheus. Label values are operations, rules and statuses, whose number is fixed; never what a TPP sends, such as
 * a path, an id or a name.
 */
import type { Listener } from '../../shared/node/http-server.ts';
import type { BankState } from '../inspection/inspection.ts';
import type { Journal, JournalEntry } from '../journal.ts';

/** The text format of Prometheus, version 0.0.4. */
export const EXPOSITION_TYPE = 'text/plain;version=0.0.4;charset=utf-8';

type Labels = Readonly<Record<string, string | number>>;

interface Family {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** The suffix is part of the name, such as `_bucket`. */
  samples: readonly (readonly [labels: Labels, value: number, suffix?: string])[];
}

export function gauge(name: string, help: string, samples: Family['samples']): Family {
  return { name, type: 'gauge', help, samples };
}

export function counter(name: string, help: string, samples: Family['samples']): Family {
  return { name, type: 'counter', help, samples };
}

export function one(value: number): Family['samples'] {
  return [[{}, value]];
}

/** Families without a sample are left out: a label value appears with its first sample. */
export function exposed(families: readonly Family[]): string {
  const lines = families.flatMap(({ name, type, help, samples }) =>
    samples.length === 0
      ? []
      : [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${type}`,
          ...samples.map(([labels, value, suffix = '']) => `${name}${suffix}${textOf(labels)} ${value}`),
        ],
  );
  return `${lines.join('\n')}\n`;
}

function textOf(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** The listeners of a bank, with their load. */
export type MeasuredListeners = Partial<
  Record<'api' | 'psu' | 'control', Pick<Listener, 'connected' | 'underway'>>
>;

type LabelValue = Labels[string];

/** Counts by one or two labels, which have few values. */
class Counts {
  private readonly names: readonly [string, string?];
  private readonly samples = new Map<LabelValue, Map<LabelValue, number>>();

  constructor(...names: readonly [string, string?]) {
    this.names = names;
  }

  add(one: LabelValue, other: LabelValue = '', more = 1): void {
    const known = this.samples.get(one);
    if (known === undefined) this.samples.set(one, new Map([[other, more]]));
    else known.set(other, (known.get(other) ?? 0) + more);
  }

  all(): Family['samples'] {
    const [first, second] = this.names;
    return [...this.samples].flatMap(([one, others]) =>
      [...others].map(([other, value]) => {
        const labels: Labels = { [first]: one, ...(second === undefined ? {} : { [second]: other }) };
        return [labels, value] as const;
      }),
    );
  }
}

/** The standard metrics of a process. */
export function processFamilies(): Family[] {
  const { user, system } = process.cpuUsage();
  return [
    counter('process_cpu_seconds_total', 'Processor time of the process.', one((user + system) / 1e6)),
    gauge('process_resident_memory_bytes', 'Memory of the process.', one(process.memoryUsage.rss())),
    gauge(
      'process_start_time_seconds',
      'When the process was started, seconds since 1970.',
      one(Date.now() / 1000 - process.uptime()),
    ),
  ];
}

export class Metrics {
  private readonly requests = new Counts('operation', 'status');
  private readonly refusals = new Counts('rule');
  private readonly payments = new Counts('outcome');
  /** Requests by their first bucket; the last one is for slower ones. */
  private readonly durations = Array.from({ length: BUCKETS.length + 1 }, () => 0);
  private seconds = 0;
  private dropped = 0;
  private batches = 0;

  constructor(journal: Pick<Journal, 'onAdded'>) {
    journal.onAdded((entry) => this.record(entry));
  }

  text({ environment, now, counts }: BankState, listeners: MeasuredListeners): string {
    return exposed([
      gauge('tpp_bank_info', 'The environment of the bank.', [[{ environment }, 1]]),
      gauge('tpp_bank_clock_seconds', "The bank's time, seconds since 1970.", one(now / 1000)),
      counter(
        'tpp_bank_requests_total',
        'Requests of TPPs that were answered, by operation and status.',
        this.requests.all(),
      ),
      counter('tpp_bank_refusals_total', 'Refused requests by rule.', this.refusals.all()),
      counter(
        'tpp_bank_dropped_connections_total',
        'Requests that were not answered, as a scenario says.',
        one(this.dropped),
      ),
      {
        name: 'tpp_bank_request_duration_seconds',
        type: 'histogram',
        help: 'From the arrival of a request of a TPP to its response.',
        samples: this.histogram(),
      },
      gauge(
        'tpp_bank_requests_underway',
        'Requests without a complete response, by listener.',
        Object.entries(listeners).map(([listener, { underway }]) => [{ listener }, underway]),
      ),
      gauge(
        'tpp_bank_connections',
        'Open connections by listener.',
        Object.entries(listeners).map(([listener, { connected }]) => [{ listener }, connected]),
      ),
      counter('tpp_bank_batches_total', 'Batches.', one(this.batches)),
      counter(
        'tpp_bank_batch_payments_total',
        'Payments that batches have ended, by outcome.',
        this.payments.all(),
      ),
      gauge(
        'tpp_bank_payments',
        'Payments by status.',
        Object.entries(counts.payments).map(([status, count]) => [{ status }, count]),
      ),
      gauge('tpp_bank_baskets', 'Signing baskets.', one(counts.baskets)),
      gauge('tpp_bank_consents', 'Consents.', one(counts.consents)),
      gauge('tpp_bank_accounts', 'Accounts.', one(counts.accounts)),
      gauge('tpp_bank_transactions', 'Transactions.', one(counts.transactions)),
      ...processFamilies(),
    ]);
  }

  private record({ fact, exchange }: JournalEntry): void {
    if (fact.kind === 'batch') {
      this.batches += 1;
      this.payments.add('settled', '', fact.settled);
      this.payments.add('rejected', '', fact.rejected);
    }
    if (fact.kind !== 'response' || fact.to !== 'tpp') return;
    if (exchange === undefined) {
      this.dropped += 1;
      return;
    }
    this.requests.add(exchange.operation ?? 'unknown', exchange.status);
    if (exchange.rule !== null) this.refusals.add(exchange.rule);
    const seconds = (fact.duration ?? 0) / 1000;
    this.seconds += seconds;
    const fits = BUCKETS.findIndex((bound) => seconds <= bound);
    const at = fits < 0 ? BUCKETS.length : fits;
    this.durations[at] = (this.durations[at] ?? 0) + 1;
  }

  private histogram(): Family['samples'] {
    let sum = 0;
    const buckets = [...BUCKETS, '+Inf'].map(
      (le, at) => [{ le }, (sum += this.durations[at] ?? 0), '_bucket'] as const,
    );
    return [...buckets, [{}, this.seconds, '_sum'], [{}, sum, '_count']];
  }
}
