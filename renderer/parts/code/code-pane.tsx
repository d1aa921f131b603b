/** The request as a program that signs and sends it. */
import { useEffect, useState } from 'react';
import { LANGUAGES, type Language } from '../../../shared/snippets/snippet.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Input } from '../../../shared/contract/methods.ts';
import { host, messageOf, downloadFile } from '../../host.ts';
import { useBankClock } from '../../state/status.ts';
import { Button, CopyButton } from '../../ui/button.tsx';
import { isFar, Sentence } from '../../ui/labels.tsx';
import { Note, Problem } from '../../ui/messages.tsx';
import { classes } from '../../ui/classes.ts';
import { clockDifference } from '../../ui/format.ts';
import { Head } from '../../ui/panel.tsx';
import { Ledger } from '../../ui/wire-text.tsx';
import { Segmented } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';
import styles from './code-pane.module.css';

const t = texts.requests.code;

type Order = Omit<Input<'requests.snippet'>, 'language'>;

const OPTIONS = LANGUAGES.map(({ id, title }) => ({ value: id, label: title }));

export function CodePane(props: {
  className?: string | undefined;
  /** The request as it is now. The program is written anew when the function changes, or the version. */
  order: () => Order;
  version?: unknown;
  /** Whether the program signs; otherwise its signature is a fixed header. */
  signs?: boolean;
  /** Whether the request has a deliberate fault. */
  hasFault?: boolean;
  onClose: () => void;
}) {
  const { className, order, version, signs = true, hasFault = false, onClose } = props;
  const [language, setLanguage] = useState<Language>('curl');
  const [written, setWritten] = useState<{
    language: Language;
    code: string;
    caFile: string | null;
  } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    host
      .call('requests.snippet', { ...order(), language })
      .then((answer) => {
        if (gone) return;
        setWritten({ language, ...answer });
        setProblem(null);
      })
      .catch((error: unknown) => {
        if (!gone) setProblem(messageOf(error));
      });
    return () => {
      gone = true;
    };
  }, [language, order, version]);
  // Never shows the code of one language under the name of another.
  const { code, caFile, language: shown } = written ?? { code: null, caFile: null, language };
  const { file, needs } = LANGUAGES.find(({ id }) => id === shown) ?? LANGUAGES[0];
  return (
    <section className={className} aria-label={t.title}>
      <Head part>
        <h2>{t.asCode}</h2>
        <Segmented label={t.language} value={language} options={OPTIONS} onChange={setLanguage} />
        <span className={layout.grow} />
        {code !== null && <CopyButton text={code} label={texts.common.copy} />}
        <Button look="plain" size="small" onClick={onClose}>
          {texts.common.close}
        </Button>
      </Head>
      <Problem text={problem} />
      <p className={classes(layout.pad, textStyles.small, textStyles.soft)}>
        <Sentence
          text={signs ? t.saveAs : t.saveUnsigned}
          parts={{ file: <code>{file}</code>, certificate: <code>{needs}</code> }}
        />
        {caFile !== null && (
          <>
            {' '}
            <Sentence text={t.alsoCa} parts={{ ca: <code>{caFile}</code> }} />
          </>
        )}
        {hasFault && ` ${t.faultLeftOut}`}
      </p>
      <OtherTime />
      <CodeFolder order={order} language={language} signs={signs} />
      <section
        className={classes(textStyles.wire, layout.scroll, layout.inset)}
        aria-label={t.program}
        tabIndex={0}
      >
        <Ledger label={t.lines} lines={(code ?? '').split('\n')} />
      </section>
    </section>
  );
}

/** Programs use real time, but the local bank's clock may have been moved (SIG-10). */
function OtherTime() {
  const ahead = useBankClock()?.ahead ?? 0;
  const difference = clockDifference(ahead);
  if (difference === null || !isFar(ahead)) return null;
  const { isAhead, length } = difference;
  const { clock } = texts.bank;
  return <Note tone="warn">{t.otherTime(isAhead ? clock.ahead(length) : clock.behind(length))}</Note>;
}

/** Saves the program as a folder that can run, with the private key only if it signs and the user asks for it. */
function CodeFolder(props: { order: () => Order; language: Language; signs: boolean }) {
  const { order, language, signs } = props;
  const [withKey, setWithKey] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    try {
      const { download } = await host.call('requests.codeFolder', {
        ...order(),
        language,
        withKey: signs && withKey,
      });
      downloadFile(download);
      setProblem(null);
      setWithKey(false);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <div className={classes(layout.actions, styles.folder)}>
      <Button size="small" title={t.folderHint} onClick={() => void save()}>
        {t.saveFolder}
      </Button>
      {signs && (
        <label className={textStyles.small}>
          <input type="checkbox" checked={withKey} onChange={({ target }) => setWithKey(target.checked)} />{' '}
          {t.withKey}
        </label>
      )}
      <Problem text={problem} />
    </div>
  );
}
