/** The signing string: of the draft, or of the sent request. */
import { Award } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isMadeAnew } from '../../../../shared/collections/dynamic.ts';
import { type Expected, type Prepared, signedTextOf } from '../../../../shared/requests/prepared.ts';
import { decodeHeaderText, readSignatureText } from '../../../../shared/signing/signature-header.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { Causes } from '../../../parts/response/wrong-signature.tsx';
import { useActiveTab } from '../../../state/requests/store.ts';
import { openEnvironment } from '../../../state/environments.ts';
import { useStatus } from '../../../state/status.ts';
import { Button, CopyButton } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Glyph, type Tone } from '../../../ui/labels.tsx';
import { classes } from '../../../ui/classes.ts';
import { Splitter, useSplit, useWindowSize } from '../../../ui/columns.tsx';
import { HeaderLine, Ledger, signedLines, visibleBreaks } from '../../../ui/wire-text.tsx';
import { Note } from '../../../ui/messages.tsx';
import { Rule } from '../../../ui/popover.tsx';
import { Segmented } from '../../../ui/form.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './composer.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.signing;

const PARTS = [
  { value: 'string', label: t.string },
  { value: 'text', label: t.header },
  { value: 'header', label: t.onWire },
] as const;

export function SigningPane() {
  const prepared = useActiveTab((tab) => tab.prepared);
  const wasSent = useActiveTab((tab) => tab.exchange !== null);
  const anew = useActiveTab(({ used }) =>
    used.flatMap(({ name }) => (isMadeAnew(name) ? [`{{${name}}}`] : [])).join(', '),
  );
  const [part, setPart] = useState<(typeof PARTS)[number]['value']>('string');
  const isBlocked = useActiveTab(
    ({ exchange, blocked, request }) => exchange === null && (blocked !== null || request.raw !== null),
  );
  if (isBlocked) return <NotComputed why={t.notComputed} />;
  if (!prepared) return null;
  const { signing } = prepared;
  if (signing.lines.length === 0) return <NotComputed why={t.elsewhere(new URL(prepared.url).host)} />;
  const sent = sentOf(prepared);
  const shown = {
    string: signedLines(signedTextOf(signing)),
    text: [sent.text],
    header: [sent.header],
  }[part];
  const odd = [...new Set(sent.keyId?.match(/[^\x00-\x7f]/gu) ?? [])];
  return (
    <Lower>
      <Panel
        name="request.signing"
        title={
          <>
            <Award size={14} className={classes(textStyles.accent, textStyles.remark)} aria-hidden="true" />
            <span className={textStyles.cut}>{signing.replaced ? t.ought : wasSent ? t.was : t.will}</span>
          </>
        }
        fact={
          <span className={classes(textStyles.faint, textStyles.small, textStyles.wide, textStyles.remark)}>
            {t.lines(signedLines(signedTextOf(signing)).length)}
          </span>
        }
        actions={
          <>
            <CopyButton
              text={part === 'string' ? signedTextOf(signing) : shown.join('\n')}
              label={texts.common.copy}
              what={t.copyWhat}
            />
            <Segmented label={t.part} value={part} options={PARTS} onChange={setPart} />
          </>
        }
      >
        {/* A scrollable region must be reachable from the keyboard. */}
        <section
          className={classes(textStyles.wire, layout.scroll, layout.inset)}
          aria-label={t.signedText}
          tabIndex={0}
        >
          {signing.expected && <WillSee expected={signing.expected} />}
          {part === 'string' ? (
            <Ledger
              label={t.signingString}
              lines={shown.map((line, at) => (
                <HeaderLine key={at} text={visibleBreaks(line)} />
              ))}
            />
          ) : (
            <Ledger label={t.signatureHeader} lines={shown} />
          )}
          {part === 'string' && !signing.replaced && <Instead signing={signing} />}
          {anew !== '' && !wasSent && <Note className={styles.keyNote}>{t.example(anew)}</Note>}
          {signing.replaced && <GlyphNote tone="warn">{t.ownSignature}</GlyphNote>}
          {sent.keyId !== '' && (
            <p className={styles.keyId}>
              <span className={textStyles.faint}>{t.keyId} </span>
              {sent.keyId === null ? t.unreadable : marked(sent.keyId)}
            </p>
          )}
          {!signing.replaced && <ProfileLine />}
          {odd.length > 0 && (
            <p className={classes(layout.row, styles.keyId, styles.keyNote, textStyles.soft)}>
              <span className={layout.grow}>{t.issuerHolds(odd.join(' '))}</span>
              <Rule id="SIG-9" />
            </p>
          )}
        </section>
      </Panel>
    </Lower>
  );
}

