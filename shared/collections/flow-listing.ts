/** What a flow file holds, as entries of the tree. */
import { shortened } from '../linear-text.ts';
import { itemsByPath } from './flow-edit.ts';
import { readFlow } from './flow-reader.ts';
import { settingsOf } from './flow-step.ts';
import { NO_REPEATS, NO_SETTINGS } from './settings.ts';
import { aboveOf, type FolderEntry, type Listing, nameOfPath, type StepEntry } from './tree.ts';
import { flowMistakes as t } from '../texts/flow-mistakes.ts';
import type { PlacedMistake } from './yaml-reader.ts';

/** @param path of its file from the root @param fingerprintOf a text */
export function listedFlow(path: string, text: string, fingerprintOf: (text: string) => string): Listing {
  const name = nameOfPath(path);
  const file = path;
  const flow = readFlow(text);
  const about = {
    path,
    role: 'flow',
    at: 0,
    place: { file, line: 1 },
    fingerprint: fingerprintOf(text),
    fromOpenApi: false,
    repeats: NO_REPEATS,
  } as const;
  if (Array.isArray(flow))
    return {
      entries: [],
      folders: [
        {
          ...about,
          place: { file, line: flow[0]?.line ?? 1 },
          name,
          settings: NO_SETTINGS,
          damage: mistakesText(flow),
        },
      ],
    };
  const { flow: own, ...head } = flow.head;
  const folders: FolderEntry[] = [
    {
      ...about,
      fingerprint: fingerprintOf(JSON.stringify(flow.head)),
      name: own ?? name,
      settings: settingsOf(head),
      damage: null,
    },
  ];
  const entries: StepEntry[] = [];
  for (const [at, item] of itemsByPath(flow, path)) {
    const where = {
      path: at,
      name: item.kind === 'step' ? item.step.name : item.name,
      at: Number(item.path.at(-1)),
      place: { file, line: item.line },
    };
    if (item.kind === 'step') {
      const fingerprint = fingerprintOf(JSON.stringify(item.raw));
      entries.push({ ...where, folder: aboveOf(at), fingerprint, step: item.step });
      continue;
    }
    const { about: words, variables, headers, repeats } = item;
    const settings = { ...NO_SETTINGS, variables, headers, ...(words === undefined ? {} : { about: words }) };
    const fingerprint = fingerprintOf(JSON.stringify([item.name, settings, repeats]));
    folders.push({
      ...where,
      role: 'group',
      fromOpenApi: false,
      fingerprint,
      settings,
      repeats,
      damage: null,
    });
  }
  return { entries, folders };
}

/** Characters of what is told of a mistake. */
const LONGEST_MISTAKE = 500;

/** The first mistake of a file in a sentence, and how many others there are. */
export function mistakesText([first, ...more]: readonly PlacedMistake[]): string {
  if (first === undefined) return '';
  // Names of the file are in it.
  const text = t.at(first.line, first.column, shortened(first.text, LONGEST_MISTAKE));
  return more.length === 0 ? text : t.andMore(text, more.length);
}
