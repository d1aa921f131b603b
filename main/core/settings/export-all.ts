/**
 * Exports all work of the user as one JSON file, without keys, passwords, secret values and credentials. Keys leave the vault only
 * through Certificates. Data of the local bank is complete, or it could not be restored.
 */
import type { Bank } from '../../../bank-sim/index.ts';
import type { Listing } from '../../../shared/collections/tree.ts';
import type { Drafts } from '../../../shared/collections/drafts.ts';
import type { DemonstrationFile } from '../../../shared/demonstrations/demonstration.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Settings } from '../../../shared/contract/status.ts';
import { stepWithout } from '../../../shared/interchange/redaction.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { headersOf } from '../../../shared/xs2a/http-syntax.ts';
import type { Snapshots, SnapshotEntry } from '../bank/snapshots.ts';
import type { Certificates } from '../certificates/certificates.ts';
import type { Collections } from '../collections/collections.ts';
import type { OpenDrafts } from '../collections/open-drafts.ts';
import type { Environments } from '../environments/environments.ts';
import type { FlowLog } from '../flow/log.ts';
import type { History } from '../history/history.ts';
import {
  exchangeWithout,
  maskedCredential,
  requestWithout,
  credentialsIn,
} from '../redaction/credentials.ts';
import { LONG } from '../redaction/forms.ts';
import { type Hidden, hidden, MASK, masked, masking } from '../redaction/mask.ts';
import type { CapturedValues } from '../requests/variable-lookup.ts';
import type { Variables } from '../environments/variables.ts';
import { secretValuesOf, withoutSecretValues } from '../redaction/declared-secrets.ts';
import { textsOf } from './collection-texts.ts';
import { MAX_RESPONSE_SECRETS, MAX_SNAPSHOT_BYTES } from '../../../shared/limits.ts';

const t = texts.core.exportAll;
const { product } = texts.common;

export interface ExportParts {
  version: string;
  bank: { operator: Pick<Bank['operator'], 'takeSnapshot'> };
  settings: { read: () => Settings };
  drafts: Pick<OpenDrafts, 'everything'>;
  environments: Pick<Environments, 'list' | 'sessions'>;
  variables: Pick<Variables, 'list' | 'secrets'>;
  kept: Pick<CapturedValues, 'list'>;
  certificates: Pick<Certificates, 'list'>;
  collections: Pick<Collections, 'list' | 'textOf'>;
  history: Pick<History, 'everything'>;
  flowLog: Pick<FlowLog, 'everything'>;
  snapshots: Pick<Snapshots, 'file' | 'list'>;
}

export const FORM = 4;

export interface Export {
  /** Generated piece by piece, so that a long history needs little memory. */
  pieces: Iterable<Buffer>;
  /** A sentence for each file that is damaged, and each snapshot that was too large. */
  left: readonly string[];
}

/**
 * Of response bodies in files, only the first window is included.
 * @param demonstrations that the user has added
 * @throws HostError for secret variables while the vault is locked, because the values to mask are unknown
 */
export function exportEverything(parts: ExportParts, demonstrations: readonly DemonstrationFile[]): Export {
  const listing = parts.collections.list();
  const { version, environments, variables, certificates, drafts, settings, bank } = parts;
  const work = {
    settings: settings.read(),
    environments: environments.list().map((environment) => ({
      ...environment,
      // The token of its space is not exported.
      kind: environment.kind === 'class' ? 'bank' : environment.kind,
      variables: variables.list(environment.id),
      sessions: environments.sessions.list(environment.id),
    })),
    collections: listing,
    drafts: drafts.everything(),
    demonstrations,
  };
  const kept = work.environments.flatMap(({ id }) => parts.kept.list(id));
  // Secret variables may occur in steps, or have been sent before they became secret.
  const sealed = work.environments.flatMap(({ id }) =>
    variables.secrets(id).map((value) => ({ name: '', value, secret: true })),
  );
  const declared = secretValuesOf(work, [...kept, ...sealed]);
  const { given, found } = withoutTyped(withoutSecretValues(work, declared.names));
  const secrets = [...declared.values, ...found];
  const { collections: without, ...others } = given;
  const mask = masking(hidden([...credentialsOf(work), ...secrets]));
  const { files, damaged } = textsOf(parts.collections, listing, maskedListing(without, mask));
  const { files: texts, drafts: open, ...rest } = mask({ ...others, files });
  const head = JSON.stringify(
    {
      form: FORM,
      program: `${product} ${version}`,
      exportedAt: new Date().toISOString(),
      ...rest,
      // Only the public part. Keys are exported separately, with a password.
      certificates: certificates.list().map(({ id, kind, name, origin, pem, chain }) => ({
        id,
        kind,
        name,
        origin,
        pem,
        chain,
      })),
      collections: texts,
      drafts: open,
      bank: bank.operator.takeSnapshot(),
    },
    null,
    1,
  );
  const { names, left } = chosenSnapshots(parts.snapshots.list(), Buffer.byteLength(head));
  const damages = damaged.map((file) => t.damagedFile(file));
  return { pieces: pieces(head, parts, names, secrets), left: [...damages, ...left] };
}

