/** The pane beside a certificate: its uses, the local bank's checks, and the next action. */
import { useState } from 'react';
import { type Certificate, isTlsCurve } from '../../../shared/signing/certificate.ts';
import { MIN_RSA_BITS } from '../../../shared/xs2a/bank-limits.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { isLocalInUse, timeInUse, useStatus } from '../../state/status.ts';
import { lifeOf, type Shown, useCertificates } from '../../state/certificates.ts';
import { AskTwice, Button, FileButton } from '../../ui/button.tsx';
import { Panel, Head } from '../../ui/panel.tsx';
import { classes } from '../../ui/classes.ts';
import { Glyph, type Tone } from '../../ui/labels.tsx';
import layout from '../../ui/layout.module.css';
import styles from './certificate-use.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.certificates.aside;
const bankTrustTexts = texts.certificates.bankTrust;

export function CertificateUse({ shown }: { shown: Shown }) {
  const attempt = useCertificates((store) => store.attempt);
  return (
    <aside className={classes(layout.pane, layout.ground, styles.aside)} aria-label={t.title}>
      <Head>
        <h3>{t.usedBy}</h3>
      </Head>
      {shown.usedBy.length === 0 ? (
        <p className={classes(layout.pad, textStyles.soft)}>{t.unused}</p>
      ) : (
        <ul className={styles.usedBy}>
          {shown.usedBy.map(({ environment, use }) => (
            <li key={environment + use}>
              <span className={classes(layout.grow, textStyles.cut)}>{environment}</span>{' '}
              <span className={classes(textStyles.faint, textStyles.small)}>{use}</span>
            </li>
          ))}
        </ul>
      )}
      {shown.kind === 'signing' && <Checks shown={shown} />}
      {shown.kind === 'signing' && <BankTrust shown={shown} />}
      <NextToDo shown={shown} />
      <div className={classes(layout.pad, layout.actions)}>
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

/** Checks of a bank in production (SIG-2, SIG-12); a sandbox checks only the key. @param now time of the bank in use, milliseconds */
function checksOf({ certificate }: Shown, now: number, isLocal: boolean): [tone: Tone, text: string][] {
  const life = lifeOf(certificate, now);
  return [
    keyCheck(certificate),
    life.tone === 'bad'
      ? ['warn', t.refusedProduction(life.text)]
      : ['ok', isLocal ? t.validAtBank : t.validNow],
    certificate.qcType === 'seal'
      ? ['ok', t.isQsealc]
      : ['warn', certificate.qcType === 'web' ? t.isQwac : t.isNeither],
    certificate.roles.includes('PSP_AI') ? ['ok', t.roleAccounts] : ['warn', t.noRoleAccounts],
    certificate.roles.includes('PSP_PI') ? ['ok', t.rolePayments] : ['warn', t.noRolePayments],
  ];
}

function keyCheck(certificate: Certificate): [tone: Tone, text: string] {
  const { rsaBits, keyAlgorithm, curve } = certificate;
  if ((rsaBits ?? 0) >= MIN_RSA_BITS) return ['ok', t.keyFits(MIN_RSA_BITS)];
  return isTlsCurve(certificate)
    ? ['warn', t.keyForTls(`${keyAlgorithm}, ${curve}`)]
    : ['bad', t.keyTooShort(MIN_RSA_BITS)];
}

function Checks({ shown }: { shown: Shown }) {
  const checks = checksOf(shown, useStatus(timeInUse), useStatus(isLocalInUse));
  return (
    <Panel name="certificate.checks" title={t.bankTests}>
      <ul className={styles.checks}>
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
  const renew = useCertificates((store) => store.renew);
  const now = useStatus(timeInUse);
  const [busy, setBusy] = useState(false);
  const { tone } = lifeOf(shown.certificate, now);
  const missing = shown.kind === 'signing' && checksOf(shown, now, true).some(([check]) => check !== 'ok');
  const start = async () => {
    setBusy(true);
    await renew(shown);
    setBusy(false);
  };
  return (
    <Panel name="certificate.next" title={t.next}>
      <div className={classes(layout.pad, styles.stack)}>
        <p className={textStyles.soft}>
          {tone === 'ok'
            ? missing
              ? t.nextMissing
              : t.nextNothing
            : shown.renewable
              ? t.nextRenew
              : shown.kind === 'authority'
                ? t.nextAnotherIssuer
                : t.nextOrder}
        </p>
        {shown.renewable && (
          <Button
            look={tone === 'ok' ? 'normal' : 'go'}
            size="small"
            disabled={busy}
            onClick={() => void start()}
          >
            {busy ? t.renewing : t.renew}
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** Whether the local bank trusts the CA of the certificate in production (SIG-12). */
function BankTrust({ shown: { id, bankTrust } }: { shown: Shown }) {
  const attempt = useCertificates((store) => store.attempt);
  const trust = (trusted: boolean, ca: string | null = null) =>
    void attempt(() => host.call('certificates.trustAtBank', { id, trusted, ca }));
  const isTrusted = bankTrust === 'own' || bankTrust === 'added';
  return (
    <Panel name="certificate.trust" title={bankTrustTexts.title} rule="SIG-12">
      <p className={layout.pad}>
        <Glyph tone={isTrusted ? 'ok' : 'warn'} /> <span>{bankTrustTexts.states[bankTrust]}</span>
      </p>
      {bankTrust !== 'own' && (
        <div className={layout.pad}>
          {bankTrust === 'unknown' ? (
            <FileButton
              label={bankTrustTexts.choose}
              inputLabel={bankTrustTexts.file}
              onFiles={([file]) => void file?.text().then((ca) => trust(true, ca))}
            />
          ) : (
            <Button size="small" onClick={() => trust(!isTrusted)}>
              {isTrusted ? bankTrustTexts.stop : bankTrustTexts.trust}
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}
