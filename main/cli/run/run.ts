/** `tpp-workbench run`: runs a collection in a terminal or a pipeline. */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { counted, NO_COUNTS, total } from '../../../shared/collections/result.ts';
import { actsAsOperator } from '../../../shared/collections/resets.ts';
import { treeOf } from '../../../shared/collections/tree.ts';
import { listed } from '../../core/collections/listing.ts';
import { FlowList } from '../../core/flow/list.ts';
import { FlowRecord } from '../../core/flow/record.ts';
import { type Hidden, masked } from '../../core/redaction/mask.ts';
import { filesIn } from '../../core/runs/collection-files.ts';
import { TransientRecorder } from '../../core/runs/transient-recorder.ts';
import { iterationRows } from '../../core/runs/rows.ts';
import { otherHosts } from '../../core/runs/other-hosts.ts';
import { run as runItems } from '../../core/runs/runner.ts';
import type { RunTarget } from '../../core/runs/target.ts';
import { Sender } from '../../core/requests/sender.ts';
import {
  type Command,
  PASSWORD_HELP,
  PASSWORD_OPTIONS,
  readArgs,
  readInput,
  UsageError,
  strings,
} from '../command.ts';
import { formatOf } from '../flow.ts';
import { writeOutput } from '../output-files.ts';
import { exportFlow } from '../../../shared/flow/exports/export.ts';
import { printableLine } from '../printable.ts';
import { startNodeWorker } from '../../worker/node-worker.ts';
import { OWN_FILES, orShipped, versionOf } from '../own-files.ts';
import { BodyQueries } from '../../core/history/bodies/body-queries.ts';
import { changesText, Comparing } from './comparing.ts';
import { NO_ENVIRONMENT, readEnvironment } from './environment-file.ts';
import { openReporters } from './reporting.ts';
import { statusOf } from './reporters/reporter.ts';
import { folderInRepository } from './repository.ts';
import { itemsOf, nameOf, placeOf, planned } from './selection.ts';
import { namedBank, ownBank } from './run-bank.ts';
import { scaCommand } from './sca-command.ts';
import { readSession } from '../session.ts';
import { withoutPerson } from '../../core/runs/without-person.ts';
import { STEP_MS } from '../../../shared/limits.ts';

const MAX_CONCURRENCY = 64;

