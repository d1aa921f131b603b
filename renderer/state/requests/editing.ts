/** Edits of the active request. Each can be undone, and prepares the request again. */
import { bodyFor, understood } from '../../../shared/requests/compose.ts';
import { type KnownRequest, operationOf } from '../../../shared/requests/request.ts';
import { type StepTests, testsOf } from '../../../shared/collections/step-tests.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { host, messageOf } from '../../host.ts';
import { activeTab, changeTab, useRequests } from './store.ts';
import { edited, editRedone, editUndone, type Tab, testsEdited } from './tabs.ts';

function changeActive(change: (tab: Tab) => Tab): void {
  const before = activeTab();
  changeTab(before.id, change);
  if (activeTab() !== before) void prepare();
}

/** @param kind the edited field: consecutive edits of one field are one undo step */
export function edit(kind: string, change: Partial<KnownRequest>): void {
  changeActive((tab) => edited(tab, kind, change, performance.now()));
}

export function setParam(name: string, value: string): void {
  const { request } = activeTab();
  edit(`param ${name}`, {
    line: null,
    params: { ...request.params, [name]: value },
    body: bodyFor(operationOf(request), request.body, value),
  });
}

/** @param value null to remove the parameter */
export function setQuery(name: string, value: string | null): void {
  const { [name]: _, ...others } = activeTab().request.query;
  // Keeps its position, because parameters that the user added are sent in order.
  const query = value === null ? others : { ...activeTab().request.query, [name]: value };
  edit(`query ${name}`, { line: null, query });
}

/** @param value empty to leave the header out; null to fill it in again */
export function setHeader(name: string, value: string | null): void {
  const { [name.toLowerCase()]: _, ...others } = activeTab().request.headers;
  edit(`header ${name}`, {
    headers: value === null ? others : { ...others, [name.toLowerCase()]: value },
  });
}

export function setBody(body: string): void {
  edit('body', { body });
}

/** @param read the parsed request; null if the text cannot be parsed, and so cannot be sent */
export function setRaw(text: string, read: KnownRequest | null): void {
  edit('raw', read ?? { raw: text });
}

export function setFault(fault: string | null): void {
  edit('fault', { fault });
}

/** @param kind as for {@link edit} */
export function editTests(kind: string, change: StepTests): void {
  const tests = testsOf({ ...activeTab().tests, ...change });
  changeTab(activeTab().id, (tab) => testsEdited(tab, kind, tests, performance.now()));
}

export function undo(): void {
  changeActive(editUndone);
}

export function redo(): void {
  changeActive(editRedone);
}

/**
 * Asks the core what will be sent and signed. Raw text that cannot be parsed leaves the last version; after sending, only the variables
 * are updated.
 */
export async function prepare(): Promise<void> {
  const { id, request, path, run, tests } = activeTab();
  // A slower result for an older draft must not overwrite a newer one.
  const isCurrent = (tab: Tab) => tab.id === id && tab.request === request && tab.run === run;
  try {
    const { used, ...prepared } = await host.call('requests.prepare', {
      ...understood(request),
      path,
      run,
      change: tests.change,
    });
    if (isCurrent(activeTab()) && activeTab().exchange === null) useRequests.setState({ problem: null });
    changeTab(id, (tab) => {
      if (!isCurrent(tab)) return tab;
      return {
        ...tab,
        blocked: null,
        missing: [],
        used,
        prepared: tab.exchange === null ? prepared : tab.prepared,
      };
    });
  } catch (error) {
    // What was sent could be prepared.
    if (!isCurrent(activeTab()) || activeTab().exchange !== null) return;
    const problem = messageOf(error);
    useRequests.setState({ problem });
    // Other failures may be over when the request is sent.
    const isInDraft = error instanceof HostError && error.kind === 'bad-input';
    const missing = isInDraft ? error.missing : [];
    changeTab(id, (tab) => ({ ...tab, blocked: isInDraft ? problem : null, missing }));
  }
}
