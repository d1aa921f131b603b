/** The parameters of path and query, and those that the user has added. */
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { texts } from '../../../../shared/texts/texts.ts';
import { ownParameters, pathParameters } from '../../../../shared/requests/compose.ts';
import { useDocumentOperation, useParameters } from '../../../state/requests/document-operation.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { optionsOf } from '../../../ui/options.tsx';
import { Input, Select } from '../../../ui/form.tsx';
import { classes } from '../../../ui/classes.ts';
import { NewField, useNewField, IdField } from './added-fields.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './parameters.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.parameters;

export function Parameters() {
  const isOfDocument = useDocumentOperation() !== undefined;
  const { operation, params, query, setParam, setQuery } = useParameters();
  const names = pathParameters(operation);
  const { held, button, row } = useNewField();
  const own = ownParameters(operation, query).filter((name) => name !== held);
  /** Those of the query that stay in place without a value; null for all. */
  const [used, setUsed] = useState<readonly string[] | null>([]);
  const listed = operation.query.filter(
    ({ name }) => used === null || used.includes(name) || (query[name] ?? '') !== '',
  );
  const more = operation.query.length - listed.length;
  const change = (name: string, value: string) => {
    setUsed(used && [...used, name]);
    setQuery(name, value);
  };
  return (
    <section className={styles.parameters} aria-label={t.title}>
      {names.length + listed.length + own.length === 0 && <p className={textStyles.soft}>{t.none}</p>}
      {names.map((name) => (
        <label key={name}>
          <Name name={name} />
          {operation.choices?.[name] === undefined ? (
            <IdField
              name={name}
              required
              className={classes(styles.text, textStyles.mono)}
              value={params[name] ?? ''}
              placeholder={isOfDocument ? '' : name === 'tpp-id' ? t.tppIdHint : t.encryptedHint}
              onValue={(value) => setParam(name, value)}
            />
          ) : (
            <Select value={params[name] ?? ''} onChange={(event) => setParam(name, event.target.value)}>
              {optionsOf(choicesOf(operation.choices[name], params[name]), (value) => [value, value])}
            </Select>
          )}
        </label>
      ))}
      {listed.map(({ name, values, text }) => (
        <label key={name} title={text}>
          <Name name={name} />
          {values.length === 0 ? (
            <Input
              className={classes(styles.text, textStyles.mono)}
              value={query[name] ?? ''}
              placeholder={text}
              onChange={(event) => change(name, event.target.value)}
            />
          ) : (
            <Select value={query[name] ?? ''} onChange={(event) => change(name, event.target.value)}>
              <option value="">{t.notSent}</option>
              {optionsOf(values, (value) => [value, value])}
            </Select>
          )}
        </label>
      ))}
      {own.map((name) => (
        <div key={name} className={styles.own}>
          <Name name={name} />
          <span className={layout.row}>
            <Input
              className={classes(styles.text, textStyles.mono)}
              aria-label={name}
              value={query[name] ?? ''}
              placeholder={t.notSent}
              onChange={(event) => setQuery(name, event.target.value)}
            />
            <IconButton label={t.remove(name)} Icon={X} size={12} onClick={() => setQuery(name, null)} />
          </span>
        </div>
      ))}
      {row !== null && (
        <NewField
          key={row.key}
          kind="parameter"
          isTaken={(name) => Object.hasOwn(query, name) || operation.query.some((one) => one.name === name)}
          onSet={setQuery}
          {...row.props}
        />
      )}
      <span className={styles.add}>
        {more > 0 ? (
          <Button look="plain" size="small" onClick={() => setUsed(null)}>
            <Plus size={12} aria-hidden="true" />
            {t.more(more)}
          </Button>
        ) : (
          <Button look="plain" size="small" {...button}>
            <Plus size={12} aria-hidden="true" />
            {t.add}
          </Button>
        )}
      </span>
    </section>
  );
}

function Name({ name }: { name: string }) {
  return <span className={textStyles.cut}>{name}</span>;
}

/** A link may have a value that is not among the choices, such as the alias of a product. */
function choicesOf(values: readonly string[], present = ''): readonly string[] {
  return present === '' || values.includes(present) ? values : [...values, present];
}
