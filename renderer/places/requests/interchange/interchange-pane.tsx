/** The import, update or export that takes the place of the request. */
import {
  closeInterchange,
  type InterchangeTask,
  previewAs,
  saveExport,
  useInterchange,
} from '../../../state/requests/interchange.ts';
import { useCloseForRequests } from '../../../state/requests/store.ts';
import { ImportPane } from './import-pane.tsx';
import { UpdatePane } from './update-pane.tsx';
import { EXPORTS } from '../../../../shared/interchange/model.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Frame, useFolderName } from './interchange-frame.tsx';
import { ReportList } from './report-list.tsx';
import { Bar } from './panes.tsx';
import textStyles from '../../../ui/text.module.css';

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

/** Export of a folder: the format, what it carries, and then the file. */
const t = texts.requests.interchange;

function ExportPane({ path }: { path: string }) {
  const { busy, format, report } = useInterchange();
  return (
    <Frame title={t.exportTitle(useFolderName(path))}>
      <Bar>
        <Segmented
          label={t.format}
          value={format}
          options={EXPORTS.map((value) => ({ value, label: t.formats[value] }))}
          onChange={(value) => void previewAs(value)}
        />
        <Button look="go" disabled={report === null || busy !== null} onClick={() => void saveExport()}>
          {t.saveFile}
        </Button>
        <span className={classes(textStyles.soft, textStyles.small)}>{t.neverSecret}</span>
      </Bar>
      {report !== null && <ReportList key={format} report={report} />}
    </Frame>
  );
}
