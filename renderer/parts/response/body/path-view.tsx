/** The result of a JSONPath query on a body (RFC 9535). */
import { useState } from 'react';
import type { PathMatches } from '../../../../shared/body-view/body-view.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { messageOf } from '../../../host.ts';
import { Input } from '../../../ui/form.tsx';
import { Problem } from '../../../ui/messages.tsx';
import type { BodyAccess } from './body-access.ts';
import { Button, CopyButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Foot } from './body-foot.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './body-pane.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.response.path;

export function PathView({ access }: { access: BodyAccess }) {
  const [path, setPath] = useState('$');
  const [result, setResult] = useState<PathMatches | null>(null);
  const find = async () => {
    try {
      setResult(await access.query(path));
    } catch (error) {
      setResult({ matches: [], total: 0, problem: messageOf(error) });
    }
  };
  return (
    <>
      <form
        className={styles.pathViewSearch}
        aria-label={t.jsonpath}
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <Input
          className={classes(textStyles.mono, layout.grow)}
          aria-label={t.jsonpath}
          spellCheck={false}
          value={path}
          placeholder={t.example}
          onChange={(event) => setPath(event.target.value)}
        />
        <Button type="submit" size="small">
          {t.find}
        </Button>
      </form>
      <Problem text={result?.problem ?? null} />
      <output className={classes(layout.pad, textStyles.soft, textStyles.small)} aria-live="polite">
        {result === null ? t.hint : result.problem === null && sentenceOf(result)}
      </output>
      {result !== null && result.matches.length > 0 && (
        <>
          <section className={classes(layout.scroll, layout.inset)} aria-label={t.found} tabIndex={0}>
            <ol className={styles.matches}>
              {result.matches.map((match) => (
                <li key={match.path}>
                  <code className={textStyles.soft}>{match.path}</code>
                  <code>{match.text}</code>
                </li>
              ))}
            </ol>
          </section>
          <Foot>
            <span className={layout.grow} />
            <CopyButton text={result.matches.map(({ text }) => text).join('\n')} label={t.copyValues} />
          </Foot>
        </>
      )}
    </>
  );
}

function sentenceOf({ total, matches }: PathMatches): string {
  if (total === 0) return t.nothingFits;
  const found = total === 1 ? t.oneValue : t.values(total.toLocaleString('en-GB'));
  return matches.length < total ? t.firstShown(found, matches.length) : `${found}.`;
}
