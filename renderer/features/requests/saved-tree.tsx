/** Saved requests, by folder. */
import { TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { OPERATIONS } from '../../../shared/xs2a/operations.ts';
import { Problem } from '../../ui/form.tsx';
import { useSaved } from './saved-store.ts';
import { useRequests } from './store.ts';

export function SavedTree() {
  const { entries, problem, load, open, remove } = useSaved();
  const front = useRequests((store) => store.path);
  useEffect(() => void load(), [load]);
  const folders = [...new Set(entries.map(({ folder }) => folder))];
  return (
    <section className="saved" aria-label="Saved">
      <div className="head sub">
        <h2>Saved</h2>
        <span className="count">{entries.length}</span>
      </div>
      <Problem text={problem} />
      {entries.length === 0 && (
        <p className="pad soft small">Requests that you save come here, each in a file of its own.</p>
      )}
      {folders.map((folder) => (
        <section key={folder} aria-label={folder === '' ? 'At the top' : folder}>
          {folder !== '' && <h3 className="branch">{folder}</h3>}
          {entries
            .filter((entry) => entry.folder === folder)
            .map((entry) => (
              <div key={entry.path} className="saved-row">
                <button
                  type="button"
                  className="leaf inset"
                  aria-current={entry.path === front}
                  title={entry.damage ?? entry.path}
                  onClick={() => open(entry)}
                >
                  {entry.request === null ? (
                    <TriangleAlert size={13} className="c-warn" aria-hidden="true" />
                  ) : (
                    <span className="method">{methodOf(entry.request.operation)}</span>
                  )}
                  <span className="cut">
                    {entry.name}
                    {entry.damage !== null && ' (damaged)'}
                  </span>
                </button>
                <Delete name={entry.name} onDelete={() => void remove(entry.path)} />
              </div>
            ))}
        </section>
      ))}
    </section>
  );
}

/** A deleted file cannot be had back, so it is asked for twice. */
function Delete({ name, onDelete }: { name: string; onDelete: () => void }) {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <button
        type="button"
        className="btn plain sm"
        aria-label={`Delete ${name}…`}
        title="Delete the file…"
        onClick={() => setAsked(true)}
      >
        <X size={12} aria-hidden="true" />
      </button>
    );
  }
  return (
    <button type="button" className="btn harm sm" onClick={onDelete} onBlur={() => setAsked(false)}>
      Delete for good
    </button>
  );
}

function methodOf(operation: string): string {
  const method = OPERATIONS.find(({ id }) => id === operation)?.method ?? '';
  return method.slice(0, 4).replace('DELE', 'DEL');
}
