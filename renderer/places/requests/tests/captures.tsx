/** The captured variables of a step, and those captured from requests sent by hand. */
import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { type Capture, fieldsOfCapture, readCapture } from '../../../../shared/collections/capture.ts';
import { textOf } from '../../../../shared/collections/value-text.ts';
import { firstCapture, SOURCES } from '../../../../shared/collections/step-tests.ts';
import type { StepKind } from '../../../../shared/collections/steps.ts';
import type { Outcome } from '../../../../shared/collections/source.ts';
import { firstFree } from '../../../../shared/names.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { host } from '../../../host.ts';
import { useActiveTab } from '../../../state/requests/store.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Input, Select } from '../../../ui/form.tsx';
import { Count, Sentence } from '../../../ui/labels.tsx';
import { optionsOf } from '../../../ui/options.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { keptNow } from './judged.ts';
import { type EditedTests, useFields, type KnownVariable } from './edited-tests.ts';
import { Row, Rows, SourceInputs } from './test-rows.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './captures.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.tests.captures;
const NONE: readonly Capture[] = [];
const PICKS = ['whole', 'first', 'segment'] as const;

export function Captures({ kind, tests, edit, outcome, known }: EditedTests) {
  const { keep = NONE } = tests;
  const isOfRun = useActiveTab((tab) => tab.run !== null);
  const canAdd = SOURCES[kind].length > 0;
  if (!canAdd && keep.length === 0) return null;
  const add = () => {
    const taken = new Set(keep.map((one) => one.as));
    const as = firstFree(
      (number) => `value${number}`,
      (name) => taken.has(name),
    );
    edit(`add-capture-${as}`, { keep: [...keep, firstCapture(kind, as)] });
  };
  return (
    <Panel name="tests.captures" title={t.title} fact={<Count>{keep.length}</Count>}>
      {keep.length === 0 && <p className={classes(layout.pad, textStyles.soft)}>{t.none}</p>}
      <Rows label={t.title}>
        {keep.map((capture, at) => (
          <CaptureItem
            key={at}
            number={at + 1}
            kind={kind}
            capture={capture}
            outcome={outcome}
            known={known}
            onChange={(next) => edit(`capture ${at}`, { keep: keep.with(at, next) })}
            onRemove={() => edit(`remove-capture-${keep.length}`, { keep: keep.toSpliced(at, 1) })}
          />
        ))}
      </Rows>
      {canAdd && (
        <div className={layout.pad}>
          <Button size="small" onClick={add}>
            <Plus size={12} aria-hidden="true" /> {t.add}
          </Button>
        </div>
      )}
      {!isOfRun && <KnownHere known={known.filter(({ origin }) => origin === 'capture')} />}
    </Panel>
  );
}

function CaptureItem(props: {
  number: number;
  kind: StepKind;
  capture: Capture;
  outcome: Outcome | null;
  known: readonly KnownVariable[];
  onChange: (capture: Capture) => void;
  onRemove: () => void;
}) {
  const { number, kind, capture, outcome, known, onChange, onRemove } = props;
  const noteId = useId();
  const { fields, wrong, change } = useFields({
    value: capture,
    fieldsOf: fieldsOfCapture,
    read: readCapture,
    onChange,
  });
  const found = outcome === null ? null : keptNow(capture, outcome, known);
  const tone = found === null || wrong !== null ? 'plain' : 'missing' in found ? 'bad' : 'ok';
  return (
    <Row
      label={t.item(number)}
      tone={tone}
      note={
        wrong !== null ? (
          wrong.text
        ) : found === null ? null : 'missing' in found ? (
          found.missing
        ) : (
          <>
            {t.keeps} <code>{shortened(textOf(found.value))}</code>
          </>
        )
      }
      noteId={noteId}
      isWrong={wrong !== null}
      removeLabel={t.remove(number)}
      onRemove={onRemove}
    >
      <Input
        className={classes(styles.variable, textStyles.mono)}
        aria-label={t.name}
        aria-invalid={wrong?.field === 'as'}
        aria-describedby={wrong?.field === 'as' ? noteId : undefined}
        spellCheck={false}
        value={fields.as}
        onChange={({ target }) => change({ as: target.value })}
      />
      <SourceInputs
        kind={kind}
        fields={fields}
        label={t.source}
        wrong={wrong?.field === 'where' ? noteId : undefined}
        onChange={change}
      />
      <Select
        aria-label={t.pick}
        value={fields.pick}
        onChange={({ target }) => {
          const pick = PICKS.find((one) => one === target.value);
          if (pick !== undefined) change({ pick });
        }}
      >
        {optionsOf(PICKS, (one) => [one, t.picks[one]])}
      </Select>
      {fields.pick === 'segment' && (
        <Input
          className={styles.segment}
          aria-label={t.segment}
          aria-invalid={wrong?.field === 'segment'}
          aria-describedby={wrong?.field === 'segment' ? noteId : undefined}
          inputMode="numeric"
          value={fields.segment}
          onChange={({ target }) => change({ segment: target.value })}
        />
      )}
    </Row>
  );
}

/** Maximum length of a displayed value. */
const SHOWN = 200;

const shortened = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Variables captured from requests sent by hand. */
function KnownHere({ known }: { known: readonly KnownVariable[] }) {
  if (known.length === 0) return null;
  const forget = (name: string | null) => void host.call('variables.forget', { name });
  return (
    <section className={layout.pad} aria-label={t.session}>
      <h4 className={styles.subtitle}>
        {t.session}
        <Button look="plain" size="small" onClick={() => forget(null)}>
          {t.forgetAll}
        </Button>
      </h4>
      <p className={classes(textStyles.soft, textStyles.small)}>
        <Sentence text={t.sessionHint} parts={{ name: <code>{'{{name}}'}</code> }} />
      </p>
      <ul className={styles.known}>
        {known.map(({ name, value, from }) => (
          <li key={name}>
            <code>{name}</code>
            <code className={textStyles.cut} title={value}>
              {value}
            </code>
            <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>
              {from !== null && t.from(from)}
            </span>
            <IconButton label={t.forget(name)} Icon={X} size={12} onClick={() => forget(name)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
