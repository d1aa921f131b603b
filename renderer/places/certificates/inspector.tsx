/** One certificate: names, validity, roles, and its keyId in every format with how banks respond to it. */
import { useState } from 'react';
import { PSD2_ROLES, certificateDay, utcDay, type Certificate } from '../../../shared/signing/certificate.ts';
import { type Name, printRfc2253 } from '../../../shared/signing/distinguished-names.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { KEY_ID_SPELLINGS, type KeyIdSpelling } from '../../../shared/signing/key-id.ts';
import { type Spelling, spellingsOf } from '../../../shared/signing/key-id-spellings.ts';
import { host } from '../../host.ts';
import { timeInUse, useStatus } from '../../state/status.ts';
import { lifeOf, profileOf, type Shown, useCertificates } from '../../state/certificates.ts';
import { Problem, Note } from '../../ui/messages.tsx';
import { Panel, Head } from '../../ui/panel.tsx';
import { Badge, Glyph, type Tone, TONE_CLASS } from '../../ui/labels.tsx';
import { Button, CopyButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { InlineInput, Segmented } from '../../ui/form.tsx';
import { Facts, Table } from '../../ui/table.tsx';
import { differingPart } from '../../ui/compared.ts';
import { ExportForm } from './certificate-files.tsx';
import layout from '../../ui/layout.module.css';
import styles from './inspector.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.certificates.inspector;
const spellingsTexts = texts.certificates.spellings;

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
            {shown.certificate.rsaBits !== null && <Spellings certificate={shown.certificate} />}
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
  if (used || shown.certificate.rsaBits === null) return null;
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
  const key = keyOf(certificate);
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

function keyOf({ rsaBits, keyAlgorithm, curve }: Certificate): string {
  if (rsaBits !== null) return t.rsaBits(rsaBits);
  return curve === null ? keyAlgorithm : `${keyAlgorithm}, ${curve}`;
}

/** The name as in the keyId, with a space after each comma so that it can wrap. */
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

const BANKS = KEY_ID_SPELLINGS.map((value) => ({ value, label: spellingsTexts.banks[value] }));

function Spellings({ certificate }: { certificate: Certificate }) {
  const [bank, setBank] = useState<KeyIdSpelling>('specified');
  const spellings = spellingsOf(certificate);
  const reference = spellings[0]?.keyId ?? '';
  return (
    <Panel
      name="certificate.spellings"
      title={spellingsTexts.title}
      fact={<Segmented label={spellingsTexts.bankCompares} value={bank} options={BANKS} onChange={setBank} />}
      rule="SIG-4"
    >
      <Table className={styles.spellings}>
        <thead>
          <tr>
            <th scope="col">{spellingsTexts.verdict}</th>
            <th scope="col">{spellingsTexts.spelling}</th>
            <th scope="col">{spellingsTexts.why}</th>
          </tr>
        </thead>
        <tbody>
          {spellings.map((spelling) => {
            const { tone, word } = verdictOf(spelling, bank);
            return (
              <tr key={spelling.id}>
                <td className={textStyles.nowrap}>
                  <span className={classes(styles.verdict, TONE_CLASS[tone])}>
                    <Glyph tone={tone} /> <b>{word}</b>
                  </span>
                </td>
                <td>
                  <b className={textStyles.small}>{spelling.title}</b>
                  <code className={styles.spelled}>
                    <Marked text={spelling.keyId} reference={reference} />
                  </code>
                </td>
                <td className={classes(textStyles.small, textStyles.soft)}>
                  {spelling.banks[bank].why}
                  {spelling.id === 'reference' && (
                    <div className={styles.copy}>
                      <CopyButton text={spelling.keyId} label={spellingsTexts.copyKeyId} />
                    </div>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </Panel>
  );
}

function verdictOf(spelling: Spelling, bank: KeyIdSpelling): { tone: Tone; word: string } {
  if (spelling.id === 'reference') return { tone: 'ok', word: texts.common.sent };
  const { verdict } = spelling.banks[bank];
  if (verdict === 'refused') return { tone: 'bad', word: spellingsTexts.refused };
  return { tone: verdict === 'note' ? 'warn' : 'ok', word: spellingsTexts.passes };
}

/** Marks the part that differs from the reference format. */
function Marked({ text, reference }: { text: string; reference: string }) {
  if (text === reference) return text;
  const { start, end } = differingPart(text, reference);
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}
