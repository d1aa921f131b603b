/** The title of the window: what is open, and where requests go. */
import { useEffect } from 'react';
import { operationOf } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { useActiveTab } from '../../state/requests/store.ts';
import { useStatus } from '../../state/status.ts';
import type { Place } from '../../state/place.ts';

/** @param place the view that is shown */
export function useWindowTitle(place: Place | undefined): void {
  const path = useActiveTab((tab) => tab.path);
  const operation = useActiveTab(({ request }) => operationOf(request).title);
  const saved = useSaved(({ entries }) => entries.find((entry) => entry.path === path)?.name);
  const environment = useStatus(({ status }) => status?.environment.name);
  const open = place?.id === 'requests' ? (saved ?? operation) : place?.label;
  useEffect(() => {
    document.title = texts.frame.window.title(open ?? '', environment ?? '');
  }, [open, environment]);
}
