/** What a folder, collection, flow or group says about itself, to read and to edit. */
import { Play } from 'lucide-react';
import { useState } from 'react';
import type { FolderNode } from '../../../../shared/collections/tree.ts';
import { writeValue } from '../../../../shared/collections/value-text.ts';
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
import { Table } from '../../../ui/table.tsx';
import { UnsavedMark } from '../../../ui/labels.tsx';
import { About } from '../about.tsx';
import { whenLines } from '../tests/when.ts';
import { type FolderDraft, FolderForm } from './folder-form.tsx';
import { headerText, rowsOfVariables } from './variable-rows.ts';
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
        {!editing && node.damage === null && (
          <Button size="small" onClick={() => setIsBegun(true)}>
            {t.edit}
          </Button>
        )}
        <Button size="small" onClick={close}>
          {texts.common.close}
        </Button>
      </Head>
      <section className={classes(layout.scroll, layout.inset)} aria-label={t.content} tabIndex={0}>
        {editing ? (
          <FolderForm node={node} draft={draft} onEdit={setDraft} onDone={() => setIsBegun(false)} />
        ) : (
          <Described node={node} />
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

/** Rows of variables: a file may have a hundred thousand. */
const MOST_SHOWN = 500;

function Described({ node }: { node: FolderNode }) {
  const { settings, repeats, damage, path } = node;
  const rows = rowsOfVariables(settings);
  const more = rows.length - MOST_SHOWN;
  const headers = headerText(settings.headers);
  const { choosing, repeat } = texts.tests;
  const { tags = [], skip, when, each } = repeats;
  const repeated = [
    ...(tags.length === 0 ? [] : [[choosing.tags, tags.join(', ')] as const]),
    ...(skip === undefined ? [] : [[choosing.skip, skip] as const]),
    ...whenLines(when).map((line) => [choosing.when, line] as const),
    ...(each === undefined ? [] : [[repeat.each, writeValue(each)] as const]),
  ];
  return (
    <>
      {damage !== null && (
        <Note tone="bad" role="alert">
          {t.damaged(path, damage)}
        </Note>
      )}
      {settings.about === undefined && damage === null ? (
        <p className={classes(layout.pad, textStyles.soft)}>{t.noAbout}</p>
      ) : (
        <About text={settings.about} />
      )}
      {repeated.length > 0 && (
        <>
          <Head part>
            <h3>{texts.tests.choosing.title}</h3>
          </Head>
          <Table>
            <tbody>
              {repeated.map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className={textStyles.mono}>{value}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
      )}
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
      {headers !== '' && (
        <>
          <Head part>
            <h3>{texts.requests.headers.title}</h3>
            <span className={classes(textStyles.soft, textStyles.small)}>{t.headersHint}</span>
          </Head>
          <pre className={classes(layout.pad, textStyles.mono)}>{headers}</pre>
        </>
      )}
    </>
  );
}
