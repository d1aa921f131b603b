/** Environments: where requests go and as whom. */
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import type { EnvironmentView } from '../../../shared/contract/environments.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { AskTwice } from '../../ui/ask-twice.tsx';
import { Problem } from '../../ui/form.tsx';
import { Pending } from '../../ui/pending.tsx';
import { ListItem } from '../../ui/list-item.tsx';
import { Badge } from '../../ui/parts.tsx';
import { Sessions } from '../../parts/sca/sessions.tsx';
import { EnvironmentForm } from './environment-form.tsx';
import { Psu } from './psu.tsx';
import { useEnvironments } from '../../state/environments.ts';
import { VariablesForm } from './variables-form.tsx';

const t = texts.environments.place;

export function EnvironmentsPlace() {
  const { list, selected, problem, load, select, create } = useEnvironments();
  useEffect(() => void load(), [load]);
  const shown = list?.find(({ id }) => id === selected) ?? null;
  return (
    <main className="place environments">
      <section className="pane tree" aria-label={texts.environments.name}>
        <div className="head">
          <h2>{texts.environments.name}</h2>
          <span className="count wide">{list?.length ?? 0}</span>
          <span className="grow" />
          <button
            type="button"
            className="btn sm"
            aria-label={t.add}
            title={t.add}
            onClick={() => void create()}
          >
            <Plus size={14} aria-hidden="true" />
          </button>
        </div>
        <div className="scroll">
          {list === null && <Pending doing={t.reading} problem={problem} onRetry={() => void load()} />}
          {list?.map((environment) => (
            <ListItem
              key={environment.id}
              name={environment.name}
              current={environment.id === selected}
              onClick={() => select(environment.id)}
            >
              <code className="soft small cut">{environment.baseUrl}</code>
              {environment.current && (
                <span>
                  <Badge tone="ok">{t.inUse}</Badge>
                </span>
              )}
            </ListItem>
          ))}
          <p className="faint small pad">{t.hint}</p>
        </div>
      </section>
      {shown && <Shown key={shown.id} environment={shown} problem={problem} />}
    </main>
  );
}

function Shown({ environment, problem }: { environment: EnvironmentView; problem: string | null }) {
  const { choose, remove } = useEnvironments();
  return (
    <section className="pane" aria-label={t.environment}>
      <div className="head">
        <h2>{environment.name}</h2>
        <span className="grow" />
        {!environment.current && (
          <button type="button" className="btn sm" onClick={() => void choose(environment.id)}>
            {t.use}
          </button>
        )}
        {environment.kind === 'bank' && (
          <AskTwice
            plain
            label={texts.common.delete}
            sure={t.deleteForGood}
            onSure={() => void remove(environment.id)}
          />
        )}
      </div>
      <div className="scroll">
        <Problem text={problem} />
        <EnvironmentForm environment={environment} />
        <Psu environment={environment} />
        {environment.current && <Sessions local={environment.kind === 'local'} />}
        <VariablesForm id={environment.id} />
      </div>
    </section>
  );
}
