/** Where a value comes from: a kind, and for some kinds a name or a JSONPath. */
import { type SourceFields, whereOf } from '../../../../shared/collections/assertion-form.ts';
import { SOURCES } from '../../../../shared/collections/step-tests.ts';
import type { StepKind } from '../../../../shared/collections/steps.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { Input, Select } from '../../../ui/controls.tsx';
import { classes } from '../../../ui/classes.ts';
import styles from './rows.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.tests;

export function SourceInputs(props: {
  kind: StepKind;
  fields: SourceFields;
  label: string;
  /** Id of the sentence about what is wrong; undefined if nothing is. */
  wrong: string | undefined;
  onChange: (fields: Partial<SourceFields>) => void;
}) {
  const { kind, fields, label, wrong, onChange } = props;
  const where = whereOf(fields.of);
  // What a file says is shown, also where it has no value.
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
        {offered.map((one) => (
          <option key={one} value={one}>
            {t.sources[one]}
          </option>
        ))}
      </Select>
      {where !== null && (
        <Input
          className={classes(styles.sourceFieldsWhere, textStyles.mono)}
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
