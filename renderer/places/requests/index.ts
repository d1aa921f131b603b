/** Compose a request, send it, read the response. */
import { ArrowLeftRight } from 'lucide-react';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import type { Place } from '../../state/place.ts';
import { showOpened } from '../../state/dropped.ts';
import { storeDrafts, restore, takeOver } from '../../state/requests/drafts.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { progressed } from '../../state/requests/sending.ts';
import { useRequests, activeTab } from '../../state/requests/store.ts';
import { pastedCommands, requestCommands } from './commands.ts';
import { RequestsPlace } from './requests-place.tsx';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Callback } from '../../../shared/contract/status.ts';
import { toneOf } from '../../parts/response/tone.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useFrame } from '../../state/frame.ts';
import { useHistory } from '../../state/history.ts';
import { activate } from '../../state/requests/opening.ts';
import { shownResponse } from '../../state/requests/tabs.ts';
import { useSca } from '../../state/sca.ts';
import { useToasts } from '../../state/toasts.ts';

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

/** Shows the files that the program was started with, and those that come. Not earlier: restored tabs would take their place. */
function followOpened(): void {
  host.on('files.opened', () => void showOpened());
  void showOpened();
}

/** Restores the drafts and stores them from now on. If the previous ones cannot be read, they must not be overwritten. */
async function restoreDrafts(): Promise<void> {
  try {
    await restore();
    storeDrafts();
    host.on('drafts.added', () => void takeOver());
  } catch (error) {
    useRequests.setState({ storageProblem: texts.requests.drafts.unreadable(messageOf(error)) });
  }
}

/** Toasts for requests while another view or tab is shown: a response, or the return of the PSU. */
const t = texts.requests.elsewhere;

/** Watches the requests and the SCA for the lifetime of the page. */
function reportElsewhere(): void {
  useRequests.subscribe(({ arrived }, before) => {
    if (arrived !== null && arrived !== before.arrived) answered(arrived);
  });
  useSca.subscribe(({ callback }, before) => {
    if (callback !== null && callback !== before.callback) returned(callback);
  });
}

function answered(exchange: Exchange): void {
  const { id, title, status, response } = exchange;
  if (useFrame.getState().place === 'requests' && shownResponse(activeTab())?.id === id) return;
  useToasts.getState().tell({
    tone: status === null ? 'bad' : toneOf(status),
    text: response === null ? t.failed(title) : t.answered(title, `${response.status} ${response.reason}`),
    place: 'requests',
    show: () => show(id),
  });
}

/** Shows the response in its tab, or in the history if no tab shows it. */
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

function returned({ outcome }: Callback): void {
  const { place, go } = useFrame.getState();
  if (place === 'requests') return;
  // The pane of the demonstration says so itself, and a toast would cover its buttons.
  if (place === 'flow' && useDemonstrations.getState().state.playing !== null) return;
  const success = outcome === 'success';
  useToasts.getState().tell({
    tone: success ? 'ok' : 'bad',
    text: success ? texts.sca.panel.succeeded : texts.sca.panel.failed,
    place: 'requests',
    show: () => go('requests'),
  });
}
