/** All commands of the palette, and the search for them. */
import { texts } from '../../shared/texts/texts.ts';
import { useFrame } from '../state/frame.ts';
import { hasWords, wordsOf } from '../state/requests/search.ts';
import type { Command, Place } from '../state/place.ts';

const t = texts.palette.commands;

/** All commands that are available now: the views, the commands of each view, and last those for the whole workbench. */
export function commandsOf(places: readonly Place[]): Command[] {
  const { go } = useFrame.getState();
  const offered = places.flatMap(({ commands }) => commands?.() ?? []);
  const isGeneral = ({ group }: Command) => group === texts.common.workbench;
  return [
    ...places.map(({ id, label, more = '' }) => ({
      id: `go-${id}`,
      group: t.goTo,
      label,
      more,
      run: () => go(id),
    })),
    ...offered.filter((one) => !isGeneral(one)),
    ...offered.filter(isGeneral),
  ];
}

/**
 * The commands that contain every word of the search. A name that is typed comes first, then a label that starts with the search, then a label
 * with all of its words, and last what is found by its hint or group.
 */
export function matching(commands: readonly Command[], search: string): Command[] {
  const words = wordsOf(search);
  const text = ({ group, label, hint = '', more = '' }: Command) => `${label} ${hint} ${group} ${more}`;
  const typed = search.trim().toLowerCase();
  const rank = ({ label, named }: Command) => {
    if (typed === '') return 0;
    if (named?.toLowerCase().startsWith(typed)) return 0;
    if (label.toLowerCase().startsWith(words[0] ?? '')) return 1;
    return hasWords(label, words) ? 2 : 3;
  };
  return commands.filter((one) => hasWords(text(one), words)).sort((a, b) => rank(a) - rank(b));
}
