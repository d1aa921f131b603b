/** The panel of a listener for other programs, such as the signing proxy: whether it is on, for this environment or another one. */
import { type ReactNode, useEffect, useRef } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { Badge } from '../../ui/labels.tsx';
import { classes } from '../../ui/classes.ts';
import { Problem } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import textStyles from '../../ui/text.module.css';

const t = texts.environments.listener;

interface ListenerPanelProps {
  name: 'environment.proxy' | 'environment.tap';
  title: string;
  hint: string;
  /** Tells that the listener has changed. */
  event: 'proxy.changed' | 'tap.changed';
  /** Where it is on; null while it is off. */
  on: { environment: string; name: string } | null;
  environment: string;
  store: { problem: string | null; shouldReveal: boolean; load: () => Promise<void> };
  /** Called when the panel was scrolled into view. */
  onRevealed: () => void;
  /** While it is on for this environment. */
  actions: ReactNode;
  children: ReactNode;
}

export function ListenerPanel(props: ListenerPanelProps) {
  const { name, title, hint, event, on, environment, onRevealed, actions, children } = props;
  const { problem, shouldReveal, load } = props.store;
  useEffect(() => {
    void load();
    const ends = ([event, 'environments.changed'] as const).map((one) => host.on(one, () => void load()));
    return () => ends.forEach((end) => end());
  }, [load, event]);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!shouldReveal) return;
    section.current?.scrollIntoView({ block: 'nearest' });
    section.current?.querySelector('button')?.focus({ preventScroll: true });
    onRevealed();
  }, [shouldReveal, onRevealed]);
  const isHere = on?.environment === environment;
  return (
    <section ref={section} aria-label={title}>
      <Panel
        name={name}
        title={title}
        fact={
          <>
            {isHere ? (
              <Badge tone="ok">{t.isOn}</Badge>
            ) : (
              <Badge tone="plain">{on === null ? t.isOff : t.onElsewhere(on.name)}</Badge>
            )}
            <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>{hint}</span>
          </>
        }
        actions={isHere && actions}
      >
        <Problem text={problem} />
        {children}
      </Panel>
    </section>
  );
}
