/** What a JSONPath finds in a body (RFC 9535). */
import { useState } from 'react';
import type { PathMatches } from '../../../../shared/body-view/body-view.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { messageOf } from '../../../host.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import { Problem } from '../../../ui/form.tsx';
import type { BodyAccess } from './access.ts';

const t = texts.answer.path;

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
        className="body-search"
        aria-label={t.jsonpath}
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <input
          className="field mono grow"
          aria-label={t.jsonpath}
          spellCheck={false}
          value={path}
          placeholder={t.example}
          onChange={(event) => setPath(event.target.value)}
        />
        <button type="submit" className="btn sm">
          {t.find}
        </button>
      </form>
      <Problem text={result?.problem ?? null} />
      <output className="pad soft small" aria-live="polite">
        {result === null && t.hint}
        {result !== null && result.problem === null && sentenceOf(result)}
      </output>
      {result !== null && result.matches.length > 0 && (
        <section className="scroll inset" aria-label={t.found} tabIndex={0}>
          <ol className="path-matches">
            {result.matches.map((match) => (
              <li key={match.path}>
                <code className="soft">{match.path}</code>
                <code>{match.text}</code>
              </li>
            ))}
          </ol>
        </section>
      )}
      {result !== null && result.matches.length > 0 && (
        <div className="tree-path">
          <span className="grow" />
          <CopyButton text={result.matches.map(({ text }) => text).join('\n')} label={t.copyValues} />
        </div>
      )}
    </>
  );
}

function sentenceOf({ total, matches }: PathMatches): string {
  if (total === 0) return t.nothingFits;
  const found = total === 1 ? t.oneValue : t.values(total.toLocaleString('en-GB'));
  return matches.length < total ? t.firstShown(found, matches.length) : `${found}.`;
}
