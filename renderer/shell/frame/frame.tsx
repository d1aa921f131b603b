/** The frame: top line, rail, place, status line. */
import type { ReactNode } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Palette } from '../palette/palette.tsx';
import { Toasts } from '../toasts/toasts.tsx';
import { UnlockBar } from '../../parts/vault/vault-forms.tsx';
import { PLACES } from '../../state/places.ts';
import { StatusLine } from './status-line.tsx';
import { useFrame } from '../../state/frame.ts';

const t = texts.frame.window;

export function Frame({ children }: { children: ReactNode }) {
  const { place, go } = useFrame();
  const title =
    place === 'start' ? texts.common.product : PLACES.find((entry) => entry.place === place)?.label;
  return (
    <div className="app">
      <header className="top">
        <span className="brand" aria-hidden="true">
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
        {place === 'start' ? <span className="title">{title}</span> : <h1 className="title">{title}</h1>}
        <Palette />
      </header>
      <nav className="rail" aria-label={t.places}>
        {PLACES.map(({ place: target, label, Icon }) => (
          <button
            key={target}
            type="button"
            className={target === 'settings' ? 'inset last' : 'inset'}
            aria-current={target === place ? 'page' : undefined}
            title={label}
            onClick={() => go(target)}
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
            <span>{label}</span>
          </button>
        ))}
      </nav>
      <div className="middle">
        <UnlockBar />
        <ErrorBoundary key={place}>{children}</ErrorBoundary>
        <Toasts />
      </div>
      <StatusLine />
    </div>
  );
}
