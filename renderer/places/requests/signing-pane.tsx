/** What will be signed, live; after sending, what was signed. */
import { Award } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Glyph, HeaderLine, Ledger, Rule, Segmented } from '../../ui/parts.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { useRequests } from '../../state/requests/requests.ts';

const t = texts.requests.signing;

const PARTS = [
  { value: 'string', label: t.string },
  { value: 'text', label: t.header },
  { value: 'header', label: t.onWire },
] as const;

export function SigningPane() {
  const { prepared, answer } = useRequests();
  const [part, setPart] = useState<(typeof PARTS)[number]['value']>('string');
  if (!prepared) return null;
  const { signing } = prepared;
  const shown = {
    string: signing.lines,
    text: [signing.text],
    header: [signing.header],
  }[part];
  const odd = [...new Set(signing.keyId.match(/[^\x00-\x7f]/gu) ?? [])];
  return (
    <section className="signing" aria-label={t.title}>
      <Panel
        name="request.signing"
        title={
          <>
            <Award size={14} className="c-here" aria-hidden="true" />
            {signing.replaced ? t.ought : answer ? t.was : t.will}
          </>
        }
        fact={<span className="faint small wide">{t.lines(signing.lines.length)}</span>}
        actions={
          <>
            <CopyButton text={shown.join('\n')} label={texts.common.copy} what={t.copyWhat} />
            <Segmented label={t.part} value={part} options={PARTS} onChange={setPart} />
          </>
        }
      >
        {/* A region that scrolls must be reachable from the keyboard. */}
        <section className="wire scroll inset" aria-label={t.signedText} tabIndex={0}>
          {part === 'string' ? (
            <Ledger
              label={t.signingString}
              lines={shown.map((line) => (
                <HeaderLine key={line} text={line} />
              ))}
            />
          ) : (
            <Ledger label={t.signatureHeader} lines={shown} />
          )}
          {signing.replaced && (
            <p className="note warn key-note">
              <Glyph tone="warn" />
              <span>{t.ownSignature}</span>
            </p>
          )}
          <p className="key-id">
            <span className="faint">{t.keyId} </span>
            {marked(signing.keyId)}
          </p>
          {odd.length > 0 && (
            <p className="note warn key-note">
              <Glyph tone="warn" />
              <span>
                <Sentence text={t.issuerHolds} parts={{ letters: <b>{odd.join(' ')}</b> }} />{' '}
                <Rule id="SIG-9" />
              </span>
            </p>
          )}
        </section>
      </Panel>
    </section>
  );
}

/** The characters outside ASCII set apart. */
function marked(text: string): ReactNode[] {
  return text
    .split(/([^\x20-\x7e]+)/)
    .map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece));
}
