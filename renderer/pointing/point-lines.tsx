/** Lines with a button at each value. One of the buttons is in the order of the Tab key; the arrows go to the others. */
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { Pointed } from '../state/requests/pointing.ts';
import { Ledger } from '../ui/ledger.tsx';
import { PointButton, pointOf } from './pointing.tsx';
import styles from './point-lines.module.css';

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
