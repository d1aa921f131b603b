/** Where a request was saved, shown in the tree and said once. */
import { aboveOf } from '../../../shared/collections/tree.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useToasts } from '../toasts.ts';
import { activeTab } from './store.ts';
import { reveal } from './tree.ts';

const t = texts.requests.saveForm;

/** Shows the file of the active tab in the tree, unless it is where it was. @param before its path before it was saved */
export function showSavedPlace(before: string | null, name: string): void {
  const { path } = activeTab();
  if (path === null || path === before) return;
  const show = () => reveal({ kind: 'step', path });
  show();
  useToasts.getState().tell({
    tone: 'ok',
    text: t.saved(name, aboveOf(path)),
    place: 'requests',
    label: t.showInTree,
    show,
  });
}
