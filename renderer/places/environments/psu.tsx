/** The result of the last successful SCA, which requests carry until it is forgotten. */
import type { EnvironmentView } from '../../../shared/contract/environments.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { useEnvironments } from '../../state/environments.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Facts } from '../../ui/facts.tsx';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.environments.psu;

export function Psu({ environment: { id, psu } }: { environment: EnvironmentView }) {
  const forgetPsu = useEnvironments((store) => store.forgetPsu);
  return (
    <section aria-label={t.title}>
      <Panel
        name="environment.psu"
        title={t.title}
        fact={<span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>{t.hint}</span>}
        actions={
          psu && (
            <Button size="small" onClick={() => void forgetPsu(id)}>
              {t.forget}
            </Button>
          )
        }
        rule="SCA-1"
      >
        {psu === null ? (
          <p className={classes(layout.pad, textStyles.soft)}>{t.none}</p>
        ) : (
          <Facts className={layout.pad}>
            <dt>{t.psuId}</dt>
            <dd className={textStyles.mono}>{psu.psuId}</dd>
            {psu.corporateId !== null && (
              <>
                <dt>{t.corporateId}</dt>
                <dd className={textStyles.mono}>{psu.corporateId}</dd>
              </>
            )}
            <dt>{t.context}</dt>
            <dd className={textStyles.mono}>{psu.context}</dd>
          </Facts>
        )}
      </Panel>
    </section>
  );
}
