/** Notices across the window: the host is gone, something was found damaged, files could not be opened, an import is unconfirmed. */
import { useState } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { host, messageOf } from '../host.ts';
import { useUnopened } from '../state/dropped.ts';
import { useReach, useStatus } from '../state/status.ts';
import { Button } from '../ui/button.tsx';
import { Note, Problem } from '../ui/messages.tsx';
import { Facts } from '../ui/table.tsx';
import layout from '../ui/layout.module.css';

const t = texts.frame.notices;

export function Notices() {
  const isReached = useReach((store) => store.isReached);
  const notices = useStatus((store) => store.status?.notices) ?? [];
  const [closed, setClosed] = useState<readonly string[]>([]);
  const { problems, close } = useUnopened();
  // Others may come later.
  const open = notices.filter((notice) => !closed.includes(notice));
  return (
    <>
      {isReached ? (
        <Closable tone="warn" lines={open} onClose={() => setClosed([...closed, ...open])} />
      ) : (
        <Problem text={texts.app.host.noResponse} />
      )}
      <Closable tone="bad" lines={problems} onClose={close} />
    </>
  );
}

function Closable(props: { tone: 'warn' | 'bad'; lines: readonly string[]; onClose: () => void }) {
  const { tone, lines, onClose } = props;
  if (lines.length === 0) return null;
  return (
    <Note as="div" tone={tone} role="alert">
      <div className={layout.grow}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <Button onClick={onClose}>{t.close}</Button>
    </Note>
  );
}

const confirmTexts = texts.frame.confirm;

/** Shown while the environment in use is from an import, and the user has not confirmed its address and client. */
export function ConfirmBar() {
  const status = useStatus((store) => store.status);
  const [problem, setProblem] = useState<string | null>(null);
  const asked = status?.environment.unconfirmed ?? null;
  if (status === null || asked === null) return null;
  const { id, address, client } = asked;
  const confirm = async () => {
    try {
      await host.call('environments.confirm', { id });
      setProblem(null);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <section aria-label={confirmTexts.title}>
      <Note as="div" tone="warn">
        <div className={layout.grow}>
          <p>
            <b>{confirmTexts.title}</b> {confirmTexts.why}
          </p>
          <Facts>
            <dt>{texts.common.name}</dt>
            <dd>{status.environment.name}</dd>
            <dt>{confirmTexts.address}</dt>
            <dd>
              <code>{address}</code>
            </dd>
            <dt>{confirmTexts.certificate}</dt>
            <dd>{status.certificate.name}</dd>
            {client !== null && (
              <>
                <dt>{confirmTexts.client}</dt>
                <dd>{client}</dd>
              </>
            )}
          </Facts>
          <Problem text={problem} />
        </div>
        <Button onClick={() => void confirm()}>{confirmTexts.confirm}</Button>
      </Note>
    </section>
  );
}
