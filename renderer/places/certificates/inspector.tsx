/** One certificate: names, validity, roles, and its keyId in every format. */
import { useState } from 'react';
import { PSD2_ROLES, certificateDay, utcDay } from '../../../shared/signing/certificate.ts';
import { type Name, printRfc2253 } from '../../../shared/signing/names.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { Problem } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { timeInUse, useStatus } from '../../state/status.ts';
import { ExportForm } from './export-form.tsx';
import { Spellings } from './spellings.tsx';
import { lifeOf, profileOf, type Shown, useCertificates } from '../../state/certificates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { InlineInput } from '../../ui/controls.tsx';
import { Facts } from '../../ui/table.tsx';
import { Note } from '../../ui/note.tsx';
import { Head } from '../../ui/head.tsx';
import layout from '../../ui/layout.module.css';
import styles from './inspector.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.certificates.inspector;

const ROLE_TEXT = {
  PSP_AI: t.accountInformation,
  PSP_PI: t.payments,
  PSP_AS: t.accountServicing,
  PSP_IC: t.cardInstruments,
} as const;

export function Inspector({ shown }: { shown: Shown }) {
  const { problem, renewed } = useCertificates();
  const [exporting, setExporting] = useState(false);
  const isAuthority = shown.kind === 'authority';
  return (
    <section className={layout.pane} aria-label={t.certificate}>
      <Head>
        <Title shown={shown} />
        <span className={textStyles.faint}>{profileOf(shown)}</span>
        <span className={layout.grow} />
        {!isAuthority && <UseButton shown={shown} />}
        <Button size="small" aria-expanded={exporting} onClick={() => setExporting(!exporting)}>
          {t.export}
        </Button>
      </Head>
      <div className={layout.scroll}>
        <Problem text={problem} />
        <output aria-live="polite">
          {renewed?.id === shown.id && <Note tone="ok">{renewed.text}</Note>}
        </output>
        {exporting && <ExportForm shown={shown} onClose={() => setExporting(false)} />}
        <AllFacts shown={shown} />
        <Validity shown={shown} />
        {!isAuthority && (
          <>
            <Panel name="certificate.roles" title={t.roles} rule="SIG-12">
              <div className={classes(layout.pad, styles.roles)}>
                {PSD2_ROLES.map((role) => {
                  const held = shown.certificate.roles.includes(role);
                  return (
                    <Badge key={role} tone={held ? 'ok' : 'plain'}>
                      <code>{role}</code> {held ? ROLE_TEXT[role] : t.roleNotHeld}
                    </Badge>
                  );
                })}
              </div>
            </Panel>
            <Spellings certificate={shown.certificate} />
          </>
        )}
      </div>
    </section>
  );
}

/** The name in the vault, edited in place. */
function Title({ shown }: { shown: Shown }) {
  const { attempt } = useCertificates();
  return (
    <h2>
      <InlineInput
        className={styles.title}
        aria-label={t.name}
        defaultValue={shown.name}
        key={shown.name}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') {
            event.currentTarget.value = shown.name;
            event.currentTarget.blur();
          }
        }}
        onBlur={(event) => {
          const input = event.currentTarget;
          const name = input.value.trim();
          if (name === shown.name) return;
          void attempt(() => host.call('certificates.rename', { id: shown.id, name })).then((renamed) => {
            if (!renamed) input.value = shown.name;
          });
        }}
      />
    </h2>
  );
}

function UseButton({ shown }: { shown: Shown }) {
  const { attempt } = useCertificates();
  const environment = useStatus((store) => store.status?.environment.name);
  const used = shown.usedBy.some((one) => one.environment === environment && one.use === 'signs requests');
  if (used) return null;
  return (
    <Button
      look="go"
      size="small"
      onClick={() => void attempt(() => host.call('certificates.use', { id: shown.id }))}
    >
      {t.signWith}
    </Button>
  );
}

function AllFacts({ shown }: { shown: Shown }) {
  const keyKept = useStatus((store) => store.status?.vault.keyKept ?? '');
  const { certificate, fingerprint, chain, origin } = shown;
  const key = certificate.rsaBits === null ? certificate.keyAlgorithm : t.rsaBits(certificate.rsaBits);
  return (
    <div className={classes(layout.pad, styles.facts)}>
      <Facts className={styles.half}>
        <dt>{t.subject}</dt>
        <dd>{readable(certificate.subject)}</dd>
        <dt>{t.issuer}</dt>
        <dd>{readable(certificate.issuer)}</dd>
        <dt>{t.organisationId}</dt>
        <dd>
          <code>{certificate.organizationIdentifier ?? t.none}</code>
        </dd>
        <dt>{t.authority}</dt>
        <dd>
          {certificate.authority ? (
            <>
              {certificate.authority.name} <code>{certificate.authority.id}</code>
            </>
          ) : (
            t.none
          )}
        </dd>
      </Facts>
      <Facts className={styles.half}>
        <dt>{t.serial}</dt>
        <dd>
          <code>{certificate.serial}</code>
        </dd>
        <dt>{t.key}</dt>
        <dd>{key}</dd>
        <dt>{t.sha256}</dt>
        <dd>
          <code>{fingerprint}</code>
        </dd>
        <dt>{t.privateKey}</dt>
        <dd>{t.keyKept(keyKept)}</dd>
        <dt>{t.origin}</dt>
        <dd>
          {origin === 'made' ? t.madeHere : t.imported}
          {chain.length > 0 && t.chainAbove(chain.length)}
        </dd>
      </Facts>
    </div>
  );
}

/** The whole name as in the keyId, with a space after each comma so that a long one wraps. */
function readable(name: Name): string {
  return printRfc2253(name).replaceAll(/(?<!\\),/g, ', ');
}

function Validity({ shown: { certificate } }: { shown: Shown }) {
  const now = useStatus(timeInUse);
  const life = lifeOf(certificate, now);
  const whole = certificate.notAfter - certificate.notBefore;
  const used = Math.min(100, Math.max(0, ((now - certificate.notBefore) / whole) * 100));
  return (
    <div className={classes(layout.pad, styles.validity)}>
      <div className={classes(layout.row, textStyles.small)}>
        <span className={textStyles.soft}>{utcDay(certificate.notBefore)}</span>
        <span className={layout.grow} />
        <b>{life.text}</b>
        <span className={layout.grow} />
        <span className={textStyles.soft}>{certificateDay(certificate.notAfter)}</span>
      </div>
      <meter className={styles.span} min={0} max={100} value={used} aria-label={t.validityUsed(life.text)} />
    </div>
  );
}
