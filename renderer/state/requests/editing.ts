/** Edits of the active request. Each can be undone, and each prepares the request again at once. */
import { bodyFor } from '../../../shared/requests/compose.ts';
import { type KnownRequest, operationOf } from '../../../shared/requests/request.ts';
import { type StepTests, testsOf } from '../../../shared/collections/step-tests.ts';
import { prepare } from './preparing.ts';
import { activeTab, changeTab } from './store.ts';
import { edited, editRedone, editUndone, type Tab, testsEdited } from './tabs.ts';

function changeActive(change: (tab: Tab) => Tab): void {
  const before = activeTab();
  changeTab(before.id, change);
  if (activeTab() !== before) void prepare();
}

/** @param kind what is edited; continued typing in one field is one step of undo */
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
  // In its place, because those of the user's own are sent in their order.
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

/**
 * Sets the raw text of a request.
 * @param read the parsed request; null if the text cannot be parsed: it is then kept, but cannot be sent
 */
export function setRaw(text: string, read: KnownRequest | null): void {
  edit('raw', read ?? { raw: text });
}

/** @param fault id of a deliberate fault, or null for none */
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
