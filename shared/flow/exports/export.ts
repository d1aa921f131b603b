/** Exports events. With wire labels, every format contains every event; in words, pictures leave out those that others tell. */
import { texts } from '../../texts/texts.ts';
import { ALL_EVENTS, type Labels, layOut } from '../diagram.ts';
import type { FlowEvent } from '../event.ts';
import { laneNames, type OwnTpp } from '../marks.ts';
import { htmlOf } from './html.ts';
import { mermaidOf } from './mermaid.ts';
import { drawerOf, partsOf } from './svg.ts';

/** Suffix and media type by format. Mermaid may have several parts, so it is Markdown. */
export const FILES = {
  svg: { ending: 'svg', type: 'image/svg+xml' },
  mermaid: { ending: 'md', type: 'text/markdown;charset=utf-8' },
  html: { ending: 'html', type: 'text/html;charset=utf-8' },
  json: { ending: 'json', type: 'application/json' },
} as const;

const t = texts.flow.exports;

/** What an export is called, and how it names things. */
export interface ExportHow {
  labels: Labels;
  /** Such as that of a demonstration. */
  title: string;
  /** This workbench's TPP, which is named instead of its id; null if unknown. */
  tpp: OwnTpp | null;
}

export const PLAIN_EXPORT: ExportHow = { labels: 'wire', title: t.title, tpp: null };

/** Deterministic. @param events as they are shown, oldest first, with secrets masked */
export function exportFlow(
  format: keyof typeof FILES,
  events: readonly FlowEvent[],
  { labels, title, tpp }: ExportHow = PLAIN_EXPORT,
): string {
  if (format === 'json')
    return `${JSON.stringify({ kind: 'tpp-workbench-flow', version: 1, title, ...(tpp && { tpp: tpp.name }), events }, null, 2)}\n`;
  const diagram = layOut(events, { ...ALL_EVENTS, labels });
  const names = laneNames(events, tpp);
  switch (format) {
    case 'svg':
      return drawerOf(
        diagram,
        names,
      )({ first: 0, end: diagram.rows.length, title, isTitled: title !== t.title, link: null });
    case 'mermaid':
      return mermaidOf(diagram, names, title);
    case 'html':
      return htmlOf(diagram, names, title);
  }
}

/** All events as pictures in SVG. @param height limit of each, relative to its width */
export function picturesOf(
  events: readonly FlowEvent[],
  { labels, title, tpp }: ExportHow,
  height: number,
): string[] {
  const diagram = layOut(events, { ...ALL_EVENTS, labels });
  const draw = drawerOf(diagram, laneNames(events, tpp));
  const parts = partsOf(diagram, height);
  return parts.map((part, at) =>
    draw({
      ...part,
      title: parts.length === 1 ? title : `${title}, ${t.part(at + 1, parts.length)}`,
      isTitled: title !== t.title,
      link: null,
    }),
  );
}
