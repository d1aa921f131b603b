/** The open requests, one a tab. */
import { Copy, Plus, Redo2, Undo2, X } from 'lucide-react';
import { useRequests } from './store.ts';

export function TabBar() {
  const { tabs, id, operation, past, future, activate, close, newTab, duplicate, undo, redo } = useRequests();
  return (
    <nav className="request-tabs" aria-label="Open requests">
      <ul>
        {tabs.map((tab) => {
          // The tab in front lies in the store itself.
          const { method, title } = tab.id === id ? operation : tab.operation;
          return (
            <li key={tab.id} className={tab.id === id ? 'here' : undefined}>
              <button
                type="button"
                className="inset"
                aria-current={tab.id === id}
                onClick={() => activate(tab.id)}
                onAuxClick={(event) => {
                  if (event.button === 1) close(tab.id);
                }}
              >
                <span className="method">{method.slice(0, 4).replace('DELE', 'DEL')}</span> {title}
              </button>
              {tabs.length > 1 && (
                <button
                  type="button"
                  className="btn plain sm"
                  aria-label={`Close ${title}`}
                  title="Close (middle click)"
                  onClick={() => close(tab.id)}
                >
                  <X size={12} aria-hidden="true" />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <button type="button" className="btn plain sm" aria-label="New tab" title="New tab" onClick={newTab}>
        <Plus size={14} aria-hidden="true" />
      </button>
      <span className="grow" />
      <button
        type="button"
        className="btn plain sm"
        aria-label="Undo"
        title="Undo (Ctrl Z)"
        disabled={past.length === 0}
        onClick={undo}
      >
        <Undo2 size={14} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn plain sm"
        aria-label="Redo"
        title="Redo (Ctrl Shift Z)"
        disabled={future.length === 0}
        onClick={redo}
      >
        <Redo2 size={14} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn plain sm"
        aria-label="Duplicate this tab"
        title="Duplicate this tab"
        onClick={duplicate}
      >
        <Copy size={14} aria-hidden="true" />
      </button>
    </nav>
  );
}
