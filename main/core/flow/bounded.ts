/** Bounds for what others decide: an event must not make the log, or who draws it, too slow to use. */
import { eventText } from '../../../shared/flow/answer.ts';
import type { NewFlowEvent } from '../../../shared/flow/event.ts';
import { MAX_EVENT_IDS, MAX_EVENT_LIST_CHARS, MAX_EVENT_PARAMETERS } from '../../../shared/limits.ts';

/** The same with texts of at most so many characters. Only for an event that is masked: a secret that is cut is not found any more. */
export function bounded<E extends NewFlowEvent>(event: E): E {
  const texts = Object.entries(event).map(([name, value]) => [
    name,
    typeof value === 'string' ? eventText(value) : value,
  ]);
  return { ...event, ...Object.fromEntries(texts), ...listsOf(event) };
}

function listsOf(event: NewFlowEvent) {
  const about = within(event.about.slice(0, MAX_EVENT_IDS).map((one) => ({ ...one, id: eventText(one.id) })));
  if (event.kind !== 'callback') return { about };
  const parameters = event.parameters
    .slice(0, MAX_EVENT_PARAMETERS)
    .map(({ name, value }) => ({ name: eventText(name), value: eventText(value) }));
  const kept = within(parameters);
  const left = event.parameters.length - kept.length;
  return { about, parameters: left === 0 ? kept : [...kept, { name: '…', value: `+${left}` }] };
}

/** As many from the beginning as have room. */
function within<T extends object>(list: readonly T[]): T[] {
  let length = 0;
  const end = list.findIndex((one) => (length += Object.values(one).join('').length) > MAX_EVENT_LIST_CHARS);
  return list.slice(0, end < 0 ? list.length : end);
}
