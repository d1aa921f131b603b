/** The catalogue of operations by group, with a filter. One tab stop; arrow keys move. */
import { type KeyboardEvent, useState } from 'react';
import { OPERATIONS } from '../../../shared/xs2a/operations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { SavedTree } from './saved-tree.tsx';
import { useRequests } from '../../state/requests/requests.ts';

const t = texts.requests.operationTree;

const ARROWS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

export function OperationTree() {
  const { operation, choose } = useRequests();
  const hasSaved = useSaved((store) => store.entries.length > 0);
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const found = OPERATIONS.filter((entry) =>
    `${entry.method} ${entry.title} ${entry.path}`.toLowerCase().includes(wanted),
  );
  const groups = [...new Set(found.map((entry) => entry.group))];
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = ARROWS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const leaves = Array.from(
      event.currentTarget.closest('nav')?.querySelectorAll<HTMLButtonElement>('.leaf') ?? [],
    );
    leaves[leaves.indexOf(event.currentTarget) + step]?.focus();
  };
  const reachable = found.some((entry) => entry.id === operation.id) ? operation.id : found[0]?.id;
  return (
    <nav className="pane tree" aria-label={t.title}>
      <div className="head tree-filter">
        <input
          className="field"
          type="search"
          placeholder={t.filterHint(OPERATIONS.length)}
          aria-label={t.filter}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      <div className="scroll">
        {/* What is one's own comes first; the place for it, while empty, last. */}
        {hasSaved && <SavedTree />}
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h2 className="branch">{group}</h2>
            {found
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <button
                  key={entry.id}
                  type="button"
                  className="leaf inset"
                  aria-current={entry.id === operation.id}
                  tabIndex={entry.id === reachable ? 0 : -1}
                  title={`${entry.method} ${entry.path}`}
                  onClick={() => choose(entry.id)}
                  onKeyDown={move}
                >
                  <span className="method">{entry.method.slice(0, 4).replace('DELE', 'DEL')}</span>
                  <span className="cut">{entry.title}</span>
                </button>
              ))}
          </section>
        ))}
        {found.length === 0 && <p className="pad soft">{t.nothingFound(filter)}</p>}
        {!hasSaved && <SavedTree />}
      </div>
    </nav>
  );
}
