/** What the last successful SCA brought: requests carry it until it is forgotten. */
import type { EnvironmentView } from '../../../shared/contract/environments.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { useEnvironments } from '../../state/environments.ts';

const t = texts.environments.psu;

export function Psu({ environment: { id, psu } }: { environment: EnvironmentView }) {
  const forgetPsu = useEnvironments((store) => store.forgetPsu);
  return (
    <section aria-label={t.title}>
      <Panel
        name="environment.psu"
        title={t.title}
        fact={<span className="soft small cut">{t.hint}</span>}
        actions={
          psu && (
            <button type="button" className="btn sm" onClick={() => void forgetPsu(id)}>
              {t.forget}
            </button>
          )
        }
        rule="SCA-1"
      >
        {psu === null ? (
          <p className="pad soft">{t.none}</p>
        ) : (
          <dl className="facts pad">
            <dt>{t.psuId}</dt>
            <dd className="mono">{psu.psuId}</dd>
            {psu.corporateId !== null && (
              <>
                <dt>{t.corporateId}</dt>
                <dd className="mono">{psu.corporateId}</dd>
              </>
            )}
            <dt>{t.context}</dt>
            <dd className="mono">{psu.context}</dd>
          </dl>
        )}
      </Panel>
    </section>
  );
}
