/** What a folder, collection, flow or group says about itself. */
import { Play } from 'lucide-react';
import { texts } from '../../../../shared/texts/texts.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { chooseToRun, nodeOf, showItem } from '../../../state/requests/tree.ts';
import { keyOf } from '../../../state/requests/tree-rows.ts';
import { useUnsaved } from '../../../state/unsaved.ts';
import { useCloseForRequests } from '../../../state/requests/store.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Head } from '../../../ui/panel.tsx';
import { Note } from '../../../ui/messages.tsx';
import { UnsavedMark } from '../../../ui/labels.tsx';
import { type FolderDraft, FolderForm } from './folder-form.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.folder;

const close = () => showItem(null);

export function FolderPane({ path }: { path: string }) {
  // Subscribes to the folders.
  useSaved((store) => store.folders);
  const key = keyOf({ kind: 'folder', path });
  const [draft, setDraft] = useUnsaved<FolderDraft>(key);
  const node = nodeOf(key);
  useCloseForRequests(close);
  if (node?.kind !== 'folder') return <Gone />;
  return (
    <section className={layout.pane} aria-label={texts.requests.savedTree.roles[node.role]}>
      <Head>
        <h2 className={textStyles.cut}>{node.name}</h2>
        <span className={classes(textStyles.soft, textStyles.small)}>{t.roles[node.role]}</span>
        <UnsavedMark on={draft !== null} />
        <span className={layout.grow} />
        {node.children.length > 0 && (
          <Button size="small" onClick={() => chooseToRun(path)}>
            <Play size={12} aria-hidden="true" /> {t.run}
          </Button>
        )}
        <Button size="small" onClick={close}>
          {texts.common.close}
        </Button>
      </Head>
      <section className={classes(layout.scroll, layout.inset)} aria-label={t.content} tabIndex={0}>
        {node.damage === null ? (
          <FolderForm node={node} draft={draft} onEdit={setDraft} />
        ) : (
          <Note tone="bad" role="alert">
            {t.damaged(path, node.damage)}
          </Note>
        )}
      </section>
    </section>
  );
}

/** Something that was renamed and not read again yet, or deleted by another program. */
function Gone() {
  return (
    <section className={layout.pane} aria-label={t.title}>
      <Head>
        <span className={classes(textStyles.soft, layout.grow)}>{t.gone}</span>
        <Button size="small" onClick={close}>
          {texts.common.close}
        </Button>
      </Head>
    </section>
  );
}
