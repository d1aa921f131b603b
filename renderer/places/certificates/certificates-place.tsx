/** The Certificates view: the list of the vault, and a certificate or a form beside it. */
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { timeInUse, useStatus } from '../../state/status.ts';
import { lifeOf, profileOf, type Shown, useCertificates, distinctName } from '../../state/certificates.ts';
import { FileButton, Button } from '../../ui/button.tsx';
import { ListItem } from '../../ui/list-items.tsx';
import { Pending } from '../../ui/messages.tsx';
import { Badge, Count } from '../../ui/labels.tsx';
import { classes } from '../../ui/classes.ts';
import { Head } from '../../ui/panel.tsx';
import { PlaceMain } from '../../ui/columns.tsx';
import { CertificateUse } from './certificate-use.tsx';
import { ImportForm } from './certificate-files.tsx';
import { Inspector } from './inspector.tsx';
import { MakeForm } from './make-form.tsx';
import layout from '../../ui/layout.module.css';
import styles from './certificates-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.certificates.place;

export function CertificatesPlace() {
  const { list, selected, task, load } = useCertificates();
  useEffect(() => void load(), [load]);
  const shown = list?.find(({ id }) => id === selected) ?? null;
  return (
    <PlaceMain className={classes(styles.certificates, task === 'inspect' && styles.inspecting)}>
      <CertificateList list={list} selected={task === 'inspect' ? selected : null} />
      {task === 'import' && <ImportForm />}
      {task === 'make' && <MakeForm />}
      {task === 'inspect' && shown && <Inspector key={shown.id} shown={shown} />}
      {task === 'inspect' && shown && <CertificateUse key={`${shown.id}-aside`} shown={shown} />}
    </PlaceMain>
  );
}

function CertificateList({ list, selected }: { list: Shown[] | null; selected: string | null }) {
  const { select, begin, importFiles, problem, load } = useCertificates();
  const now = useStatus(timeInUse);
  return (
    <section className={classes(layout.pane, layout.ground)} aria-label={t.list}>
      <Head>
        <h2>{texts.certificates.name}</h2>
        <Count className={textStyles.wide}>{list?.length ?? 0}</Count>
        <span className={layout.grow} />
        <FileButton label={t.import} inputLabel={t.files} onFiles={(files) => void importFiles(files)} />
        <Button
          size="small"
          aria-label={texts.common.newTestCertificate}
          title={texts.common.newTestCertificate}
          onClick={() => begin('make')}
        >
          <Plus size={14} aria-hidden="true" />
        </Button>
      </Head>
      <div className={layout.scroll}>
        {list === null && <Pending doing={t.reading} problem={problem} onRetry={() => void load()} />}
        {list?.map((one) => {
          const life = lifeOf(one.certificate, now);
          return (
            <ListItem
              key={one.id}
              name={distinctName(one, list)}
              current={one.id === selected}
              onClick={() => select(one.id)}
            >
              <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>
                {profileOf(one)}, {one.usedBy[0]?.use ?? (one.origin === 'made' ? t.madeHere : t.imported)}
              </span>
              <span>
                <Badge tone={life.tone}>{life.text}</Badge>
              </span>
            </ListItem>
          );
        })}
        <p className={classes(textStyles.faint, textStyles.small, layout.pad)}>{t.dropHint}</p>
      </div>
    </section>
  );
}
