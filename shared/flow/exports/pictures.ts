/** The diagram in pictures of a height that every program can show, for PNG and for paper. */
import { texts } from '../../texts/texts.ts';
import { layOut } from '../diagram.ts';
import type { FlowEvent } from '../event.ts';
import { drawerOf } from './svg.ts';

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
