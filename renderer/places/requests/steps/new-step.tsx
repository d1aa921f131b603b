/** Makes a step that sends no request, beside what is selected in the tree, and opens its form. */
import { type FormEvent, useState } from 'react';
import type { Step, StepKind } from '../../../../shared/collections/steps.ts';
import { aboveOf, type TreeNode } from '../../../../shared/collections/tree.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { messageOf } from '../../../host.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { useStatus } from '../../../state/status.ts';
import { childrenOf, foldersToInclude, move, reveal, showItem } from '../../../state/requests/tree.ts';
import { keyOf } from '../../../state/requests/tree-rows.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Input, Select } from '../../../ui/controls.tsx';
import { Problem } from '../../../ui/form.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';
import styles from './new-step.module.css';
import { MAX_REQUEST_NAME_CHARS } from '../../../../shared/limits.ts';

const t = texts.requests.step;

type Kind = Exclude<StepKind, 'request'>;
const KINDS: readonly Kind[] = ['sca', 'control', 'include', 'session', 'pause'];

export function NewStepForm({ beside, onDone }: { beside: TreeNode | null; onDone: () => void }) {
  const [kind, setKind] = useState<Kind>('sca');
  const [name, setName] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const persona = useStatus(({ status }) => status?.persona?.name ?? '{{psu}}');
  const folder = beside === null ? '' : beside.kind === 'folder' ? beside.path : aboveOf(beside.path);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const own = startOf(kind, folder, persona);
    if (own === null) {
      setProblem(t.noFolder);
      return;
    }
    try {
      const step = { name: (name ?? t.names[kind]).trim(), ...own };
      const { path } = await useSaved.getState().saveStep(folder, step, null);
      const made = { kind: 'step', path } as const;
      if (beside?.kind === 'step') {
        const siblings = childrenOf(folder).filter((node) => keyOf(node) !== keyOf(made));
        const next = siblings[siblings.findIndex((node) => keyOf(node) === keyOf(beside)) + 1] ?? null;
        await move([made], { folder, before: next });
        // The move gave the file a number: editing begins with the file as it is now.
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
      aria-label={t.newTitle}
      onSubmit={(event) => void submit(event)}
    >
      <p className={classes(styles.wide, textStyles.soft, textStyles.small)}>{t.newIn(folder)}</p>
      <Select
        className={styles.wide}
        aria-label={t.kind}
        value={kind}
        onChange={(event) => setKind(KINDS.find((one) => one === event.target.value) ?? 'sca')}
      >
        {KINDS.map((one) => (
          <option key={one} value={one}>
            {texts.requests.savedTree.kinds[one]}
          </option>
        ))}
      </Select>
      <Input
        className={styles.wide}
        aria-label={texts.common.name}
        value={name ?? t.names[kind]}
        maxLength={MAX_REQUEST_NAME_CHARS}
        required
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size="small">
        {t.create}
      </Button>
      <Button size="small" look="plain" onClick={onDone}>
        {texts.common.cancel}
      </Button>
      <Problem text={problem} />
    </form>
  );
}

/** What a new step does at first; null if there is no folder that it could include. */
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