/** Values are masked here, where a short one is a value of its own, not only in the texts. Names stay: they lead to each other. */
function maskedListing({ entries, folders }: Listing, mask: <T>(value: T) => T): Listing {
  return {
    entries: entries.map((entry) => ({ ...entry, step: { ...mask(entry.step), name: entry.step.name } })),
    folders: folders.map((folder) => ({
      ...folder,
      settings: mask(folder.settings),
      repeats: mask(folder.repeats),
    })),
  };
}

/** Removes credentials by their name or form. @returns also those that are long enough to search for elsewhere */
function withoutTyped<Work extends { collections: Listing; drafts: Drafts }>(work: Work) {
  const found = new Set<string>();
  const hide = maskedCredential((real) => {
    if (real.length >= LONG) found.add(real);
  });
  const { collections, drafts } = work;
  const entries = collections.entries.map((entry) => ({
    ...entry,
    step: stepWithout(entry.step, hide),
  }));
  const tabs = drafts.tabs.map((tab) => ({ ...tab, request: requestWithout(tab.request, hide) }));
  const given = { ...work, collections: { ...collections, entries }, drafts: { ...drafts, tabs } };
  return { given, found };
}

/**
 * An exchange without secrets. An imported one may contain its credentials.
 * @param everywhere the same secrets for all exchanges as one list, which is prepared only once
 */
function exchangeGiven(
  exchange: Exchange,
  secrets: ReadonlySet<string>,
  everywhere: readonly Hidden[],
): Exchange {
  const found: string[] = [];
  const hide = maskedCredential((real) => {
    if (real.length >= LONG && found.length < MAX_RESPONSE_SECRETS) found.push(real);
  });
  const sent = credentialsIn(exchange.prepared.headers.map(({ name, value }) => [name, value]));
  const without = exchangeWithout(exchange, hide);
  const own = [...sent, ...found].filter((one) => one !== MASK && !secrets.has(one));
  return masked(without, own.length === 0 ? everywhere : [...hidden(own), ...everywhere]);
}

/** Credentials in headers that the user has written. Variables in them have their own protection. */
function credentialsOf({
  environments,
  collections,
  drafts,
}: {
  environments: readonly { headers: string }[];
  collections: Listing;
  drafts: Drafts;
}): string[] {
  const requests = [
    ...collections.entries.map(({ step }) => step.request),
    ...drafts.tabs.map(({ request }) => request),
  ];
  const texts = [
    ...environments.map(({ headers }) => headers),
    ...drafts.tabs.map(({ request }) => request.raw ?? ''),
  ];
  const lines = texts.flatMap((text) => text.split('\n').flatMap((line) => headersOf(line)));
  const headers = [...lines, ...requests.flatMap((request) => Object.entries(request?.headers ?? {}))];
  return credentialsIn(headers).filter((value) => !value.includes('{{'));
}

/** @param head a JSON object to which snapshots, history and event log are appended @param secrets of today, masked in earlier data */
function* pieces(
  head: string,
  { history, flowLog, snapshots }: Pick<ExportParts, 'history' | 'flowLog' | 'snapshots'>,
  names: readonly string[],
  secrets: readonly string[],
): Iterable<Buffer> {
  yield Buffer.from(`${head.slice(0, -'\n}'.length)},\n "snapshots": [`);
  let before = '\n';
  for (const text of snapshotTexts(snapshots, names)) {
    yield Buffer.from(before);
    yield text;
    before = ',\n';
  }
  yield Buffer.from('\n ],\n "history": [');
  before = '\n';
  const [all, everywhere] = [new Set(secrets), hidden(secrets)];
  for (const exchange of history.everything()) {
    const given = 'damaged' in exchange ? exchange : exchangeGiven(exchange, all, everywhere);
    yield Buffer.from(before + JSON.stringify(given, null, 1));
    before = ',\n';
  }
  yield Buffer.from('\n ],\n "flow": [');
  before = '\n';
  const mask = masking(everywhere);
  for (const event of flowLog.everything()) {
    yield Buffer.from(before + JSON.stringify(mask(event), null, 1));
    before = ',\n';
  }
  yield Buffer.from('\n ]\n}\n');
}

/** Bytes of the bank and its snapshots. The rest of the largest importable file is for the history. */
const MAX_TOTAL_BYTES = MAX_SNAPSHOT_BYTES / 2;

/** The newest snapshots that fit. @param entries newest first @param taken bytes of the file without them */
function chosenSnapshots(entries: readonly SnapshotEntry[], taken: number) {
  const names: string[] = [];
  const left: string[] = [];
  let room = MAX_TOTAL_BYTES - taken;
  for (const { name, bytes } of entries) {
    if (bytes > room) left.push(t.noRoom(name));
    else {
      names.push(name);
      room -= bytes;
    }
  }
  return { names, left };
}

/** The snapshots as JSON, without any that was deleted or damaged in the meantime. */
function* snapshotTexts(snapshots: Pick<Snapshots, 'file'>, names: readonly string[]): Iterable<Buffer> {
  for (const name of names) {
    let text: Buffer;
    try {
      text = Buffer.from(snapshots.file(name).bytes);
      JSON.parse(text.toString('utf8'));
    } catch {
      continue;
    }
    yield text;
  }
}
