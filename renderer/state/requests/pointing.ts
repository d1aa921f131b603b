/** Makes an assertion or a variable of a value in the active tab's response. */
import { create } from 'zustand';
import { judge } from '../../../shared/collections/judge.ts';
import { expectationOf, nameFor } from '../../../shared/collections/value-choice.ts';
import { type Source, valueOf } from '../../../shared/collections/source.ts';
import type { JsonValue } from '../../../shared/collections/value-text.ts';
import { type Exchange, outcomeOf, wholeBody } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { editTests, prepare } from './editing.ts';
import { activeTab, useRequests } from './store.ts';
import { shownResponse } from './tabs.ts';

const t = texts.tests.point;

export interface Pointed {
  source: Source;
  /** The shown value, for a response that is too large to be read whole. */
  value?: JsonValue;
}

interface PointingState {
  /** The value that becomes a variable, and where its name is asked for. */
  open: { pointed: Pointed; x: number; y: number } | null;
  /** The result of the last action, for the tab with this id. */
  notice: { tab: string; text: string } | null;
}

export const usePointing = create<PointingState>(() => ({ open: null, notice: null }));

/** Asks for the name of a variable that keeps the value. */
export function pointAt(pointed: Pointed, { x, y }: { x: number; y: number }): void {
  usePointing.setState({ open: { pointed, x, y } });
}

export function stopPointing(): void {
  usePointing.setState({ open: null });
}

/** Whether a value can have an assertion: those of the redirect belong to the SCA step. */
export function canExpect({ source }: Pointed): boolean {
  return source.of !== 'redirect';
}

/** Adds the assertion that the value stays the same. */
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
  setNotice(t.expected(text));
}

/** The default name of a variable for the value. */
export function proposedName({ source }: Pointed): string {
  return nameFor(
    source,
    (activeTab().tests.keep ?? []).map(({ as }) => as),
  );
}

/** Captures the value: in the step for runs, and at once for the next request sent by hand. */
export async function keepThis(pointed: Pointed, name: string, secret: boolean): Promise<void> {
  const { tests, path, run } = activeTab();
  const { source } = pointed;
  if (source.of !== 'redirect')
    editTests(`keep-${name}`, {
      keep: [...(tests.keep ?? []), { as: name, from: source }],
    });
  const value = valueAt(pointed);
  try {
    if (value !== undefined)
      await host.call('variables.keep', {
        name,
        value,
        secret,
        run,
        from: path ?? shownResponse(activeTab())?.title ?? '',
      });
    setNotice(t.kept(name));
    await prepare();
  } catch (error) {
    useRequests.setState({ problem: messageOf(error) });
  }
}

/** The value as the clipboard gets it: a text without quotes, anything else as JSON. Undefined if it is not known. */
export function copiedText(pointed: Pointed, exchange: Exchange | null): string | undefined {
  const value = valueAt(pointed, exchange);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function valueAt({ source, value }: Pointed, exchange = shownResponse(activeTab())): JsonValue | undefined {
  const found = valueOf(source, outcomeIn(exchange));
  return found.found ? (found.value as JsonValue) : value;
}

const outcomeNow = () => outcomeIn(shownResponse(activeTab()));

function outcomeIn(exchange: Exchange | null) {
  return exchange === null ? { response: null, redirect: null } : outcomeOf(exchange, wholeBody(exchange));
}

function setNotice(text: string): void {
  usePointing.setState({ open: null, notice: { tab: activeTab().id, text } });
}
