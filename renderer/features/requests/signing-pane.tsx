/** What will be signed, live; after sending, what was signed. */
import { Award } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Glyph, HeaderLine, Ledger, Rule, Segmented } from '../../ui/parts.tsx';
import { useRequests } from './store.ts';

const PARTS = [
  { value: 'string', label: 'String' },
  { value: 'text', label: 'Header' },
  { value: 'header', label: 'On the wire' },
] as const;

export function SigningPane() {
  const { prepared, answer } = useRequests();
  const [part, setPart] = useState<(typeof PARTS)[number]['value']>('string');
  if (!prepared) return null;
  const { signing } = prepared;
  const odd = [...new Set(signing.keyId.match(/[^\x00-\x7f]/gu) ?? [])];
  return (
    <section className="signing" aria-label="Signing">
      <div className="head sub">
        <Award size={14} className="c-here" aria-hidden="true" />
        <h3>
          {signing.replaced ? 'What ought to be signed' : answer ? 'What was signed' : 'What will be signed'}
        </h3>
        <span className="faint small wide">{signing.lines.length} lines</span>
        <span className="grow" />
        <Segmented label="Part shown" value={part} options={PARTS} onChange={setPart} />
      </div>
      {/* A region that scrolls must be reachable from the keyboard. */}
      <section className="wire scroll inset" aria-label="Signed text" tabIndex={0}>
        {part === 'string' ? (
          <Ledger
            label="Signing string"
            lines={signing.lines.map((line) => (
              <HeaderLine key={line} text={line} />
            ))}
          />
        ) : (
          <Ledger label="Signature header" lines={[part === 'text' ? signing.text : signing.header]} />
        )}
        {signing.replaced && (
          <p className="note warn key-note">
            <Glyph tone="warn" />
            <span>
              The Signature header is your own, or left out; the one made from these lines is not sent.
            </span>
          </p>
        )}
        <p className="key-id">
          <span className="faint">keyId </span>
          {marked(signing.keyId)}
        </p>
        {odd.length > 0 && (
          <p className="note warn key-note">
            <Glyph tone="warn" />
            <span>
              The issuer&apos;s name holds <b>{odd.join(' ')}</b>, so the whole header travels as one RFC 2047
              word. <Rule id="SIG-9" />
            </span>
          </p>
        )}
      </section>
    </section>
  );
}

/** The characters outside ASCII set apart. */
function marked(text: string): ReactNode[] {
  return text
    .split(/([^\x20-\x7e]+)/)
    .map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece));
}