/** The pane below the form; its height is remembered. */
function Lower({ children }: { children: ReactNode }) {
  const split = useSplit('signing', useWindowSize().height <= 800 ? 152 : 240, 64, 600);
  return (
    <>
      <Splitter label={t.height} split={split} side="below" />
      <section className={styles.lower} style={{ '--height': `${split.size}px` }} aria-label={t.title}>
        {children}
      </section>
    </>
  );
}

/** The form in which the bank of the environment wants signatures. */
function ProfileLine() {
  const profile = useStatus(({ status }) => status?.environment.profile);
  return (
    profile !== undefined && (
      <p className={classes(layout.row, styles.keyId)}>
        <span className={textStyles.faint}>{t.profile}</span>
        <span className={textStyles.cut}>{profile}</span>
        <span className={layout.grow} />
        <Button size="small" look="plain" onClick={() => openEnvironment(undefined, 'profile')}>
          {t.changeProfile}
        </Button>
      </p>
    )
  );
}

/** Replaces the signing string of an earlier version, and stands where there is none. */
function NotComputed({ why }: { why: string }) {
  return (
    <Lower>
      <Panel name="request.signing" title={t.will}>
        <p className={classes(layout.pad, textStyles.soft)}>{why}</p>
      </Panel>
    </Lower>
  );
}

/**
 * The Signature header that is sent: that of the user, if there is one.
 * @returns empty texts for a header that is left out; null for a keyId that cannot be read
 */
function sentOf({ signing, headers }: Prepared): { keyId: string | null; text: string; header: string } {
  if (!signing.replaced) return signing;
  const header = headers.find(({ name }) => name.toLowerCase() === 'signature')?.value ?? '';
  if (header === '') return { keyId: '', text: '', header };
  const decoded = decodeHeaderText(header);
  const text = decoded.ok ? decoded.text : header;
  const read = readSignatureText(text);
  return { keyId: read.ok ? read.parts.keyId : null, text, header };
}

function GlyphNote({ as = 'p', tone, children }: { as?: 'p' | 'output'; tone: Tone; children: ReactNode }) {
  return (
    <Note as={as} tone={tone} className={styles.keyNote}>
      <Glyph tone={tone} />
      <span>{children}</span>
    </Note>
  );
}

/** What a deliberate fault signs, or signs with. */
function Instead({ signing: { signed, otherKey } }: { signing: Prepared['signing'] }) {
  const said = [...(signed === null ? [] : [t.instead]), ...(otherKey ? [t.otherKey] : [])];
  return said.map((text) => (
    <GlyphNote key={text} tone="warn">
      {text}
    </GlyphNote>
  ));
}

/** How the bank will judge the user's Signature header. */
function WillSee({ expected }: { expected: Expected }) {
  const { failures, wrongSignature } = expected;
  if (failures.length === 0)
    return (
      <GlyphNote as="output" tone="ok">
        {t.bankWillAccept}
      </GlyphNote>
    );
  return (
    <section className={styles.keyNote} aria-label={t.bankWillSeeTitle}>
      {failures.map(({ check, rule, text, hint }) => (
        <Note key={check} tone="bad">
          <Glyph tone="bad" />
          <span>
            <b>{t.bankWillSee}</b>{' '}
            {check === 'cryptography' && wrongSignature ? t.doesNotMatch : `${text} ${hint ?? ''}`.trimEnd()}{' '}
            <Rule id={rule} />
          </span>
        </Note>
      ))}
      {wrongSignature && <Causes wrong={wrongSignature} />}
    </section>
  );
}

/** The text with characters outside ASCII highlighted. */
function marked(text: string): ReactNode[] {
  return text
    .split(/([^\x20-\x7e]+)/)
    .map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece));
}
