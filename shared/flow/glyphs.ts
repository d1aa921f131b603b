/** The drawings of the diagram: paths in a square of 16 units, drawn with a line of 1.5 units and without a fill. */
export const GLYPHS = {
  seal: 'M12 6.5a4 4 0 1 1-8 0a4 4 0 1 1 8 0M5.6 10L5 14l3-1.5L11 14l-.6-4',
  wrongSeal: 'M12 6.5a4 4 0 1 1-8 0a4 4 0 1 1 8 0M5.6 10L5 14l3-1.5L11 14l-.6-4M2.5 12.5l11-11',
  tick: 'M3 8.5L6.5 12L13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  arrow: 'M3 8h10M9 4l4 4l-4 4',
  clock: 'M13.5 8a5.5 5.5 0 1 1-11 0a5.5 5.5 0 1 1 11 0M8 5v3.2l2.2 1.4',
  batch: 'M2.5 4h11M2.5 8h11M2.5 12h6M11 10.5v4l3-2z',
  person: 'M10.6 5.2a2.6 2.6 0 1 1-5.2 0a2.6 2.6 0 1 1 5.2 0M3 13.5c.6-3 2.5-4.2 5-4.2s4.4 1.2 5 4.2',
  operator:
    'M2.5 4.5h6M12 4.5h1.5M2.5 11.5H4M7.5 11.5h6M11.8 4.5a1.6 1.6 0 1 1-3.2 0a1.6 1.6 0 1 1 3.2 0M7.4 11.5a1.6 1.6 0 1 1-3.2 0a1.6 1.6 0 1 1 3.2 0',
  reset: 'M3 8a5 5 0 1 0 1.6-3.7L3 5.8M3 2.8v3h3',
  open: 'M4 6l4 4l4-4',
  folded: 'M6 4l4 4l-4 4',
} as const;
export type GlyphName = keyof typeof GLYPHS;
