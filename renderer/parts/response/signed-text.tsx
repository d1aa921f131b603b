/** Compares the text that a client says it signed with the hash in its signature, and with the right text. */
import { type FormEvent, useState } from 'react';
import type { Output } from '../../../shared/contract/methods.ts';
import type { FirstDifference } from '../../../shared/signing/signed-text.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { TextArea } from '../../ui/form.tsx';
import { Glyph, Remark } from '../../ui/labels.tsx';
import { Note, Problem } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import { visibleBreaks } from '../../ui/wire-text.tsx';
import layout from '../../ui/layout.module.css';
import styles from './response-parts.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.response.signedText;

/** @param props.right the signing string that the bank built */
export function SignedText(props: { digest: { algorithm: string; hex: string }; right: string }) {
  const { digest, right } = props;
  const [text, setText] = useState('');
  const [reading, setReading] = useState<Output<'requests.readSigned'> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const compare = async (event: FormEvent) => {
    event.preventDefault();
    try {
      setReading(await host.call('requests.readSigned', { text, digest, right }));
      setProblem(null);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Panel name="refusal.signed" title={t.title} fact={<Remark>{t.hint}</Remark>}>
      <form className={classes(layout.pad, styles.paste)} onSubmit={(event) => void compare(event)}>
        <TextArea
          rows={4}
          aria-label={t.label}
          placeholder={t.label}
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setReading(null);
          }}
        />
        <Button type="submit" disabled={text === ''}>
          {t.compare}
        </Button>
      </form>
      <Problem text={problem} />
      {reading !== null && (
        <output>
          <Reading reading={reading} />
        </output>
      )}
    </Panel>
  );
}

function Reading({ reading }: { reading: Output<'requests.readSigned'> }) {
  const { difference } = reading;
  if (reading.kind === 'not-signed')
    return (
      <>
        <Note tone="warn">
          <Glyph tone="warn" />
          <span>
            <b>{t.notSigned}</b> {reading.reasons.join(' ')}
          </span>
        </Note>
        {difference !== null && <Difference {...difference} isSigned={false} />}
      </>
    );
  return (
    <>
      <Note tone="ok">
        <Glyph tone="ok" />
        <span>{reading.changed === null ? t.isSigned : t.changed(reading.changed)}</span>
      </Note>
      {difference === null ? (
        <p className={layout.pad}>{t.right}</p>
      ) : (
        <Difference {...difference} isSigned />
      )}
    </>
  );
}

function Difference(props: FirstDifference & { isSigned: boolean }) {
  const { line, column, byte, before, signed, right, isSigned } = props;
  const shown = (text: string) => (text === '' ? t.end : visibleBreaks(text).replaceAll(' ', '␣'));
  return (
    <div className={layout.pad}>
      <p>{(isSigned ? t.first : t.firstAnyway)(line, column, byte)}</p>
      <div className={classes(textStyles.mono, styles.change)} data-testid="first-difference">
        <del className={textStyles.removed}>
          {isSigned ? t.wasSigned : t.pasted} {before}
          <mark>{shown(signed)}</mark>
        </del>
        <ins className={textStyles.added}>
          {t.bankBuilt} {before}
          <mark>{shown(right)}</mark>
        </ins>
      </div>
    </div>
  );
}
