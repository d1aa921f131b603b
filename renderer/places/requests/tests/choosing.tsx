/** How a run chooses the step: its tags, and why it is left out. */
import { useState } from 'react';
import { texts } from '../../../../shared/texts/texts.ts';
import { classes } from '../../../ui/classes.ts';
import { Input } from '../../../ui/controls.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { EditedTests } from './edited-tests.ts';
import { Stack } from './stack.tsx';
import textStyles from '../../../ui/text.module.css';

const t = texts.tests.choosing;

export function Choosing({ tests: { tags, skip }, edit }: EditedTests) {
  const [typed, setTyped] = useState<{ of: readonly string[] | undefined; text: string } | null>(null);
  const shown = typed !== null && typed.of === tags ? typed.text : (tags ?? []).join(', ');
  const setTags = (text: string) => {
    const next = [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
    const of = next.length === 0 ? undefined : next;
    setTyped({ of, text });
    edit('tags', { tags: of });
  };
  return (
    <Panel name="tests.choosing" title={t.title}>
      <Stack>
        <label title={t.tagsTitle}>
          <span>{t.tags}</span>
          <Input value={shown} placeholder={t.tagsHint} onChange={({ target }) => setTags(target.value)} />
        </label>
        {tags !== undefined && (
          <p className={classes(textStyles.soft, textStyles.small)}>{t.tagsAre(tags)}</p>
        )}
        <label>
          <span>{t.skip}</span>
          <Input
            value={skip ?? ''}
            placeholder={t.skipHint}
            onChange={({ target }) => edit('skip', { skip: target.value === '' ? undefined : target.value })}
          />
        </label>
      </Stack>
    </Panel>
  );
}
