/** Where a value comes from: a kind, and for some kinds a name or a JSONPath. */
import { type SourceFields, type SourceKind, whereOf } from '../../../../shared/collection/assertion-form.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { Input, Select } from '../../../ui/controls.tsx';
import { classes } from '../../../ui/classes.ts';
import styles from './source-fields.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.tests;

/** A request brings no return of the PSU: that source belongs to the step of an SCA. */
const KINDS: readonly SourceKind[] = [
  'status',
  'body',
  'header',
  'link',
  'error-code',
  'schema',
  'signature',
  'verdicts',
  'time',
  'text',
];

export function SourceInputs(props: {
  fields: SourceFields;
  label: string;
  /** Id of the sentence about what is wrong; undefined if nothing is. */
  wrong: string | undefined;
  onChange: (fields: Partial<SourceFields>) => void;
}) {
  const { fields, label, wrong, onChange } = props;
  const where = whereOf(fields.of);
  return (
    <>
      <Select
        className={styles.source}
        aria-label={label}
        value={fields.of}
        onChange={({ target }) => {
          const of = [...KINDS, 'redirect' as const].find((kind) => kind === target.value);
          if (of !== undefined) onChange({ of });
        }}
      >
        {(KINDS.includes(fields.of) ? KINDS : [...KINDS, fields.of]).map((kind) => (
          <option key={kind} value={kind}>
            {t.sources[kind]}
          </option>
        ))}
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
