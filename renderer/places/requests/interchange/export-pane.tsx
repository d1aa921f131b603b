/** Export of a folder: the format, what it carries, and then the file. */
import { EXPORTS } from '../../../../shared/interchange/export.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import {
  closeInterchange,
  previewAs,
  saveExport,
  useInterchange,
} from '../../../state/requests/interchange.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { nodeOf } from '../../../state/requests/tree.ts';
import { keyOf } from '../../../state/requests/tree-rows.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Problem } from '../../../ui/form.tsx';
import { Head } from '../../../ui/head.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { ReportList } from './report-list.tsx';
import { Working } from './working.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './export-pane.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.interchange;

export function ExportPane({ path }: { path: string }) {
  const { busy, problem, format, report } = useInterchange();
  useSaved((store) => store.folders);
  const name = nodeOf(keyOf({ kind: 'folder', path }))?.name ?? path;
  return (
    <section className={layout.pane} aria-label={t.exportTitle(name)}>
      <Head>
        <h2 className={textStyles.cut}>{t.exportTitle(name)}</h2>
        <span className={layout.grow} />
        <Button size="small" onClick={closeInterchange}>
          {busy === null ? texts.common.close : texts.common.cancel}
        </Button>
      </Head>
      <Working busy={busy} />
      <Problem text={problem} />
      <div className={styles.format}>
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
      </div>
      {report !== null && <ReportList key={format} report={report} />}
    </section>
  );
}
