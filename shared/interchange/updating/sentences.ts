/** What an update changes of a step, in sentences. Only the values of the documents are in them: the user's may be secret. */
import type { OperationRef } from '../../collections/steps.ts';
import { interchange } from '../../texts/interchange.ts';
import { shown } from '../report.ts';
import type { MaybeJson, Way } from './merge.ts';
import type { RequestDifference } from './request.ts';

const t = interchange.update;

/** Characters of a value. */
const LONGEST = 60;

/** @param isKnown whether the earlier document is known, so that somebody must have changed a value that differs */
export function sentenceOf({ part, kind, way, was, now }: RequestDifference, isKnown: boolean): string {
  const what = nameOf(part, way);
  switch (kind) {
    case 'added':
      return t.added(what, valueOf(now));
    case 'changed':
      return t.changed(what, valueOf(was), valueOf(now));
    case 'removed':
      return t.removed(what);
    case 'conflict':
      if (now === undefined) return t.conflictGone(what);
      return isKnown ? t.conflict(what, valueOf(now)) : t.conflictUnknown(what, valueOf(now));
  }
}

function nameOf(part: RequestDifference['part'], way: Way): string {
  const [first, ...rest] = way.slice(0, 20);
  if (first === undefined) return part === 'address' ? t.address : t.body;
  const name = rest.reduce<string>(
    (above, one) => above + (typeof one === 'number' ? `[${one}]` : `.${one}`),
    typeof first === 'number' ? `[${first}]` : first,
  );
  return { address: () => t.address, parameter: t.parameter, header: t.header, body: t.field }[part](
    shown(name),
  );
}

function valueOf(value: MaybeJson): string {
  if (value === undefined) return t.nothing;
  const text = shown(JSON.stringify(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;
}

/** An operation as a list names it. */
export function wordsOfRef({ operation, id, example }: OperationRef): string {
  const more = [...(id === undefined ? [] : [id]), ...(example === undefined ? [] : [t.example(example)])];
  return shown(more.length === 0 ? operation : `${operation} (${more.join(', ')})`);
}
