/** Marks values of a response that can be pointed at, where the tab of the request is at hand. */
import { Crosshair } from 'lucide-react';
import { createContext, useContext } from 'react';
import { nameOfSource } from '../../shared/collections/source.ts';
import { texts } from '../../shared/texts/texts.ts';
import { pointAt, type Pointed } from '../state/requests/pointing.ts';
import { classes } from '../ui/classes.ts';
import styles from './pointing.module.css';

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
