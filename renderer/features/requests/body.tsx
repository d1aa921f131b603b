/** The body: its editor, and what the bank would find wrong with it, at the line. */
import { useMemo, useRef } from 'react';
import { bodyFaults } from '../../../shared/xs2a/body-faults.ts';
import { jsonProblem, lineOfField } from '../../../shared/xs2a/json-lines.ts';
import { Glyph } from '../../ui/parts.tsx';
import { useRequests } from './store.ts';

interface Found {
  line: number;
  text: string;
}

/** Longer bodies are checked by the bank alone: the window is to stay quick. */
const CHECKED_LENGTH = 200_000;

export function Body() {
  const { operation, params, body, setBody } = useRequests();
  const field = useRef<HTMLTextAreaElement>(null);
  const found = useMemo((): Found[] => {
    // What a variable will bring, nobody knows yet.
    if (operation.body !== 'json' || body === '' || body.length > CHECKED_LENGTH || /\{\{[A-Za-z]/.test(body))
      return [];
    const problem = jsonProblem(body);
    if (problem !== null) return [problem];
    return bodyFaults(operation, params, JSON.parse(body)).map(({ path, text }) => ({
      line: lineOfField(body, path),
      text,
    }));
  }, [operation, params, body]);
  return (
    <>
      <div className="head sub">
        <h3>Body</h3>
        <span className="soft small">
          {body === '' ? 'empty' : `${new TextEncoder().encode(body).length} bytes`}
        </span>
        <span className="grow" />
        {operation.body === 'json' && body !== '' && (
          <button
            type="button"
            className="btn plain sm"
            disabled={jsonProblem(body) !== null}
            onClick={() => setBody(JSON.stringify(JSON.parse(body), null, 2))}
          >
            Tidy up
          </button>
        )}
      </div>
      {operation.body === 'none' ? (
        <p className="pad soft">This operation takes no body.</p>
      ) : (
        <label className="body-field">
          <span className="soft small">
            {operation.body === 'json'
              ? 'JSON in UTF-8; its digest is signed.'
              : 'The bank does not read a body here; one that is sent is signed all the same.'}
          </span>
          <textarea
            ref={field}
            className="field"
            rows={operation.body === 'json' ? 14 : 3}
            spellCheck={false}
            aria-label="Body"
            aria-describedby={found.length > 0 ? 'body-faults' : undefined}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        </label>
      )}
      {found.length > 0 && (
        <ul className="body-faults" id="body-faults" aria-label="Faults of the body">
          {found.map(({ line, text }, at) => (
            <li key={at}>
              <Glyph tone="warn" />
              <button type="button" className="link" onClick={() => goToLine(field.current, line)}>
                Line {line}
              </button>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Marks a line of the editor and brings it into sight. */
function goToLine(field: HTMLTextAreaElement | null, line: number): void {
  if (field === null) return;
  const lines = field.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}