export const runCommand: Command = {
  help: `run FOLDER [options]   run the steps of a collection, or of a folder or a step in it
  FOLDER                 where it is, or the name of one that comes with the program, such as first-steps
  --bank                 use a bank of its own, in memory, gone at the end
  --env FILE             environment: bank, certificate, headers, variables (see collections.md beside the page below)
  --secret NAME          let the environment file use this variable of the process, such as TPP_CONTROL_TOKEN; repeatable
  --var NAME=VALUE       set a variable; repeatable
  --sca-command CMD      finish each SCA on the bank's pages with this command of the shell: see ci.md there
  --session FILE         begin with this session and its PSU: see session export
  --data FILE            run once for each row of a CSV or JSON file
  --only NAME            run only this step or folder, by name or path; repeatable
  --tag TAG              run only steps with this tag; repeatable
  --bail                 end at the first failure
  --concurrency N        rows at the same time; 1 unless given. With --bank, each row has a bank of its own
  --baseline FILE        list what has changed since the run that is kept there
  --save-baseline FILE   keep this run; with the same --baseline, what differs is learnt as volatile
  --fail-on-change       exit status 1 if something has changed
  --flow FILE            draw what happened between TPP, PSU and bank: .html, .svg, .md (Mermaid) or .json
  --timeout SECONDS      for one request or page; 60 unless given
  --reporter NAME[=FILE] console, junit, html, json or github; repeatable; console unless given
  --quiet                on the console, only failures and the last line
${PASSWORD_HELP}
Exit status: 0 nothing failed, 1 something failed, 2 the run could not be made.
How flows are written: ${join(OWN_FILES.docs, 'flow-files.md')}`,
  run: async (args) => {
    const { values, positionals } = readArgs(args, {
      ...strings('env', 'data', 'concurrency', 'timeout', 'baseline', 'save-baseline', 'flow'),
      ...strings('sca-command', 'session'),
      bank: { type: 'boolean' },
      secret: { type: 'string', multiple: true },
      var: { type: 'string', multiple: true },
      only: { type: 'string', multiple: true },
      tag: { type: 'string', multiple: true },
      bail: { type: 'boolean' },
      'fail-on-change': { type: 'boolean' },
      quiet: { type: 'boolean' },
      reporter: { type: 'string', multiple: true },
      ...PASSWORD_OPTIONS,
    });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0)
      throw new UsageError('Give one folder: tpp-workbench run FOLDER [options].');
    const { root, start } = placeOf(orShipped(path));
    const tree = treeOf(listed(root));
    const { items, rows } = planned(() => ({
      items: itemsOf(tree, start, { only: values.only ?? [], tags: values.tag ?? [] }),
      rows: values.data === undefined ? null : iterationRows(values.data, readInput(values.data).bytes),
    }));
    const given = Object.fromEntries((values.var ?? []).map(variableOf));
    const concurrency = numberOf('--concurrency', values.concurrency, 1, 1, MAX_CONCURRENCY);
    const timeout = numberOf('--timeout', values.timeout, STEP_MS / 1000, 1, 3600) * 1000;
    const environment = values.env === undefined ? NO_ENVIRONMENT : readEnvironment(values.env);
    const open = values.bank === true ? ownBank : namedBank;
    if (values.bank === true && values.session !== undefined)
      throw new UsageError('A bank of its own knows no session from before: leave out --bank or --session.');
    if (values['fail-on-change'] === true && values.baseline === undefined)
      throw new UsageError('--fail-on-change needs --baseline.');
    const queries = new BodyQueries((task, memory) => startNodeWorker(OWN_FILES.worker, task, memory));
    const comparing = new Comparing(
      { baseline: values.baseline, save: values['save-baseline'] },
      items,
      queries,
    );
    const reporters = openReporters(values.reporter ?? ['console'], values.quiet);
    const flowFormat = values.flow === undefined ? null : formatOf(values.flow);
    const say = (line: string) => process.stderr.write(`${printableLine(line)}\n`);
    const opened = await open(environment, {
      passwordFile: values['password-file'],
      secrets: new Set(values.secret),
      say,
    });
    const { bankName, close, onEntry } = opened;
    if (concurrency > 1 && rows !== null && isSharedByRows(opened.target) && actsAsOperator(items))
      throw new UsageError(
        `With --concurrency ${concurrency}, the operator's acts of one row would change ${bankName} for the others. Leave out --concurrency, or use --bank: there each row has a bank of its own.`,
      );
    const target = withPerson(opened.target, values);
    const { leftOut } = withoutPerson(items, target);
    if (leftOut > 0) say(leftOutText(leftOut, target));
    for (const notice of otherHosts(items, target, given)) say(notice);
    const stopped = new AbortController();
    const stop = () => stopped.abort();
    process.once('SIGINT', stop).once('SIGTERM', stop);
    const recorder = new TransientRecorder();
    const events = new FlowList();
    const flow = new FlowRecord(events, target.now, (line) => process.stderr.write(`${line}\n`));
    if (flowFormat !== null) onEntry?.((entry) => flow.heard(entry));
    const secrets = new Map<string, Hidden>();
    const sender = new Sender(
      recorder,
      () => {
        throw new UsageError('A run uses no TLS client certificate.');
      },
      flowFormat === null ? null : flow,
    );
    // Otherwise V8 lets garbage of a long run grow until the machine is short of memory.
    setFlagsFromString('--semi-space-growth-factor=1');
    const startedAt = Date.now();
    const name = nameOf(tree, root, start);
    const info = {
      name,
      folder: folderInRepository(root),
      bank: bankName,
      version: versionOf(),
      startedAt,
    };
    let counts = NO_COUNTS;
    let steps = 0;
    try {
      reporters.begin(info);
      const bail = values.bail === true;
      const order = { items, rows, given, bail, concurrency, timeout };
      await runItems(order, {
        target: flowFormat === null ? target : { ...target, flow },
        sender,
        queries,
        stopped: stopped.signal,
        readFile: filesIn(root, true),
        onSecrets: (latest) => {
          flow.hides(latest);
          for (const one of latest) secrets.set(one.real, one);
        },
        onPlanned: (more) => reporters.planned((steps += more)),
        onResult: (result, exchange) => {
          counts = counted(counts, result.outcome);
          reporters.result(result, exchange);
          comparing.result(result, exchange);
        },
      });
      const duration = Date.now() - startedAt;
      reporters.end({ ...info, counts, planned: total(counts), duration });
    } finally {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      await sender.close();
      await close();
      recorder.close();
      reporters.close();
    }
    // A value captured as a secret also occurs in the event before the capture.
    if (values.flow !== undefined && flowFormat !== null)
      writeOutput(values.flow, exportFlow(flowFormat, masked(events.events, [...secrets.values()])), 0o600);
    const changes = await ended(comparing.end(info.name), queries);
    const hasChanged = values['fail-on-change'] === true && changes !== null && changes.length > 0;
    const status = hasChanged ? 1 : statusOf({ counts });
    // Standard output may have reports for programs.
    if (changes !== null) process.stderr.write(`${changesText(changes)}\n`);
    return { text: null, json: { counts, planned: total(counts), changes }, status };
  },
};

/** Without a control listener, the operator's acts are skipped. */
const isSharedByRows = ({ rowBanks, control }: RunTarget) => rowBanks === null && control !== null;

/** The target, with the command for SCAs and the session that are given. @throws UsageError for a session that is not of this bank, or over */
function withPerson(
  target: RunTarget,
  { session, 'sca-command': command }: { session?: string | undefined; 'sca-command'?: string | undefined },
): RunTarget {
  const { baseUrl } = target.destination;
  return {
    ...target,
    // The command opens the pages of a simulator, too.
    ...(command === undefined ? {} : { pages: null, person: scaCommand(command) }),
    session: session === undefined ? null : readSession(session, { baseUrl, now: target.now() }),
  };
}

function leftOutText(count: number, { session }: Pick<RunTarget, 'session'>): string {
  const [steps, need] = count === 1 ? ['1 step', 'needs'] : [`${count} steps`, 'need'];
  const missing = session === null ? 'neither --sca-command nor --session is' : 'no --sca-command is';
  return `${steps} will be left out, because ${count === 1 ? 'it' : 'they'} ${need} an SCA on the bank's pages and ${missing} given.`;
}

/** What a comparison found. Its process for slow JSONPaths would keep this one alive. */
async function ended<T>(comparison: Promise<T>, queries: BodyQueries): Promise<T> {
  try {
    return await comparison;
  } finally {
    await queries.stop();
  }
}

function variableOf(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at <= 0) throw new UsageError(`--var must be NAME=VALUE, not “${text}”.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function numberOf(
  option: string,
  text: string | undefined,
  usual: number,
  least: number,
  most: number,
): number {
  if (text === undefined) return usual;
  const value = Number(text);
  if (!Number.isFinite(value) || value < least || value > most)
    throw new UsageError(`${option} must be a number from ${least} to ${most}, not “${text}”.`);
  return value;
}
