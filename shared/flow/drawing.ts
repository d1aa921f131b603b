/**
 * The diagram as shapes at coordinates, for the window and the exports. Units are CSS pixels at 100 %; colours are names of design tokens.
 */
import type { Activation, Bracket, EventRow, GroupRow, Labels, Row } from './diagram.ts';
import { type Badge, type Lane, LANES, type Mark, type Tone, GLYPHS, type GlyphName } from './marks.ts';
import { cutTo, lengthText, secondsText } from './diagram-text.ts';

/** Height of every row of wire labels, which are cut to it. Human labels wrap. */
const ROW_HEIGHT = 36;

export type Ink =
  | 'ink'
  | 'ink-2'
  | 'ink-3'
  | 'line'
  | 'control'
  | 'surface'
  | 'ground'
  | 'accent'
  | 'accent-strong'
  | 'accent-soft'
  | 'accent-line'
  | 'ok'
  | 'ok-soft'
  | 'ok-line'
  | 'warn'
  | 'warn-soft'
  | 'warn-line'
  | 'bad'
  | 'bad-soft'
  | 'bad-line';

export type Shape =
  | { is: 'line'; x1: number; y1: number; x2: number; y2: number; ink: Ink; width: number; dash: boolean }
  | {
      is: 'rect';
      x: number;
      y: number;
      width: number;
      height: number;
      radius: number;
      fill: Ink;
      ink: Ink | null;
    }
  | {
      is: 'text';
      x: number;
      y: number;
      text: string;
      font: 'mono' | 'sans';
      size: number;
      bold: boolean;
      anchor: 'start' | 'middle' | 'end';
      ink: Ink;
      /** Rotated by 90°. */
      down?: boolean;
      /** The text in parts that look different. */
      runs?: readonly Run[];
    }
  | { is: 'glyph'; name: GlyphName; x: number; y: number; size: number; ink: Ink }
  /** An arrowhead. */
  | { is: 'tip'; x: number; y: number; right: boolean; ink: Ink };

export interface Run {
  text: string;
  bold: boolean;
  ink: Ink;
}

/** Positions of the lanes for the width of the diagram. */
export interface Lanes {
  labels: Labels;
  width: number;
  tpp: number;
  psu: number;
  bank: number;
}

/** Smallest readable width; a narrower pane scrolls. */
export const LEAST_WIDTH = 560;

