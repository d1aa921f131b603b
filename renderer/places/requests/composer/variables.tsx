/** The variables of the request, and the earlier steps that capture those without a value. */
import { useMemo } from 'react';
import { type CapturingStep, capturingStepsBefore } from '../../../../shared/collections/capturing-steps.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { isMadeAnew } from '../../../../shared/collections/dynamic.ts';
import { openAndReveal } from '../../../state/requests/navigation.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { useActiveTab } from '../../../state/requests/store.ts';
import { rootOf } from '../../../state/requests/tree.ts';
import { flowOfPath } from '../../../../shared/collections/tree.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/messages.tsx';
import { classes } from '../../../ui/classes.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Table } from '../../../ui/table.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.tests.earlier;
const variablesTexts = texts.tests.variables;

const NONE: readonly CapturingStep[] = [];

function useCapturingSteps(): readonly CapturingStep[] {
  const path = useActiveTab((tab) => tab.path);
  const missing = useActiveTab((tab) => tab.missing);
  const entries = useSaved((state) => state.entries);
  const folders = useSaved((state) => state.folders);
  return useMemo(() => {
    const flow = path === null || missing.length === 0 ? null : flowOfPath(path);
    if (path === null || flow === null) return NONE;
    return capturingStepsBefore(rootOf({ entries, folders }), flow, path, missing);
  }, [path, missing, entries, folders]);
}

/** Why the draft cannot be sent, naming the step that captures each missing variable. */
export function useBlocked(): string | null {
  const blocked = useActiveTab((tab) => tab.blocked);
  const missing = useActiveTab((tab) => tab.missing.length);
  const steps = useCapturingSteps();
  if (blocked === null || steps.length === 0 || steps.length < missing) return blocked;
  return t.blocked(steps.map(({ variable, name }) => [`{{${variable}}}`, name]));
}

/** Buttons that open those steps. */
export function EarlierSteps() {
  const entries = useSaved((state) => state.entries);
  const paths = new Set(useCapturingSteps().map(({ path }) => path));
  const steps = entries.filter(({ path }) => paths.has(path));
  if (steps.length === 0) return null;
  return (
    <Note as="div" className={layout.actions}>
      {steps.map((entry) => (
        <Button key={entry.path} size="small" onClick={() => openAndReveal(entry)}>
          {t.open(entry.name)}
        </Button>
      ))}
    </Note>
  );
}

const { origins, originFrom } = texts.runs;

/** The value and origin of each variable. */
export function UsedVariables() {
  const used = useActiveTab((tab) => tab.used);
  if (used.length === 0) return null;
  return (
    <Panel
      name="request.variables"
      title={variablesTexts.title}
      fact={
        <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>
          {variablesTexts.hint}
        </span>
      }
    >
      <Table aria-label={variablesTexts.title}>
        <thead>
          <tr>
            <th scope="col">{variablesTexts.variable}</th>
            <th scope="col">{variablesTexts.sends}</th>
            <th scope="col">{variablesTexts.from}</th>
          </tr>
        </thead>
        <tbody>
          {used.map(({ name, value, origin, from }) => (
            <tr key={name}>
              <th scope="row" className={textStyles.mono}>
                {name}
              </th>
              {isMadeAnew(name) ? (
                <td>{variablesTexts.anew(value)}</td>
              ) : (
                <td className={textStyles.mono}>{value}</td>
              )}
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
