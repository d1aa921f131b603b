/** A result of a run as a file that somebody else opens: the request as sent, its response, and why it failed. Secrets are masked. */
import { randomUUID } from 'node:crypto';
import { readVersioned } from '../../../shared/collection/files.ts';
import {
  type BugReport,
  bugReportSchema,
  REPORT_KIND,
  REPORT_VERSION,
} from '../../../shared/contract/bug-report.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { headersOf } from '../../../shared/xs2a/header-lines.ts';
import type { Collections } from '../collections/collections.ts';
import type { Environments } from '../environments/environments.ts';
import { bounded } from '../history/bounds.ts';
import type { History } from '../history/history.ts';
import { credentialsIn } from '../masking/credentials.ts';
import { maskedBody } from '../masking/body-masker.ts';
import { type Hidden, hidden, MASK, masked } from '../masking/mask.ts';
import type { OutgoingFile, TransferFile } from '../transfers.ts';
import type { Variables } from '../variables/variables.ts';
import type { RunStore } from './run-store.ts';

const t = texts.core.bugReport;

export interface BugReportParts {
  version: string;
  runStore: RunStore;
  history: Pick<History, 'add' | 'bodyOf' | 'read'>;
  collections: Pick<Collections, 'list'>;
  environments: Pick<Environments, 'list'>;
  variables: Pick<Variables, 'secrets'>;
  vault: { isLocked: boolean };
}

/** Bytes of a body that a report has. Of a larger one it has the beginning. */
const LARGEST_BODY = 1024 * 1024;
/** Bytes of a report: more cannot be uploaded. */
const LARGEST = 4 * 1024 * 1024;

/** @throws HostError if the result is no longer kept */
export function bugReport(id: string, number: number, parts: BugReportParts): OutgoingFile {
  const { version, runStore, history } = parts;
  const run = runStore.read(id);
  const result = runStore.result(id, number);
  if (run === null || result === null) throw new HostError('not-found', texts.core.runResults.goneResult);
  const exchange = result.exchange === null ? null : history.read(result.exchange);
  const secrets = hidden([...secretsOf(parts), ...credentialsOf(result.path, exchange, parts)]);
  const reportWith = (sent: Exchange | null): BugReport => ({
    version: REPORT_VERSION,
    kind: REPORT_KIND,
    madeWith: [`${texts.common.product} ${version}`, `Node.js ${process.versions.node}`, process.platform],
    madeAt: new Date().toISOString(),
    environment: run.environment,
    run: { name: run.name, startedAt: run.startedAt },
    result,
    exchange: sent && withMaskedBodies(sent, secrets),
  });
  const written = (sent: Exchange | null) =>
    Buffer.from(`${JSON.stringify(masked(reportWith(sent), secrets), null, 2)}\n`);
  const whole = written(exchange && withWholeBody(exchange, history));
  const name = result.name.toLowerCase().match(/[a-z0-9]+/g) ?? ['step'];
  return {
    name: t.fileName(name.join('-').slice(0, 60)),
    // Escapes can make a body much longer. What cannot be opened again is no report.
    bytes: whole.length <= LARGEST ? whole : written(exchange),
  };
}

/**
 * Opens a report as a run with one result, whose exchange is in the history.
 * @returns the id of the run
 * @throws HostError if the file is not a report
 */
export function openBugReport(file: TransferFile, { runStore, history }: BugReportParts): string {
  const report = readVersioned<BugReport>(Buffer.from(file.bytes).toString('utf8'), {
    first: REPORT_VERSION,
    migrations: [],
    notThis: t.notAReport,
    read: (json) => bugReportSchema.safeParse(json),
  });
  if (typeof report === 'string') throw new HostError('bad-input', t.notOpened(file.name, report));
  const { result, run, environment, madeWith, exchange } = report;
  const id = randomUUID();
  const exchangeId = exchange && kept(exchange, history);
  runStore.begin({
    id,
    path: '',
    name: run.name,
    environment: t.environmentOf(environment, madeWith.join(', ')),
    startedAt: Date.now(),
  });
  runStore.plan(id, 1);
  runStore.add(id, 0, { ...result, exchange: exchangeId });
  runStore.end(id, 'report', Math.round(result.duration), null);
  return id;
}

/** Stores the exchange of a report under an id of its own. Its links are only read: they lead where somebody else was. */
function kept(exchange: Exchange, history: Pick<History, 'add'>): string {
  const id = randomUUID();
  const { response } = exchange;
  const bytes = Buffer.from(response?.body ?? '');
  const length = Math.max(bytes.length, response?.bodyBytes ?? 0);
  history.add(
    { ...bounded(exchange), id, links: [], linksLeftOut: 0, notKept: null },
    { bytes, file: null, length },
  );
  return id;
}

function withWholeBody(exchange: Exchange, history: Pick<History, 'bodyOf'>): Exchange {
  const body = history.bodyOf(exchange.id);
  if (exchange.response === null || body === null || body.file !== null) return exchange;
  const bytes = body.bytes();
  if (bytes.length > LARGEST_BODY) return exchange;
  return { ...exchange, response: { ...exchange.response, body: bytes.toString('utf8') } };
}

/** Bodies are texts whose values are masked each by itself, so that a short secret is found, too. */
function withMaskedBodies(exchange: Exchange, secrets: readonly Hidden[]): Exchange {
  const safe = (text: string) => maskedBody(Buffer.from(text), secrets).toString('utf8');
  const { request, requestBody, response } = exchange;
  return {
    ...exchange,
    request: request && { ...request, body: safe(request.body) },
    requestBody: safe(requestBody),
    response: response && { ...response, body: safe(response.body) },
  };
}

/**
 * The secret variables of all environments: what was recorded is masked already, but a variable may have become secret since.
 * While the vault is locked, nobody can have made one.
 */
function secretsOf({ environments, variables, vault }: BugReportParts): string[] {
  if (vault.isLocked) return [];
  return environments.list().flatMap(({ id }) => variables.secrets(id));
}

/** Credentials that stand in headers as they are, without a variable. */
function credentialsOf(
  path: string,
  exchange: Exchange | null,
  { collections, environments }: BugReportParts,
): string[] {
  const step = collections.list().entries.find((entry) => entry.path === path)?.step;
  const headers: (readonly [string, string])[] = [
    ...Object.entries(step?.request?.headers ?? {}),
    ...Object.entries(exchange?.request?.headers ?? {}),
    ...(exchange?.prepared.headers ?? []).map(({ name, value }) => [name, value] as const),
    ...environments.list().flatMap((environment) => headersOf(environment.headers)),
  ];
  return credentialsIn(headers).filter((value) => !value.includes('{{') && value !== MASK);
}
