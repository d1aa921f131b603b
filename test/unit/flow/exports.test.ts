/** Exports of the event log: every event in, every event out, and nothing in them that does anything. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import { exportFlow } from '../../../shared/flow/exports/export.ts';
import { SCRIPT, SCRIPT_HASH } from '../../../shared/flow/exports/html.ts';
import { mermaidStatements, partsOf } from '../../support/mermaid-parts.ts';
import { anyEvents, paymentFlow, request } from '../../support/flow-events.ts';

const flow = paymentFlow('enc!!Fptbgjxitkyn5fhFahPI1dBvTs5', 'sca-1');
const many = Array.from({ length: 120 }, (_, at) =>
  paymentFlow(`enc!!${at}Fptbgjxitkyn5fhFahPI1dBvTs5`, `sca-${at}`, 1 + at * 19),
).flat();

describe('every event that goes into an export is in it', () => {
  for (const [name, events] of [
    ['none', []],
    ['a payment', flow],
    ['2,280 events', many],
  ] as const) {
    it(`for ${name}`, () => {
      expect(svgEvents(exportFlow('svg', events))).toEqual(seqs(events));
      expect(htmlRows(exportFlow('html', events))).toEqual(seqs(events));
      expect(mermaidStatements(exportFlow('mermaid', events))).toHaveLength(events.length);
      const json = JSON.parse(exportFlow('json', events)) as { events: FlowEvent[] };
      expect(json.events).toEqual(events);
    });
  }

  it('for any events', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        expect(svgEvents(exportFlow('svg', events))).toEqual(seqs(events));
        expect(htmlRows(exportFlow('html', events))).toEqual(seqs(events));
        expect(mermaidStatements(exportFlow('mermaid', events))).toHaveLength(events.length);
        expect(JSON.parse(exportFlow('json', events))).toMatchObject({ events: jsonOf(events) });
      }),
      { numRuns: 60 },
    );
  });
});

describe('in words, for a room', () => {
  const tpp = { id: 'PSDNO-FSA-912345678', name: 'Fjordpay AS' };
  const how = { labels: 'human', title: 'Single payment', tpp } as const;

  it.each(['svg', 'html', 'mermaid', 'json'] as const)(
    '%s has the title of the demonstration and the name of the TPP',
    (format) => {
      const text = exportFlow(format, flow, how);
      expect(text).toContain('Single payment');
      expect(text).toContain('Fjordpay AS');
    },
  );

  it('pictures have neither codes nor ids, and every label is whole, in lines within the picture', () => {
    const title = `A step that is called ${'very '.repeat(40)}long`;
    const called = flow.map((event) => (event.kind === 'request' ? { ...event, title } : event));
    const svg = exportFlow('svg', called, how);
    const drawn = [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text = '']) =>
      text.replaceAll(/<[^>]*>/g, ''),
    );
    expect(drawn.join(' ')).toContain(title);
    expect(drawn.join(' ')).not.toMatch(/…|RCVD|scaRedirect|enc(?:!!|#)|\/v1/);
    for (const line of drawn) expect(line.length).toBeLessThan(90);
    const words = partsOf(exportFlow('mermaid', called, how))
      .join(' ')
      .replaceAll('<br/>', ' ');
    expect(words).toContain(title);
    expect(words).not.toMatch(/…|RCVD|scaRedirect|enc(?:!!|#)|\/v1/);
  });

  it('what a hostile bank sends stays text', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        expect(unknownMarkup(exportFlow('svg', events, how))).toEqual([]);
        for (const line of mermaidStatements(exportFlow('mermaid', events, how)))
          expect(line.slice(line.indexOf(': ') + 2).replaceAll(/#\d+;|<br\/>/g, '')).toMatch(
            /^[\p{L}\p{M}\p{N} ./,+()…→-]*$/u,
          );
      }),
      { numRuns: 60 },
    );
  });
});

it('the same events give the same export', () => {
  for (const format of ['svg', 'html', 'mermaid', 'json'] as const)
    expect(exportFlow(format, flow)).toBe(exportFlow(format, structuredClone(flow)));
});

describe('what a hostile bank sends stays text', () => {
  it('in the SVG, which has only shapes with plain attributes and texts', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const svg = exportFlow('svg', events);
        expect(unknownMarkup(svg)).toEqual([]);
        expect(svg).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
        expect(svg.isWellFormed()).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('in the HTML, which has the one script that its policy allows', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const elements = elementsOf(parse(exportFlow('html', events)));
        const scripts = elements.filter(({ tagName }) => tagName === 'script');
        expect(scripts.map(textOf)).toEqual([SCRIPT]);
        expect(elements.filter(({ tagName }) => FORBIDDEN.has(tagName))).toEqual([]);
        const attributes = elements.flatMap(({ attrs }) => attrs);
        expect(attributes.filter(({ name }) => name.startsWith('on'))).toEqual([]);
        const addresses = attributes.filter(({ name }) => name === 'href' || name === 'src');
        expect(addresses.filter(({ value }) => !/^#e\d+$/.test(value))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('in Mermaid, where only letters, digits, harmless marks and character references are text', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        for (const line of mermaidStatements(exportFlow('mermaid', events))) {
          const text = line.slice(line.indexOf(': ') + 2);
          expect(text.replaceAll(/#\d+;/g, '')).toMatch(/^[\p{L}\p{M}\p{N} ./,+()…→-]*$/u);
          expect(text).not.toMatch(/style|classDef/i);
        }
      }),
      { numRuns: 60 },
    );
  });
});

it('the policy of the HTML names the script by its hash and allows nothing from elsewhere', () => {
  expect(createHash('sha256').update(SCRIPT).digest('base64')).toBe(SCRIPT_HASH);
  const html = exportFlow('html', flow);
  expect(html).toContain(`default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${SCRIPT_HASH}'`);
  expect(html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/(?:src|href)="(?!#)|url\(|@import/);
});

it('every part of a long Mermaid export is shorter than the 50,000 characters that Mermaid takes', () => {
  const long = Array.from({ length: 3000 }, (_, at) => request(at + 1, { method: '#'.repeat(200) }));
  for (const events of [many, long]) {
    const parts = partsOf(exportFlow('mermaid', events));
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part.length).toBeLessThan(50_000);
  }
});

const FORBIDDEN = new Set([
  'iframe',
  'object',
  'embed',
  'img',
  'image',
  'link',
  'base',
  'form',
  'foreignobject',
  'use',
]);

const seqs = (events: readonly FlowEvent[]) => events.map(({ seq }) => seq);
const jsonOf = (value: unknown): object[] => JSON.parse(JSON.stringify(value)) as object[];

function svgEvents(svg: string): number[] {
  return [...svg.matchAll(/<g id="event-(\d+)"/g)].map(([, seq]) => Number(seq));
}

function htmlRows(html: string): number[] {
  const rows = elementsOf(parse(html)).filter(({ tagName }) => tagName === 'tr');
  return rows.flatMap(({ attrs }) =>
    attrs.filter(({ name }) => name === 'id').map(({ value }) => Number(value.slice(1))),
  );
}

/** Elements and attributes that the SVG is not made of. */
function unknownMarkup(svg: string): string[] {
  const tags = svg.match(/<[^>]*>/g) ?? [];
  return tags.filter(
    (tag) =>
      !/^<\/(?:svg|g|title|text|tspan)>$/.test(tag) &&
      !/^<(?:svg|g|title|text|tspan|rect|line|path)(?: [a-zA-Z0-9-]+="[^"<>]*")*\/?>$/.test(tag),
  );
}

function elementsOf(node: Tree.Node): Tree.Element[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elementsOf) : [];
  return 'tagName' in node ? [node, ...children] : children;
}

function textOf(element: Tree.Element): string {
  return element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}
