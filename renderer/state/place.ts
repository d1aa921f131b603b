/** What a view provides to the shell, which shows the views listed in `places/places.ts`. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { type KeyCommand, WINDOW_KEYS } from '../../shared/contract/window-commands.ts';
import type { PlaceId } from '../../shared/texts/texts.ts';
import { runCommand, shortcutOf } from './frame.ts';

export interface Place {
  id: PlaceId;
  label: string;
  /** More search words for the palette. */
  more?: string;
  Icon: LucideIcon;
  View: ComponentType;
  /** The view has a level 1 heading, so the top bar shows the product name instead of the label. */
  hasHeading?: boolean;
  /** At the far end of the rail. */
  isLast?: boolean;
  /** The palette commands that are available now. */
  commands?: () => Command[];
  /** Commands for the text typed or pasted into the palette, such as a whole request. They come first. */
  commandsFor?: (text: string) => Command[];
  /** Called when the palette opens. The palette then reads the commands again. */
  loadCommands?: () => Promise<void>;
  /** Called once, before anything is shown: subscribes to events and reads stored data. */
  start?: () => void;
}

export interface Command {
  id: string;
  group: string;
  label: string;
  /** Shown beside the label: a path, a shortcut. */
  hint?: string;
  /** More search words. */
  more?: string;
  /** The name of its subject: a search for it ranks before commands that only mention it. */
  named?: string;
  run: () => void;
}

/** A command whose group and label together are unique. */
export function command(group: string, label: string, run: () => void, hint?: string): Command {
  return { id: `${group}/${label}`, group, label, run, ...(hint === undefined ? {} : { hint }) };
}

/** A command with keys, by the name that it has in the menu. @param run where it does more than the keys, such as to go to its view */
export function keyedCommand(group: string, id: KeyCommand, run = () => runCommand(id)): Command {
  const { label } = WINDOW_KEYS[id];
  return { ...command(group, label, run, shortcutOf(id)), id };
}
