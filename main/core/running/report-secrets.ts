/** What a bug report must not show, besides the secret variables: what steps have kept as secrets, and credentials by their name or form. */
import { type Capture, captured } from '../../../shared/collection/capture.ts';
import { secretTexts } from '../../../shared/collection/fill.ts';
import { collectionAround } from '../../../shared/collection/plan.ts';
import type { StepResult } from '../../../shared/collection/result.ts';
import type { Listing } from '../../../shared/collection/tree.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { outcomeOf } from '../../../shared/contract/outcome.ts';
import { addressWithout, userinfosIn } from '../../../shared/interchange/given-away.ts';
import { type Hide, textWithoutSecrets } from '../../../shared/interchange/secret-texts.ts';
import { hiddenSecret } from '../../../shared/interchange/secrets.ts';
import type { History } from '../history/history.ts';
import { LONG } from '../masking/forms.ts';
import { type Hidden, MASK } from '../masking/mask.ts';
import { secretNamesIn } from '../variables/lookup.ts';
import type { RunStore } from './run-store.ts';

/** Credentials of an exchange that are looked for in the rest of it. A bank may send any number of them. */
const MOST = 200;
/** Steps of a run that have kept secrets, and whose responses are read again. */
const MOST_STEPS = 200;

export interface KeptParts {
  runStore: Pick<RunStore, 'everyResult'>;
  history: Pick<History, 'bodyOf' | 'read'>;
  listing: Listing;
}

/**
 * What the steps of a run have kept as secrets. Responses are stored as they have arrived, so their values are read from them again.
 * @returns `isWhole` is false if one of this result is not known any more, for example because the step has changed since
 */
export function keptSecrets(
  run: string,
  number: number,
  { runStore, history, listing }: KeptParts,
): { values: string[]; isWhole: boolean } {
  const keepOf = secretKeepsIn(listing);
  const values: string[] = [];
  let isWhole = true;
  let read = 0;
  for (const result of runStore.everyResult(run)) {
    const isThis = result.number === number;
    const shown = result.kept.filter(({ value }) => value.includes(MASK)).map(({ name }) => name);
    const wanted = keepOf(result.path, shown);
    if (shown.length === 0 && wanted.length === 0) continue;
    if (!isThis && ++read > MOST_STEPS) continue;
    const found = captured(wanted, outcomeOfResult(result, history)).flatMap((one) =>
      'missing' in one ? [] : [one],
    );
    values.push(...secretTexts(found.map(({ value }) => ({ value, secret: true }))));
    if (isThis) isWhole = shown.every((name) => found.some((one) => one.name === name));
  }
  return { values, isWhole };
}

const NOTHING = { response: null, redirect: null };

function outcomeOfResult({ exchange: id }: StepResult, history: KeptParts['history']) {
  const exchange = id === null ? null : history.read(id);
  const body = id === null ? null : history.bodyOf(id);
  if (exchange === null || body === null) return NOTHING;
  return outcomeOf(exchange, body.file === null ? body.bytes().toString('utf8') : null);
}

/** What a step keeps as secret: it says so itself, a folder declares the name, or a run has masked it. */
function secretKeepsIn({
  entries,
  folders,
}: Listing): (path: string, masked: readonly string[]) => Capture[] {
  const at = new Map(folders.map((folder) => [folder.path, folder]));
  const keeps = new Map(entries.map(({ path, step }) => [path, step?.keep ?? []]));
  return (path, masked) => {
    const keep = keeps.get(path) ?? [];
    if (keep.length === 0) return [];
    const around = collectionAround(path, (one) => at.get(one) ?? null);
    const names = new Set([...masked, ...secretNamesIn(around, [])]);
    return keep.filter((one) => one.secret === true || names.has(one.as));
  };
}

/** A result and its exchange, of which a report shows everything. */
export interface Reported {
  result: StepResult;
  exchange: Exchange | null;
}

/** The same without credentials, and those that are long enough to be looked for wherever else they stand. */
export function withoutCredentialsIn({ result, exchange }: Reported): Reported & { found: Hidden[] } {
  const found = new Map<string, Hidden>();
  const note = (real: string, shown: string) => {
    if (real.length >= LONG && found.size < MOST) found.set(real, { real, shown });
  };
  const hide: Hide = (name, value) => {
    const hidden = hiddenSecret(name, value);
    if (hidden?.isDropped !== true || value.includes(MASK)) return value;
    const shown = `{{${hidden.variable}}}`;
    note(value.slice(hidden.value.length - shown.length), MASK);
    return hidden.value.replace(shown, () => MASK);
  };
  const named = <T extends { name: string; value: string }>(one: T): T => ({
    ...one,
    value: hide(one.name, one.value),
  });
  const after: Reported = {
    result: {
      ...result,
      line: addressWithout(result.line, hide),
      kept: result.kept.map(named),
      used: result.used.map(named),
    },
    exchange: exchange && exchangeWithout(exchange, hide),
  };
  for (const userinfo of userinfosIn(after)) note(userinfo, `//${MASK}@`);
  return { ...after, found: [...found.values()] };
}

function exchangeWithout(exchange: Exchange, hide: Hide): Exchange {
  const { request, prepared, requestBody, response, links } = exchange;
  const address = (text: string) => addressWithout(text, hide);
  const values = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, hide(name, value)]));
  const sentType = prepared.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? null;
  const type = response?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  return {
    ...exchange,
    path: address(exchange.path),
    request: request && {
      ...request,
      params: values(request.params),
      query: values(request.query),
      headers: values(request.headers),
      line: request.line && address(request.line),
      body: textWithoutSecrets(request.body, sentType, hide),
    },
    prepared: {
      ...prepared,
      url: address(prepared.url),
      headers: prepared.headers.map((header) => ({ ...header, value: hide(header.name, header.value) })),
      signing: { ...prepared.signing, lines: prepared.signing.lines.map(address) },
    },
    requestBody: textWithoutSecrets(requestBody, sentType, hide),
    response: response && {
      ...response,
      headers: response.headers.map(([name, value]) => [name, address(hide(name, value))]),
      body: textWithoutSecrets(response.body, type, hide),
    },
    links: links.map((link) => ({ ...link, href: address(link.href) })),
  };
}
