/** Environments: where requests go and as whom. */
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import type { EnvironmentView } from '../../../shared/contract/environments.ts';
import { AskTwice } from '../../ui/ask-twice.tsx';
import { Problem } from '../../ui/form.tsx';
import { Pending } from '../../ui/pending.tsx';
import { ListItem } from '../../ui/list-item.tsx';
import { Badge } from '../../ui/parts.tsx';
import { Sessions } from '../sca/sessions.tsx';
import { EnvironmentForm } from './environment-form.tsx';
import { useEnvironments } from './store.ts';
import { VariablesForm } from './variables-form.tsx';

export function EnvironmentsPlace() {
  const { list, selected, problem, load, select, create } = useEnvironments();
  useEffect(() => void load(), [load]);
  const shown = list?.find(({ id }) => id === selected) ?? null;
  return (
    <main className="place environments">
      <section className="pane tree" aria-label="Environments">
        <div className="head">
          <h2>Environments</h2>
          <span className="count wide">{list?.length ?? 0}</span>
          <span className="grow" />
          <button
            type="button"
            className="btn sm"
            aria-label="New environment"
            title="New environment"
            onClick={() => void create()}
          >
            <Plus size={14} aria-hidden="true" />
          </button>
        </div>
        <div className="scroll">
          {list === null && (
            <Pending doing="Reading the environments…" problem={problem} onRetry={() => void load()} />
          )}
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
                  <Badge tone="ok">Requests go here</Badge>
                </span>
              )}
            </ListItem>
          ))}
          <p className="faint small pad">
            The local bank is always there. Add one for a real bank&apos;s sandbox.
          </p>
        </div>
      </section>
      {shown && <Shown key={shown.id} environment={shown} problem={problem} />}
    </main>
  );
}

function Shown({ environment, problem }: { environment: EnvironmentView; problem: string | null }) {
  const { choose, remove } = useEnvironments();
  return (
    <section className="pane" aria-label="Environment">
      <div className="head">
        <h2>{environment.name}</h2>
        <span className="grow" />
        {!environment.current && (
          <button type="button" className="btn sm" onClick={() => void choose(environment.id)}>
            Send requests here
          </button>
        )}
        {environment.kind === 'bank' && (
          <AskTwice
            plain
            label="Delete…"
            sure="Delete the environment"
            onSure={() => void remove(environment.id)}
          />
        )}
      </div>
      <div className="scroll">
        <Problem text={problem} />
        <EnvironmentForm environment={environment} />
        {environment.current && <Sessions local={environment.kind === 'local'} />}
        <VariablesForm id={environment.id} />
      </div>
    </section>
  );
}