const LEFT = 108;
const RIGHT = 96;
/** Baseline of a label, and the shaft below it, from the top of the row. */
const LABEL = 16;
const SHAFT = 26;
/** Half the width of an activation. */
const HALF = 4;
/** Widths of characters relative to the font size; SANS is an estimate for the wide DejaVu Sans. */
const MONO = 0.603;
const SANS = 0.56;
const NARROW = /[ .,:;'|()ijltf]/g;
const WIDE = /[\p{Lu}\dmw→]/gu;

/** Part of the width beside the lanes of human labels, which have no times. */
const BESIDE = 0.13;

export function lanesAt(width: number, labels: Labels = 'wire'): Lanes {
  const isHuman = labels === 'human';
  const [tpp, bank] = isHuman ? [width * BESIDE, width * (1 - BESIDE)] : [LEFT, width - RIGHT];
  return { labels, width, tpp, psu: Math.round((tpp + bank) / 2), bank };
}

/** The top of a row, or of what is below the last one. */
export type TopOf = (row: number) => number;

export function topsOf(rows: readonly Row[], lanes: Lanes): TopOf {
  if (lanes.labels === 'wire') return (row) => row * ROW_HEIGHT;
  const tops = [0];
  for (const row of rows) tops.push((tops.at(-1) ?? 0) + worded(row, lanes).height);
  return (row) => tops[Math.min(row, rows.length)] ?? 0;
}

const laneX = (lanes: Lanes, lane: Lane) => lanes[lane];
const monoWidth = (text: string, size = 12) => text.length * size * MONO;
/** An estimate, because exports cannot measure text. */
function sansWidth(text: string, size = 12): number {
  const narrow = text.match(NARROW)?.length ?? 0;
  const wide = text.match(WIDE)?.length ?? 0;
  return size * (SANS * text.length - 0.22 * narrow + 0.09 * wide);
}

function line(x1: number, y1: number, x2: number, y2: number, ink: Ink, width = 1, dash = false): Shape {
  return { is: 'line', x1, y1, x2, y2, ink, width, dash };
}

function box(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: Ink,
  ink: Ink | null,
  radius = 3,
): Shape {
  return { is: 'rect', x, y, width, height, radius, fill, ink };
}

function words(
  x: number,
  y: number,
  text: string,
  ink: Ink,
  more: Partial<Extract<Shape, { is: 'text' }>> = {},
): Shape {
  return { is: 'text', x, y, text, ink, font: 'mono', size: 12, bold: false, anchor: 'start', ...more };
}

/** One row, relative to its top. */
export function drawRow(row: Row, lanes: Lanes, selected: boolean): Shape[] {
  if (lanes.labels === 'human') return drawWorded(row, lanes, selected);
  return row.kind === 'group' ? drawGroup(row, lanes, selected) : drawEvent(row, lanes, selected);
}

function drawGroup({ text, isFolded, bad }: GroupRow, lanes: Lanes, selected: boolean): Shape[] {
  const ink = selected ? 'accent-strong' : bad ? 'bad' : 'ink';
  return [
    box(
      4,
      3,
      lanes.width - 8,
      ROW_HEIGHT - 6,
      selected ? 'accent-soft' : 'ground',
      selected ? 'accent-line' : 'line',
    ),
    { is: 'glyph', name: isFolded ? 'folded' : 'open', x: 10, y: 12, size: 12, ink },
    ...(bad ? [{ is: 'glyph', name: 'cross', x: 26, y: 12, size: 12, ink } as const] : []),
    words(bad ? 44 : 28, 22, cutTo(text, Math.floor((lanes.width - 60) / (12 * SANS))), ink, {
      font: 'sans',
      bold: true,
    }),
  ];
}

function drawEvent(row: EventRow, lanes: Lanes, selected: boolean): Shape[] {
  const { mark } = row;
  const ink: Ink = selected ? 'accent' : mark.bad ? 'bad' : row.isContext ? 'ink-3' : 'ink';
  return [...drawTime(row), ...drawMark(mark, lanes, selected, ink)];
}

/** The bank's time, and below it the gap after the row before; only the gap for an immediate response or step. */
function drawTime({ event, gap, mark }: EventRow): Shape[] {
  if (mark.shape === 'heading') return [];
  const soon = gap !== null && gap < 1000;
  const follows = event.kind === 'response' || event.kind === 'step';
  if (soon && follows) return [words(12, 24, `+${lengthText(gap)}`, 'ink-3')];
  const time = words(12, 20, secondsText(event.bankAt ?? event.at), 'ink-2');
  return gap === null || gap < 1000 ? [time] : [time, words(12, 33, `+${lengthText(gap)}`, 'ink-3')];
}

function drawMark(mark: Mark, lanes: Lanes, selected: boolean, ink: Ink): Shape[] {
  switch (mark.shape) {
    case 'arrow':
      return drawArrow(mark, lanes, selected, ink);
    case 'box': {
      const middle = Math.min((lanes.psu + lanes.bank) / 2, lanes.width / 2 + 60);
      const most = 2 * (lanes.bank - middle) - 24;
      return boxed(mark.text, mark.glyph, middle, most, selected, ink);
    }
    case 'flag':
      return drawFlag(mark.text, lanes, selected, ink);
    case 'line':
    case 'double':
    case 'band':
      return drawBand(mark, lanes, selected, ink);
    case 'heading':
      return [
        box(4, 6, lanes.width - 8, ROW_HEIGHT - 10, 'ground', selected ? 'accent-line' : null),
        words(12, 24, cutTo(mark.text, Math.floor((lanes.width - 24) / (13 * SANS))), ink, {
          font: 'sans',
          size: 13,
          bold: true,
        }),
      ];
  }
}

const FROM_LANE = 16;

function drawArrow(
  mark: Extract<Mark, { shape: 'arrow' }>,
  lanes: Lanes,
  selected: boolean,
  ink: Ink,
): Shape[] {
  const right = laneX(lanes, mark.to) > laneX(lanes, mark.from);
  const towards = right ? 1 : -1;
  // The arrow ends at the activation of the bank.
  const inset = (lane: Lane) => (lane === 'tpp' ? 0 : HALF);
  const from = laneX(lanes, mark.from) + towards * inset(mark.from);
  const to = laneX(lanes, mark.to) - towards * inset(mark.to);
  const shaftInk = ink === 'ink' ? 'ink-2' : ink;
  const room = Math.abs(to - from) - 2 * FROM_LANE;
  return [
    line(from, SHAFT, to - towards * 5, SHAFT, shaftInk, selected ? 2 : 1, mark.dashed),
    { is: 'tip', x: to, y: SHAFT, right, ink: shaftInk },
    ...drawLabel(mark, right ? from + FROM_LANE : from - FROM_LANE, right, room, selected, ink),
  ];
}

/** Seal, badge, text and rule at the start of the arrow. */
function drawLabel(
  mark: Extract<Mark, { shape: 'arrow' }>,
  start: number,
  right: boolean,
  room: number,
  selected: boolean,
  ink: Ink,
): Shape[] {
  const seal = mark.signed ? 18 : 0;
  const badge = mark.badge === null ? 0 : badgeWidth(mark.badge) + 6;
  const rule = mark.rule === null ? '' : ` ${mark.rule}`;
  const text = cutTo(
    mark.text,
    Math.max(4, Math.floor((room - seal - badge - monoWidth(rule)) / (12 * MONO))),
  );
  const width = seal + badge + monoWidth(text + rule);
  let x = right ? start : start - width;
  const shapes: Shape[] = selected
    ? [box(x - 6, 1, width + 12, 22, 'accent-soft', 'accent-line')]
    : [box(x - 2, 2, width + 4, 20, 'surface', null)];
  if (mark.signed) {
    const sealInk = mark.forged ? 'bad' : ink === 'ink-3' ? 'ink-3' : 'accent';
    shapes.push({ is: 'glyph', name: mark.forged ? 'wrongSeal' : 'seal', x, y: 5, size: 13, ink: sealInk });
    x += seal;
  }
  if (mark.badge !== null) {
    shapes.push(...drawBadge(mark.badge, x));
    x += badge;
  }
  if (text !== '') shapes.push(words(x, LABEL, text, selected ? 'accent-strong' : ink, { bold: selected }));
  if (rule !== '') shapes.push(words(x + monoWidth(text + rule.slice(0, 1)), LABEL, rule.trim(), ink));
  return shapes;
}

const BADGE: Record<Tone, { ink: Ink; fill: Ink; edge: Ink }> = {
  plain: { ink: 'ink-2', fill: 'ground', edge: 'line' },
  ok: { ink: 'ok', fill: 'ok-soft', edge: 'ok-line' },
  warn: { ink: 'warn', fill: 'warn-soft', edge: 'warn-line' },
  bad: { ink: 'bad', fill: 'bad-soft', edge: 'bad-line' },
  here: { ink: 'accent-strong', fill: 'accent-soft', edge: 'accent-line' },
};

const badgeWidth = ({ text }: Badge) => 28 + monoWidth(text);

function drawBadge(badge: Badge, x: number): Shape[] {
  const { ink, fill, edge } = BADGE[badge.tone];
  return [
    box(x, 2, badgeWidth(badge), 19, fill, edge),
    { is: 'glyph', name: badge.glyph, x: x + 6, y: 5.5, size: 12, ink },
    words(x + 22, LABEL, badge.text, ink, { bold: true }),
  ];
}

/** A box around a text. @param most its maximum width */
function boxed(
  text: string,
  glyph: GlyphName,
  middle: number,
  most: number,
  selected: boolean,
  ink: Ink,
): Shape[] {
  const shown = cutTo(text, Math.floor((most - 44) / (12 * SANS)));
  const width = sansWidth(shown) + 42;
  const left = middle - width / 2;
  return [
    box(
      left,
      7,
      width,
      22,
      selected ? 'accent-soft' : 'surface',
      selected ? 'accent' : ink === 'bad' ? 'bad' : 'control',
    ),
    { is: 'glyph', name: glyph, x: left + 8, y: 11.5, size: 13, ink },
    words(left + 28, 22, shown, ink, { font: 'sans' }),
  ];
}

function drawFlag(text: string, lanes: Lanes, selected: boolean, ink: Ink): Shape[] {
  const shown = cutTo(text, Math.floor((lanes.bank - lanes.psu - 40) / (12 * MONO)));
  const width = monoWidth(shown) + 12;
  const right = lanes.bank - 14;
  const edge: Ink = selected ? 'accent' : ink === 'bad' ? 'bad-line' : 'line';
  return [
    line(right, 18, lanes.bank, 18, ink === 'ink' ? 'control' : ink),
    box(right - width, 8, width, 20, selected ? 'accent-soft' : ink === 'bad' ? 'bad-soft' : 'ground', edge),
    words(right - width / 2, 22, shown, ink === 'ink' ? 'ink-2' : ink, { anchor: 'middle' }),
    box(lanes.bank - 3, 15, 6, 6, ink === 'ink' ? 'control' : ink, null),
  ];
}

function drawBand(
  mark: Extract<Mark, { shape: 'line' | 'double' | 'band' }>,
  lanes: Lanes,
  selected: boolean,
  ink: Ink,
): Shape[] {
  // Beside the longest time, such as `+47 h 55 min`.
  const left = lanes.tpp - 6;
  const right = lanes.width - 16;
  const edge: Ink = selected ? 'accent' : 'control';
  const ys = mark.shape === 'line' ? [18] : mark.shape === 'double' ? [16.5, 19.5] : [];
  return [
    ...(mark.shape === 'band' ? [box(left, 7, right - left, 22, 'ground', 'line')] : []),
    ...ys.map((y) => line(left, y, right, y, edge)),
    ...boxed(
      mark.text,
      mark.glyph,
      (left + right) / 2,
      right - left - 40,
      selected,
      ink === 'ink' ? 'ink-2' : ink,
    ),
  ];
}

/** The three lifelines over a height. */
export function drawLifelines(lanes: Lanes, top: number, bottom: number): Shape[] {
  return [lanes.tpp, lanes.psu, lanes.bank].map((x) => line(x, top, x, bottom, 'control'));
}

/** The bar of an activation, from the top of the diagram. */
export function drawActivation({ lane, first, last }: Activation, lanes: Lanes): Shape[] {
  const top = first * ROW_HEIGHT + SHAFT;
  const height = (last - first) * ROW_HEIGHT;
  return [box(laneX(lanes, lane) - HALF, top, 2 * HALF, height, 'surface', 'control', 1)];
}

/** Columns for brackets; further simultaneous SCAs share the last one. */
const COLUMNS = 2;

/** The bracket of an SCA with its length, from the top of the diagram. */
export function drawBracket({ first, last, column, text, bad }: Bracket, lanes: Lanes): Shape[] {
  const x = lanes.bank + 46 + Math.min(column, COLUMNS - 1) * 26;
  const start = lanes.bank + 26;
  const top = first * ROW_HEIGHT + 8;
  const bottom = (last + 1) * ROW_HEIGHT - 4;
  const middle = (top + bottom) / 2;
  const ink: Ink = bad ? 'bad' : 'ink-2';
  const length = sansWidth(text) + 14;
  const fits = length < bottom - top - 8;
  const cap = fits ? length : 0;
  return [
    line(start, top, x, top, 'control'),
    line(x, top, x, middle - cap / 2, 'control'),
    line(x, middle + cap / 2, x, bottom, 'control'),
    line(start, bottom, x, bottom, 'control'),
    ...(fits
      ? [words(x - 4, middle, text, ink, { font: 'sans', anchor: 'middle' as const, down: true })]
      : []),
  ];
}

// Human labels: sans, wrapped and never cut, in a box above the arrow.

/** Height of a line, the least room beside a label, and the room between the edge of its box and its text. */
const LINE = 15;
const MARGIN = 6;
const PAD = 6;
/** Width of a glyph before a label. */
const GLYPH = 17;
/** Distance of the shaft from the label above it and from the end of the row. */
const APART = 4.5;
/** What bold text is wider by. */
const BOLDER = 0.07;

interface Words {
  text: string;
  /** Ranges of the text that stand out. */
  strong: readonly { from: number; to: number; ink?: Ink }[];
}

/** The words of a row, in lines, and the heights of its box and of the row. */
function worded(row: Row, lanes: Lanes): { lines: Words[]; box: number; height: number } {
  const glyph = glyphOf(row) === null ? 0 : GLYPH;
  const lines = wrapped(wordsOf(row), lanes.width - 2 * (MARGIN + PAD) - glyph);
  const box = lines.length * LINE + 3;
  const isArrow = row.kind === 'event' && row.mark.shape === 'arrow';
  return { lines, box, height: box + 1 + 2 * (isArrow ? APART : 2.5) };
}

function glyphOf(row: Row): GlyphName | null {
  if (row.kind === 'group') return row.isFolded ? 'folded' : 'open';
  const { mark } = row;
  if (mark.shape === 'arrow') return mark.badge?.glyph ?? null;
  return mark.shape === 'flag' || mark.shape === 'heading' ? null : mark.glyph;
}

function wordsOf(row: Row): Words {
  if (row.kind === 'group') return { text: row.text, strong: [{ from: 0, to: row.text.length }] };
  const { mark } = row;
  if (mark.shape !== 'arrow')
    return { text: mark.text, strong: mark.shape === 'heading' ? [{ from: 0, to: mark.text.length }] : [] };
  const { badge, strong = '' } = mark;
  const lead = badge === null ? '' : mark.text === '' ? badge.text : `${badge.text} `;
  const at = mark.text.lastIndexOf(strong) + lead.length;
  const ofBadge = badge === null ? [] : [{ from: 0, to: badge.text.length, ink: BADGE[badge.tone].ink }];
  return {
    text: lead + mark.text,
    strong: [...ofBadge, ...(strong === '' ? [] : [{ from: at, to: at + strong.length }])],
  };
}

function part({ text, strong }: Words, from: number, to: number): Words {
  const within = strong
    .map((one) => ({ ...one, from: Math.max(0, one.from - from), to: Math.min(to, one.to) - from }))
    .filter((one) => one.from < one.to);
  return { text: text.slice(from, to), strong: within };
}

function widthIn({ text, strong }: Words): number {
  const bold = strong.map(({ from, to }) => sansWidth(text.slice(from, to)));
  return sansWidth(text) + BOLDER * bold.reduce((sum, width) => sum + width, 0);
}

/** Breaks a text at spaces, and a word where it is longer than a line. */
function wrapped(whole: Words, most: number): Words[] {
  const { text } = whole;
  const lines: Words[] = [];
  const widthOf = (from: number, to: number) => widthIn(part(whole, from, to));
  const cut = (from: number, to: number) => lines.push(part(whole, from, to));
  let from = 0;
  let end = 0;
  for (const { index, 0: word } of text.matchAll(/\S+/gu)) {
    const to = index + word.length;
    if (widthOf(from, to) > most && end > from) {
      cut(from, end);
      from = index;
    }
    while (widthOf(from, to) > most && to - from > 1) {
      let fits = from + 1;
      while (fits < to && widthOf(from, fits + 1) <= most) fits++;
      cut(from, fits);
      from = fits;
    }
    end = to;
  }
  cut(from, end);
  return lines;
}

function runsOf({ text, strong }: Words, ink: Ink): Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const one of strong) {
    if (one.from > at) runs.push({ text: text.slice(at, one.from), bold: false, ink });
    runs.push({ text: text.slice(one.from, one.to), bold: true, ink: one.ink ?? ink });
    at = one.to;
  }
  if (at < text.length) runs.push({ text: text.slice(at), bold: false, ink });
  return runs;
}

