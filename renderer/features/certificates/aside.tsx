/** Beside a certificate: who uses it, what the local bank will say of it, and what to do next. */
import { useState } from 'react';
import { MIN_RSA_BITS } from '../../../shared/xs2a/limits.ts';
import { host } from '../../host.ts';
import { AskTwice } from '../../ui/ask-twice.tsx';
import { Glyph, type Tone } from '../../ui/parts.tsx';
import { bankTime, useStatus } from '../status/store.ts';
import { lifeOf, type Shown, useCertificates } from './store.ts';

export function CertificateAside({ shown }: { shown: Shown }) {
  const attempt = useCertificates((store) => store.attempt);
  return (
    <aside className="pane tree certificate-aside" aria-label="Use of the certificate">
      <div className="head">
        <h3>Used by</h3>
      </div>
      {shown.usedBy.length === 0 ? (
        <p className="pad soft">No environment uses it.</p>
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
          label="Delete…"
          sure="Delete certificate and key for good"
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
      ? ['ok', `RSA key of at least ${MIN_RSA_BITS} bits`]
      : ['bad', `The key is not RSA of at least ${MIN_RSA_BITS} bits: refused everywhere`],
    life.tone === 'bad'
      ? ['warn', `${life.text}: refused in production`]
      : ['ok', "Within its validity, by the bank's clock"],
    certificate.qcType === 'seal'
      ? ['ok', 'A QSealC, for signing']
      : ['warn', certificate.qcType === 'web' ? 'A QWAC: meant for TLS' : 'No QSealC by its statements'],
    certificate.roles.includes('PSP_AI')
      ? ['ok', 'Role for account information']
      : ['warn', 'No role for account information: refused in production'],
    certificate.roles.includes('PSP_PI')
      ? ['ok', 'Role for payments']
      : ['warn', 'No role for payments: refused in production'],
  ];
  return (
    <>
      <div className="head sub">
        <h3>Tests of a bank</h3>
      </div>
      <ul className="checks">
        {checks.map(([tone, text]) => (
          <li key={text}>
            <Glyph tone={tone} /> <span>{text}</span>
          </li>
        ))}
      </ul>
    </>
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
    <>
      <div className="head sub">
        <h3>Next to do</h3>
      </div>
      <div className="pad stack">
        <p className="soft">
          {tone === 'ok'
            ? 'Nothing. The status line warns 30 days before this certificate ends.'
            : shown.renewable
              ? 'Renew it: the same names and roles, a new key, valid from now. Environments go over to the new one.'
              : shown.kind === 'authority'
                ? 'Make a certificate with another issuer; a new authority comes with it.'
                : 'Order a new certificate where this one came from, and import it.'}
        </p>
        {shown.renewable && (
          <button
            type="button"
            className={tone === 'ok' ? 'btn sm' : 'btn go sm'}
            disabled={busy}
            onClick={() => void renew()}
          >
            {busy ? 'Renewing…' : 'Renew'}
          </button>
        )}
      </div>
    </>
  );
}
