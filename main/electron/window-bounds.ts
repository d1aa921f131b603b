/** The file with the bounds of windows, which survive a restart. */
import { z } from 'zod';
import { readPlainFile, writeWholeFile } from '../../shared/node/plain-files.ts';
import { MAX_OWN_FILE_BYTES } from '../../shared/limits.ts';

// Pixels. No screen is larger, and Electron takes no larger numbers.
const pixels = z.int().gt(-32_768).lt(32_768);
/** The bounds of a window when it is not maximised. */
const boxSchema = z.object({
  x: pixels,
  y: pixels,
  width: pixels,
  height: pixels,
  maximized: z.boolean().catch(false),
});
export type Box = z.infer<typeof boxSchema>;
/** The bounds saved last, and those of each window by its id. */
const fileSchema = z.looseObject({ windows: z.record(z.string(), z.unknown()).catch({}) });
const MAX_BOXES = 20;

/** The saved bounds of a window, otherwise the latest. Null if the file is missing or damaged, which does not matter. */
export function readBox(file: string, id: string): Box | null {
  const content = read(file);
  return boxesIn(content).get(id) ?? boxSchema.safeParse(content).data ?? null;
}

export function saveBox(file: string, id: string, box: Box): void {
  const boxes = boxesIn(read(file));
  boxes.delete(id);
  boxes.set(id, box);
  const windows = Object.fromEntries([...boxes].slice(-MAX_BOXES));
  try {
    writeWholeFile(file, JSON.stringify({ ...box, windows }), 0o600);
  } catch {
    // For example a full disk. The next start uses the earlier bounds.
  }
}

function read(file: string): unknown {
  try {
    return JSON.parse(readPlainFile(file, MAX_OWN_FILE_BYTES).toString('utf8'));
  } catch {
    return null;
  }
}

function boxesIn(content: unknown): Map<string, Box> {
  const { windows = {} } = fileSchema.safeParse(content).data ?? {};
  return new Map(
    Object.entries(windows).flatMap(([id, value]): [string, Box][] => {
      const { data } = boxSchema.safeParse(value);
      return data === undefined ? [] : [[id, data]];
    }),
  );
}
