/** One row of the tree of collections. The tree handles its events. */
import { ChevronDown, ChevronRight, Library, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { kindOf, type Step, type StepKind } from '../../../../shared/collections/steps.ts';
import type { StepEntry } from '../../../../shared/collections/tree.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { OPERATIONS } from '../../../../shared/xs2a/operations.ts';
import { itemIn, type TreeRow, type Where } from '../../../state/requests/tree-rows.ts';
import { useIsUnsaved } from '../../../state/unsaved.ts';
import { classes } from '../../../ui/classes.ts';
import { LeafMethod } from '../../../ui/leaf.tsx';
import { UnsavedDot } from '../../../ui/unsaved.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';
import styles from './tree-row.module.css';

const t = texts.requests.savedTree;

interface Props {
  row: TreeRow;
  isSelected: boolean;
  /** Whether the active tab shows it. */
  isCurrent: boolean;
  hasTabStop: boolean;
  /** Where what is dragged would be dropped. */
  drop: Where | null;
}

export const Row = memo(function Row({ row, isSelected, isCurrent, hasTabStop, drop }: Props) {
  const { key, node, level, position, siblings, open } = row;
  const isUnsaved = useIsUnsaved(
    // What is not saved below a folder is seen from there while it is folded.
    (one) => one === key || (open === false && itemIn(one)?.path.startsWith(`${node.path}/`) === true),
  );
  const damage = node.kind === 'step' ? node.entry.damage : (node.damage ?? node.unreadable);
  return (
    <div
      role="treeitem"
      className={classes(styles.row, layout.inset)}
      style={{ '--level': level }}
      data-key={key}
      data-drop={drop ?? undefined}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={open ?? undefined}
      aria-selected={isSelected}
      aria-current={isCurrent}
      tabIndex={hasTabStop ? 0 : -1}
      title={damage ?? node.path}
      draggable
    >
      {node.kind === 'folder' ? (
        <>
          <span className={styles.chevron} data-part="chevron" aria-hidden="true">
            {open ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
          </span>
          {node.isCollection && <Library size={13} className={textStyles.soft} aria-hidden="true" />}
        </>
      ) : (
        <span className={styles.kind}>{damage === null ? <Kind entry={node.entry} /> : <Damaged />}</span>
      )}
      {damage !== null && node.kind === 'folder' && <Damaged />}
      <span className={classes(textStyles.cut, node.kind === 'folder' && styles.folder)}>
        {node.name}
        {damage !== null && ` ${t.damaged}`}
        {isUnsaved && <UnsavedDot />}
      </span>
    </div>
  );
});

function Damaged() {
  return <TriangleAlert size={13} className={textStyles.warn} aria-hidden="true" />;
}

function Kind({ entry: { step } }: { entry: StepEntry }) {
  if (step === null) return null;
  const kind: StepKind = kindOf(step);
  if (kind === 'request') return <LeafMethod method={methodOf(step)} />;
  return (
    <>
      <span className={classes(textStyles.soft, textStyles.mono)} title={t.kinds[kind]} aria-hidden="true">
        {t.shortKinds[kind]}
      </span>
      <span className={textStyles.spoken}>{t.kinds[kind]}</span>
    </>
  );
}

const METHODS = new Map<string, string>(OPERATIONS.map(({ id, method }) => [id, method]));

/** The line counts, if there is one: its operation may be any. */
function methodOf({ request }: Step): string {
  return request?.line?.split(' ', 1)[0] ?? METHODS.get(request?.operation ?? '') ?? '';
}
