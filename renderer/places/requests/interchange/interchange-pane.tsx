/** The import or export that takes the place of the request. */
import { closeInterchange, type InterchangeTask } from '../../../state/requests/interchange.ts';
import { useCloseForRequests } from '../close-for-requests.ts';
import { ExportPane } from './export-pane.tsx';
import { ImportPane } from './import-pane.tsx';

export function InterchangePane({ task }: { task: InterchangeTask }) {
  useCloseForRequests(closeInterchange);
  return task.kind === 'import' ? <ImportPane /> : <ExportPane path={task.path} />;
}
