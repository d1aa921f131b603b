/** What a place gives to the window around it: data, which `places/places.ts` gathers and the shell shows. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { PlaceId } from '../../shared/texts/texts.ts';

export interface Place {
  id: PlaceId;
  /** Its name in the rail, in the top line and in the palette. */
  label: string;
  Icon: LucideIcon;
  View: ComponentType;
  /** The view has a level 1 heading of its own, so the top line shows the name of the product instead of the label. */
  hasHeading?: boolean;
  /** It stands at the far end of the rail. */
  isLast?: boolean;
  /** The commands that make sense now, for the palette. */
  commands?: () => Command[];
  /** Reads what the commands name. The palette calls it when it opens, and asks for the commands again afterwards. */
  loadCommands?: () => Promise<void>;
  /** Called once, when the window opens and before anything is shown: listens to the host, reads what was kept. */
  start?: () => void;
}

/** What the palette finds and runs. */
export interface Command {
  /** Unique among all commands. */
  id: string;
  group: string;
  label: string;
  /** Shown beside the label: a path, a shortcut. */
  hint?: string;
  run: () => void;
}

/** A command whose group and label together are unique. */
export function command(group: string, label: string, run: () => void, hint?: string): Command {
  return { id: `${group}/${label}`, group, label, run, ...(hint === undefined ? {} : { hint }) };
}
