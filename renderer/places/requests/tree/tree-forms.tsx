/** The forms of the tree: for a name, a folder, a confirmation, or a new step. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { aboveOf, allOf, type TreeNode } from '../../../../shared/collections/tree.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { MAX_REQUEST_NAME_CHARS } from '../../../../shared/limits.ts';
import type { Step, StepKind } from '../../../../shared/collections/steps.ts';
import { messageOf } from '../../../host.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import {
  makeFolder,
  move,
  removeAll,
  rename,
  rootOf,
  childrenOf,
  foldersToInclude,
  reveal,
  showItem,
} from '../../../state/requests/tree.ts';
import { useStatus } from '../../../state/status.ts';
import { keyOf } from '../../../state/requests/tree-rows.ts';
import { Button } from '../../../ui/button.tsx';
import { optionsOf } from '../../../ui/options.tsx';
import { classes } from '../../../ui/classes.ts';
import { Input, Select } from '../../../ui/form.tsx';
import { Problem } from '../../../ui/messages.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './tree-row.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.savedTree;
const stepTexts = texts.requests.step;

export type Asking = 'new' | 'rename' | 'move' | 'delete';

export function TreeForm(props: { asking: Asking; nodes: readonly TreeNode[]; onDone: () => void }) {
  const { asking, nodes, onDone } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = form.current?.elements[0];
    // Enter right after Delete keeps the items.
    const target = asking === 'delete' ? Array.from(form.current?.elements ?? []).at(-1) : first;
    if (target instanceof HTMLElement) target.focus();
    if (first instanceof HTMLInputElement) first.select();
  }, [asking]);
  useEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDone();
    };
    const element = form.current;
    element?.addEventListener('keydown', escape);
    return () => element?.removeEventListener('keydown', escape);
  }, [onDone]);
  const [node] = nodes;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = new FormData(event.currentTarget).get('value');
    const text = typeof value === 'string' ? value : '';
    if (await done(asking, nodes, text)) onDone();
  };
  return (
    <form
      ref={form}
      className={classes(layout.pad, layout.actions)}
      aria-label={t.forms[asking]}
      onSubmit={(event) => void submit(event)}
    >
      {asking === 'delete' ? (
        <p className={styles.wide}>
          {t.askDelete(
            nodes.map(({ name }) => name),
            countOf(nodes, 'step'),
            countOf(nodes, 'folder'),
          )}
        </p>
      ) : asking === 'move' ? (
        <FolderChoice nodes={nodes} />
      ) : (
        <Input
          className={styles.wide}
          name="value"
          aria-label={texts.common.name}
          placeholder={asking === 'new' ? t.newFolderIn(node === undefined ? '' : folderOf(node)) : undefined}
          defaultValue={asking === 'rename' ? node?.name : ''}
          maxLength={MAX_REQUEST_NAME_CHARS}
          required
        />
      )}
      <Button type="submit" size="small" look={asking === 'delete' ? 'harm' : 'normal'}>
        {t.buttons[asking]}
      </Button>
      <Button size="small" look="plain" onClick={onDone}>
        {asking === 'delete' ? texts.common.keep : texts.common.cancel}
      </Button>
    </form>
  );
}

async function done(asking: Asking, nodes: readonly TreeNode[], value: string): Promise<boolean> {
  const [node] = nodes;
  switch (asking) {
    case 'new':
      return makeFolder(node === undefined ? '' : folderOf(node), value.trim());
    case 'rename':
      return node !== undefined && rename(node, value.trim());
    case 'move':
      await move(nodes, { folder: value, before: null });
      return useSaved.getState().problem === null;
    case 'delete':
      await removeAll(nodes);
      return useSaved.getState().problem === null;
  }
}

/** The selected folder, or the folder of the step. */
function folderOf({ kind, path }: TreeNode): string {
  return kind === 'folder' ? path : aboveOf(path);
}

function FolderChoice({ nodes }: { nodes: readonly TreeNode[] }) {
  const { entries, folders } = useSaved();
  const isInside = (path: string) =>
    nodes.some((node) => node.kind === 'folder' && `${path}/`.startsWith(`${node.path}/`));
  const all = Array.from(allOf(rootOf({ entries, folders }))).filter(
    (node) => node.kind === 'folder' && !isInside(node.path),
  );
  return (
    <Select className={styles.wide} name="value" aria-label={t.toFolder}>
      {optionsOf(all, ({ path }) => [path, path === '' ? t.atTop : path])}
    </Select>
  );
}

/** Counts nodes, including those inside folders. */
function countOf(nodes: readonly TreeNode[], kind: TreeNode['kind']): number {
  const inside = new Set(nodes.flatMap((node) => Array.from(allOf(node))));
  return Array.from(inside).filter((node) => node.kind === kind).length;
}

type Kind = Exclude<StepKind, 'request'>;
const KINDS: readonly Kind[] = ['sca', 'control', 'include', 'session', 'pause'];

/** Creates a step that sends no request beside the selection, and opens its form. */
export function NewStepForm({ beside, onDone }: { beside: TreeNode | null; onDone: () => void }) {
  const [kind, setKind] = useState<Kind>('sca');
  const [name, setName] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const persona = useStatus(({ status }) => status?.persona?.name ?? '{{psu}}');
  const folder = beside === null ? '' : folderOf(beside);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const own = startOf(kind, folder, persona);
    if (own === null) {
      setProblem(stepTexts.noFolder);
      return;
    }
    try {
      const step = { name: (name ?? stepTexts.names[kind]).trim(), ...own };
      const { path } = await useSaved.getState().saveStep(folder, step, null);
      const made = { kind: 'step', path } as const;
      if (beside?.kind === 'step') {
        const siblings = childrenOf(folder).filter((node) => keyOf(node) !== keyOf(made));
        const next = siblings[siblings.findIndex((node) => keyOf(node) === keyOf(beside)) + 1] ?? null;
        await move([made], { folder, before: next });
        // The move has changed the file.
        await useSaved.getState().load();
      }
      reveal(made);
      showItem(made);
      onDone();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <form
      className={classes(layout.pad, layout.actions)}
      aria-label={stepTexts.newTitle}
      onSubmit={(event) => void submit(event)}
    >
      <p className={classes(styles.wide, textStyles.soft, textStyles.small)}>{stepTexts.newIn(folder)}</p>
      <Select
        className={styles.wide}
        aria-label={stepTexts.kind}
        value={kind}
        onChange={(event) => setKind(KINDS.find((one) => one === event.target.value) ?? 'sca')}
      >
        {optionsOf(KINDS, (one) => [one, texts.requests.savedTree.kinds[one]])}
      </Select>
      <Input
        className={styles.wide}
        aria-label={texts.common.name}
        value={name ?? stepTexts.names[kind]}
        maxLength={MAX_REQUEST_NAME_CHARS}
        required
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size="small">
        {stepTexts.create}
      </Button>
      <Button size="small" look="plain" onClick={onDone}>
        {texts.common.cancel}
      </Button>
      <Problem text={problem} />
    </form>
  );
}

/** The initial content of a step; null if there is no folder to include. */
function startOf(kind: Kind, folder: string, persona: string): Omit<Step, 'name'> | null {
  switch (kind) {
    case 'sca':
      return { sca: { psu: persona, decision: 'approve' } };
    case 'control':
      return { control: { method: 'POST', path: '/control/batch' } };
    case 'include': {
      const [first] = foldersToInclude(folder === '' ? 'step' : `${folder}/step`);
      return first === undefined ? null : { include: { folder: first } };
    }
    case 'session':
      return { session: '2' };
    case 'pause':
      return { pause: 1000 };
  }
}
