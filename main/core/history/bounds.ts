/** Bounds for what a bank decides: a response must not make the window, or the draft that shows it again, too slow to use. */
import type { Exchange, ExchangeSummary } from '../../../shared/contract/exchange.ts';
import { ShownTexts } from './shown-texts.ts';

const MOST_LINKS = 50;
/** Characters of an address. A longer one is left out, because a part of it would lead elsewhere. */
const LONGEST_HREF = 8192;
/** Characters of a link's name. */
const LONGEST_NAME = 100;
/** Characters of a text that quotes the response. */
const LONGEST_TEXT = 2000;
/** More than the checks and causes of the workbench. */
const MOST_TEXTS = 200;

type Found = Pick<Exchange, 'verdicts' | 'links' | 'linksLeftOut' | 'diagnosis'>;

/** Only for what is masked already. The same with as many links, verbs and characters as can be shown; `linksLeftOut` counts the links that are not there. */
export function bounded<T extends Found>(found: T): T {
  const { links, linksLeftOut, verdicts, diagnosis } = found;
  const kept = links
    .filter(({ name, href }) => name.length <= LONGEST_NAME && href.length <= LONGEST_HREF)
    .slice(0, MOST_LINKS)
    .map(({ verbs, ...link }) => ({ ...link, verbs: [...new Set(verbs)] }));
  return {
    ...found,
    links: kept,
    linksLeftOut: linksLeftOut + links.length - kept.length,
    verdicts: verdicts.slice(0, MOST_TEXTS).map(withShortText),
    diagnosis: diagnosis?.slice(0, MOST_TEXTS).map(withShortText) ?? null,
  };
}

/** A whole exchange that was stored or written elsewhere, as it can be shown. Its request has bounds of its own, and bodies are read in parts. */
export function boundedExchange<T extends Exchange>(exchange: T): T {
  const found = bounded(exchange);
  const { explanation, notKept, prepared, response } = found;
  const shown = new ShownTexts();
  const { body = '', ...head } = response ?? {};
  return {
    ...found,
    ...boundedSummary(found, shown),
    operation: shown.limit(found.operation),
    notKept: shown.limit(notKept),
    explanation: shown.limit(explanation),
    prepared: shown.limit(prepared),
    response: response === null ? null : { ...shown.limit(head), body },
  };
}

/** The texts of an exchange before it is opened. */
function boundedSummary(
  { title, method, path, failure, environment }: ExchangeSummary,
  shown: ShownTexts,
): Pick<ExchangeSummary, 'title' | 'method' | 'path' | 'failure' | 'environment'> {
  return shown.limit({ title, method, path, failure, environment });
}

/** What the list of exchanges shows: hundreds of them cross to the window together. */
export function listedSummary(summary: ExchangeSummary): ExchangeSummary {
  const { title, method, path, failure, environment } = summary;
  return {
    ...summary,
    title: listed(title),
    method: listed(method),
    path: listed(path),
    failure: failure === null ? null : listed(failure),
    environment: environment === null ? null : listed(environment),
  };
}

function listed(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}

function withShortText<T extends { text: string }>(one: T): T {
  return one.text.length <= LONGEST_TEXT ? one : { ...one, text: listed(one.text) };
}
