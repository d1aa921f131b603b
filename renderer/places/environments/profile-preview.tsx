/** What a request sends with a signature profile, and what a bank that follows the specification says to it. */
import { useEffect, useState } from 'react';
import type { Output } from '../../../shared/contract/methods.ts';
import { fresh } from '../../../shared/requests/compose.ts';
import type { SignatureProfile } from '../../../shared/signing/profile.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { CopyButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Select } from '../../ui/form.tsx';
import { Badge, Count } from '../../ui/labels.tsx';
import { Problem } from '../../ui/messages.tsx';
import { optionsOf } from '../../ui/options.tsx';
import { Head } from '../../ui/panel.tsx';
import { Rule } from '../../ui/popover.tsx';
import { HeaderLine, Ledger } from '../../ui/wire-text.tsx';
import layout from '../../ui/layout.module.css';
import styles from './signature-profile.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.environments.profile;

/** One without a body, and one with one. */
const SHOWN = ['listAccounts', 'createPayment'] as const;

export function ProfilePreview(props: { environment: string; profile: SignatureProfile }) {
  const { environment: id, profile } = props;
  const [operation, setOperation] = useState<(typeof SHOWN)[number]>('listAccounts');
  const [shown, setShown] = useState<Output<'environments.previewProfile'> | string | null>(null);
  const text = JSON.stringify(profile);
  useEffect(() => {
    let isLatest = true;
    void host
      .call('environments.previewProfile', {
        id,
        profile: JSON.parse(text) as SignatureProfile,
        request: fresh(operation),
      })
      .catch(messageOf)
      .then((preview) => {
        if (isLatest) setShown(preview);
      });
    return () => {
      isLatest = false;
    };
  }, [id, text, operation]);
  return (
    <section className={classes(layout.pane, styles.preview)} aria-label={t.preview}>
      <Head>
        <h2>{t.preview}</h2>
        <span className={layout.grow} />
        <Select
          aria-label={t.previewOf}
          className={styles.operation}
          value={operation}
          onChange={({ target }) => setOperation(SHOWN.find((one) => one === target.value) ?? 'listAccounts')}
        >
          {optionsOf(SHOWN, (one) => [one, t.operations[one]])}
        </Select>
      </Head>
      {typeof shown === 'string' ? (
        <Problem text={shown} />
      ) : (
        shown !== null && (
          // A scrollable region must be reachable from the keyboard.
          <section className={classes(layout.scroll, layout.inset)} aria-label={t.previewed} tabIndex={0}>
            <Shown {...shown} />
          </section>
        )
      )}
    </section>
  );
}

function Shown({ prepared, refusal, rule }: Output<'environments.previewProfile'>) {
  const { lines, text } = prepared.signing;
  return (
    <>
      <Head part>
        <h3>{t.signingString}</h3>
        <Count>{lines.length}</Count>
      </Head>
      <div className={textStyles.wire}>
        <Ledger
          label={t.signingString}
          lines={lines.map((line) => (
            <HeaderLine key={line} text={line} />
          ))}
        />
      </div>
      <Head part>
        <h3>{t.signatureHeader}</h3>
        <span className={layout.grow} />
        <CopyButton text={text} label={texts.common.copy} what={t.signatureHeader} />
      </Head>
      <p className={classes(textStyles.wire, styles.header)} data-testid="signature-header">
        {text}
      </p>
      <Head part>
        <h3>{t.specifiedBank}</h3>
        <span className={layout.grow} />
        {rule !== null && <Rule id={rule} />}
      </Head>
      <div className={layout.pad}>
        <Badge tone={refusal === null ? 'ok' : 'bad'}>{refusal === null ? t.accepted : t.refused}</Badge>
        {refusal !== null && <p className={styles.header}>{refusal}</p>}
      </div>
    </>
  );
}
