/** Pointing at a value of the active tab's response: it becomes an assertion or a variable of the tab. */
import { create } from 'zustand';
import { judge } from '../../../shared/collections/judge.ts';
import { expectationOf, nameFor } from '../../../shared/collections/value-choice.ts';
import { type Source, valueOf } from '../../../shared/collections/source.ts';
import type { JsonValue } from '../../../shared/collections/value-text.ts';
import { outcomeOf, wholeBody } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { editTests } from './editing.ts';
import { prepare } from './preparing.ts';
import { activeTab, useRequests } from './store.ts';
import { shownAnswer } from './tabs.ts';

const t = texts.tests.point;

export interface Pointed {
  source: Source;
  /** The value as it is shown, for a response that is too large to be read whole. */
  value?: JsonValue;
}

interface PointingState {
  /** What is pointed at and where on the screen; null while nothing is. */
  open: { pointed: Pointed; x: number; y: number; naming: boolean } | null;
  /** What was done last, for the tab with this id. */
  said: { tab: string; text: string } | null;
}

export const usePointing = create<PointingState>(() => ({ open: null, said: null }));

/** Offers what can be done with a value. @param naming whether it asks for the name of a variable at once */
export function pointAt(pointed: Pointed, at: { x: number; y: number }, naming = false): void {
  usePointing.setState({ open: { pointed, ...at, naming } });
}

export function stopPointing(): void {
  usePointing.setState({ open: null });
}

/** Whether something can be expected of a value: the return of the PSU belongs to the step of an SCA. */
export function canExpect({ source }: Pointed): boolean {
  return source.of !== 'redirect';
}

/** Adds the assertion that the value stays as it is. */
export function expectThis(pointed: Pointed): void {
  const { tests } = activeTab();
  const { source } = pointed;
  const value = valueAt(pointed);
  const assertion =
    value === undefined ? { that: source, must: { is: 'present' as const } } : expectationOf(source, value);
  editTests(`expect-${source.of}-${tests.expect?.length ?? 0}`, {
    expect: [...(tests.expect ?? []), assertion],
  });
  const { text } = judge(assertion, outcomeNow());
  say(t.expected(text));
}

/** The name that a variable for the value is given unless the person chooses another one. */
export function proposedName({ source }: Pointed): string {
  return nameFor(
    source,
    (activeTab().tests.keep ?? []).map(({ as }) => as),
  );
}

/** Keeps the value: in the step, so that a run keeps it, and at once for the next request sent by hand. */
export async function keepThis(pointed: Pointed, name: string, secret: boolean): Promise<void> {
  const { tests, path } = activeTab();
  const { source } = pointed;
  if (source.of !== 'redirect')
    editTests(`keep-${name}`, {
      keep: [...(tests.keep ?? []), { as: name, from: source, ...(secret ? { secret } : {}) }],
    });
  const value = valueAt(pointed);
  try {
    if (value !== undefined)
      await host.call('variables.keep', {
        name,
        value,
        secret,
        from: path ?? shownAnswer(activeTab())?.title ?? '',
      });
    say(t.kept(name));
    await prepare();
  } catch (error) {
    useRequests.setState({ problem: messageOf(error) });
  }
}

function valueAt({ source, value }: Pointed): JsonValue | undefined {
  const found = valueOf(source, outcomeNow());
  return found.found ? (found.value as JsonValue) : value;
}

function outcomeNow() {
  const exchange = shownAnswer(activeTab());
  return exchange === null ? { response: null, redirect: null } : outcomeOf(exchange, wholeBody(exchange));
}

function say(text: string): void {
  usePointing.setState({ open: null, said: { tab: activeTab().id, text } });
}
