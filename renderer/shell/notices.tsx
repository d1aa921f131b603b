/** Across the window: that the host is gone, or what was damaged at this start and put aside, or that the data folder is gone, or which files could not be opened, until it is closed. */
import { useState } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { useUnopened } from '../state/dropped.ts';
import { useStatus, useReach } from '../state/status.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import layout from '../ui/layout.module.css';
import { host, messageOf } from '../host.ts';
import { Facts } from '../ui/table.tsx';
import { Problem } from '../ui/form.tsx';

const t = texts.frame.notices;

export function Notices() {
  return (
    <>
      <OfStart />
      <OfOpened />
    </>
  );
}

function OfOpened() {
  const { problems, close } = useUnopened();
  if (problems.length === 0) return null;
  return (
    <Note as="div" tone="bad" role="alert">
      <div className={layout.grow}>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      <Button onClick={close}>{t.close}</Button>
    </Note>
  );
}

function OfStart() {
  const notices = useStatus((store) => store.status?.notices);
  const [closed, setClosed] = useState<readonly string[]>([]);
  const isReached = useReach((store) => store.isReached);
  if (!isReached)
    return (
      <Note tone="bad" role="alert">
        {texts.app.host.noResponse}
      </Note>
    );
  // One may come later.
  const open = notices?.filter((notice) => !closed.includes(notice)) ?? [];
  if (open.length === 0) return null;
  return (
    <Note as="div" tone="warn" role="alert">
      <div className={layout.grow}>
        {open.map((notice) => (
          <p key={notice}>{notice}</p>
        ))}
      </div>
      <Button onClick={() => setClosed([...closed, ...open])}>{t.close}</Button>
    </Note>
  );
}

const confirmTexts = texts.frame.confirm;

/** A bar across the window while the environment in use came with an import, and nobody has confirmed yet where it sends, and as whom. */
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
