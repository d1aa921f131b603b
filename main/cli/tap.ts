/** `tpp-workbench tap`: passes the requests of another client on to the bank of an environment, and verifies them. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { TapOperation, TapView } from '../../shared/contract/tap.ts';
import { userDataFolder } from '../../shared/node/private-files.ts';
import { OPERATIONS } from '../../shared/xs2a/operations.ts';
import {
  type Command,
  PASSWORD_OPTIONS,
  passwordFrom,
  portOf,
  readArgs,
  type Result,
  strings,
  UsageError,
} from './command.ts';
import { environmentNamed, type Headless, onEnd, openHeadless, unlock } from './headless-environment.ts';
import { writeReport } from './output-files.ts';
import { printable } from './printable.ts';
import { xml } from './run/reporters/junit.ts';

/** Variable with the base URL, for the command after `--`. */
const URL_VARIABLE = 'TPP_TAP_URL';

export const tapCommand: Command = {
  help: `tap --environment NAME [options] [-- COMMAND…]   pass on what your own client sends to the bank of an environment, and
                         say what is wrong with its signatures. The tap never signs.
  --environment NAME     the environment of the window whose bank gets the requests
  --port N               port of the tap; any free one if omitted
  --https                HTTPS, with a certificate of the local bank's CA, instead of HTTP
  --use-tls-key          connect with the TLS client certificate of the environment; the tap says which
  --reporter NAME=FILE   json or junit; repeatable
  --until-idle SECONDS   end when no request has come for so long, and COMMAND has ended
  -- COMMAND…            start this command, with the base URL of the tap in ${URL_VARIABLE}
  --data DIR             data folder of the workbench
  --password-file FILE   file with the passphrase of the vault in its first line; or set TPP_PASSWORD
                         A request passes if its signature is right, even if the bank refuses it for another reason. Exit status 1 if
                         one has failed, none came, or COMMAND fails. Without --until-idle, it runs until COMMAND ends, or Ctrl C.`,
  run: async (args) => {
    const end = args.includes('--') ? args.indexOf('--') : args.length;
    const { values, positionals } = readArgs(args.slice(0, end), {
      ...strings('environment', 'port', 'until-idle', 'data'),
      https: { type: 'boolean' },
      'use-tls-key': { type: 'boolean' },
      reporter: { type: 'string', multiple: true },
      ...PASSWORD_OPTIONS,
    });
    const { environment } = values;
    if (environment === undefined || positionals.length > 0)
      throw new UsageError('Give the name of an environment: --environment NAME.');
    const command = args.slice(end + 1);
    const idle = idleOf(values['until-idle']);
    const reports = (values.reporter ?? []).map(reportOf);
    const port = values.port === undefined ? undefined : portOf('--port', values.port, 0);
    const headless = await openHeadless(resolve(values.data ?? userDataFolder()));
    if (headless === null)
      throw new UsageError(
        'The workbench is open. Switch the tap on there, in the Environments view, or close the workbench.',
      );
    try {
      const { id, kind, name, tlsCertificateId } = await environmentNamed(headless, environment);
      const useTlsKey = values['use-tls-key'] ?? false;
      if (useTlsKey && tlsCertificateId === null)
        throw new UsageError(`“${name}” has no TLS client certificate. Omit --use-tls-key.`);
      if (useTlsKey) await unlock(headless, passwordFrom(values['password-file']));
      const started = await headless.call('tap.start', {
        environment: id,
        tls: values.https ?? false,
        useTlsKey,
        ...(port !== undefined && { port }),
      });
      announce(started.tap);
      const isFine = await finished(headless, { idle, command, url: started.tap.address });
      const tap = (await headless.call('tap.read', {})).tap ?? started.tap;
      const { document } = await headless.call('environments.openApi', { id });
      const expected = kind === 'local' ? OPERATIONS : (document?.operations ?? []);
      const seen = { ...tap, rows: rowsOf(tap, expected) };
      for (const { file, write } of reports) writeReport(file, write(seen));
      return resultOf(seen, isFine);
    } finally {
      await headless.workbench.stop();
    }
  },
};

function idleOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const seconds = Number(text);
  if (!/^\d{1,4}(?:\.\d{1,3})?$/.test(text) || seconds === 0)
    throw new UsageError(`--until-idle must be a number of seconds, such as 5, not "${text}".`);
  return seconds * 1000;
}

/** What was seen, then the operations that were not. */
type Seen = Pick<TapView, 'address' | 'name'> & { rows: Row[] };

const WRITERS: ReadonlyMap<string, (seen: Seen) => string> = new Map([
  ['json', jsonReport],
  ['junit', junitReport],
]);

function reportOf(order: string): { file: string; write: (seen: Seen) => string } {
  const [name = '', file = ''] = order.split(/=(.*)/s);
  const write = WRITERS.get(name);
  if (write === undefined || file === '')
    throw new UsageError(`--reporter must be json=FILE or junit=FILE, not "${order}".`);
  return { file, write };
}

