/** Recorded responses of a request, which become a part of its documentation. */
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import { losslessJson, withoutSecrets } from '../body.ts';
import type { Importing } from '../importing.ts';
import { shown } from '../report.ts';
import { textWithoutSecrets } from '../secret-texts.ts';
import { hiddenSecret } from '../secrets.ts';
import { MAX_IMPORT_EXAMPLES_CHARS } from '../../limits.ts';

export interface Example {
  name: string;
  /** Empty if it is not known. */
  status: string;
  body: string;
}

/** @param names of the request and the folders around it @param step whose `about` gets them; null if it is not carried */
export function addExamples(
  importing: Importing,
  names: readonly string[],
  step: Step | null,
  examples: readonly Example[],
): void {
  let left: number = MAX_IMPORT_EXAMPLES_CHARS;
  for (const example of examples) {
    const entry = importing.out.item('example', [...names, example.name]);
    const text = step === null || left < 1 ? '' : textOf(example.body, () => entry.changed(t.exampleSecrets));
    if (step === null) entry.lost(t.exampleOfNothing);
    else if (left < 1) entry.lost(t.exampleCut(MAX_IMPORT_EXAMPLES_CHARS));
    else {
      if (text.length > left) entry.changed(t.exampleCut(MAX_IMPORT_EXAMPLES_CHARS));
      const part = markdownOf(example, text.length > left ? `${text.slice(0, left)}…` : text);
      step.about = step.about === undefined ? part : `${step.about}\n\n${part}`;
    }
    left -= text.length;
  }
}

function markdownOf({ name, status, body }: Example, text: string): string {
  const title = t.exampleTitle(shown(name), shown(status));
  if (text === '') return title;
  const ticks = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(ticks + 1);
  return `${title}\n\n${fence}${/^\s*[[{]/.test(body) ? 'json' : ''}\n${text.toWellFormed()}\n${fence}`;
}

/** A body as people read it. @param dropped called for each secret that is left out */
function textOf(body: string, dropped: () => void): string {
  const hide = (name: string, value: string) => {
    if (hiddenSecret(name, value)?.isDropped !== true) return value;
    dropped();
    return '…';
  };
  // What is much longer than the limit is not read whole: many requests may have the same one.
  const begin = body.slice(0, MAX_IMPORT_EXAMPLES_CHARS * 10);
  const json = losslessJson(begin);
  return json === undefined
    ? textWithoutSecrets(begin.trim(), null, hide)
    : JSON.stringify(withoutSecrets(json, hide), null, 2);
}
