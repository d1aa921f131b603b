/** The parameters of the path and the query, each with a field or a choice. */
import { texts } from '../../../shared/texts/texts.ts';
import { pathParameters } from '../../../shared/request/compose.ts';
import { operationOf } from '../../../shared/request/request.ts';
import { IdField } from './id-field.tsx';
import { setParam, setQuery } from '../../state/requests/editing.ts';
import { useActiveTab } from '../../state/requests/store.ts';
import { Panel } from '../../ui/panel.tsx';
import { Input, Select } from '../../ui/controls.tsx';
import { classes } from '../../ui/classes.ts';
import styles from './parameters.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.requests.parameters;

export function Parameters() {
  const operation = useActiveTab(({ request }) => operationOf(request));
  const params = useActiveTab(({ request }) => request.params);
  const query = useActiveTab(({ request }) => request.query);
  const names = pathParameters(operation);
  if (names.length === 0 && operation.query.length === 0) return null;
  return (
    <Panel name="request.parameters" title={t.title}>
      <div className={styles.parameters}>
        {names.map((name) => (
          <label key={name}>
            <span>{name}</span>
            {operation.choices?.[name] === undefined ? (
              <IdField
                name={name}
                className={classes(styles.text, textStyles.mono)}
                value={params[name] ?? ''}
                placeholder={t.encryptedHint}
                onValue={(value) => setParam(name, value)}
              />
            ) : (
              <Select value={params[name] ?? ''} onChange={(event) => setParam(name, event.target.value)}>
                {choicesOf(operation.choices[name], params[name]).map((value) => (
                  <option key={value}>{value}</option>
                ))}
              </Select>
            )}
          </label>
        ))}
        {operation.query.map(({ name, values, text }) => (
          <label key={name} title={text}>
            <span>{name}</span>
            {values.length === 0 ? (
              <Input
                className={classes(styles.text, textStyles.mono)}
                value={query[name] ?? ''}
                placeholder={text}
                onChange={(event) => setQuery(name, event.target.value)}
              />
            ) : (
              <Select value={query[name] ?? ''} onChange={(event) => setQuery(name, event.target.value)}>
                <option value="">{t.notSent}</option>
                {values.map((value) => (
                  <option key={value}>{value}</option>
                ))}
              </Select>
            )}
          </label>
        ))}
      </div>
    </Panel>
  );
}

/** A link may contain a value that is not among the choices, such as the alias of a product. It is kept. */
function choicesOf(values: readonly string[], present = ''): readonly string[] {
  return present === '' || values.includes(present) ? values : [...values, present];
}
