/** Saved requests, by folder. */
import { TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { OPERATIONS } from '../../../shared/xs2a/operations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { AskTwice } from '../../ui/ask-twice.tsx';
import { Problem } from '../../ui/form.tsx';
import { useSaved } from '../../state/requests/saved.ts';
import { useRequests } from '../../state/requests/requests.ts';

const t = texts.requests.savedTree;

export function SavedTree() {
  const { entries, problem, load, open, remove } = useSaved();
  const front = useRequests((store) => store.path);
  useEffect(() => void load(), [load]);
  const folders = [...new Set(entries.map(({ folder }) => folder))];
  return (
    <section className="saved" aria-label={t.title}>
      <div className="head sub">
        <h2>{t.title}</h2>
        <span className="count">{entries.length}</span>
      </div>
      <Problem text={problem} />
      {entries.length === 0 && <p className="pad soft small">{t.empty}</p>}
      {folders.map((folder) => (
        <section key={folder} aria-label={folder === '' ? t.atTop : folder}>
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
                    {entry.damage !== null && ` ${t.damaged}`}
                  </span>
                </button>
                <AskTwice
                  plain
                  label={t.delete(entry.name)}
                  icon={<X size={12} aria-hidden="true" />}
                  sure={t.deleteForGood}
                  onSure={() => void remove(entry.path)}
                />
              </div>
            ))}
        </section>
      ))}
    </section>
  );
}

function methodOf(operation: string): string {
  const method = OPERATIONS.find(({ id }) => id === operation)?.method ?? '';
  return method.slice(0, 4).replace('DELE', 'DEL');
}
