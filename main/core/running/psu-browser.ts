/** Acts as the PSU's browser at a simulated bank: opens the page, fills in its forms, and follows it to the redirect (SCA-1). */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { Agent, request } from 'undici';
import { readBody } from '../../../shared/node/read-body.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.running.sca;

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** What the PSU does. */
export interface Persona {
  /** National ID, or the name of a customer that the page offers. */
  psu: string;
  decision: 'approve' | 'abort';
  /** Null for the choice that the page makes. */
  context: 'PRIVATE' | 'CORPORATE' | null;
  /** Part of the company's name or of the agreement, or null. */
  agreement: string | null;
  /** BBANs or IBANs; null for all. */
  accounts: readonly string[] | null;
}

/** The pages cannot be used as the persona would. The message says what was on the page. */
export class PageError extends Error {}

/** Pages until the bank must have redirected. */
const MOST_PAGES = 8;
/** Bytes of one page. */
const LARGEST_PAGE = 1024 * 1024;
/** Milliseconds for the body of one page. */
const PAGE_TIME = 30_000;

/**
 * @param href the scaRedirect
 * @param redirectUri where the bank sends the PSU back to; that address is not opened
 * @param ca PEM of the CAs that the bank's pages are served under
 * @returns the whole address that the bank redirects to
 * @throws PageError
 */
export async function approveAt(
  href: string,
  persona: Persona,
  { redirectUri, ca, signal }: { redirectUri: string; ca: string; signal: AbortSignal },
): Promise<URL> {
  if (!URL.canParse(href)) throw new PageError(t.noAddress(href));
  const agent = new Agent({ connect: ca === '' ? {} : { ca } });
  try {
    let answer = await load(new URL(href), null, agent, signal);
    for (let page = 0; page < MOST_PAGES; page++) {
      if (answer.redirect !== null) {
        if (sameAddress(answer.redirect, redirectUri)) return answer.redirect;
        answer = await load(answer.redirect, null, agent, signal);
        continue;
      }
      const form = formOf(answer.html);
      if (form === null || answer.problem) throw new PageError(messageOf(answer.html));
      answer = await load(answer.address, filledForm(form, persona), agent, signal);
    }
  } finally {
    await agent.destroy();
  }
  throw new PageError(t.manyPages(MOST_PAGES));
}

interface Answer {
  address: URL;
  html: string;
  redirect: URL | null;
  /** Whether the page says that something was wrong. */
  problem: boolean;
}

async function load(
  address: URL,
  form: URLSearchParams | null,
  dispatcher: Agent,
  signal: AbortSignal,
): Promise<Answer> {
  const { statusCode, headers, body } = await request(address, {
    dispatcher,
    signal,
    ...(form === null
      ? {}
      : {
          method: 'POST',
          body: form.toString(),
          headers: {
            'Content-Type': 'application/x-www-form-urlencoded',
            // A browser says which page a form comes from.
            Origin: address.origin,
          },
        }),
  });
  const read = await readBody(body, { bytes: LARGEST_PAGE, time: PAGE_TIME });
  if (!read.ok) throw new PageError(t.unread[read.reason]);
  const html = read.bytes.toString('utf8');
  const location = headers['location'];
  const redirect =
    statusCode >= 300 && statusCode < 400 && typeof location === 'string' ? new URL(location, address) : null;
  return { address, html, redirect, problem: statusCode >= 400 };
}

/** Whether the bank sends the PSU to the TPP, with whatever parameters. */
function sameAddress(redirect: URL, redirectUri: string): boolean {
  if (!URL.canParse(redirectUri)) return false;
  const { origin, pathname } = new URL(redirectUri);
  return redirect.origin === origin && redirect.pathname === pathname;
}

/** The first form that is sent by POST. */
function formOf(html: string): Element | null {
  return (
    elements(parse(html)).find((one) => one.tagName === 'form' && attribute(one, 'method') === 'post') ?? null
  );
}

