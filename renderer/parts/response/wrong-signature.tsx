/** Why a signature is wrong: each cause with advice, and the hash that the signature contains. */
import type { WrongSignature } from '../../../shared/xs2a/explanation.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { classes } from '../../ui/classes.ts';
import { CopyButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/table.tsx';
import { Glyph } from '../../ui/labels.tsx';
import layout from '../../ui/layout.module.css';
import styles from './response-parts.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.response.wrongSignature;

export function Causes({ wrong }: { wrong: WrongSignature }) {
  const { causes, digest, verdict, tried } = wrong;
  return (
    <>
      <ol className={styles.causes} aria-label={t.causes}>
        {causes.map(({ id, what, advice }) => (
          <li key={id + what}>
            <Glyph tone="bad" />
            <div>
              <b>{id === 'other-text' && digest !== null ? t.otherText : sentence(what)}</b>
              <div className={textStyles.soft}>{advice}</div>
            </div>
          </li>
        ))}
      </ol>
      {digest !== null && verdict === 'other-text' && (
        <Facts className={layout.pad}>
          <dt>{t.hash(digest.algorithm)}</dt>
          <dd className={classes(textStyles.mono, styles.wrapped)}>
            {digest.hex}{' '}
            <CopyButton text={digest.hex} label={texts.common.copy} what={t.hash(digest.algorithm)} />
          </dd>
          <dt>{t.compared}</dt>
          <dd>{t.variants(tried)}</dd>
        </Facts>
      )}
    </>
  );
}

function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
