/** What a view provides to the window around it: data, collected in `places/places.ts` and shown by the shell. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { PlaceId } from '../../shared/texts/texts.ts';

export interface Place {
  id: PlaceId;
  /** Its name in the rail, in the top bar and in the palette. */
  label: string;
  /** What the palette finds it by besides. */
  more?: string;
  Icon: LucideIcon;
  View: ComponentType;
  /** The view has its own level 1 heading, so the top bar shows the name of the product instead of the label. */
  hasHeading?: boolean;
  /** Placed at the far end of the rail. */
  isLast?: boolean;
  /** The commands that are available now, for the palette. */
  commands?: () => Command[];
  /** The commands for a text as it was typed or pasted, such as a whole request. They come first. */
  commandsFor?: (text: string) => Command[];
  /** Reads the names that the commands need. The palette calls it when it opens, and reads the commands again afterwards. */
  loadCommands?: () => Promise<void>;
  /** Called once, when the window opens and before anything is shown: subscribes to events and reads stored data. */
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
  /** What it is found by besides. */
  more?: string;
  /** The name of the thing that it is about. Whoever types it means that thing, before anything that only mentions it. */
  named?: string;
  run: () => void;
}

/** A command whose group and label together are unique. */
export function command(group: string, label: string, run: () => void, hint?: string): Command {
  return { id: `${group}/${label}`, group, label, run, ...(hint === undefined ? {} : { hint }) };
}
