/** Beside a certificate: who uses it, what the local bank will say of it, and what to do next. */
import { useState } from 'react';
import { MIN_RSA_BITS } from '../../../shared/xs2a/limits.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { AskTwice } from '../../ui/ask-twice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Glyph, type Tone } from '../../ui/parts.tsx';
import { bankTime, useStatus } from '../../state/status.ts';
import { lifeOf, type Shown, useCertificates } from '../../state/certificates.ts';

const t = texts.certificates.aside;

export function CertificateAside({ shown }: { shown: Shown }) {
  const attempt = useCertificates((store) => store.attempt);
  return (
    <aside className="pane tree certificate-aside" aria-label={t.title}>
      <div className="head">
        <h3>{t.usedBy}</h3>
      </div>
      {shown.usedBy.length === 0 ? (
        <p className="pad soft">{t.unused}</p>
      ) : (
        <ul className="used-by">
          {shown.usedBy.map(({ environment, use }) => (
            <li key={environment + use}>
              <span className="grow cut">{environment}</span> <span className="faint small">{use}</span>
            </li>
          ))}
        </ul>
      )}
      {shown.kind === 'signing' && <Checks shown={shown} />}
      <NextToDo shown={shown} />
      <div className="pad actions">
        <AskTwice
          plain
          label={texts.common.delete}
          sure={t.deleteForGood}
          onSure={() => void attempt(() => host.call('certificates.remove', { id: shown.id }))}
        />
      </div>
    </aside>
  );
}

/** What a bank in production asks of it (SIG-2, SIG-12); a sandbox validates none of it but the key. */
function Checks({ shown: { certificate } }: { shown: Shown }) {
  const now = useStatus(bankTime);
  const life = lifeOf(certificate, now);
  const checks: [tone: Tone, text: string][] = [
    (certificate.rsaBits ?? 0) >= MIN_RSA_BITS
      ? ['ok', t.keyFits(MIN_RSA_BITS)]
      : ['bad', t.keyTooShort(MIN_RSA_BITS)],
    life.tone === 'bad' ? ['warn', t.refusedProduction(life.text)] : ['ok', t.validNow],
    certificate.qcType === 'seal'
      ? ['ok', t.isQsealc]
      : ['warn', certificate.qcType === 'web' ? t.isQwac : t.isNeither],
    certificate.roles.includes('PSP_AI') ? ['ok', t.roleAccounts] : ['warn', t.noRoleAccounts],
    certificate.roles.includes('PSP_PI') ? ['ok', t.rolePayments] : ['warn', t.noRolePayments],
  ];
  return (
    <Panel name="certificate.checks" title={t.bankTests}>
      <ul className="checks">
        {checks.map(([tone, text]) => (
          <li key={text}>
            <Glyph tone={tone} /> <span>{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function NextToDo({ shown }: { shown: Shown }) {
  const { attempt, select } = useCertificates();
  const now = useStatus(bankTime);
  const [busy, setBusy] = useState(false);
  const { tone } = lifeOf(shown.certificate, now);
  const renew = async () => {
    setBusy(true);
    await attempt(async () => select((await host.call('certificates.renew', { id: shown.id })).id));
    setBusy(false);
  };
  return (
    <Panel name="certificate.next" title={t.next}>
      <div className="pad stack">
        <p className="soft">
          {tone === 'ok'
            ? t.nextNothing
            : shown.renewable
              ? t.nextRenew
              : shown.kind === 'authority'
                ? t.nextAnotherIssuer
                : t.nextOrder}
        </p>
        {shown.renewable && (
          <button
            type="button"
            className={tone === 'ok' ? 'btn sm' : 'btn go sm'}
            disabled={busy}
            onClick={() => void renew()}
          >
            {busy ? t.renewing : t.renew}
          </button>
        )}
      </div>
    </Panel>
  );
}
