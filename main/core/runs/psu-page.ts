/** A parsed page of a bank, walked once: each element has the range of its descendants. */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import { texts } from '../../../shared/texts/texts.ts';
import { MAX_ELEMENT_TEXT_CHARS, MAX_PAGE_ELEMENTS } from '../../../shared/limits.ts';

const t = texts.running.sca;

type Node = DefaultTreeAdapterTypes.ChildNode;
type Document = DefaultTreeAdapterTypes.Document;
export type Element = DefaultTreeAdapterTypes.Element;

/** The persona cannot use the page. The message quotes it. */
export class PageError extends Error {}

/** Ranges of an element's descendants among the elements and texts of the page. */
interface Extent {
  elements: [start: number, end: number];
  texts: [start: number, end: number];
}

export class Page {
  private readonly all: Element[] = [];
  private readonly pieces: string[] = [];
  private readonly extents = new Map<Element, Extent>();
  readonly document: Document;

  /** @throws PageError if the page has too many elements */
  constructor(html: string) {
    this.document = parsed(html);
    this.walk(this.document);
  }

  /** In document order, including the element itself. @param within the whole page if left out */
  elements(within?: Element): Element[] {
    const { elements = [0] } = (within && this.extents.get(within)) ?? {};
    return this.all.slice(...elements);
  }

  /** Text on one line. @param most characters; a text that is masked and then shortened needs all */
  text(within?: Element, most = MAX_ELEMENT_TEXT_CHARS): string {
    const { texts: [start, end] = [0, this.pieces.length] } = (within && this.extents.get(within)) ?? {};
    let said = '';
    for (let at = start; at < end && said.length < most; at++) {
      const piece = (this.pieces[at] ?? '').replaceAll(/\s+/g, ' ').trim();
      if (piece !== '') said += said === '' ? piece : ` ${piece}`;
    }
    return said.slice(0, most);
  }

  /** Iterative, because a bank decides how deep a page is nested. */
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
