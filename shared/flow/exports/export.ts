/** Exports events. Every format contains every event. */
import { texts } from '../../texts/texts.ts';
import { layOut } from '../diagram.ts';
import type { FlowEvent } from '../event.ts';
import { htmlOf } from './html.ts';
import { mermaidOf } from './mermaid.ts';
import { drawerOf } from './svg.ts';

/** Suffix and media type by format. Mermaid may have several parts, so it is Markdown. */
export const FILES = {
  svg: { ending: 'svg', type: 'image/svg+xml' },
  mermaid: { ending: 'md', type: 'text/markdown;charset=utf-8' },
  html: { ending: 'html', type: 'text/html;charset=utf-8' },
  json: { ending: 'json', type: 'application/json' },
} as const;

const t = texts.flow.exports;

/** Deterministic. @param events as they are shown, oldest first, with secrets masked */
export function exportFlow(format: keyof typeof FILES, events: readonly FlowEvent[]): string {
  switch (format) {
    case 'svg': {
      const diagram = layOut(events);
      return drawerOf(diagram)({ first: 0, end: diagram.rows.length, title: t.title, link: null });
    }
    case 'mermaid':
      return mermaidOf(events, t.title);
    case 'html':
      return htmlOf(layOut(events), t.title);
    case 'json':
      return `${JSON.stringify({ kind: 'tpp-workbench-flow', version: 1, title: t.title, events }, null, 2)}\n`;
  }
}

/** All events as pictures in SVG. @param rows limit of rows per picture */
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
