/** The frame of the window: top bar, rail, view, status line. */
import { texts } from '../../shared/texts/texts.ts';
import { ContextMenu } from '../ui/context-menu.tsx';
import { ErrorBoundary } from '../ui/messages.tsx';
import { DropTarget } from './drop-target.tsx';
import { WindowCommands } from './window-commands.tsx';
import { Help } from './help.tsx';
import { JoinClass } from './join-class.tsx';
import { Palette } from './palette.tsx';
import { Toasts } from './toasts.tsx';
import { DemonstrationBar } from '../parts/demonstrations/demonstration-pane.tsx';
import { RecordButton, RecordedBar } from '../parts/collections/recording.tsx';
import { UnlockBar } from '../parts/certificates/vault-forms.tsx';
import { Notices, ConfirmBar } from './notices.tsx';
import { StatusLine } from './status-line.tsx';
import { useClass } from '../state/class.ts';
import { useFrame } from '../state/frame.ts';
import type { Place } from '../state/place.ts';
import { classes } from '../ui/classes.ts';
import layout from '../ui/layout.module.css';
import styles from './frame.module.css';
import { useEffect } from 'react';
import { operationOf } from '../../shared/requests/request.ts';
import { useSaved } from '../state/requests/saved.ts';
import { useActiveTab } from '../state/requests/store.ts';
import { useStatus } from '../state/status.ts';

const t = texts.frame.window;

/** @param places in the order of the rail */
export function Frame({ places }: { places: readonly Place[] }) {
  const { place: shown, go } = useFrame();
  const place = places.find(({ id }) => id === shown);
  useWindowTitle(place);
  // Most people never have one.
  const hasClass = useClass(({ view }) => view !== null && view !== undefined);
  const inRail = places.filter(({ id }) => id !== 'class' || hasClass || id === shown);
  return (
    <div className={styles.app}>
      <WindowCommands />
      <DropTarget />
      <ContextMenu />
      <JoinClass />
      <header className={styles.top}>
        <span className={styles.brand} aria-hidden="true">
          <svg
            width="22"
            height="22"
            viewBox="0 0 22 22"
            fill="none"
            strokeLinecap="round"
            strokeLinejoin="round"
            strokeWidth="2"
          >
            <path d="M4 5h14M4 11h9M4 17h5" stroke="currentColor" />
            <path d="M12 17l2.5 2.5L19 14" stroke="var(--accent)" />
          </svg>
        </span>
        {place?.hasHeading === true ? (
          <span className={styles.title}>{texts.common.product}</span>
        ) : (
          <h1 className={styles.title}>{place?.label}</h1>
        )}
        <Palette places={places} />
        <RecordButton />
        <Help />
      </header>
      <nav className={styles.rail} aria-label={t.places}>
        {inRail.map(({ id, label, Icon, isLast }) => (
          <button
            key={id}
            type="button"
            className={classes(styles.door, layout.inset, isLast === true && styles.last)}
            aria-current={id === shown ? 'page' : undefined}
            title={label}
            onClick={() => go(id)}
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
            <span className={styles.word}>{label}</span>
          </button>
        ))}
      </nav>
      <div className={styles.middle}>
        <UnlockBar />
        <ConfirmBar />
        <Notices />
        <RecordedBar />
        <DemonstrationBar />
        <ErrorBoundary key={shown}>{place && <place.View />}</ErrorBoundary>
        <Toasts />
      </div>
      <StatusLine />
    </div>
  );
}

/** @param place the view that is shown */
function useWindowTitle(place: Place | undefined): void {
  const path = useActiveTab((tab) => tab.path);
  const operation = useActiveTab(({ request }) => operationOf(request).title);
  const saved = useSaved(({ entries }) => entries.find((entry) => entry.path === path)?.name);
  const environment = useStatus(({ status }) => status?.environment.name);
  const open = place?.id === 'requests' ? (saved ?? operation) : place?.label;
  useEffect(() => {
    document.title = texts.frame.window.title(open ?? '', environment ?? '');
  }, [open, environment]);
}
