/** Acts as the PSU's browser at a simulated bank: fills in forms until the redirect (SCA-1). */
import { Agent, request } from 'undici';
import { readBody } from '../../../shared/node/bounded-http.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { attribute, Page, PageError, type Element } from './psu-page.ts';
import { MAX_PSU_PAGES, MAX_PSU_PAGE_BYTES, PSU_PAGE_MS } from '../../../shared/limits.ts';
import { indexOf } from '../../../shared/linear-text.ts';

const t = texts.running.sca;

/**
 * @param href the scaRedirect
 * @returns where the visit ended, see {@link hasEnded}, and what the last page asked for
 * @throws PageError
 */
export async function visit(
  href: string,
  persona: Persona,
  journey: Journey,
): Promise<{ last: Ended; asked: string }> {
  const agent = agentOf(journey);
  let asked = '';
  let seen: Browsing = { at: 'link', href };
  try {
    for (let moves = 0; moves < 2 * MAX_PSU_PAGES; moves++) {
      seen = await moveOn(seen, persona, journey, agent);
      if (seen.at === 'filled') ({ asked } = seen);
      if (hasEnded(seen, persona, journey)) return { last: seen, asked };
    }
  } finally {
    await agent.destroy();
  }
  throw new PageError(t.manyPages(MAX_PSU_PAGES));
}

/** What the PSU's browser shows: a page as the bank sent it, then filled in, with a button about to be pressed. */
export type Browsing =
  | { at: 'link'; href: string }
  | { at: 'page'; address: string; html: string; problem: boolean }
  /** `action` gets the form. */
  | {
      at: 'filled';
      address: string;
      html: string;
      decision: Persona['decision'];
      action: string;
      isPost: boolean;
      form: string;
      asked: string;
    }
  /** A redirect of the bank. */
  | { at: 'redirect'; href: string };

/** The next thing that happens in the PSU's browser. @throws PageError */
export async function browseOn(seen: Browsing, persona: Persona, journey: Journey): Promise<Browsing> {
  const agent = agentOf(journey);
  try {
    return await moveOn(seen, persona, journey, agent);
  } finally {
    await agent.destroy();
  }
}

export type Ended = Extract<Browsing, { at: 'page' | 'redirect' }>;

/** Whether the bank has sent the PSU back to the TPP, or the online bank has revoked a consent. */
export function hasEnded(
  seen: Browsing,
  { decision }: Pick<Persona, 'decision'>,
  { redirectUri }: Pick<Journey, 'redirectUri'>,
): seen is Ended {
  if (decision === 'revoke') return seen.at === 'page' && saidIn(new Page(seen.html)) !== null;
  return seen.at === 'redirect' && sameAddress(new URL(seen.href), redirectUri);
}

/** What a page reports to have been done; null if it reports nothing. */
export function saidIn(page: Page): string | null {
  const status = page.elements().find((one) => attribute(one, 'role') === 'status');
  return status === undefined ? null : page.text(status);
}

const agentOf = ({ ca }: Journey) => new Agent({ connect: ca === '' ? {} : { ca } });

function moveOn(
  seen: Browsing,
  persona: Persona,
  { origins, signal }: Journey,
  agent: Agent,
): Promise<Browsing> {
  if (seen.at === 'filled') {
    const action = new URL(seen.action);
    if (seen.isPost) return load(action, seen.form, agent, signal);
    action.search = seen.form;
    return load(action, null, agent, signal);
  }
  if (seen.at === 'page') return Promise.resolve(filledIn(seen, persona));
  const address = URL.parse(seen.href);
  if (address === null) throw new PageError(t.noAddress(seen.href));
  // A file or a script has no origin.
  if (address.origin === 'null') throw new PageError(t.noAddress(`${address.protocol}…`));
  if (!origins.includes(address.origin)) throw new PageError(t.foreign(address.origin, origins));
  return load(address, null, agent, signal);
}

function filledIn({ address, html, problem }: Extract<Browsing, { at: 'page' }>, persona: Persona): Browsing {
  const page = new Page(html);
  const form = formOf(page, persona.decision);
  if (form === null || problem) throw new PageError(messageOf(page));
  const action = new URL(attribute(form, 'action') ?? address, address);
  if (action.origin !== new URL(address).origin) throw new PageError(t.foreign(action.origin, [address]));
  return {
    at: 'filled',
    address,
    html,
    decision: persona.decision,
    action: action.href,
    isPost: attribute(form, 'method') === 'post',
    form: filledForm(page, form, persona).toString(),
    asked: askedOf(page),
  };
}

