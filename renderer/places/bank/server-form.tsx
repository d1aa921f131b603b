/** Whether the bank accepts requests, and on which port. */
import type { FormEvent } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useBank } from '../../state/bank.ts';
import { useStatus } from '../../state/status.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/controls.tsx';
import layout from '../../ui/layout.module.css';
import styles from './bank-place.module.css';

const t = texts.bank.place;

export function ServerForm() {
  const bank = useStatus((store) => store.status?.bank);
  const perform = useBank((store) => store.perform);
  if (!bank) return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const port = Number(new FormData(event.currentTarget).get('port'));
    void perform('bank.start', { port }, t.answersAt(port));
  };
  return (
    <form className={styles.server} aria-label={t.listener} onSubmit={submit}>
      <Badge tone={bank.running ? 'ok' : 'bad'}>{bank.running ? t.running : t.stopped}</Badge>
      <label>
        {t.port}{' '}
        <Input
          key={bank.port}
          className={styles.port}
          name="port"
          type="number"
          min={1}
          max={65_535}
          required
          defaultValue={bank.port}
        />
      </label>
      <span className={layout.row}>
        <Button type="submit" size="small">
          {bank.running ? t.move : t.start}
        </Button>
        {bank.running && (
          <Button size="small" onClick={() => void perform('bank.stop', {}, null)}>
            {t.stop}
          </Button>
        )}
      </span>
    </form>
  );
}
