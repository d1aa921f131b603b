/** The diagram as Markdown with Mermaid, in parts that Mermaid renders with its defaults. */
import { texts } from '../../texts/texts.ts';
import type { Diagram, EventRow } from '../diagram.ts';
import { humanLaneNames, type Lane, LANES, type Mark } from '../marks.ts';
import { cutTo, plain, secondsText } from '../diagram-text.ts';

const t = texts.flow;

/** Maximum length of a part; Mermaid refuses 50,000 characters. */
const MAX_PART = 45_000;
/** Maximum length of a text with wire labels, before escaping, and of a line of words. */
const MAX_TEXT = 160;
const MAX_LINE = 40;

const NAMES = { tpp: 'T', psu: 'P', bank: 'B' } as const;

/** @param named the names of the lanes */
export function mermaidOf(diagram: Diagram, named: Record<Lane, string>, title: string): string {
  const { events, options } = diagram;
  const isHuman = options.labels === 'human';
  const names = isHuman ? humanLaneNames(events, named) : named;
  const head = [
    'sequenceDiagram',
    ...LANES.map((lane) => {
      const name =
        isHuman || names[lane] === '' ? names[lane] || t.lanes[lane] : `${t.lanes[lane]} (${names[lane]})`;
      return `  participant ${NAMES[lane]} as ${safe(name)}`;
    }),
  ];
  const rows = diagram.rows.filter((row) => row.kind === 'event');
  const lines = rows.map((row) => statement(row, isHuman));
  const parts = inParts(lines, head.join('\n').length);
  const heading = (at: number) =>
    parts.length === 1 ? [] : [`## ${t.exports.part(at + 1, parts.length)}`, ''];
  return [
    `# ${markdown(title)}`,
    '',
    isHuman ? t.exports.events(events.length) : `${t.exports.events(events.length)}. ${t.exports.times}`,
    '',
    ...parts.flatMap((part, at) => [...heading(at), '```mermaid', ...head, ...part, '```', '']),
  ].join('\n');
}

/** Splits statements into parts; at least one. */
function inParts(lines: readonly string[], head: number): string[][] {
  const parts: string[][] = [[]];
  let length = head;
  for (const line of lines) {
    if (length + line.length + 1 > MAX_PART) {
      parts.push([]);
      length = head;
    }
    parts.at(-1)?.push(line);
    length += line.length + 1;
  }
  return parts;
}

function statement({ event, mark }: EventRow, isHuman: boolean): string {
  const text = isHuman
    ? inLines(textOf(mark)).map(safe).join('<br/>')
    : safe(cutTo(`${secondsText(event.bankAt ?? event.at)} ${textOf(mark)}`, MAX_TEXT));
  switch (mark.shape) {
    case 'arrow':
      return `  ${NAMES[mark.from]}${mark.dashed ? '-->>' : '->>'}${NAMES[mark.to]}: ${text}`;
    case 'box':
      return `  Note over ${NAMES.psu}: ${text}`;
    case 'flag':
      return `  Note left of ${NAMES.bank}: ${text}`;
    default:
      return `  Note over ${NAMES.tpp},${NAMES.bank}: ${text}`;
  }
}

/** Mermaid does not wrap by itself. */
function inLines(text: string): string[] {
  return text.match(new RegExp(`\\S.{0,${MAX_LINE - 1}}(?=\\s|$)|\\S{1,${MAX_LINE}}`, 'gu')) ?? [text];
}

function textOf(mark: Mark): string {
  if (mark.shape !== 'arrow') return mark.text;
  // An invalid signature is in the text.
  const signed = mark.signed && !mark.forged ? `(${t.sentences.signed})` : '';
  return [mark.badge?.text ?? '', mark.text, mark.rule ?? '', signed].filter((part) => part !== '').join(' ');
}

/**
 * Escapes text as character references, except letters, digits and harmless marks. `style` and `classDef` would end a reference, and `end`
 * a block, so their first letters are also references.
 */
function safe(text: string): string {
  return plain(text)
    .replaceAll(/[^\p{L}\p{M}\p{N} ./,+()…→-]/gu, reference)
    .replaceAll(/style|classDef|\bend\b/gi, (word) => `${reference(word)}${word.slice(1)}`);
}

const reference = (text: string) => `#${text.codePointAt(0) ?? 0};`;

/** A heading of Markdown that is only text. */
function markdown(text: string): string {
  return plain(text).replaceAll(/[\\`*_{}[\]<>()#+!|~&-]/g, (character) => `\\${character}`);
}
