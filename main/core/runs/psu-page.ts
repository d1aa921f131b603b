/** A page of a bank for who looks for its forms and texts. It is walked once: each element knows which part of the page is in it. */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import { texts } from '../../../shared/texts/texts.ts';
import { MAX_ELEMENT_TEXT_CHARS, MAX_PAGE_ELEMENTS } from '../../../shared/limits.ts';

const t = texts.running.sca;

type Node = DefaultTreeAdapterTypes.ChildNode;
type Document = DefaultTreeAdapterTypes.Document;
export type Element = DefaultTreeAdapterTypes.Element;

/** The pages cannot be used as the persona would. The message says what was on the page. */
export class PageError extends Error {}

/** Where an element is among the elements and texts of its page: from its start to the end of what is inside. */
interface Extent {
  elements: [start: number, end: number];
  texts: [start: number, end: number];
}

export class Page {
  private readonly all: Element[] = [];
  private readonly pieces: string[] = [];
  private readonly extents = new Map<Element, Extent>();

  /** @throws PageError if the page has too many elements */
  constructor(html: string) {
    this.walk(parsed(html));
  }

  /** In the order of the page, that one included; without one, those of the whole page. */
  elements(within?: Element): Element[] {
    const { elements = [0] } = (within && this.extents.get(within)) ?? {};
    return this.all.slice(...elements);
  }

  /** What is said in an element, or on the whole page, in one line. @param most characters; what is shown is masked first and shortened then, so it needs all */
  text(within?: Element, most = MAX_ELEMENT_TEXT_CHARS): string {
    const { texts: [start, end] = [0, this.pieces.length] } = (within && this.extents.get(within)) ?? {};
    let said = '';
    for (let at = start; at < end && said.length < most; at++) {
      const piece = (this.pieces[at] ?? '').replaceAll(/\s+/g, ' ').trim();
      if (piece !== '') said += said === '' ? piece : ` ${piece}`;
    }
    return said.slice(0, most);
  }

  /** Not call in call: how deep a page is, its bank decides. */
  private walk(document: Document): void {
    const open: (Node | Extent)[] = document.childNodes.toReversed();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if ('texts' in next) {
        next.elements[1] = this.all.length;
        next.texts[1] = this.pieces.length;
        continue;
      }
      if ('value' in next) this.pieces.push(next.value);
      if (!('tagName' in next)) continue;
      const extent: Extent = { elements: [this.all.length, 0], texts: [this.pieces.length, 0] };
      this.extents.set(next, extent);
      this.all.push(next);
      open.push(extent);
      for (const child of next.childNodes.toReversed()) open.push(child);
    }
  }
}

export function attribute(element: Element, name: string): string | null {
  return element.attrs.find((one) => one.name === name)?.value ?? null;
}

function parsed(html: string): Document {
  let made = 0;
  return parse(html, {
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement: (...parts) => {
        if (++made > MAX_PAGE_ELEMENTS) throw new PageError(t.manyElements(MAX_PAGE_ELEMENTS));
        return defaultTreeAdapter.createElement(...parts);
      },
    },
  });
}
