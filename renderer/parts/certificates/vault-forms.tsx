/** Unlocks the vault, and sets or changes its passphrase. A typed passphrase is read once, sent once, and never stored in the page. */
import { Lock } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { useStatus } from '../../state/status.ts';
import { useVault } from '../../state/vault.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Field, Form, FormButtons, Input } from '../../ui/form.tsx';
import { noteClass, Problem } from '../../ui/messages.tsx';
import styles from './vault-forms.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.vault;

/** Reads the text of a password field and clears the field. */
export function taken(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return '';
  const { value } = field;
  field.value = '';
  return value;
}

/** Across the window while something needs the locked vault. */
export function UnlockBar() {
  return useVault((store) => store.asked) && <UnlockForm />;
}

function UnlockForm() {
  const decline = useVault((store) => store.decline);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      // Not from where the user has gone on in the meantime.
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, []);
  const unlock = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const passphrase = taken(event.currentTarget, 'passphrase');
    setBusy(true);
    try {
      await host.call('vault.unlock', { passphrase });
      setProblem(null);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={classes(noteClass('warn'), styles.unlock)}
      aria-label={t.unlockTitle}
      onSubmit={(event) => void unlock(event)}
    >
      <Lock size={14} aria-hidden="true" />
      <span>
        <b>{t.locked}</b> {t.lockedHint}
      </span>
      <Input
        ref={field}
        className={styles.passphrase}
        type="password"
        name="passphrase"
        aria-label={t.passphraseVault}
        autoComplete="off"
        required
        onKeyDown={(event) => {
          if (event.key === 'Escape') decline();
        }}
      />
      <Button type="submit" disabled={busy}>
        {busy ? t.unlocking : t.unlock}
      </Button>
      <Button look="plain" onClick={decline}>
        {t.notNow}
      </Button>
      {problem !== null && <span role="alert">{problem}</span>}
    </form>
  );
}

/** A new passphrase, typed twice, and the current one if there is one. @param onDone called once it is set; with it, the form takes the focus */
export function PassphraseForm({ onDone }: { onDone?: () => void }) {
  const has = useStatus((store) => store.status?.vault.protection === 'passphrase');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const isNext = onDone !== undefined;
  const protect = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const current = has ? taken(form, 'current') : null;
    const passphrase = taken(form, 'passphrase');
    if (passphrase !== taken(form, 'again')) {
      setProblem(t.passphrasesDiffer);
      return;
    }
    setBusy(true);
    try {
      await host.call('vault.protect', { passphrase, current });
      setProblem(null);
      setDone(true);
      onDone?.();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form aria-label={t.passphraseVault} onSubmit={(event) => void protect(event)}>
      {has && <Secret label={t.oldPassphrase} name="current" isNext={isNext} />}
      <Secret
        label={has ? t.newPassphrase : t.passphrase}
        name="passphrase"
        hint={t.passphraseHint}
        isNext={isNext && !has}
      />
      <Secret label={t.onceMore} name="again" />
      <Problem text={problem} />
      <FormButtons>
        <Button type="submit" look="go" disabled={busy}>
          {busy ? t.sealingKeys : has ? t.changePassphrase : t.setPassphrase}
        </Button>
        {done && <output>{t.wasSet}</output>}
      </FormButtons>
      <p className={classes(textStyles.small, textStyles.soft)}>{t.warning}</p>
    </Form>
  );
}

/** A password field whose value never enters React state. */
export function Secret(props: {
  label: string;
  name: string;
  hint?: string;
  required?: boolean;
  /** Whether it takes the focus when it is shown. */
  isNext?: boolean;
}) {
  const { label, name, hint, required = true, isNext = false } = props;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNext) field.current?.focus();
  }, [isNext]);
  return (
    <Field label={label} hint={hint}>
      {(links) => (
        <Input {...links} ref={field} type="password" name={name} autoComplete="off" required={required} />
      )}
    </Field>
  );
}
