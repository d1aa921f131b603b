/** Whether the local bank trusts the CA of a certificate in production, and what changes that (SIG-12). */
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { type Shown, useCertificates } from '../../state/certificates.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { Panel } from '../../ui/panel.tsx';
import layout from '../../ui/layout.module.css';

const t = texts.certificates.bankTrust;

export function BankTrust({ shown: { id, bankTrust } }: { shown: Shown }) {
  const attempt = useCertificates((store) => store.attempt);
  const trust = (trusted: boolean, ca: string | null = null) =>
    void attempt(() => host.call('certificates.trustAtBank', { id, trusted, ca }));
  const isTrusted = bankTrust === 'own' || bankTrust === 'added';
  return (
    <Panel name="certificate.trust" title={t.title} rule="SIG-12">
      <p className={layout.pad}>
        <Glyph tone={isTrusted ? 'ok' : 'warn'} /> <span>{t.states[bankTrust]}</span>
      </p>
      {bankTrust !== 'own' && (
        <div className={layout.pad}>
          {bankTrust === 'known' && (
            <Button size="small" onClick={() => trust(true)}>
              {t.trust}
            </Button>
          )}
          {bankTrust === 'added' && (
            <Button size="small" onClick={() => trust(false)}>
              {t.stop}
            </Button>
          )}
          {bankTrust === 'unknown' && (
            <FileButton
              label={t.choose}
              inputLabel={t.file}
              onFiles={([file]) => void file?.text().then((ca) => trust(true, ca))}
            />
          )}
        </div>
      )}
    </Panel>
  );
}
