/** Runs the commands of the keys and the menu of the window. */
import { useEffect } from 'react';
import { commandOfKey } from '../../shared/contract/window-commands.ts';
import type { Payload } from '../../shared/contract/methods.ts';
import { texts } from '../../shared/texts/texts.ts';
import { host } from '../host.ts';
import { hostKind, useFrame, onCommand, runCommand } from '../state/frame.ts';
import { showImport } from '../state/requests/interchange.ts';
import { activate, newTab, close, reopen } from '../state/requests/opening.ts';
import { useRequests } from '../state/requests/store.ts';
import { openWindow } from '../state/own-window.ts';
import { useSettings } from '../state/settings.ts';
import { useToasts } from '../state/toasts.ts';
import { isTyping } from '../ui/keyboard.ts';

const t = texts.frame.toasts;

/** Commands of every view. Views add others (`onCommand`). */
const GENERAL = {
  'new-tab': inRequests(newTab),
  'new-window': () => void openWindow(),
  'close-tab': () => {
    if (useFrame.getState().place === 'requests') close(useRequests.getState().activeId);
  },
  'reopen-tab': inRequests(reopen),
  'next-tab': inRequests(() => activate(neighbour(1))),
  'previous-tab': inRequests(() => activate(neighbour(-1))),
  find: focusSearch,
  'next-pane': () => focusPane(1),
  'previous-pane': () => focusPane(-1),
  'import-collection': inRequests(showImport),
  licences: () => {
    useFrame.getState().go('settings');
    useSettings.setState({ showsLicences: true });
  },
  'export-everything': () => {
    useFrame.getState().go('settings');
    void useSettings.getState().exportEverything();
  },
} as const;

export function WindowCommands() {
  useEffect(() => {
    const ends = [
      ...Object.entries(GENERAL).map(([command, run]) => onCommand(command as keyof typeof GENERAL, run)),
      host.on('window.command', ({ command }) => runCommand(command)),
      host.on('file.saved', tellSaved),
    ];
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
      const typing = isTyping(event);
      const pressed = { key, ctrl: ctrlKey, meta: metaKey, shift: shiftKey, alt: altKey, typing };
      const command = defaultPrevented ? null : commandOfKey(pressed, hostKind(), navigator.platform);
      if (command === null) return;
      // Or the menu, or the browser, would run it again.
      event.preventDefault();
      runCommand(command);
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
      for (const end of ends) end();
    };
  }, []);
  return null;
}

/** Shows where a file was saved, in the desktop window. */
function tellSaved({ name, folder }: Payload<'file.saved'>): void {
  useToasts.getState().tell({
    tone: 'ok',
    text: t.saved(name, folder),
    place: useFrame.getState().place,
    label: t.inFolder,
    show: () => void host.call('app.show', { what: 'saved-file' }),
  });
}

function inRequests(run: () => void): () => void {
  return () => {
    useFrame.getState().go('requests');
    run();
  };
}

/** The tab after or before the active one; after the last comes the first. */
function neighbour(step: number): string {
  const { tabs, activeId } = useRequests.getState();
  const at = tabs.findIndex(({ id }) => id === activeId);
  return tabs.at((at + step) % tabs.length)?.id ?? activeId;
}

/** F6: moves the focus to the next pane of the view, then to the rail, then to the status line. @param step -1 for the previous one */
function focusPane(step: 1 | -1): void {
  const panes = panesOf(document);
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  // Without a focus, the first pane is next.
  const next = panes.at(at < 0 ? 0 : (at + step) % panes.length);
  if (next === undefined) return;
  next.tabIndex = -1;
  next.focus();
}

const PANES: ReadonlySet<string> = new Set(['section', 'nav', 'aside']);

function panesOf(page: Document): HTMLElement[] {
  const found = (selector: string) => Array.from(page.querySelectorAll<HTMLElement>(selector));
  const children = Array.from(page.querySelector('main')?.children ?? []);
  const inView = children.filter(
    (child): child is HTMLElement =>
      child instanceof HTMLElement && PANES.has(child.localName) && child.hasAttribute('aria-label'),
  );
  const places = found('#root > * > nav');
  return [...(inView.length > 0 ? inView : found('main')), ...places, ...found('#root > * > footer')];
}

/** Ctrl F: focuses the search field of the pane that has the focus, or the first one of the view. */
function focusSearch(): void {
  const fieldOf = (around: Element): HTMLInputElement | undefined =>
    Array.from(around.querySelectorAll<HTMLInputElement>('input[type="search"]')).find((one) =>
      one.checkVisibility(),
    );
  let field: HTMLInputElement | undefined;
  for (let around = document.activeElement; around && !field; around = around.parentElement)
    field = fieldOf(around);
  field ??= fieldOf(document.body);
  field?.focus();
  field?.select();
}
