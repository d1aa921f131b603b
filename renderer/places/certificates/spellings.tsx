/** Explains keyId: the reference format, every other format, and how banks respond to each. */
import { useState } from 'react';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import { KEY_ID_SPELLINGS, type KeyIdSpelling } from '../../../shared/signing/key-id.ts';
import { type Spelling, spellingsOf } from '../../../shared/signing/key-id-spellings.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { differingPart } from '../../ui/compared.ts';
import { classes } from '../../ui/classes.ts';
import { Glyph, type Tone, TONE_CLASS } from '../../ui/glyph.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './spellings.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.certificates.spellings;

const BANKS = KEY_ID_SPELLINGS.map((value) => ({ value, label: t.banks[value] }));

export function Spellings({ certificate }: { certificate: Certificate }) {
  const [bank, setBank] = useState<KeyIdSpelling>('specified');
  const spellings = spellingsOf(certificate);
  const reference = spellings[0]?.keyId ?? '';
  return (
    <Panel
      name="certificate.spellings"
      title={t.title}
      fact={<Segmented label={t.bankCompares} value={bank} options={BANKS} onChange={setBank} />}
      rule="SIG-4"
    >
      <Table className={styles.spellings}>
        <thead>
          <tr>
            <th scope="col">{t.verdict}</th>
            <th scope="col">{t.spelling}</th>
            <th scope="col">{t.why}</th>
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
                      <CopyButton text={spelling.keyId} label={t.copyKeyId} />
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
  if (verdict === 'refused') return { tone: 'bad', word: t.refused };
  return verdict === 'note' ? { tone: 'warn', word: t.passes } : { tone: 'ok', word: t.passes };
}

/** The text with the part marked that differs from the reference format. */
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