/** To standard error, because standard output is for the result. */
function announce({ name, address, ca, key }: TapView): void {
  const { host } = new URL(address);
  const lines = [
    `The tap passes requests on to “${name}”. Point your client at its base URL:`,
    `  ${address}`,
    ...(ca === null ? [] : [`Let your client trust the CA certificate ${ca}`]),
    ...(key === null ? [] : [`It connects to the bank with the TLS client certificate “${key}”.`]),
    `It never signs. Let your client set the Host itself (${host}), and do not sign it.`,
  ];
  process.stderr.write(`${printable(lines.join('\n'))}\n`);
}

/** Resolves when the tap should end. @returns whether the command, if there is one, has ended well */
async function finished(
  { workbench, call }: Headless,
  { idle, command, url }: { idle: number | null; command: readonly string[]; url: string },
): Promise<boolean> {
  const ends = new Promise<void>((resolvePromise) => onEnd(resolvePromise));
  const [program, ...rest] = command;
  if (idle === null && program === undefined) {
    await ends;
    return true;
  }
  let isFine = true;
  if (program !== undefined) {
    const child = spawn(program, rest, { stdio: 'inherit', env: { ...process.env, [URL_VARIABLE]: url } });
    const ended = new Promise<boolean>((resolvePromise, reject) => {
      child.on('error', (error) => reject(new UsageError(`${program} cannot be started: ${error.message}`)));
      child.on('close', (status) => resolvePromise(status === 0));
    });
    const early = await Promise.race([ended, ends.then(() => null)]);
    if (early === null) child.kill();
    isFine = early ?? false;
  }
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<void>((resolvePromise, reject) => {
    const look = async () => {
      const { tap } = await call('tap.read', {});
      // Every request that ends is an event, which starts the timer again.
      if (tap === null || tap.underway === 0) resolvePromise();
    };
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void look().catch(reject), idle ?? 0);
    };
    workbench.onEvent((name) => {
      if (name === 'tap.changed') restart();
    });
    restart();
  });
  await Promise.race([quiet, ends]);
  clearTimeout(timer);
  return isFine;
}

type State = 'passed' | 'failed' | 'not-seen';
type Row = TapOperation & { state: State };

function rowsOf(
  { operations }: TapView,
  expected: readonly { id: string; title: string; method: string }[],
): Row[] {
  const seen = new Set(operations.map(({ operation }) => operation));
  const others = expected.filter(({ id }) => !seen.has(id));
  return [
    ...operations.map((one): Row => ({ ...one, state: one.failed > 0 ? 'failed' : 'passed' })),
    ...others.map(({ id, title, method }): Row => ({
      operation: id,
      title,
      method,
      passed: 0,
      failed: 0,
      cause: null,
      exchange: null,
      requestId: null,
      state: 'not-seen',
    })),
  ];
}

function resultOf({ name, address, rows }: Seen, isFine: boolean): Result {
  const seen = rows.filter(({ state }) => state !== 'not-seen');
  const failed = seen.filter(({ state }) => state === 'failed').length;
  const lines = seen.map(({ state, method, title, passed, failed: count, cause }) =>
    [
      `${state === 'passed' ? '✓' : '✗'} ${method} ${title}: ${passed} with a right signature, ${count} failed`,
      ...(cause === null ? [] : [`    ${cause}`]),
    ].join('\n'),
  );
  const left = rows.length - seen.length;
  const verdict =
    seen.length === 0
      ? `No request came. Point your client at the base URL above; a command gets it in ${URL_VARIABLE}.`
      : `${seen.length} ${seen.length === 1 ? 'operation' : 'operations'} seen, ${failed} failed${left === 0 ? '' : `; ${left} not seen`}.`;
  return {
    text: [
      ...lines,
      ...(lines.length > 0 ? [''] : []),
      verdict,
      ...(isFine ? [] : ['The command failed.']),
    ].join('\n'),
    json: { environment: name, address, operations: rows },
    status: seen.length > 0 && failed === 0 && isFine ? 0 : 1,
  };
}

function jsonReport({ name, address, rows }: Seen): string {
  return `${JSON.stringify({ environment: name, address, operations: rows }, null, 2)}\n`;
}

/** A test case for each operation; those that were not seen are skipped. */
function junitReport({ name, rows }: Seen): string {
  const count = (state: State) => rows.filter((row) => row.state === state).length;
  const totals = `tests="${rows.length}" failures="${count('failed')}" errors="0" skipped="${count('not-seen')}"`;
  const cases = rows.map((row) => {
    const head = `    <testcase classname="${xml(name)}" name="${xml(`${row.method} ${row.title}`)}"`;
    if (row.state === 'passed') return `${head} />`;
    const inner = row.state === 'failed' ? junitFailure(row) : '<skipped message="not seen" />';
    return `${head}>${inner}</testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="tap" ${totals}>`,
    `  <testsuite name="${xml(name)}" ${totals}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function junitFailure({ cause, passed, failed, requestId }: Row): string {
  const counts = `${passed + failed} sent, ${failed} failed.`;
  const last = requestId === null ? '' : ` X-Request-ID of the last one that failed: ${requestId}`;
  return `<failure message="${xml(cause ?? '')}">${counts}${xml(last)}</failure>`;
}