export interface Journey {
  /** Origins that may be opened: links of collections and pages may lead anywhere, with secrets in them. */
  origins: readonly string[];
  /** The end of the journey, which is not opened. */
  redirectUri: string;
  /** PEM of the CAs of the bank's pages. */
  ca: string;
  signal: AbortSignal;
}

async function load(
  address: URL,
  form: string | null,
  dispatcher: Agent,
  signal: AbortSignal,
): Promise<Browsing> {
  const { statusCode, headers, body } = await request(address, {
    dispatcher,
    signal,
    method: form === null ? 'GET' : 'POST',
    body: form,
    headers: {
      // What the page says is reported.
      'Accept-Language': 'en',
      ...(form !== null && {
        'Content-Type': 'application/x-www-form-urlencoded',
        // As browsers do.
        Origin: address.origin,
      }),
    },
  });
  const read = await readBody(body, { bytes: MAX_PSU_PAGE_BYTES, time: PSU_PAGE_MS });
  if (!read.ok) throw new PageError(t.unread[read.reason]);
  const location = headers['location'];
  if (statusCode >= 300 && statusCode < 400 && typeof location === 'string')
    return { at: 'redirect', href: new URL(location, address).href };
  return {
    at: 'page',
    address: address.href,
    html: read.bytes.toString('utf8'),
    problem: statusCode >= 400,
  };
}

/** Ignores the parameters. */
export function sameAddress(redirect: URL, redirectUri: string): boolean {
  if (!URL.canParse(redirectUri)) return false;
  const { origin, pathname } = new URL(redirectUri);
  return redirect.origin === origin && redirect.pathname === pathname;
}

/** The message of a page, on one line. */
function messageOf(page: Page): string {
  const all = page.elements();
  const alert = all.find((one) => attribute(one, 'role') === 'alert');
  const main = all.find(({ tagName }) => tagName === 'main');
  const said = page.text(alert ?? main, Infinity);
  const heading = all.find(({ tagName }) => tagName === 'h1');
  const title = heading === undefined ? '' : page.text(heading, Infinity);
  // A heading is a sentence without its full stop.
  return t.says(title !== '' && said.startsWith(`${title} `) ? `${title}.${said.slice(title.length)}` : said);
}

/** Payments of a page that are named. */
const MOST_NAMED = 3;

/** What a page asks the PSU for: its heading, and the amounts and payees of the payments. */
function askedOf(page: Page): string {
  const textOf = (within: Element | undefined, tag: string) => {
    const found = page.elements(within).find(({ tagName }) => tagName === tag);
    return found === undefined ? '' : page.text(found);
  };
  const list = page.elements().find((one) => attribute(one, 'aria-labelledby') === 'asked');
  const payments = list === undefined ? [] : page.elements(list).filter(({ tagName }) => tagName === 'li');
  const named = payments
    .slice(0, MOST_NAMED)
    .map((one) => t.payment(textOf(one, 'b'), textOf(one, 'strong')));
  return t.asked(textOf(undefined, 'h1'), named, payments.length);
}

export interface Persona {
  /** National ID, or name of a customer on the page. */
  psu: string;
  /** `revoke` acts in the online bank, the others on the page of an SCA. */
  decision: 'approve' | 'abort' | 'revoke';
  /** Null for the page's default. */
  context: 'PRIVATE' | 'CORPORATE' | null;
  /** Part of the company's name or agreement. */
  agreement: string | null;
  /** BBANs or IBANs; null for all. */
  accounts: readonly string[] | null;
}

/** The form that the PSU fills in: of an SCA; or of the online bank, which signs in and then revokes the newest consent. */
export function formOf(page: Page, decision: Persona['decision']): Element | null {
  const forms = page.elements().filter(({ tagName }) => tagName === 'form');
  const by = (name: string, value: string) => forms.find((one) => attribute(one, name) === value);
  const found = decision === 'revoke' ? (by('action', REVOKE) ?? by('method', 'get')) : by('method', 'post');
  return found ?? null;
}

/** Where the online bank revokes a consent (SCA-11). */
const REVOKE = '/bank/revoke';

