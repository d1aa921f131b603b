/** A JSON body as a tree. Members are read when they are expanded, so that there may be millions. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { BodyNode } from '../../../../shared/body-view/tree.ts';
import type { JsonValue } from '../../../../shared/collections/value-text.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { messageOf } from '../../../host.ts';
import type { Pointed } from '../../../state/requests/pointing.ts';
import { CopyButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Problem } from '../../../ui/messages.tsx';
import { rowClass, type Target, WindowedRows } from '../../../ui/windowed-rows.tsx';
import { JsonKey } from '../../../ui/wire-text.tsx';
import { ValueActions, valueAttribute } from '../../../value-menu/value-buttons.tsx';
import type { BodyAccess } from './body-access.ts';
import { FoldMark, Foot } from './body-foot.tsx';
import { isListed, type Opened, rootRow, rowsFrom, type TreeRow } from './json-paths.ts';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.response.tree;

export function TreeView({ access }: { access: BodyAccess }) {
  const [root, setRoot] = useState<BodyNode | null>(null);
  const [opened, setOpened] = useState<ReadonlyMap<string, Opened>>(new Map());
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [active, setActive] = useState('$');
  const [target, setTarget] = useState<Target | null>(null);

  const open = async (row: TreeRow) => {
    setBusy(row.id);
    try {
      const members = await openedOf(row, access);
      setOpened((now) => new Map([...now, [row.id, members]]));
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(null);
  };
  useEffect(() => {
    access
      .root()
      .then(async (node) => {
        setRoot(node);
        const row = rootRow(node);
        if (node.opens) setOpened(new Map([[row.id, await openedOf(row, access)]]));
      })
      .catch((error: unknown) => setProblem(messageOf(error)));
  }, [access]);

  const rows = useMemo(() => (root === null ? [] : rowsFrom(rootRow(root), opened)), [root, opened]);
  const toggle = (row: TreeRow) => {
    if (!opens(row)) return;
    if (opened.has(row.id)) setOpened((now) => new Map(Array.from(now).filter(([id]) => id !== row.id)));
    else void open(row);
  };
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === active),
  );
  const keys = (event: KeyboardEvent) => {
    const here = rows[at];
    if (!here) return;
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }[event.key];
    if (event.key === 'ArrowRight' && opens(here) && !opened.has(here.id)) void open(here);
    else if (event.key === 'ArrowLeft' && opened.has(here.id)) toggle(here);
    else if (event.key === 'Enter' || event.key === ' ') toggle(here);
    else {
      const up =
        event.key === 'ArrowLeft' ? rows.slice(0, at).findLastIndex((row) => row.level < here.level) : -1;
      const next =
        event.key === 'ArrowRight' ? at + 1 : event.key === 'ArrowLeft' ? up : at + (step ?? Number.NaN);
      const to = rows[Math.max(0, Math.min(rows.length - 1, next))];
      if (!to) return;
      setActive(to.id);
      setTarget({ row: rows.indexOf(to) });
    }
    event.preventDefault();
  };
  const here = rows[at];
  return (
    <>
      <Problem text={problem} />
      <WindowedRows
        rows={rows.length}
        label={t.title}
        target={target}
        tree={{ active: here && rowId(here), onKey: keys }}
        render={(index) => {
          const row = rows[index];
          return (
            row && (
              <Row
                key={row.id}
                row={row}
                opened={opened.get(row.id)}
                busy={busy === row.id}
                active={row === here}
                onToggle={() => {
                  setActive(row.id);
                  toggle(row);
                }}
              />
            )
          );
        }}
      />
      {here && (
        <Foot>
          <code className={classes(textStyles.cut, layout.grow)}>{here.path}</code>
          <ValueActions value={valueOf(here)} />
          <CopyButton text={here.path} label={t.copyPath} />
        </Foot>
      )}
    </>
  );
}

function valueOf(row: TreeRow): Pointed | null {
  if (row.kind === 'range') return null;
  const source = { of: 'body', path: row.path } as const;
  const { kind, text } = row.node;
  if (kind === 'object') return { source, value: {} };
  if (kind === 'array') return { source, value: [] };
  try {
    const value: JsonValue = JSON.parse(text);
    return { source, value };
  } catch {
    // A long text is cut.
    return { source };
  }
}

function opens(row: TreeRow): boolean {
  return row.kind === 'range' || row.node.opens;
}

/** The members of a row, if there are few enough to list. The members of an object or array are counted first. */
async function openedOf(row: TreeRow, access: BodyAccess): Promise<Opened> {
  const { offset, from, end } =
    row.kind === 'range'
      ? row
      : { offset: row.node.offset, from: 0, end: (await access.members(row.node.offset, 0, 0)).total };
  const nodes = isListed(end - from) ? (await access.members(offset, from, end - from)).nodes : null;
  return { offset, from, end, nodes };
}

const rowId = ({ id }: TreeRow) => `tree ${id}`;

interface RowProps {
  row: TreeRow;
  opened: Opened | undefined;
  busy: boolean;
  active: boolean;
  onToggle: () => void;
}

function Row({ row, opened, busy, active, onToggle }: RowProps) {
  const Chevron = opened ? ChevronDown : ChevronRight;
  const size = opened ? t.ofCount((opened.end - opened.from).toLocaleString('en-GB')) : '';
  return (
    <div
      id={rowId(row)}
      className={rowClass(active)}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.level}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      aria-selected={active}
      aria-expanded={opens(row) ? opened !== undefined : undefined}
      {...valueAttribute(valueOf(row))}
      onClick={onToggle}
      onKeyDown={(event) => event.key === 'Enter' && onToggle()}
    >
      <FoldMark depth={row.level - 1}>{opens(row) && <Chevron size={12} aria-hidden="true" />}</FoldMark>
      <span>
        {row.kind === 'range' ? (
          <span className={textStyles.soft}>{t.range(row.from, row.end - 1)}</span>
        ) : (
          <>
            {row.level > 1 && <JsonKey>{row.node.name ?? row.node.index}</JsonKey>}
            {row.level > 1 && ': '}
            {row.node.opens ? (
              <span className={textStyles.soft}>
                {row.node.kind}
                {size}
              </span>
            ) : (
              row.node.text
            )}
          </>
        )}
        {busy && <span className={textStyles.soft}> {t.counting}</span>}
      </span>
    </div>
  );
}
