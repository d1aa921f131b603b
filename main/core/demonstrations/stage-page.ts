/** The page in the PSU's browser as the stage shows it: the bytes of the bank, with the values and the press of the PSU. */
import { createHash } from 'node:crypto';
import { serialize } from 'parse5';
import { attribute, type Element, Page } from '../runs/psu-page.ts';
import { type Browsing, formOf } from '../runs/psu-browser.ts';

export interface StagePage {
  whose: 'bank' | 'tpp';
  /** Name or national ID. */
  psu: string;
  address: string;
  /** As it was sent; filled in, with a button about to be pressed; or pressed. */
  state: 'sent' | 'filled' | 'pressed';
  html: string;
}

/** @returns null while the browser shows nothing new */
export function stagePage(seen: Browsing, psu: string): StagePage | null {
  if (seen.at !== 'page' && seen.at !== 'filled') return null;
  const { address, html } = seen;
  const isFilled = seen.at === 'filled';
  return {
    whose: 'bank',
    psu,
    address,
    state: isFilled ? 'filled' : 'sent',
    html: isFilled ? filled(html, seen) : html,
  };
}

/** Names a page in its address, so that a browser never shows an earlier one. */
export function stagePageId({ html }: StagePage): string {
  return createHash('sha256').update(html).digest('base64url').slice(0, 16);
}

/** Scrolled to by the address of the frame: what is around the button, because a button there would take the focus. */
const PRESSED = 'pressed';

const STYLE = [
  `#${PRESSED}{scroll-margin:40vh}`,
  `[data-${PRESSED}]{outline-style:solid;outline-width:5px;outline-color:#1d5fbf;outline-offset:4px}`,
].join('');

/** The page with the values of its form, and a mark around the button. */
function filled(html: string, seen: Extract<Browsing, { at: 'filled' }>): string {
  const page = new Page(html);
  const form = new URLSearchParams(seen.form);
  const found = formOf(page, seen.decision);
  if (found === null) return html;
  for (const field of page.elements(found)) {
    const name = attribute(field, 'name') ?? '';
    const value = attribute(field, 'value') ?? '';
    const isSent = form.getAll(name).includes(value);
    if (field.tagName === 'button' && (isSent || name === '')) {
      set(field, `data-${PRESSED}`, '');
      if (field.parentNode !== null && 'tagName' in field.parentNode) set(field.parentNode, 'id', PRESSED);
    }
    if (field.tagName !== 'input') continue;
    const type = attribute(field, 'type') ?? 'text';
    if (type === 'text') set(field, 'value', form.get(name) ?? '');
    else if (type === 'radio' || type === 'checkbox') set(field, 'checked', isSent ? '' : null);
  }
  return serialize(page.document).replace('</head>', `<style>${STYLE}</style></head>`);
}

/** @param value null removes it */
function set(element: Element, name: string, value: string | null): void {
  const others = element.attrs.filter((one) => one.name !== name);
  element.attrs = value === null ? others : [...others, { name, value }];
}
