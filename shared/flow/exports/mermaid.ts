/** The diagram in Mermaid's language, in parts that Mermaid renders at its defaults, as one Markdown document. */
import { texts } from '../../texts/texts.ts';
import type { FlowEvent } from '../event.ts';
import { LANES, type Mark, markOf, laneNames } from '../marks.ts';
import { cutTo, plain, secondsText } from '../diagram-text.ts';

const t = texts.flow;

/** Characters of a part. Mermaid refuses 50,000. */
const LONGEST_PART = 45_000;
/** Characters of a text in the diagram, before they are escaped. */
const LONGEST_TEXT = 160;

/** Names of the lanes in Mermaid's language. */
const NAMES = { tpp: 'T', psu: 'P', bank: 'B' } as const;

export function mermaidOf(events: readonly FlowEvent[], title: string): string {
  const names = laneNames(events);
  const head = [
    'sequenceDiagram',
    ...LANES.map((lane) => {
      const name = names[lane] === '' ? t.lanes[lane] : `${t.lanes[lane]} (${names[lane]})`;
      return `  participant ${NAMES[lane]} as ${safe(name)}`;
    }),
  ];
  const parts = inParts(events.map(statement), head.join('\n').length);
  const heading = (at: number) =>
    parts.length === 1 ? [] : [`## ${t.exports.part(at + 1, parts.length)}`, ''];
  return [
    `# ${markdown(title)}`,
    '',
    `${t.exports.events(events.length)}. ${t.exports.times}`,
    '',
    ...parts.flatMap((lines, at) => [...heading(at), '```mermaid', ...head, ...lines, '```', '']),
  ].join('\n');
}

/** The statements in parts, none longer than Mermaid allows; one part without statements if there are none. */
function inParts(lines: readonly string[], head: number): string[][] {
  const parts: string[][] = [[]];
  let length = head;
  for (const line of lines) {
    if (length + line.length + 1 > LONGEST_PART) {
      parts.push([]);
      length = head;
    }
    parts.at(-1)?.push(line);
    length += line.length + 1;
  }
  return parts;
}

/** One line for one event. */
function statement(event: FlowEvent): string {
  const mark = markOf(event);
  const text = safe(cutTo(`${secondsText(event.bankAt ?? event.at)} ${textOf(mark)}`, LONGEST_TEXT));
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

function textOf(mark: Mark): string {
  if (mark.shape !== 'arrow') return mark.text;
  // A signature that is not valid is in the text.
  const signed = mark.signed && !mark.forged ? `(${t.sentences.signed})` : '';
  return [mark.badge?.text ?? '', mark.text, mark.rule ?? '', signed].filter((part) => part !== '').join(' ');
}

/**
 * Text as Mermaid shows it, whatever it contains: everything but letters, digits and harmless marks is a character reference.
 * `style` and `classDef` before a reference would cut it off, and `end` would end a block, so their first letters are
 * references, too.
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
