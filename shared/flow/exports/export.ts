/** The events in the formats in which they leave the workbench. Every format holds every event that it is given. */
import { texts } from '../../texts/texts.ts';
import { layOut } from '../diagram.ts';
import type { FlowEvent } from '../event.ts';
import { htmlOf } from './html.ts';
import { mermaidOf } from './mermaid.ts';
import { svgOf, drawerOf } from './svg.ts';

export interface ExportOptions {
  /** What the document is called: the name of a demonstration, for example. */
  title?: string;
}

/** The name of a file and its type, by format. Mermaid comes in Markdown, because it may have several parts. */
export const FILES = {
  svg: { ending: 'svg', type: 'image/svg+xml' },
  mermaid: { ending: 'md', type: 'text/markdown;charset=utf-8' },
  html: { ending: 'html', type: 'text/html;charset=utf-8' },
  json: { ending: 'json', type: 'application/json' },
} as const;

/**
 * The same events give the same text.
 * @param events as they are shown, oldest first, with secrets masked
 */
export function exportFlow(
  format: keyof typeof FILES,
  events: readonly FlowEvent[],
  { title = texts.flow.exports.title }: ExportOptions = {},
): string {
  switch (format) {
    case 'svg': {
      const diagram = layOut(events);
      return svgOf(diagram, { first: 0, end: diagram.rows.length, title, link: null });
    }
    case 'mermaid':
      return mermaidOf(events, title);
    case 'html':
      return htmlOf(layOut(events), title);
    case 'json':
      return `${JSON.stringify({ kind: 'tpp-workbench-flow', version: 1, title, events }, null, 2)}\n`;
  }
}

const t = texts.flow.exports;

/** SVG texts that hold all events together. @param rows of each picture, at most */
export function picturesOf(events: readonly FlowEvent[], rows: number): string[] {
  const diagram = layOut(events);
  const draw = drawerOf(diagram);
  const parts = Math.max(1, Math.ceil(diagram.rows.length / rows));
  return Array.from({ length: parts }, (_, part) =>
    draw({
      first: part * rows,
      end: (part + 1) * rows,
      title: parts === 1 ? t.title : `${t.title}, ${t.part(part + 1, parts)}`,
      link: null,
    }),
  );
}
