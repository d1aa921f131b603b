/** The documentation and the variables of a folder, to read and to edit. */
import { Play } from 'lucide-react';
import { useState } from 'react';
import type { FolderNode } from '../../../../shared/collections/tree.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { host, messageOf } from '../../../host.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { chooseToRun, nodeOf, showItem } from '../../../state/requests/tree.ts';
import { keyOf } from '../../../state/requests/tree-rows.ts';
import { openTab } from '../../../state/own-window.ts';
import { useUnsaved } from '../../../state/unsaved.ts';
import { useCloseForRequests } from '../../../state/requests/store.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Head } from '../../../ui/panel.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { Note, Problem } from '../../../ui/messages.tsx';
import { Table } from '../../../ui/table.tsx';
import { UnsavedMark } from '../../../ui/labels.tsx';
import { type FolderDraft, FolderForm } from './folder-form.tsx';
import { rowsOfVariables } from './variable-rows.ts';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.folder;

const close = () => showItem(null);

export function FolderPane({ path }: { path: string }) {
  // Subscribes to the folders.
  useSaved((store) => store.folders);
  const key = keyOf({ kind: 'folder', path });
  const [draft, setDraft] = useUnsaved<FolderDraft>(key);
  const [isBegun, setIsBegun] = useState(false);
  const editing = isBegun || draft !== null;
  const [problem, setProblem] = useState<string | null>(null);
  const node = nodeOf(key);
  useCloseForRequests(close);
  if (node?.kind !== 'folder') return <Gone />;
  const openLink = async (href: string) => {
    try {
      openTab((await host.call('saved.openLink', { href })).tab);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <section className={layout.pane} aria-label={t.title}>
      <Head>
        <h2 className={textStyles.cut}>{node.name}</h2>
        <span className={classes(textStyles.soft, textStyles.small)}>
          {node.isCollection ? t.collection : t.folder}
        </span>
        <UnsavedMark on={draft !== null} />
        <span className={layout.grow} />
        {node.children.length > 0 && (
          <Button size="small" onClick={() => chooseToRun(path)}>
            <Play size={12} aria-hidden="true" /> {t.run}
          </Button>
        )}
        {!editing && node.damage === null && node.unreadable === null && (
          <Button size="small" onClick={() => setIsBegun(true)}>
            {t.edit}
          </Button>
        )}
        <Button size="small" onClick={close}>
          {texts.common.close}
        </Button>
      </Head>
      <Problem text={problem} />
      <section className={classes(layout.scroll, layout.inset)} aria-label={t.content} tabIndex={0}>
        {editing ? (
          <FolderForm node={node} draft={draft} onEdit={setDraft} onDone={() => setIsBegun(false)} />
        ) : (
          <Described node={node} onLink={(href) => void openLink(href)} />
        )}
      </section>
    </section>
  );
}

/** A folder that was renamed and not read again yet, or deleted by another program. */
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

/** Rows of variables: a file may have a hundred thousand. */
const MOST_SHOWN = 500;

function Described({ node, onLink }: { node: FolderNode; onLink: (href: string) => void }) {
  const { documentation, settings, damage, unreadable, path } = node;
  const rows = rowsOfVariables(settings);
  const more = rows.length - MOST_SHOWN;
  return (
    <>
      {damage !== null && (
        <Note tone="bad" role="alert">
          {t.damaged(path, damage)}
        </Note>
      )}
      {unreadable !== null && (
        <Note tone="bad" role="alert">
          {t.unreadable(path, unreadable)}
        </Note>
      )}
      <div className={layout.pad}>
        {documentation === null ? (
          <p className={textStyles.soft}>{t.noDocumentation}</p>
        ) : (
          <Markdown text={documentation} onLink={onLink} />
        )}
      </div>
      <Head part>
        <h3>{t.variables}</h3>
        <span className={classes(textStyles.soft, textStyles.small)}>{t.variablesHint}</span>
      </Head>
      {rows.length === 0 ? (
        <p className={classes(layout.pad, textStyles.soft)}>{t.noVariables}</p>
      ) : (
        <Table>
          <thead>
            <tr>
              <th scope="col">{texts.common.name}</th>
              <th scope="col">{texts.common.value}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_SHOWN).map(({ name, value, secret }) => (
              <tr key={name}>
                <td className={textStyles.mono}>{name}</td>
                <td className={secret ? textStyles.soft : textStyles.mono}>
                  {secret ? t.secretValue : value}
                </td>
              </tr>
            ))}
            {more > 0 && (
              <tr>
                <td colSpan={2} className={textStyles.soft}>
                  {t.moreVariables(more)}
                </td>
              </tr>
            )}
          </tbody>
        </Table>
      )}
    </>
  );
}
