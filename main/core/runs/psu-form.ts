/** What a PSU fills into the forms of a simulated bank's pages. */
import { indexOf } from '../../../shared/index-of.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { attribute, type Element, type Page, PageError } from './psu-page.ts';

const t = texts.running.sca;

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

/** The first form that is sent by POST. */
export function formOf(page: Page): Element | null {
  return page.elements().find((one) => one.tagName === 'form' && attribute(one, 'method') === 'post') ?? null;
}

/** @throws PageError if the page does not offer what the persona chooses */
export function filledForm(page: Page, form: Element, persona: Persona): URLSearchParams {
  const inside = page.elements(form);
  const labels = labelTexts(page, inside);
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
      data.append(name, name === 'nationalId' ? nationalId(page, inside, persona) : value);
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
function nationalId(page: Page, inside: readonly Element[], { psu }: Persona): string {
  if (/^[\d ]+$/.test(psu)) return psu;
  const people = inside.filter(({ tagName }) => tagName === 'option');
  const number = people.filter((one) => page.text(one) === psu).map((one) => attribute(one, 'value'))[0];
  if (number !== undefined && number !== null) return number;
  throw new PageError(t.noCustomer(psu, people.map((one) => page.text(one)).join(', ')));
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
        indexOf(labels.get(radio) ?? '', agreement) >= 0),
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
  return accounts.some(
    (account) => indexOf(digits, account.replaceAll(/[ .]/g, '').replace(/^NO\d\d/, '')) >= 0,
  );
}

type Labels = ReadonlyMap<Element, string>;

/** The text of the innermost label around each field. */
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
