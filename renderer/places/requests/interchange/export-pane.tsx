/** Export of a folder: the format, what it carries, and then the file. */
import { EXPORTS } from '../../../../shared/interchange/model.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { previewAs, saveExport, useInterchange } from '../../../state/requests/interchange.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Frame, useFolderName } from './frame.tsx';
import { ReportList } from './report-list.tsx';
import { Bar } from './panes.tsx';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.interchange;

export function ExportPane({ path }: { path: string }) {
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
