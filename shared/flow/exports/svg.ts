/** The diagram as SVG of plain shapes and attributes: no style sheet, script, HTML or external resource. */
import { texts } from '../../texts/texts.ts';
import type { Activation, Bracket, Diagram, Row, Span } from '../diagram.ts';
import {
  drawActivation,
  drawBracket,
  drawHead,
  drawLifelines,
  drawRow,
  glyphPath,
  headHeight,
  type Ink,
  type Lanes,
  lanesAt,
  type Run,
  type Shape,
  type TopOf,
  topsOf,
} from '../drawing.ts';
import { humanLaneNames, type Lane, LANES, laneNames } from '../marks.ts';
import { sentenceOf } from '../sentence.ts';
import { plain } from '../diagram-text.ts';
import { ownValue } from '../../own-value.ts';

/** The light theme, for paper and documents. */
const COLOURS: Record<Ink, string> = {
  ink: '#14202e',
  'ink-2': '#435061',
  'ink-3': '#566375',
  line: '#d9dfe6',
  control: '#7d8896',
  surface: '#ffffff',
  ground: '#f6f8fa',
  accent: '#1a5fb4',
  'accent-strong': '#134a90',
  'accent-soft': '#e4eefa',
  'accent-line': '#9fc1ea',
  ok: '#1b6a3a',
  'ok-soft': '#e3f3e8',
  'ok-line': '#94cba8',
  warn: '#7f4d00',
  'warn-soft': '#fcf0d9',
  'warn-line': '#dfb566',
  bad: '#b0241c',
  'bad-soft': '#fdeae8',
  'bad-line': '#e7a19b',
};

const FONTS = {
  mono: 'DejaVu Sans Mono, Menlo, Consolas, monospace',
  sans: 'DejaVu Sans, Segoe UI, Helvetica, Arial, sans-serif',
};

/** Width of an exported diagram, by its labels, and the height of the names above wire labels. */
const WIDTHS = { wire: 1080, human: 480 };
const HEAD = 56;
/** Height of the title. */
const TITLE = 26;

/** Height of a printed page divided by its width. */
export const PAGE = 1.27;

interface SvgOptions {
  first: number;
  /** The row after the last one. */
  end: number;
  title: string;
  /** Whether the title is also drawn. */
  isTitled?: boolean;
  /** The link of a row, or null for no links. */
  link: ((row: Row) => string) | null;
}

type Drawer = (options: SvgOptions) => string;

/**
 * Draws parts of a diagram; shares work between the thousands of parts of a long log.
 * @param names of the lanes, by default those in the events
 */
export function drawerOf(diagram: Diagram, names = laneNames(diagram.events)): Drawer {
  const lanes = lanesOf(diagram);
  const isHuman = lanes.labels === 'human';
  const heads = isHuman ? humanLaneNames(diagram.events, names) : names;
  const found: Found = {
    lanes,
    topOf: topsOf(diagram.rows, lanes),
    head: isHuman ? drawHead(heads, lanes).map(element) : head(names, lanes),
    headHeight: isHuman ? headHeight(heads, lanes) : HEAD,
    activations: new SpanIndex(diagram.activations),
    brackets: new SpanIndex(diagram.brackets),
  };
  return (options) => draw(diagram, found, options);
}

const lanesOf = ({ options }: Diagram) => {
  const labels = options.labels ?? 'wire';
  return lanesAt(WIDTHS[labels], labels);
};

/** Parts of a diagram as ranges of rows, of which each is at most so high, relative to the width. At least one, perhaps empty. */
export function partsOf(diagram: Diagram, height: number): { first: number; end: number }[] {
  const { rows } = diagram;
  const lanes = lanesOf(diagram);
  const topOf = topsOf(rows, lanes);
  const parts: { first: number; end: number }[] = [];
  let first = 0;
  for (let end = 1; end <= rows.length; end++)
    if (end === rows.length || topOf(end + 1) - topOf(first) > height * lanes.width) {
      parts.push({ first, end });
      first = end;
    }
  return parts.length === 0 ? [{ first: 0, end: 0 }] : parts;
}

interface Found {
  lanes: Lanes;
  topOf: TopOf;
  head: string[];
  headHeight: number;
  activations: SpanIndex<Activation>;
  brackets: SpanIndex<Bracket>;
}

