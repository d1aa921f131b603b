/** The import, update or export that takes the place of the request. */
import { closeInterchange, type InterchangeTask } from '../../../state/requests/interchange.ts';
import { useCloseForRequests } from '../close-for-requests.ts';
import { ExportPane } from './export-pane.tsx';
import { ImportPane } from './import-pane.tsx';
import { UpdatePane } from './update-pane.tsx';

export function InterchangePane({ task }: { task: InterchangeTask }) {
  useCloseForRequests(closeInterchange);
  switch (task.kind) {
    case 'import':
      return <ImportPane />;
    case 'update':
      return <UpdatePane path={task.path} />;
    case 'export':
      return <ExportPane path={task.path} />;
  }
}
