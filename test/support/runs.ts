/** Runs collections in this process, against a bank of the test. */
import { SPECIFICATION } from '../../shared/signing/profile.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Bank } from '../../bank-sim/index.ts';
import { listed } from '../../main/core/collections/listing.ts';
import { BodyQueries } from '../../main/core/history/bodies/body-queries.ts';
import { filesIn } from '../../main/core/runs/collection-files.ts';
import { TransientRecorder } from '../../main/core/runs/transient-recorder.ts';
import { run, type RunOrder, type RunParts } from '../../main/core/runs/runner.ts';
import type { RunTarget } from '../../main/core/runs/target.ts';
import { explainedBy } from '../../main/core/requests/order.ts';
import { Sender } from '../../main/core/requests/sender.ts';
import { type Choice, planOf } from '../../shared/collections/plan.ts';
import { counted, NO_COUNTS, type StepResult } from '../../shared/collections/result.ts';
import { fileOfStep } from '../../shared/collections/flow-step.ts';
import type { Step } from '../../shared/collections/steps.ts';
import type { JsonValue } from '../../shared/collections/value-text.ts';
import { renderYaml } from '../../shared/collections/yaml-text.ts';
import { treeOf } from '../../shared/collections/tree.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { signRsaSha256 } from '../../shared/node/crypto.ts';
import type { Identity } from './identity.ts';
import { startWorker } from './workbench.ts';

/** Files of a collection by path: the steps of a flow, what else stands in one or in `collection.yaml`, or a text. */
export type Files = Readonly<Record<string, readonly Step[] | Record<string, unknown> | string>>;

/** The steps of one flow. */
export function stepsOf(...steps: Step[]): Files {
  return { '1.flow.yaml': steps };
}

/** The text of a flow. @param head of it */
export function flowOf(steps: readonly Step[], head: Readonly<Record<string, JsonValue>> = {}): string {
  return renderYaml({ ...head, steps: steps.map(rawOf) });
}

/** A step as a file writes it. */
export function rawOf(step: Step): Record<string, JsonValue> {
  const raw = fileOfStep(step);
  if (typeof raw === 'string') throw new Error(raw);
  return { name: step.name, ...raw };
}

/** Writes a collection, with its own file. */
export function writeCollection(root: string, files: Files): string {
  const all: Files = { 'collection.yaml': { name: 'Tried' }, ...files };
  for (const [path, content] of Object.entries(all)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, textOf(content));
  }
  return root;
}

function textOf(content: Files[string]): string {
  if (typeof content === 'string') return content;
  return isSteps(content) ? flowOf(content) : renderYaml(content as Record<string, JsonValue>);
}

const isSteps = (content: Exclude<Files[string], string>): content is readonly Step[] =>
  Array.isArray(content);

/** A folder that is gone after the work. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-run-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Ran {
  results: StepResult[];
  exchanges: (Exchange | null)[];
  /** What {@link RunParts.onPlanned} said in the end. */
  planned: number;
  counts: ReturnType<typeof counted>;
}

export interface RunOptions extends Partial<Omit<RunOrder, 'items'>> {
  choice?: Choice;
  start?: string;
  stopped?: AbortSignal;
  /** Changes what the run would do by itself. */
  target?: Partial<RunTarget>;
  send?: (sender: Sender) => RunParts['sender']['send'];
  onResult?: (result: StepResult) => void;
  /** Milliseconds that a JSONPath may take. */
  longestQuery?: number;
}

/** The bank as a run sees it. */
export function targetOf(bank: Bank, { certificate, key }: Pick<Identity, 'certificate' | 'key'>): RunTarget {
  return {
    destination: {
      baseUrl: bank.apiBaseUrl,
      ca: bank.caPem,
      tlsCertificateId: null,
      bank: { environment: 'Local bank', isLocal: true },
      schemas: 'specification',
      explain: explainedBy(bank),
    },
    identity: {
      certificate,
      madeHere: true,
      sign: (data) => signRsaSha256(key, data),
      profile: SPECIFICATION,
    },
    defaults: [],
    hosts: [],
    psuIpAddress: '203.0.113.24',
    redirectUri: 'https://tpp.example/sca/return',
    now: () => bank.now(),
    controlled: () => Promise.resolve(),
    control: { baseUrl: bank.controlBaseUrl, token: bank.controlToken },
    pages: [new URL(bank.psuBaseUrl).origin],
    person: null,
    session: null,
    flow: null,
    variables: [],
    rowBanks: null,
  };
}

/** Runs the collection of a folder. */
export async function runFolder(root: string, target: RunTarget, options: RunOptions = {}): Promise<Ran> {
  const { choice, start = '', stopped, target: other, send, onResult, longestQuery, ...order } = options;
  const recorder = new TransientRecorder();
  const queries = new BodyQueries(startWorker, longestQuery);
  const sender = new Sender(
    recorder,
    () => {
      throw new Error('no TLS client certificate');
    },
    null,
  );
  const ran: Ran = { results: [], exchanges: [], planned: 0, counts: NO_COUNTS };
  try {
    await run(
      {
        items: planOf(treeOf(listed(root)), start, choice),
        rows: null,
        given: {},
        bail: false,
        concurrency: 1,
        timeout: 10_000,
        ...order,
      },
      {
        target: { ...target, ...other },
        queries,
        sender: send === undefined ? sender : { send: send(sender) },
        readFile: filesIn(root, true),
        onResult: (result, exchange) => {
          ran.results.push(result);
          ran.exchanges.push(exchange);
          ran.counts = counted(ran.counts, result.outcome);
          onResult?.(result);
        },
        onPlanned: (more) => (ran.planned += more),
        stopped: stopped ?? new AbortController().signal,
      },
    );
  } finally {
    await sender.close();
    await queries.stop();
    recorder.close();
  }
  return ran;
}

/** Writes, runs and deletes a collection. */
export function runFiles(files: Files, target: RunTarget, options: RunOptions = {}): Promise<Ran> {
  return withFolder((folder) => runFolder(writeCollection(folder, files), target, options));
}
