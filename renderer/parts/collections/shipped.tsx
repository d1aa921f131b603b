/** The shipped collections: a press copies one and shows it, ready to run. */
import { useEffect, useState } from 'react';
import type { Shipped } from '../../../shared/contract/saved.ts';
import { host } from '../../host.ts';
import { useAttempt } from '../../state/attempt.ts';
import { useFrame } from '../../state/frame.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { useRuns } from '../../state/runs.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Problem } from '../../ui/messages.tsx';
import styles from './shipped.module.css';
import textStyles from '../../ui/text.module.css';

/** @param onOpened called when one was opened */
export function ShippedCollections({ label, onOpened }: { label: string; onOpened?: () => void }) {
  const [shipped, setShipped] = useState<Shipped[]>([]);
  const { problem, attempt } = useAttempt();
  useEffect(() => {
    void attempt(async () => setShipped((await host.call('saved.shipped', {})).collections));
  }, [attempt]);
  const open = (id: string) =>
    attempt(async () => {
      const { path } = await host.call('saved.addShipped', { id });
      await useSaved.getState().load();
      useRuns.setState({ wanted: path });
      useFrame.getState().go('runs');
      onOpened?.();
    });
  return (
    <section aria-label={label}>
      <h2 className={styles.title}>{label}</h2>
      <ul className={styles.list}>
        {shipped.map(({ id, name, about }) => (
          <li key={id}>
            <Button size="small" onClick={() => void open(id)}>
              {name}
            </Button>
            <span className={classes(textStyles.soft, textStyles.small)}>{about}</span>
          </li>
        ))}
      </ul>
      <Problem text={problem} />
    </section>
  );
}