function filledForm(form: Element, persona: Persona): URLSearchParams {
  const inside = elements(form);
  const labels = labelTexts(inside);
  const fields = inside.filter(({ tagName }) => tagName === 'input');
  const data = new URLSearchParams();
  const type = (field: Element) => attribute(field, 'type') ?? 'text';
  const radios = fields.filter((field) => type(field) === 'radio');
  const chosen = chosenRadio(radios, labels, persona);
  for (const field of fields) {
    const name = attribute(field, 'name') ?? '';
    const value = attribute(field, 'value') ?? '';
    if (type(field) === 'hidden') data.append(name, value);
    else if (type(field) === 'text')
      data.append(name, name === 'nationalId' ? nationalId(inside, persona) : value);
    else if (type(field) === 'checkbox' && isTicked(field, labels, persona, chosen)) data.append(name, value);
  }
  if (chosen !== null) data.append(attribute(chosen, 'name') ?? '', attribute(chosen, 'value') ?? '');
  const buttons = inside.filter(({ tagName }) => tagName === 'button');
  const button =
    buttons.find((one) => (attribute(one, 'value') === 'abort') === (persona.decision === 'abort')) ??
    buttons[0];
  if (button !== undefined) data.append(attribute(button, 'name') ?? '', attribute(button, 'value') ?? '');
  return data;
}

/** The page offers the customers of the practice bank by number and name. */
function nationalId(inside: readonly Element[], { psu }: Persona): string {
  if (/^[\d ]+$/.test(psu)) return psu;
  const people = inside.filter(({ tagName }) => tagName === 'option');
  const number = people.filter((one) => text(one) === psu).map((one) => attribute(one, 'value'))[0];
  if (number !== undefined && number !== null) return number;
  throw new PageError(t.noCustomer(psu, people.map((one) => text(one)).join(', ')));
}

function chosenRadio(
  radios: readonly Element[],
  labels: Labels,
  { context, agreement }: Persona,
): Element | null {
  const isPrivate = (radio: Element) => attribute(radio, 'value') === 'PRIVATE';
  const wanted = radios.filter(
    (radio) =>
      (context === null || isPrivate(radio) === (context === 'PRIVATE')) &&
      (agreement === null ||
        attribute(radio, 'value') === agreement ||
        (labels.get(radio) ?? '').includes(agreement)),
  );
  if (radios.length > 0 && wanted.length === 0) {
    const offered = radios.map((radio) => labels.get(radio) ?? '').join('; ');
    throw new PageError(t.noChoice(agreement ?? context ?? t.thisChoice, offered));
  }
  return wanted.find((radio) => attribute(radio, 'checked') !== null) ?? wanted[0] ?? null;
}

/** Of the accounts, only those of the chosen capacity count. */
function isTicked(field: Element, labels: Labels, { accounts }: Persona, chosen: Element | null): boolean {
  const group = attribute(field, 'name') ?? '';
  if (chosen !== null && group !== `account/${attribute(chosen, 'value') ?? ''}`) return false;
  if (accounts === null) return true;
  const digits = (labels.get(field) ?? '').replaceAll(/[ .]/g, '');
  // A Norwegian IBAN ends with the BBAN.
  return accounts.some((account) => digits.includes(account.replaceAll(/[ .]/g, '').replace(/^NO\d\d/, '')));
}

type Labels = ReadonlyMap<Element, string>;

/** The text of the label around each field. */
function labelTexts(inside: readonly Element[]): Labels {
  return new Map(
    inside
      .filter(({ tagName }) => tagName === 'label')
      .flatMap((label) =>
        elements(label)
          .filter(({ tagName }) => tagName === 'input')
          .map((field) => [field, text(label)] as const),
      ),
  );
}

/** What a page says to the PSU, in one line. */
function messageOf(html: string): string {
  const all = elements(parse(html));
  const alert = all.find((one) => attribute(one, 'role') === 'alert');
  const main = all.find(({ tagName }) => tagName === 'main');
  const said = text(alert ?? main ?? parse(html)).slice(0, 300);
  return t.says(said);
}

function elements(node: Node | DefaultTreeAdapterTypes.Document): Element[] {
  const children = 'childNodes' in node ? node.childNodes : [];
  const own = 'tagName' in node ? [node] : [];
  return [...own, ...children.flatMap((child) => elements(child))];
}

function attribute(element: Element, name: string): string | null {
  return element.attrs.find((one) => one.name === name)?.value ?? null;
}

function text(node: Node | DefaultTreeAdapterTypes.Document): string {
  const own = 'value' in node ? node.value : '';
  const children = 'childNodes' in node ? node.childNodes : [];
  return [own, ...children.map((child) => text(child))].join(' ').replaceAll(/\s+/g, ' ').trim();
}
