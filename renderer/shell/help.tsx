/** Help: the shortcuts, and the documentation, which needs no network. */
import { CircleQuestionMark } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { KEY_COMMANDS, WINDOW_KEYS } from '../../shared/contract/window-commands.ts';
import { texts } from '../../shared/texts/texts.ts';
import { onCommand, runCommand, shortcutOf } from '../state/frame.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Kbd } from '../ui/labels.tsx';
import { Leaf, LeafName } from '../ui/list-items.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { Head } from '../ui/panel.tsx';
import { Table } from '../ui/table.tsx';
import type { Document } from './documents.ts';
import { Modal } from './modal.tsx';
import layout from '../ui/layout.module.css';
import styles from './help.module.css';

const t = texts.help;

/** A document's file, with the heading that a link names, or the list of shortcuts. */
type Page = { file: string; anchor: string } | 'shortcuts';

export function Help() {
  const [page, setPage] = useState<Page | null>(null);
  const [documents, setDocuments] = useState<readonly Document[]>([]);
  useEffect(() => {
    const open = async (first?: 'shortcuts') => {
      const { DOCUMENTS } = await import('./documents.ts');
      setDocuments(DOCUMENTS);
      setPage(first ?? { file: DOCUMENTS[0]?.file ?? '', anchor: '' });
    };
    const ends = [
      onCommand('documentation', () => void open()),
      onCommand('shortcuts', () => void open('shortcuts')),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return (
    <>
      <IconButton
        label={t.title}
        shortcut={shortcutOf('documentation') ?? ''}
        Icon={CircleQuestionMark}
        size={16}
        onClick={() => runCommand('documentation')}
      />
      {page !== null && (
        <Modal label={t.title} className={styles.help} onDone={() => setPage(null)}>
          <Pages page={page} documents={documents} onPage={setPage} onDone={() => setPage(null)} />
        </Modal>
      )}
    </>
  );
}

function Pages(props: {
  page: Page;
  documents: readonly Document[];
  onPage: (page: Page) => void;
  onDone: () => void;
}) {
  const { page, documents, onPage, onDone } = props;
  const shown = page === 'shortcuts' ? undefined : documents.find(({ file }) => file === page.file);
  return (
    <>
      <Head>
        <h2>{t.title}</h2>
        <span className={layout.grow} />
        <Button size="small" onClick={onDone}>
          {texts.common.close}
        </Button>
      </Head>
      <nav className={styles.list} aria-label={t.pages}>
        <Leaf current={page === 'shortcuts'} onClick={() => onPage('shortcuts')}>
          <LeafName>{t.shortcuts}</LeafName>
        </Leaf>
        {documents.map(({ file, title }) => (
          <Leaf key={file} current={file === shown?.file} onClick={() => onPage({ file, anchor: '' })}>
            <LeafName>{title}</LeafName>
          </Leaf>
        ))}
      </nav>
      {page === 'shortcuts' ? (
        <Shortcuts />
      ) : (
        shown && (
          <Reading
            key={`${shown.file}#${page.anchor}`}
            shown={shown}
            anchor={page.anchor}
            documents={documents}
            onPage={onPage}
          />
        )
      )}
    </>
  );
}

function Reading(props: {
  shown: Document;
  anchor: string;
  documents: readonly Document[];
  onPage: (page: Page) => void;
}) {
  const { shown, anchor, documents, onPage } = props;
  const text = useRef<HTMLElement>(null);
  useEffect(() => {
    const headings = Array.from(text.current?.querySelectorAll('h3, h4, h5, h6') ?? []);
    headings.find((one) => anchorOf(one.textContent) === anchor)?.scrollIntoView();
  }, [anchor]);
  /** Null for what is not among the documents: pages of the web, and files of the repository. */
  const pageOf = (href: string): Page | null => {
    const [file = '', linked = ''] = href.split('#');
    if (file === '') return { file: shown.file, anchor: linked };
    return documents.some((one) => one.file === file) ? { file, anchor: linked } : null;
  };
  return (
    <section ref={text} className={classes(styles.page, layout.inset)} aria-label={shown.title} tabIndex={0}>
      <Markdown
        text={shown.text}
        isOwn
        leads={(href) => pageOf(href) !== null}
        onLink={(href) => {
          const page = pageOf(href);
          if (page !== null) onPage(page);
        }}
      />
    </section>
  );
}

const { tabs, savedTree } = texts.requests;

/** Keys of parts of the window; the parts themselves handle them. */
const OF_PARTS: readonly [title: string, rows: readonly (readonly [label: string, keys: string])[]][] = [
  [
    t.parts.composer,
    [
      [tabs.undo, tabs.ctrlZ],
      [tabs.redo, tabs.ctrlShiftZ],
    ],
  ],
  [
    t.parts.tabs,
    [
      [t.acts.showTab, t.keys.enter],
      [t.acts.closeTab, savedTree.del],
    ],
  ],
  [
    t.parts.tree,
    [
      [t.acts.open, t.keys.enter],
      [savedTree.rename, savedTree.f2],
      [savedTree.copy, savedTree.ctrlC],
      [savedTree.paste, savedTree.ctrlV],
      [savedTree.delete, savedTree.del],
      [t.acts.select, t.keys.extend],
      [t.acts.move, t.keys.alt],
    ],
  ],
  [
    t.parts.lists,
    [
      [t.acts.rows, t.keys.upDown],
      [t.acts.buttons, t.keys.leftRight],
      [t.acts.menu, t.keys.menu],
      [t.acts.leave, t.keys.escape],
    ],
  ],
];

function Shortcuts() {
  const ofWindow = KEY_COMMANDS.flatMap((id) => {
    const keys = shortcutOf(id);
    return keys === undefined ? [] : [[WINDOW_KEYS[id].label, keys] as const];
  });
  return (
    <section className={classes(styles.page, layout.inset)} aria-label={t.shortcuts} tabIndex={0}>
      {([[t.everywhere, ofWindow], ...OF_PARTS] as const).map(([title, rows]) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.title}>{title}</h3>
          <Table className={styles.keys}>
            <tbody>
              {rows.map(([label, keys]) => (
                <tr key={label}>
                  <td>{label}</td>
                  <td>
                    <Kbd>{keys}</Kbd>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
      ))}
    </section>
  );
}

/** The part of a link behind `#` that leads to a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