/** @throws PageError if the page lacks a choice of the persona */
export function filledForm(page: Page, form: Element, persona: Persona): URLSearchParams {
  const inside = page.elements(form);
  const labels = labelTexts(page, inside);
  const fields = inside.filter(({ tagName }) => tagName === 'input');
  const devices = inside.filter(({ tagName }) => tagName === 'output');
  const data = new URLSearchParams();
  const type = (field: Element) => attribute(field, 'type') ?? 'text';
  // The account of a payment can answer on whose behalf: then there is nothing to choose.
  const capacities = fields.filter((field) => attribute(field, 'name') === 'capacity');
  const chosen = chosenCapacity(capacities, labels, persona);
  for (const field of fields) {
    const name = attribute(field, 'name') ?? '';
    const value = attribute(field, 'value') ?? '';
    if (name === 'capacity') continue;
    if (type(field) === 'hidden') data.append(name, value);
    else if (name === 'nationalId') appendCustomer(data, fields, persona);
    else if (type(field) === 'text') data.append(name, codeFor(field, page, devices));
    else if (type(field) === 'checkbox' && isTicked(field, labels, persona, chosen)) data.append(name, value);
  }
  if (chosen !== null) data.append(attribute(chosen, 'name') ?? '', attribute(chosen, 'value') ?? '');
  const buttons = inside.filter(({ tagName }) => tagName === 'button');
  const button =
    buttons.find((one) => (attribute(one, 'value') === 'abort') === (persona.decision === 'abort')) ??
    buttons[0];
  const isNamed = attribute(button ?? form, 'name') !== null;
  if (button !== undefined && isNamed)
    data.append(attribute(button, 'name') ?? '', attribute(button, 'value') ?? '');
  return data;
}

/** A customer of the list is chosen, and the number of another one is typed. */
function appendCustomer(data: URLSearchParams, fields: readonly Element[], { psu }: Persona): void {
  const number = psu.replaceAll(' ', '');
  const people = fields.filter((field) => attribute(field, 'name') === 'customer');
  const found = people.find(
    (field) => attribute(field, 'data-name') === psu || attribute(field, 'value') === number,
  );
  if (found === undefined && !/^\d+$/.test(number))
    throw new PageError(t.noCustomer(psu, people.map((field) => attribute(field, 'data-name')).join(', ')));
  data.append('nationalId', found === undefined ? number : '');
  if (found !== undefined) data.append('customer', attribute(found, 'value') ?? '');
}

/** The code that a simulated device on the page shows for a field, or else its value. */
function codeFor(field: Element, page: Page, devices: readonly Element[]): string {
  const id = attribute(field, 'id');
  const device = devices.find((one) => attribute(one, 'for') === id);
  return device === undefined ? (attribute(field, 'value') ?? '') : page.text(device);
}

/** @param fields radio buttons, or the hidden field of the only capacity */
function chosenCapacity(
  fields: readonly Element[],
  labels: Labels,
  { context, agreement }: Persona,
): Element | null {
  const isPrivate = (field: Element) => attribute(field, 'value') === 'PRIVATE';
  const nameOf = (field: Element) => attribute(field, 'data-name') ?? labels.get(field) ?? '';
  const wanted = fields.filter(
    (field) =>
      (context === null || isPrivate(field) === (context === 'PRIVATE')) &&
      (agreement === null ||
        attribute(field, 'value') === agreement ||
        indexOf(nameOf(field), agreement) >= 0),
  );
  if (fields.length > 0 && wanted.length === 0) {
    const offered = fields.map(nameOf).join('; ');
    throw new PageError(t.noChoice(agreement ?? context ?? t.thisChoice, offered));
  }
  return wanted.find((field) => attribute(field, 'checked') !== null) ?? wanted[0] ?? null;
}

/** Only accounts of the chosen capacity count. */
function isTicked(field: Element, labels: Labels, { accounts }: Persona, chosen: Element | null): boolean {
  const group = attribute(field, 'name') ?? '';
  if (chosen !== null && group !== `account/${attribute(chosen, 'value') ?? ''}`) return false;
  if (accounts === null) return true;
  const digits = (labels.get(field) ?? '').replaceAll(/[ .]/g, '');
  // A Norwegian IBAN ends with the BBAN.
  return accounts.some(
    (account) => indexOf(digits, account.replaceAll(/[ .]/g, '').replace(/^NO\d\d/, '')) >= 0,
  );
}

type Labels = ReadonlyMap<Element, string>;

/** The innermost label around each field. */
function labelTexts(page: Page, inside: readonly Element[]): Labels {
  const around = new Map<Element, Element>();
  for (const element of inside) {
    const { parentNode } = element;
    const outer = parentNode !== null && 'tagName' in parentNode ? around.get(parentNode) : undefined;
    const label = element.tagName === 'label' ? element : outer;
    if (label !== undefined) around.set(element, label);
  }
  const fields = inside.filter(({ tagName }) => tagName === 'input');
  return new Map(
    fields.flatMap((field) => {
      const label = around.get(field);
      return label === undefined ? [] : [[field, page.text(label)] as const];
    }),
  );
}
