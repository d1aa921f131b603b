/** Compose a request, send it, read the response. */
import { ArrowLeftRight } from 'lucide-react';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import type { Place } from '../../state/place.ts';
import { showOpened } from '../../state/opened.ts';
import { keepDrafts, restore, takeOver } from '../../state/requests/keeping.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { progressed } from '../../state/requests/sending.ts';
import { useRequests } from '../../state/requests/store.ts';
import { pastedCommands, requestCommands } from './commands.ts';
import { reportElsewhere } from './elsewhere.ts';
import { RequestsPlace } from './requests-place.tsx';

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
    keepDrafts();
    host.on('drafts.added', () => void takeOver());
  } catch (error) {
    useRequests.setState({ notKept: texts.requests.drafts.unreadable(messageOf(error)) });
  }
}
