/** The forms of the tree: for a name, a place, a confirmation, or something new. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  aboveOf,
  allOf,
  flowOfPath,
  isInFlow,
  type Item,
  type Role,
  type TreeNode,
} from '../../../../shared/collections/tree.ts';
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
  flowsToInclude,
  placeAfter,
  plainPath,
  reveal,
  showItem,
} from '../../../state/requests/tree.ts';
import { useStatus } from '../../../state/status.ts';
import { useEscape } from '../../../ui/keyboard.ts';
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

export type Asking = 'rename' | 'move' | 'delete';

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
  useEscape(onDone);
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
            countsOf(nodes),
          )}
        </p>
      ) : asking === 'move' ? (
        <PlaceChoice nodes={nodes} />
      ) : (
        <Input
          className={styles.wide}
          name="value"
          aria-label={texts.common.name}
          defaultValue={node?.name}
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

/** Flows and groups for what is in a flow, folders for flows and folders. */
function PlaceChoice({ nodes }: { nodes: readonly TreeNode[] }) {
  const { entries, folders } = useSaved();
  const isInside = (path: string) =>
    nodes.some((node) => node.kind === 'folder' && `${path}/`.startsWith(`${node.path}/`));
  const inFlows = nodes.some(isInFlow);
  const all = Array.from(allOf(rootOf({ entries, folders }))).filter(
    ({ kind, path }) => kind === 'folder' && !isInside(path) && (flowOfPath(path) !== null) === inFlows,
  );
  return (
    <Select className={styles.wide} name="value" aria-label={inFlows ? t.toFlow : t.toFolder}>
      {optionsOf(all, ({ path }) => [path, path === '' ? t.atTop : plainPath(path)])}
    </Select>
  );
}

/** Counts nodes, including those inside others; a collection is a folder. */
function countsOf(nodes: readonly TreeNode[]) {
  const counts = { step: 0, group: 0, flow: 0, folder: 0 };
  for (const node of new Set(nodes.flatMap((one) => Array.from(allOf(one))))) {
    const what = node.kind === 'step' ? 'step' : node.role;
    counts[what === 'collection' ? 'folder' : what] += 1;
  }
  return counts;
}

type StepsKind = Exclude<StepKind, 'request'>;
type Kind = Role | StepsKind;

const STEPS: readonly StepsKind[] = ['consent', 'sca', 'control', 'include', 'session', 'pause'];

const isOfStep = (kind: Kind): kind is StepsKind => STEPS.some((one) => one === kind);

/** What can be made beside the selection, what is most likely first. */
function kindsBeside(node: TreeNode | null): readonly Kind[] {
  if (node === null) return ['collection', 'flow', ...STEPS];
  if (flowOfPath(node.path) === null) return ['flow', 'folder', 'collection', ...STEPS];
  return [...STEPS, 'group', 'flow', 'folder', 'collection'];
}

/** Where it is made: in a flow or group, or in the folder around them. */
function placeOf(kind: Kind, beside: TreeNode | null): string {
  if (beside === null || kind === 'collection') return '';
  const flow = flowOfPath(beside.path);
  if (flow === null) return beside.path;
  if (kind === 'flow' || kind === 'folder') return aboveOf(flow);
  return beside.kind === 'folder' ? beside.path : aboveOf(beside.path);
}

/** Creates a collection, folder, flow or group, or a step that sends no request, beside the selection. A step's form is opened. */
export function NewForm({ beside, onDone }: { beside: TreeNode | null; onDone: () => void }) {
  const kinds = kindsBeside(beside);
  const [chosen, setKind] = useState<Kind | null>(null);
  const kind = kinds.find((one) => one === chosen) ?? kinds[0] ?? 'collection';
  const [typed, setName] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const persona = useStatus(({ status }) => status?.persona?.name ?? '{{psu}}');
  const folder = placeOf(kind, beside);
  const name = typed ?? (isOfStep(kind) ? stepTexts.names[kind] : '');
  const make = async (): Promise<Item | null> => {
    if (!isOfStep(kind)) {
      const path = await makeFolder(folder, name.trim(), kind === 'collection' ? 'folder' : kind);
      return path === null ? null : { kind: 'folder', path };
    }
    const own = startOf(kind, folder, persona);
    if (own === null) {
      setProblem(stepTexts.noFlow);
      return null;
    }
    const step = { name: name.trim(), ...own };
    const { path } = await useSaved.getState().saveStep(folder, step, null);
    return { kind: 'step', path };
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const target =
      beside?.kind === 'step' && (isOfStep(kind) || kind === 'group') ? placeAfter(beside) : null;
    try {
      const made = await make();
      if (made === null) return;
      if (target !== null && target.before !== null) await move([made], target);
      await useSaved.getState().load();
      reveal(made);
      if (made.kind === 'step') showItem(made);
      onDone();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const isNewFlow = isOfStep(kind) && flowOfPath(folder) === null;
  return (
    <form
      className={classes(layout.pad, layout.actions)}
      aria-label={stepTexts.newTitle}
      onSubmit={(event) => void submit(event)}
    >
      <p className={classes(styles.wide, textStyles.soft, textStyles.small)}>
        {isNewFlow ? stepTexts.newFlow(folder) : stepTexts.newIn(plainPath(folder))}
      </p>
      <Select
        className={styles.wide}
        aria-label={stepTexts.kind}
        value={kind}
        onChange={({ target }) => setKind(kinds.find((one) => one === target.value) ?? null)}
      >
        {optionsOf(kinds, (one) => [one, isOfStep(one) ? t.kinds[one] : t.roles[one]])}
      </Select>
      <Input
        className={styles.wide}
        aria-label={texts.common.name}
        value={name}
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

/** The initial content of a step; null if there is no flow to include. */
function startOf(kind: StepsKind, folder: string, persona: string): Omit<Step, 'name'> | null {
  switch (kind) {
    case 'consent':
      return { consent: { psu: persona } };
    case 'sca':
      return { sca: { psu: persona, decision: 'approve' } };
    case 'control':
      return { control: { method: 'POST', path: '/control/batch' } };
    case 'include': {
      const [flow] = flowsToInclude(`${folder}/step`);
      return flow === undefined ? null : { include: { flow } };
    }
    case 'session':
      return { session: '2' };
    case 'pause':
      return { pause: 1000 };
  }
}
