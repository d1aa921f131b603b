/** Where a second window opens: on another screen, if there is one, so that the room and the presenter see different things. */
import { type BrowserWindow, screen } from 'electron';

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels by which it is moved from the main window where there is one screen. */
const ASIDE = 48;

/** @returns the place, and whether it is on a screen of its own */
export function otherScreen(
  main: BrowserWindow | null,
  { width, height }: { width: number; height: number },
): Place & { hasOwn: boolean } {
  const at = main?.getBounds() ?? screen.getPrimaryDisplay().workArea;
  const own = screen.getDisplayMatching(at);
  const other = screen.getAllDisplays().find(({ id }) => id !== own.id);
  const { workArea } = other ?? own;
  const size = { width: Math.min(width, workArea.width), height: Math.min(height, workArea.height) };
  if (other !== undefined) return { ...centred(size, workArea), hasOwn: true };
  return {
    ...size,
    x: Math.min(at.x + ASIDE, workArea.x + workArea.width - size.width),
    y: Math.min(at.y + ASIDE, workArea.y + workArea.height - size.height),
    hasOwn: false,
  };
}

function centred({ width, height }: { width: number; height: number }, area: Place): Place {
  const x = Math.round(area.x + (area.width - width) / 2);
  return { x, y: Math.round(area.y + (area.height - height) / 2), width, height };
}
