/** The variables of the request: what will be sent in their place, and where each value comes from. */
import { isMadeAnew } from '../../../shared/collections/dynamic.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useActiveTab } from '../../state/requests/store.ts';
import { classes } from '../../ui/classes.ts';
import { Panel } from '../../ui/panel.tsx';
import { Table } from '../../ui/table.tsx';
import textStyles from '../../ui/text.module.css';

const t = texts.tests.variables;
const { origins, originFrom } = texts.runs;

export function UsedVariables() {
  const used = useActiveTab((tab) => tab.used);
  if (used.length === 0) return null;
  return (
    <Panel
      name="request.variables"
      title={t.title}
      fact={<span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>{t.hint}</span>}
    >
      <Table aria-label={t.title}>
        <thead>
          <tr>
            <th scope="col">{t.variable}</th>
            <th scope="col">{t.sends}</th>
            <th scope="col">{t.from}</th>
          </tr>
        </thead>
        <tbody>
          {used.map(({ name, value, origin, from }) => (
            <tr key={name}>
              <th scope="row" className={textStyles.mono}>
                {name}
              </th>
              {isMadeAnew(name) ? <td>{t.anew(value)}</td> : <td className={textStyles.mono}>{value}</td>}
              <td className={textStyles.soft}>
                {from === null || from === '' ? origins[origin] : originFrom(origins[origin], from)}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
