/** Asks for what a change of the tree needs: a name, a folder, or whether to delete. */
import { type FormEvent, useEffect, useRef } from 'react';
import { aboveOf, allOf, type TreeNode } from '../../../../shared/collections/tree.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { makeFolder, move, removeAll, rename, rootOf } from '../../../state/requests/tree.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Input, Select } from '../../../ui/controls.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './tree-row.module.css';
import { MAX_REQUEST_NAME_CHARS } from '../../../../shared/limits.ts';

const t = texts.requests.savedTree;

export type Asking = 'new' | 'rename' | 'move' | 'delete';

export function TreeForm(props: { asking: Asking; nodes: readonly TreeNode[]; onDone: () => void }) {
  const { asking, nodes, onDone } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = form.current?.elements[0];
    // Whoever presses Enter at once after Delete keeps what is there.
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
        <p className={styles.treeFormWide}>
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
          className={styles.treeFormWide}
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

/** Where something new goes: into the folder that is selected, or beside the step. */
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
    <Select className={styles.treeFormWide} name="value" aria-label={t.toFolder}>
      {all.map(({ path }) => (
        <option key={path} value={path}>
          {path === '' ? t.atTop : path}
        </option>
      ))}
    </Select>
  );
}

/** With all that is in the folders among them. */
function countOf(nodes: readonly TreeNode[], kind: TreeNode['kind']): number {
  const inside = new Set(nodes.flatMap((node) => Array.from(allOf(node))));
  return Array.from(inside).filter((node) => node.kind === kind).length;
}
