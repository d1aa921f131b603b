/** Requests: the view, its palette commands, and toasts for responses while another view is shown. */
import { ArrowLeftRight } from 'lucide-react';
import { texts } from '../../../shared/texts/texts.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { KeyCommand } from '../../../shared/contract/window-commands.ts';
import type { Callback } from '../../../shared/contract/status.ts';
import { OPERATIONS } from '../../../shared/xs2a/operations.ts';
import { readPasted } from '../../../shared/interchange/pasted.ts';
import { host, messageOf } from '../../host.ts';
import { toneOf } from '../../parts/response/read-response.ts';
import { type Place, type Command, command, keyedCommand } from '../../state/place.ts';
import { showOpened } from '../../state/dropped.ts';
import { storeDrafts, restore, takeOver } from '../../state/requests/drafts.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { progressed, send } from '../../state/requests/sending.ts';
import { useRequests, activeTab } from '../../state/requests/store.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useFrame } from '../../state/frame.ts';
import { useHistory } from '../../state/history.ts';
import { activate, choose, duplicate, closeAll, closeOthers } from '../../state/requests/opening.ts';
import { shownResponse } from '../../state/requests/tabs.ts';
import { useSca } from '../../state/sca.ts';
import { useToasts } from '../../state/toasts.ts';
import { useRecording } from '../../state/recording.ts';
import { enterRequest, showPane, openAndReveal } from '../../state/requests/navigation.ts';
import { redo, undo } from '../../state/requests/editing.ts';
import { showImport } from '../../state/requests/interchange.ts';
import { deedOf, moreOf, stepsIn } from '../../state/requests/search.ts';
import { openPasted } from '../../state/requests/pasting.ts';
import { rootOf, setFilter } from '../../state/requests/tree.ts';
import { RequestsPlace } from './requests-place.tsx';

const t = texts.requests.elsewhere;
const tabsTexts = texts.requests.tabs;
const pasting = texts.requests.pasting;
const commands = texts.requests.commands;

export const requests: Place = {
  id: 'requests',
  label: texts.requests.name,
  Icon: ArrowLeftRight,
  View: RequestsPlace,
  commands: requestCommands,
  commandsFor: pastedCommands,
  loadCommands: async () => {
    const { loaded, load } = useSaved.getState();
    if (!loaded) await load();
  },
  start: () => {
    host.on('saved.changed', () => void useSaved.getState().load());
    host.on('send.progress', ({ id, bytes }) => progressed(id, bytes));
    reportElsewhere();
    void restoreDrafts().then(followOpened);
  },
};

/** Opens files passed to the program. Not earlier, because restored tabs would replace them. */
function followOpened(): void {
  host.on('files.opened', () => void showOpened());
  void showOpened();
}

/** Restores and stores the drafts. Drafts that cannot be read must not be overwritten. */
async function restoreDrafts(): Promise<void> {
  try {
    await restore();
    storeDrafts();
    host.on('drafts.added', () => void takeOver());
  } catch (error) {
    useRequests.setState({ storageProblem: texts.requests.drafts.unreadable(messageOf(error)) });
  }
}

/** Shows a toast for a response, or for the return of the PSU, while another view or tab is shown. */
function reportElsewhere(): void {
  useRequests.subscribe(({ arrived }, before) => {
    if (arrived !== null && arrived !== before.arrived) reportResponse(arrived);
  });
  useSca.subscribe(({ callback }, before) => {
    if (callback !== null && callback !== before.callback) reportReturn(callback);
  });
}

function reportResponse(exchange: Exchange): void {
  const { id, title, status, response } = exchange;
  if (useFrame.getState().place === 'requests' && shownResponse(activeTab())?.id === id) return;
  useToasts.getState().tell({
    tone: status === null ? 'bad' : toneOf(status),
    text: response === null ? t.failed(title) : t.answered(title, `${response.status} ${response.reason}`),
    place: 'requests',
    show: () => show(id),
  });
}

/** Shows a response in its tab, or else in the history. */
function show(id: string): void {
  const { go } = useFrame.getState();
  const holder = useRequests.getState().tabs.find((tab) => shownResponse(tab)?.id === id)?.id;
  if (holder === undefined) {
    void useHistory.getState().show(id);
    go('history');
  } else {
    activate(holder);
    go('requests');
  }
}

function reportReturn({ outcome }: Callback): void {
  const { place, go } = useFrame.getState();
  if (place === 'requests') return;
  // The pane of the demonstration shows it, and a toast would cover its buttons.
  if (place === 'flow' && useDemonstrations.getState().state.playing !== null) return;
  const success = outcome === 'success';
  useToasts.getState().tell({
    tone: success ? 'ok' : 'bad',
    text: success ? texts.sca.panel.succeeded : texts.sca.panel.failed,
    place: 'requests',
    show: () => go('requests'),
  });
}

function pastedCommands(text: string): Command[] {
  const pasted = readPasted(text);
  if (pasted === null) return [];
  const names = pasted.steps.map(({ name }) => name).join(', ');
  const open = () => {
    useFrame.getState().go('requests');
    openPasted(pasted);
  };
  const label = pasting.open(names === '' ? pasting.nothingIn : names);
  return [{ id: 'pasted', group: pasting.pasted, label, run: open }];
}

function requestCommands(): Command[] {
  const { go } = useFrame.getState();
  const inRequests = (run: () => void) => () => {
    go('requests');
    run();
  };
  const keyed = (id: KeyCommand, run?: () => void) => keyedCommand(texts.requests.name, id, run);
  const action = (label: string, run: () => void, hint?: string) =>
    command(texts.requests.name, label, inRequests(run), hint);
  return [
    keyed(
      'send',
      inRequests(() => void send()),
    ),
    keyed('save', () => showPane('save')),
    command(texts.requests.name, commands.asCode, () => showPane('code')),
    command(texts.common.workbench, texts.recording.startHint, () => useRecording.setState({ asks: true })),
    keyed('new-tab'),
    action(tabsTexts.duplicateTab, duplicate),
    action(tabsTexts.closeOthers, closeOthers),
    action(tabsTexts.closeAll, closeAll),
    keyed('reopen-tab'),
    keyed('close-tab'),
    keyed('next-tab'),
    keyed('previous-tab'),
    { ...action(texts.requests.interchange.import, showImport), more: commands.importIsOf },
    action(tabsTexts.undo, undo, tabsTexts.ctrlZ),
    action(tabsTexts.redo, redo, tabsTexts.ctrlShiftZ),
    ...OPERATIONS.map(({ id, title, method, path }) => ({
      id,
      group: commands.operations,
      label: title,
      hint: `${method} ${path}`,
      run: inRequests(() => {
        setFilter('');
        choose(id);
        enterRequest();
      }),
    })),
    ...stepsIn(rootOf(useSaved.getState())).map(({ node, folders }) => ({
      id: `step-${encodeURIComponent(node.path)}`,
      group: texts.requests.savedTree.title,
      label: node.name,
      hint: [...folders, deedOf(node)].filter(Boolean).join(' › '),
      more: moreOf(node),
      run: inRequests(() => openAndReveal(node.entry)),
    })),
  ];
}
