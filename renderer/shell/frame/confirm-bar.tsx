/** A bar across the window while the environment in use came with an import, and nobody has confirmed yet where it sends, and as whom. */
import { useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Problem } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';
import layout from '../../ui/layout.module.css';

const t = texts.frame.confirm;

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
    <section aria-label={t.title}>
      <Note as="div" tone="warn">
        <div className={layout.grow}>
          <p>
            <b>{t.title}</b> {t.why}
          </p>
          <Facts>
            <dt>{texts.common.name}</dt>
            <dd>{status.environment.name}</dd>
            <dt>{t.address}</dt>
            <dd>
              <code>{address}</code>
            </dd>
            <dt>{t.certificate}</dt>
            <dd>{status.certificate.name}</dd>
            {client !== null && (
              <>
                <dt>{t.client}</dt>
                <dd>{client}</dd>
              </>
            )}
          </Facts>
          <Problem text={problem} />
        </div>
        <Button onClick={() => void confirm()}>{t.confirm}</Button>
      </Note>
    </section>
  );
}
