/** Exports the diagram in several formats. */
import { type FILES, picturesOf } from '../../../shared/flow/exports/export.ts';
import { PAGE } from '../../../shared/flow/exports/svg.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { exportHow, onlyShown, useFlow } from '../../state/flow.ts';
import styles from './exports.module.css';

export type ExportName = keyof typeof texts.flow.formats;

/** Height of a PNG divided by its width, within the canvas limits of browsers. */
const PNG = 3.67;
/** Pixels of a PNG per unit of the drawing. */
const SCALE = 2;

export const EXPORTS: readonly { format: ExportName; run: () => Promise<void> }[] = [
  { format: 'svg', run: () => save('svg') },
  { format: 'png', run: savePng },
  { format: 'mermaid', run: () => save('mermaid') },
  { format: 'html', run: () => save('html') },
  { format: 'pdf', run: print },
  { format: 'json', run: () => save('json') },
];

const how = () => exportHow(useDemonstrations.getState().state.playing?.name);

const save = (format: keyof typeof FILES) => useFlow.getState().exportAs(format, how());

/** The events that the diagram shows. */
function shownNow(): FlowEvent[] {
  const { diagram } = useFlow.getState();
  const only = onlyShown(diagram);
  const shown = only === null ? null : new Set(only);
  return diagram.events.filter(({ seq }) => shown?.has(seq) ?? true);
}

async function savePng(): Promise<void> {
  const pictures = picturesOf(shownNow(), how(), PNG);
  await useFlow.getState().savePictures(pictures.map((svg) => async () => pngOf(svg)));
}

/** Renders an SVG as an image, in which nothing can run or load. */
async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (png === null) throw new Error(texts.flow.window.tooLarge);
  return png;
}

/** Prints the diagram, one page for each part, perhaps to a PDF file. */
async function print(): Promise<void> {
  const parser = new DOMParser();
  const pages = document.createElement('div');
  pages.className = styles.pages ?? '';
  for (const svg of picturesOf(shownNow(), how(), PAGE)) {
    const page = document.createElement('figure');
    page.append(document.importNode(parser.parseFromString(svg, 'image/svg+xml').documentElement, true));
    pages.append(page);
  }
  document.body.append(pages);
  const remove = () => pages.remove();
  window.addEventListener('afterprint', remove, { once: true });
  window.print();
}
