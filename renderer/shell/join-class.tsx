/** Asks a trainee whether to join the bank of a link, and shows where it leads. */
import { texts } from '../../shared/texts/texts.ts';
import { useJoin } from '../state/class.ts';
import { Button } from '../ui/button.tsx';
import { Pending, Problem } from '../ui/messages.tsx';
import { Facts } from '../ui/table.tsx';
import { Modal } from './modal.tsx';
import styles from './palette.module.css';
import layout from '../ui/layout.module.css';
import textStyles from '../ui/text.module.css';

const t = texts.class.join;

export function JoinClass() {
  const { link, offered, problem, join, close } = useJoin();
  if (link === null) return null;
  return (
    <Modal label={t.title} className={styles.join} onDone={close}>
      <h2>{t.title}</h2>
      {offered === null ? (
        problem === null && <Pending doing={t.looking} problem={null} onRetry={close} />
      ) : (
        <>
          <Facts>
            <dt>{t.bank}</dt>
            <dd>
              <strong>{offered.name}</strong>
            </dd>
            <dt>{t.address}</dt>
            <dd>
              <code>{offered.baseUrl}</code>
            </dd>
            <dt>{t.ca}</dt>
            <dd>{offered.ca}</dd>
            <dt>{t.fingerprint}</dt>
            <dd>
              <code>{offered.fingerprint}</code>
            </dd>
          </Facts>
          <p className={textStyles.soft}>{t.about}</p>
        </>
      )}
      <Problem text={problem} />
      <div className={layout.actions}>
        <Button look="go" disabled={offered === null} onClick={() => void join()}>
          {t.join}
        </Button>
        <Button onClick={close}>{texts.common.cancel}</Button>
      </div>
    </Modal>
  );
}