function draw(
  { rows: all }: Diagram,
  found: Found,
  { first, end, title, isTitled = false, link }: SvgOptions,
): string {
  const { lanes, topOf } = found;
  const { width } = lanes;
  const rows = all.slice(first, end);
  const top = topOf(first);
  const heading = isTitled ? TITLE : 0;
  const above = heading + found.headHeight;
  const below = Math.max(topOf(first + rows.length) - top, 24) + 12;
  const height = above + below;
  const last = first + rows.length - 1;
  const spans = [
    ...found.activations
      .between(first, last)
      .filter((span) => span.last > first && span.first < last)
      .map(clipped)
      .map((span) => drawActivation(span, lanes)),
    ...found.brackets
      .between(first, last)
      .map(clipped)
      .map((span) => drawBracket(span, lanes)),
  ].flat();
  const body = rows.map((row, at) => {
    const inner = `<title>${escaped(titleOf(row))}</title>${drawRow(row, lanes, false).map(element).join('')}`;
    const id = row.kind === 'event' ? ` id="event-${row.event.seq}"` : '';
    const group = `<g${id} transform="translate(0 ${n(topOf(first + at) - top)})">${inner}</g>`;
    return link === null ? group : `<a href="${escaped(link(row))}">${group}</a>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTHS.wire}" height="${Math.round((height * WIDTHS.wire) / width)}" viewBox="0 0 ${width} ${n(height)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect x="0" y="0" width="${width}" height="${n(height)}" fill="${COLOURS.surface}"/>`,
    ...(isTitled ? [element(titleShape(title))] : []),
    `<g transform="translate(0 ${heading})">`,
    ...found.head,
    '</g>',
    `<g transform="translate(0 ${n(above - top)})">`,
    ...drawLifelines(lanes, top - 4, top + below).map(element),
    ...spans.map(element),
    '</g>',
    `<g transform="translate(0 ${n(above)})">`,
    ...body,
    '</g></svg>',
  ].join('\n');

  /** Clips a span to these rows. */
  function clipped<S extends { first: number; last: number }>(span: S): S {
    return { ...span, first: Math.max(span.first, first), last: Math.min(span.last, last) };
  }
}

function titleShape(text: string): Shape {
  return { is: 'text', x: 12, y: 18, text, font: 'sans', size: 14, bold: true, anchor: 'start', ink: 'ink' };
}

function head(names: Record<Lane, string>, lanes: Lanes): string[] {
  const { times } = texts.flow.lanes;
  const zone = { is: 'text', x: 12, y: 20, anchor: 'start', font: 'sans', size: 11, bold: false } as const;
  const above = LANES.flatMap((lane) => {
    const at = { is: 'text', x: lanes[lane], anchor: 'middle', font: 'sans', bold: false } as const;
    return [
      { ...at, y: 20, text: texts.flow.lanes[lane], size: 13, bold: true, ink: 'ink' } as const,
      { ...at, y: 36, text: names[lane], size: 11, ink: 'ink-2' } as const,
    ].map(element);
  });
  return [element({ ...zone, text: times, ink: 'ink-3' }), ...above];
}

function titleOf(row: Row): string {
  return row.kind === 'event' ? sentenceOf(row.event) : row.text;
}

function element(shape: Shape): string {
  switch (shape.is) {
    case 'line': {
      const dash = shape.dash ? ' stroke-dasharray="5 3"' : '';
      return `<line x1="${n(shape.x1)}" y1="${n(shape.y1)}" x2="${n(shape.x2)}" y2="${n(shape.y2)}" stroke="${COLOURS[shape.ink]}" stroke-width="${shape.width}"${dash}/>`;
    }
    case 'rect': {
      const stroke = shape.ink === null ? '' : ` stroke="${COLOURS[shape.ink]}"`;
      return `<rect x="${n(shape.x)}" y="${n(shape.y)}" width="${n(shape.width)}" height="${n(shape.height)}" rx="${shape.radius}" fill="${COLOURS[shape.fill]}"${stroke}/>`;
    }
    case 'text': {
      const weight = shape.bold ? ' font-weight="600"' : '';
      const turn = shape.down === true ? ` transform="rotate(90 ${n(shape.x)} ${n(shape.y)})"` : '';
      return `<text x="${n(shape.x)}" y="${n(shape.y)}" font-family="${FONTS[shape.font]}" font-size="${shape.size}" text-anchor="${shape.anchor}" fill="${COLOURS[shape.ink]}"${weight}${turn}>${shape.runs?.map(span).join('') ?? escaped(shape.text)}</text>`;
    }
    case 'glyph': {
      const { d, scale } = glyphPath(shape.name, shape.size);
      return `<path d="${d}" transform="translate(${n(shape.x)} ${n(shape.y)}) scale(${n(scale)})" fill="none" stroke="${COLOURS[shape.ink]}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`;
    }
    case 'tip': {
      const back = shape.right ? -8 : 8;
      return `<path d="M${n(shape.x)} ${n(shape.y)}l${back} -4.5v9z" fill="${COLOURS[shape.ink]}"/>`;
    }
  }
}

function span({ text, bold, ink }: Run): string {
  return `<tspan fill="${COLOURS[ink]}"${bold ? ' font-weight="600"' : ''}>${escaped(text)}</tspan>`;
}

/** Rounded to 2 decimals. */
const n = (value: number) => String(Math.round(value * 100) / 100);

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for element content and quoted attributes, without characters that XML forbids. */
export function escaped(text: string): string {
  return plain(text).replaceAll(/[&<>"']/g, (character) => ownValue(ENTITIES, character) ?? '');
}

/** Rows of one bucket. */
const ROWS = 64;

/** Finds the spans in a range of rows. */
class SpanIndex<S extends Span> {
  private readonly lists = new Map<number, S[]>();

  /** @param spans in the order of the results */
  constructor(spans: readonly S[]) {
    for (const span of spans)
      for (let list = listOf(span.first); list <= listOf(span.last); list++) {
        const known = this.lists.get(list);
        if (known === undefined) this.lists.set(list, [span]);
        else known.push(span);
      }
  }

  /** The spans with a row from `first` to `last`, inclusive. */
  between(first: number, last: number): S[] {
    const found = new Set<S>();
    for (let list = listOf(first); list <= listOf(last); list++)
      for (const span of this.lists.get(list) ?? [])
        if (span.last >= first && span.first <= last) found.add(span);
    return [...found];
  }
}

function listOf(row: number): number {
  return Math.floor(row / ROWS);
}
