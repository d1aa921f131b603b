/** Acts as the PSU's browser at a simulated bank: opens the page, fills in its forms, and follows it to the redirect (SCA-1). */
import { Agent, request } from 'undici';
import { readBody } from '../../../shared/node/read-body.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { filledForm, formOf, type Persona } from './psu-form.ts';
import { attribute, Page, PageError } from './psu-page.ts';
import { MAX_PSU_PAGES, MAX_PSU_PAGE_BYTES, PSU_PAGE_MS } from '../../../shared/limits.ts';

const t = texts.running.sca;

/**
 * @param href the scaRedirect
 * @param origins of the pages that may be opened: a link of a collection or of a page may lead anywhere, with secrets in it
 * @param redirectUri where the bank sends the PSU back to; that address is not opened
 * @param ca PEM of the CAs that the bank's pages are served under
 * @returns the whole address that the bank redirects to
 * @throws PageError
 */
export async function approveAt(
  href: string,
  persona: Persona,
  { origins, redirectUri, ca, signal }: Journey,
): Promise<URL> {
  if (!URL.canParse(href)) throw new PageError(t.noAddress(href));
  const open = (address: URL) => {
    // A file or a script has no origin.
    if (address.origin === 'null') throw new PageError(t.noAddress(`${address.protocol}…`));
    if (!origins.includes(address.origin)) throw new PageError(t.foreign(address.origin, origins));
    return load(address, null, agent, signal);
  };
  const agent = new Agent({ connect: ca === '' ? {} : { ca } });
  try {
    let answer = await open(new URL(href));
    for (let pages = 0; pages < MAX_PSU_PAGES; pages++) {
      if (answer.redirect !== null) {
        if (sameAddress(answer.redirect, redirectUri)) return answer.redirect;
        answer = await open(answer.redirect);
        continue;
      }
      const page = new Page(answer.html);
      const form = formOf(page);
      if (form === null || answer.problem) throw new PageError(messageOf(page));
      answer = await load(answer.address, filledForm(page, form, persona), agent, signal);
    }
  } finally {
    await agent.destroy();
  }
  throw new PageError(t.manyPages(MAX_PSU_PAGES));
}

export interface Journey {
  origins: readonly string[];
  redirectUri: string;
  ca: string;
  signal: AbortSignal;
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
  const read = await readBody(body, { bytes: MAX_PSU_PAGE_BYTES, time: PSU_PAGE_MS });
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

/** What a page says to the PSU, in one line. */
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