function drawWorded(row: Row, lanes: Lanes, selected: boolean): Shape[] {
  const { lines, box: height } = worded(row, lanes);
  const glyph = glyphOf(row);
  const mark = row.kind === 'event' ? row.mark : null;
  const arrow = mark?.shape === 'arrow' ? mark : null;
  const bad = row.kind === 'event' ? row.mark.bad : row.bad;
  const ink: Ink =
    bad && (arrow?.badge ?? null) === null ? 'bad' : row.kind === 'event' && row.isContext ? 'ink-3' : 'ink';
  const before = glyph === null ? 0 : GLYPH;
  const width = Math.max(...lines.map(widthIn)) + before + 2 * PAD;
  const middle =
    arrow !== null
      ? (lanes[arrow.from] + lanes[arrow.to]) / 2
      : mark?.shape === 'flag'
        ? lanes.bank
        : lanes.width / 2;
  const x = Math.max(MARGIN, Math.min(lanes.width - MARGIN - width, middle - width / 2));
  const top = arrow === null ? 2.5 : 1;
  const edge: Ink | null = selected
    ? 'accent'
    : arrow !== null || mark?.shape === 'heading'
      ? null
      : bad
        ? 'bad'
        : 'control';
  const shapes: Shape[] = [
    box(x, top, width, height, selected ? 'accent-soft' : 'surface', edge, 4),
    ...lines.map((words_, at) => {
      const isStart = before > 0;
      return words(
        isStart ? x + PAD + before : x + width / 2,
        top + LINE * (at + 1) - 2.5,
        words_.text,
        ink,
        {
          font: 'sans',
          anchor: isStart ? 'start' : 'middle',
          runs: runsOf(words_, ink),
        },
      );
    }),
  ];
  const glyphInk = arrow?.badge ? BADGE[arrow.badge.tone].ink : ink;
  if (glyph !== null)
    shapes.push({ is: 'glyph', name: glyph, x: x + PAD, y: top + 2.5, size: 13, ink: glyphInk });
  if (arrow === null) return shapes;
  const y = top + height + APART;
  const right = lanes[arrow.to] > lanes[arrow.from];
  const shaft: Ink = selected ? 'accent' : arrow.bad ? 'bad' : 'ink-2';
  const [from, to] = [lanes[arrow.from], lanes[arrow.to]];
  return [
    ...shapes,
    line(from, y, to + (right ? -5 : 5), y, shaft, selected ? 2.4 : 1.2, arrow.dashed),
    { is: 'tip', x: to, y, right, ink: shaft },
  ];
}

/** Height of the names above the lanes. */
export function headHeight(names: Record<Lane, string>, lanes: Lanes): number {
  return Math.max(...LANES.map((lane) => nameLines(names[lane], lanes).length)) * LINE + 10;
}

const nameLines = (name: string, lanes: Lanes) =>
  wrapped({ text: name, strong: [{ from: 0, to: name.length }] }, lanes.width / 3 - 2 * MARGIN);

/** The names above the lanes of human labels. */
export function drawHead(names: Record<Lane, string>, lanes: Lanes): Shape[] {
  return LANES.flatMap((lane) => {
    const lines = nameLines(names[lane], lanes);
    const half = Math.max(...lines.map((one) => widthIn(one) / 2));
    const x = Math.max(MARGIN + half, Math.min(lanes.width - MARGIN - half, lanes[lane]));
    return lines.map(({ text }, at) =>
      words(x, 16 + at * LINE, text, 'ink', { font: 'sans', bold: true, anchor: 'middle' }),
    );
  });
}

/** The path of a glyph and its scale for a size. */
export function glyphPath(name: GlyphName, size: number): { d: string; scale: number } {
  return { d: GLYPHS[name], scale: size / 16 };
}
