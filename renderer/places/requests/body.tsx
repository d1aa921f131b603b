/** The body: its editor with completion by the operation's schema, and what the bank would find wrong with it, at the line. */
import { useMemo, useState } from 'react';
import { bodyIssues, bodySchema } from '../../../shared/xs2a/body-issues.ts';
import { osloDate } from '../../../shared/norway/oslo.ts';
import { jsonProblem, lineOfField } from '../../../shared/xs2a/json-lines.ts';
import { jsonSchema } from '../../../shared/xs2a/json-schema.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { CodeEditor, type LineNote } from '../../ui/code-editor.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Glyph } from '../../ui/parts.tsx';
import { bodyCompletion } from './body-completion.ts';
import { useStatus } from '../../state/status.ts';
import { useRequests } from '../../state/requests/requests.ts';

const t = texts.requests.body;

/** Longer bodies are checked by the bank alone: the window is to stay quick. */
const CHECKED_LENGTH = 200_000;

export function Body() {
  const { operation, params, body, setBody } = useRequests();
  const [goTo, setGoTo] = useState<{ line: number } | null>(null);
  // By the clock of the bank, as the variable is.
  const today = useStatus(({ status }) => osloDate(status?.bank.now ?? 0));
  const found = useMemo((): LineNote[] => {
    if (operation.body !== 'json' || body === '' || body.length > CHECKED_LENGTH) return [];
    const text = body.replaceAll('{{today}}', today);
    // What another variable will bring, nobody knows yet.
    if (/\{\{[A-Za-z]/.test(text)) return [];
    const problem = jsonProblem(text);
    if (problem !== null) return [problem];
    return bodyIssues(operation, params, JSON.parse(text)).map((issue) => ({
      line: lineOfField(text, issue.path),
      text: issue.text,
    }));
  }, [operation, params, body, today]);
  const complete = useMemo(() => {
    const schema = bodySchema(operation, params);
    return bodyCompletion(schema === null ? null : jsonSchema(schema, 'input'));
  }, [operation, params]);
  return (
    <Panel
      name="request.body"
      title={texts.common.body}
      fact={
        <span className="soft small">
          {body === '' ? t.empty : t.bytes(new TextEncoder().encode(body).length)}
        </span>
      }
      actions={
        operation.body === 'json' &&
        body !== '' && (
          <button
            type="button"
            className="btn plain sm"
            disabled={jsonProblem(body) !== null}
            onClick={() => setBody(JSON.stringify(JSON.parse(body), null, 2))}
          >
            {t.tidyUp}
          </button>
        )
      }
    >
      {operation.body === 'none' ? (
        <p className="pad soft">{t.takesNone}</p>
      ) : (
        <div className="body-field">
          <span className="soft small">{operation.body === 'json' ? t.hint : t.notRead}</span>
          <CodeEditor
            label={texts.common.body}
            language="json"
            value={body}
            onChange={setBody}
            notes={found}
            complete={complete}
            goTo={goTo}
          />
        </div>
      )}
      {found.length > 0 && (
        <ul className="body-faults" id="body-faults" aria-label={t.faults}>
          {found.map(({ line, text }, at) => (
            <li key={at}>
              <Glyph tone="warn" />
              <button type="button" className="link" onClick={() => setGoTo({ line })}>
                {t.line(line)}
              </button>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
