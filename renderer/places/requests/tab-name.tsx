/** What a tab is called: its method, the saved name or the operation, and whether it or its file has changed. */
import { useMemo } from 'react';
import type { StepEntry } from '../../../shared/collections/tree.ts';
import { outsideCatalogue } from '../../../shared/requests/http.ts';
import { type KnownRequest, operationOf } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { type FileState, fileStateOf, useSaved } from '../../state/requests/saved.ts';
import { useRequests, useTab } from '../../state/requests/store.ts';
import { hintsOf } from '../../state/requests/tabs.ts';
import { shortMethod } from '../../ui/leaf.tsx';
import { MethodName } from '../../ui/badge.tsx';
import { UnsavedDot } from '../../ui/unsaved.tsx';
import textStyles from '../../ui/text.module.css';

const t = texts.requests.tabs;

/** The name of a tab without its method; null once it is closed. */
export function useTabTitle(id: string): string | null {
  const request = useTab(id, (tab) => tab.request);
  const path = useTab(id, (tab) => tab.path);
  return useSaved(({ entries }) => (request === null ? null : titleOf(request, path, entries)));
}

/** The name of a request: the saved one, or that of its operation, or its path if the catalogue has none for it. */
export function titleOf(request: KnownRequest, path: string | null, entries: readonly StepEntry[]): string {
  const saved = path === null ? undefined : entries.find((entry) => entry.path === path)?.name;
  return saved ?? outsideCatalogue(request)?.path ?? operationOf(request).title;
}

/** What tells tabs of the same name from each other, by their ids. */
export function useTabHints(): ReadonlyMap<string, string> {
  const entries = useSaved((store) => store.entries);
  const tabs = useRequests((state) => state.tabs);
  return useMemo(
    () =>
      hintsOf(
        tabs,
        ({ path, request }) => `${operationOf(request).method} ${titleOf(request, path, entries)}`,
      ),
    [tabs, entries],
  );
}

/** @param methodClass where the method may have to give way */
export function TabName({ id, methodClass }: { id: string; methodClass?: string | undefined }) {
  const title = useTabTitle(id);
  const method = useTab(
    id,
    ({ request }) => outsideCatalogue(request)?.method ?? operationOf(request).method,
  );
  const entries = useSaved((store) => (store.loaded ? store.entries : null));
  const state = useTab(id, (tab) => fileStateOf(tab, entries));
  if (title === null || method === null) return null;
  return (
    <>
      <MethodName className={methodClass}>{shortMethod(method)}</MethodName> {title}
      <Mark state={state} />
    </>
  );
}

function Mark({ state }: { state: FileState | null }) {
  if (state === 'changed' || state === 'gone')
    return (
      <span className={textStyles.warn} title={t.changedOutside}>
        <span aria-hidden="true"> ▲</span>
        <span className={textStyles.spoken}>{t.changedOutsideSuffix}</span>
      </span>
    );
  return state === 'unsaved' ? <UnsavedDot /> : null;
}
