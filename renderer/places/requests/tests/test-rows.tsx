/** The rows of the tests view: each with a mark, fields, a remove button and a note. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type SourceFields, whereOf } from '../../../../shared/collections/assertion-form.ts';
import { SOURCES } from '../../../../shared/collections/step-tests.ts';
import type { StepKind } from '../../../../shared/collections/steps.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { classes } from '../../../ui/classes.ts';
import { Glyph, type Tone } from '../../../ui/labels.tsx';
import { optionsOf } from '../../../ui/options.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Input, Select } from '../../../ui/form.tsx';
import styles from './test-rows.module.css';
import textStyles from '../../../ui/text.module.css';
import layout from '../../../ui/layout.module.css';

const t = texts.tests;

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={styles.rows} aria-label={label}>
      {children}
    </ol>
  );
}

export function Row(props: {
  label: string;
  tone: Tone;
  note: ReactNode;
  noteId: string;
  /** Whether the note is about invalid fields. */
  isWrong: boolean;
  removeLabel: string;
  onRemove: () => void;
  children: ReactNode;
}) {
  const { label, tone, note, noteId, isWrong, removeLabel, onRemove, children } = props;
  return (
    <li className={styles.row} aria-label={label}>
      <div className={styles.fields}>
        <span className={styles.mark}>
          <Glyph tone={tone} />
        </span>
        {children}
        <IconButton className={styles.remove} label={removeLabel} Icon={X} size={12} onClick={onRemove} />
      </div>
      <p
        id={noteId}
        className={classes(styles.note, textStyles.small, isWrong ? textStyles.bad : textStyles.soft)}
      >
        {note}
      </p>
    </li>
  );
}

/** Fields below each other, with labels beside them. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={classes(layout.pad, styles.stack)}>{children}</div>;
}

/** Where a value comes from: a kind, and for some kinds a name or a JSONPath. */
export function SourceInputs(props: {
  kind: StepKind;
  fields: SourceFields;
  label: string;
  /** Id of the error. */
  wrong: string | undefined;
  onChange: (fields: Partial<SourceFields>) => void;
}) {
  const { kind, fields, label, wrong, onChange } = props;
  const where = whereOf(fields.of);
  // A file may have a source that this kind does not offer.
  const offered = SOURCES[kind].includes(fields.of) ? SOURCES[kind] : [...SOURCES[kind], fields.of];
  return (
    <>
      <Select
        className={styles.source}
        aria-label={label}
        value={fields.of}
        onChange={({ target }) => {
          const of = offered.find((one) => one === target.value);
          if (of !== undefined) onChange({ of });
        }}
      >
        {optionsOf(offered, (one) => [one, t.sources[one]])}
      </Select>
      {where !== null && (
        <Input
          className={classes(styles.where, textStyles.mono)}
          aria-label={where === 'path' ? t.assertions.path : t.assertions.name}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong}
          spellCheck={false}
          value={fields.where}
          onChange={({ target }) => onChange({ where: target.value })}
        />
      )}
    </>
  );
}
