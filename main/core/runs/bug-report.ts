/** Bug reports: a result of a run as a file for others, with the masked request, its response and the reason of the failure. */
import { upToFirstFault } from '../../../shared/schema-tools.ts';
import { randomUUID } from 'node:crypto';
import { readVersioned } from '../../../shared/collections/files.ts';
import {
  type BugReport,
  bugReportSchema,
  REPORT_KIND,
  REPORT_VERSION,
} from '../../../shared/contract/runs.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { headersOf } from '../../../shared/xs2a/http-syntax.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import type { Listing } from '../../../shared/collections/tree.ts';
import { Credentials } from '../../../shared/interchange/redaction.ts';
import type { Collections } from '../collections/collections.ts';
import type { Environments } from '../environments/environments.ts';
import type { FollowsPaths } from '../history/bodies/body-queries.ts';
import type { History } from '../history/history.ts';
import { credentialsIn, found } from '../redaction/credentials.ts';
import { secretValuesOf } from '../redaction/declared-secrets.ts';
import { maskedBody } from '../redaction/body-masker.ts';
import { type Hidden, hidden, MASK, masked } from '../redaction/mask.ts';
import type { OutgoingFile, TransferFile } from '../transfers.ts';
import type { Variables } from '../environments/variables.ts';
import { keptSecrets, type Reported, withoutCredentialsIn } from './report-secrets.ts';
import type { RunStore } from './run-store.ts';
import { MAX_FILE_UPLOAD_BYTES } from '../../../shared/limits.ts';

const t = texts.core.bugReport;

export interface BugReportParts {
  version: string;
  runStore: RunStore;
  history: Pick<History, 'add' | 'bodyOf' | 'read'>;
  collections: Pick<Collections, 'list'>;
  environments: Pick<Environments, 'list'>;
  variables: Pick<Variables, 'list' | 'secrets'>;
  vault: { isLocked: boolean };
  queries: FollowsPaths;
}

/** Maximum size of a body in a report, in bytes; larger bodies are truncated. */
const MAX_BODY_BYTES = 1024 * 1024;

/** @throws HostError if the result is no longer kept */
export async function bugReport(id: string, number: number, parts: BugReportParts): Promise<OutgoingFile> {
  const { version, runStore, history, collections, queries } = parts;
  const listing = collections.list();
  const run = runStore.read(id);
  const result = runStore.result(id, number);
  if (run === null || result === null) throw new HostError('not-found', texts.core.runResults.goneResult);
  const exchange = result.exchange === null ? null : history.read(result.exchange);
  // An opened report is masked already, and its steps are not here.
  const kept =
    run.state === 'report'
      ? { values: [], isWhole: true }
      : await keptSecrets(id, number, { runStore, history, listing, queries });
  const secrets = [
    ...hidden([...secretsOf(parts, listing), ...kept.values, ...credentialsOf(exchange, parts)]),
    ...credentialsOfStep(listing.entries.find(({ path }) => path === result.path)?.step ?? null),
  ];
  const reportWith = (reported: Reported, every: readonly Hidden[]): BugReport => ({
    version: REPORT_VERSION,
    kind: REPORT_KIND,
    madeWith: [`${texts.common.product} ${version}`, `Node.js ${process.versions.node}`, process.platform],
    madeAt: new Date().toISOString(),
    environment: run.environment,
    run: { name: run.name, startedAt: run.startedAt },
    result: reported.result,
    exchange: reported.exchange && withMaskedBodies(reported.exchange, every),
  });
  const written = (sent: Exchange | null) => {
    const known = sent !== null && !kept.isWhole ? withoutResponse(sent) : sent;
    const { found: others, ...reported } = withoutCredentialsIn({ result, exchange: known });
    const every = [...secrets, ...others];
    return Buffer.from(`${JSON.stringify(masked(reportWith(reported, every), every), null, 2)}\n`);
  };
  const whole = written(exchange && withWholeBody(exchange, history));
  const name = result.name.toLowerCase().match(/[a-z0-9]+/g) ?? ['step'];
  return {
    name: t.fileName(name.join('-').slice(0, 60)),
    // Escapes can make a body much longer, and the report must be small enough to open.
    bytes: whole.length <= MAX_FILE_UPLOAD_BYTES ? whole : written(exchange),
  };
}

/**
 * Opens a report as a run with one result, whose exchange is in the history.
 * @returns the id of the run
 * @throws HostError if the file is not a report
 */
export function openBugReport(file: TransferFile, { runStore, history }: BugReportParts): string {
  const report = readVersioned<BugReport>(Buffer.from(file.bytes).toString('utf8'), {
    version: REPORT_VERSION,
    notThis: t.notAReport,
    read: (json) => bugReportSchema.safeParse(json, upToFirstFault),
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
    environmentId: null,
    hasOwnBanks: false,
    startedAt: Date.now(),
    notices: [],
  });
  runStore.plan(id, 1);
  runStore.add(id, 0, { ...result, exchange: exchangeId });
  runStore.end(id, 'report', Math.round(result.duration), null);
  return id;
}

/** Stores the exchange of a report under a new id, without its links: they lead to another environment. */
function kept(exchange: Exchange, history: Pick<History, 'add'>): string {
  const id = randomUUID();
  const { response } = exchange;
  const bytes = Buffer.from(response?.body ?? '');
  const length = Math.max(bytes.length, response?.bodyBytes ?? 0);
  history.add({ ...exchange, id, links: [], linksLeftOut: 0, notKept: null }, { bytes, file: null, length });
  return id;
}

function withWholeBody(exchange: Exchange, history: Pick<History, 'bodyOf'>): Exchange {
  const body = history.bodyOf(exchange.id);
  if (exchange.response === null || body === null || body.file !== null) return exchange;
  const bytes = body.bytes();
  if (bytes.length > MAX_BODY_BYTES) return exchange;
  return { ...exchange, response: { ...exchange.response, body: bytes.toString('utf8') } };
}

/** Masks the values in bodies separately, so that short secrets are found. */
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

/** For a response that contains a captured secret at an unknown place. */
function withoutResponse(exchange: Exchange): Exchange {
  const { response } = exchange;
  return { ...exchange, links: [], response: response && { ...response, headers: [], body: t.leftOut } };
}

/**
 * Secret variables of all environments and of folders. Recorded data is masked, but a variable may have become secret since. That
 * cannot have happened to one of an environment while the vault is locked.
 */
function secretsOf({ environments, variables, vault }: BugReportParts, collections: Listing): string[] {
  const all = environments.list();
  const known = all.map(({ id }) => ({ variables: variables.list(id) }));
  const declared = secretValuesOf({ environments: known, collections }).values;
  return vault.isLocked ? declared : [...declared, ...all.flatMap(({ id }) => variables.secrets(id))];
}

/** Credentials that headers contain without a variable. */
function credentialsOf(exchange: Exchange | null, { environments }: BugReportParts): string[] {
  const headers: (readonly [string, string])[] = [
    ...Object.entries(exchange?.request?.headers ?? {}),
    ...(exchange?.prepared.headers ?? []).map(({ name, value }) => [name, value] as const),
    ...environments.list().flatMap((environment) => headersOf(environment.headers)),
  ];
  return credentialsIn(headers).filter((value) => !value.includes('{{') && value !== MASK);
}

/** Credentials in a step, because its assertions quote what it expects. */
function credentialsOfStep(step: Step | null): Hidden[] {
  if (step === null) return [];
  const credentials = new Credentials();
  credentials.without(step);
  return hidden(found(credentials.replaced).map(({ real }) => real));
}
