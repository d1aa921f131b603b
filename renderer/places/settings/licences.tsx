/** The licences of the program and its libraries, read when they are opened. */
import { useEffect, useRef, useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useSettings } from '../../state/settings.ts';
import { Heading } from './heading.tsx';
import styles from './licences.module.css';

const t = texts.settings.licences;

export function Licences() {
  const isAsked = useSettings((store) => store.showsLicences);
  const [text, setText] = useState('');
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isAsked && details.current !== null) {
      details.current.open = true;
      details.current.querySelector('summary')?.focus();
    }
    useSettings.setState({ showsLicences: false });
  }, [isAsked]);
  const read = async () => {
    const response = await fetch('./licences.txt').catch(() => null);
    setText(response?.ok === true ? await response.text() : t.notRead);
  };
  return (
    <section aria-labelledby="settings-licences">
      <Heading id="settings-licences">{t.title}</Heading>
      <details ref={details} onToggle={({ currentTarget }) => currentTarget.open && void read()}>
        <summary>{t.show}</summary>
        <section className={styles.text} tabIndex={0} aria-label={t.title}>
          <pre>{text}</pre>
        </section>
      </details>
    </section>
  );
}
