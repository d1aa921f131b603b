/** Which earlier steps of its collection give a request the variables that have no value yet. */
import { useMemo } from 'react';
import { type Keeper, keepersBefore } from '../../../shared/collections/keepers.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { openAndReveal } from '../../state/requests/open-step.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { useActiveTab } from '../../state/requests/store.ts';
import { collectionOf, rootOf } from '../../state/requests/tree.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Note } from '../../ui/note.tsx';

const t = texts.tests.earlier;

const NONE: readonly Keeper[] = [];

function useKeepers(): readonly Keeper[] {
  const path = useActiveTab((tab) => tab.path);
  const missing = useActiveTab((tab) => tab.missing);
  const entries = useSaved((state) => state.entries);
  const folders = useSaved((state) => state.folders);
  return useMemo(() => {
    const collection = path === null || missing.length === 0 ? null : collectionOf(path);
    if (path === null || collection === null) return NONE;
    return keepersBefore(rootOf({ entries, folders }), collection, path, missing);
  }, [path, missing, entries, folders]);
}

/** Why the draft cannot be sent: in place of what is said of any request, which step gives each of its variables. */
export function useBlocked(): string | null {
  const blocked = useActiveTab((tab) => tab.blocked);
  const missing = useActiveTab((tab) => tab.missing.length);
  const keepers = useKeepers();
  if (blocked === null || keepers.length === 0 || keepers.length < missing) return blocked;
  return t.blocked(keepers.map(({ variable, name }) => [`{{${variable}}}`, name]));
}

/** Opens each of those steps. */
export function EarlierSteps() {
  const entries = useSaved((state) => state.entries);
  const paths = new Set(useKeepers().map(({ path }) => path));
  const steps = entries.filter(({ path }) => paths.has(path));
  if (steps.length === 0) return null;
  return (
    <Note as="div" className={layout.actions}>
      {steps.map((entry) => (
        <Button key={entry.path} size="small" onClick={() => openAndReveal(entry)}>
          {t.open(entry.name)}
        </Button>
      ))}
    </Note>
  );
}
