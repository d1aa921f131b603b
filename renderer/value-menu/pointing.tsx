/** Marks values of a response that can be pointed at, where the tab of the request is at hand. */
import { Crosshair } from 'lucide-react';
import { createContext, useContext, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { nameOfSource } from '../../shared/collections/source.ts';
import { texts } from '../../shared/texts/texts.ts';
import { pointAt, type Pointed, canExpect, expectThis } from '../state/requests/pointing.ts';
import { classes } from '../ui/classes.ts';
import styles from './pointing.module.css';
import { Button } from '../ui/button.tsx';
import { Ledger } from '../ui/ledger.tsx';

const t = texts.tests.point;

/** Whether the response belongs to the active tab: elsewhere there is nothing to add an assertion to. */
export const PointingContext = createContext(false);

/** The attribute by which the context menu finds what a part of the screen shows. */
export function pointOf(pointed: Pointed | null): { 'data-point'?: string } {
  return pointed === null ? {} : { 'data-point': JSON.stringify(pointed) };
}

/** What an element or one around it shows; null if it is no value of a response. */
export function pointedIn(element: Element): Pointed | null {
  // A tree keeps the focus, and names its active row.
  const active = element.getAttribute('aria-activedescendant');
  const start = active === null ? element : (document.getElementById(active) ?? element);
  const text = start.closest<HTMLElement>('[data-point]')?.dataset['point'];
  return text === undefined ? null : (JSON.parse(text) as Pointed);
}

/** A button that offers what can be done with a value. @param quiet whether it is seen only where the pointer or the focus is */
export function PointButton(props: {
  pointed: Pointed;
  quiet?: boolean;
  tabIndex?: number;
  onKeyDown?: (event: React.KeyboardEvent) => void;
  onFocus?: () => void;
}) {
  const { pointed, quiet = false, ...rest } = props;
  const isHere = useContext(PointingContext);
  if (!isHere) return null;
  const label = t.menu(nameOfSource(pointed.source));
  return (
    <button
      {...rest}
      {...pointOf(pointed)}
      type="button"
      className={classes(styles.point, quiet && styles.quiet)}
      aria-haspopup="menu"
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        pointAt(pointed, { x: left, y: bottom });
      }}
    >
      <Crosshair size={13} aria-hidden="true" />
    </button>
  );
}

/** Both things that can be done with a value, as buttons of their own. */
export function PointActions({ pointed }: { pointed: Pointed | null }) {
  const isHere = useContext(PointingContext);
  if (!isHere || pointed === null) return null;
  return (
    <>
      {canExpect(pointed) && (
        <Button size="small" onClick={() => expectThis(pointed)}>
          {t.expect}
        </Button>
      )}
      <Button
        size="small"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => {
          const { left, top } = currentTarget.getBoundingClientRect();
          pointAt(pointed, { x: left, y: top }, true);
        }}
      >
        {t.keep}
      </Button>
    </>
  );
}

/** Lines with a button at each value. One of the buttons is in the order of the Tab key; the arrows go to the others. */
export function PointLines(props: {
  label: string;
  lines: readonly { shown: ReactNode; pointed: Pointed | null }[];
}) {
  const { label, lines } = props;
  const box = useRef<HTMLDivElement>(null);
  const stops = lines.flatMap(({ pointed }, at) => (pointed === null ? [] : [at]));
  const [chosen, setChosen] = useState(-1);
  const active = stops.includes(chosen) ? chosen : stops[0];
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || active === undefined) return;
    const next = stops[stops.indexOf(active) + step];
    event.preventDefault();
    if (next === undefined) return;
    setChosen(next);
    box.current?.querySelector<HTMLElement>(`[data-line="${next}"] button`)?.focus();
  };
  return (
    <div ref={box}>
      <Ledger
        label={label}
        lines={lines.map(({ shown, pointed }, at) =>
          pointed === null ? (
            shown
          ) : (
            <span key={at} className={styles.line} data-line={at} {...pointOf(pointed)}>
              {shown}
              <PointButton
                pointed={pointed}
                quiet
                tabIndex={at === active ? 0 : -1}
                onFocus={() => setChosen(at)}
                onKeyDown={move}
              />
            </span>
          ),
        )}
      />
    </div>
  );
}
