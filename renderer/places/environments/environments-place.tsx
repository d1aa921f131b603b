/** The Environments view: where requests go and as whom. */
import { Plus } from 'lucide-react';
import { useEffect, useId, useMemo } from 'react';
import type { EnvironmentView } from '../../../shared/contract/environments.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Sessions } from '../../parts/sca/sessions.tsx';
import { draftOf, formKey, NEW, profileKey, useEnvironments } from '../../state/environments.ts';
import { useIsUnsaved } from '../../state/unsaved.ts';
import { AskTwice, Button } from '../../ui/button.tsx';
import { Problem, Pending } from '../../ui/messages.tsx';
import { ListItem } from '../../ui/list-items.tsx';
import { Badge, Count, UnsavedMark } from '../../ui/labels.tsx';
import { classes } from '../../ui/classes.ts';
import { Head, Panel, Tabs } from '../../ui/panel.tsx';
import { PlaceMain } from '../../ui/columns.tsx';
import { Facts } from '../../ui/table.tsx';
import { ENVIRONMENT_FORM, EnvironmentForm, USE } from './environment-form.tsx';
import { SignatureProfileTab } from './signature-profile.tsx';
import { OpenApiDocument } from './openapi-document.tsx';
import { SigningProxy } from './signing-proxy.tsx';
import { Tap } from './tap.tsx';
import { VariablesForm } from './variables-form.tsx';
import layout from '../../ui/layout.module.css';
import styles from './environments-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.environments.place;
const profileTexts = texts.environments.profile;
const psuTexts = texts.environments.psu;

export function EnvironmentsPlace() {
  const { list, selected, problem, load, select, begin } = useEnvironments();
  useEffect(() => void load(), [load]);
  const draft = useMemo(() => (selected === NEW && list !== null ? draftOf(list) : null), [list, selected]);
  const isNewBegun = useIsUnsaved((key) => key === formKey(NEW));
  const shown = draft ?? list?.find(({ id }) => id === selected) ?? null;
  return (
    <PlaceMain className={styles.environments}>
      <section className={classes(layout.pane, layout.ground)} aria-label={texts.environments.name}>
        <Head>
          <h2>{texts.environments.name}</h2>
          <Count className={textStyles.wide}>{list?.length ?? 0}</Count>
          <span className={layout.grow} />
          <Button size="small" aria-label={t.add} title={t.add} onClick={begin}>
            <Plus size={14} aria-hidden="true" />
          </Button>
        </Head>
        <div className={layout.scroll}>
          {list === null && <Pending doing={t.reading} problem={problem} onRetry={() => void load()} />}
          {list?.map((environment) => (
            <Listed
              key={environment.id}
              environment={environment}
              isSelected={environment.id === selected}
              onClick={() => select(environment.id)}
            />
          ))}
          {(draft !== null || isNewBegun) && (
            <ListItem name={t.add} current={draft !== null} onClick={begin}>
              <span className={classes(textStyles.soft, textStyles.small)}>{t.notSavedYet}</span>
            </ListItem>
          )}
          <p className={classes(textStyles.faint, textStyles.small, layout.pad)}>{t.hint}</p>
        </div>
      </section>
      {shown && <Shown key={shown.id} environment={shown} problem={problem} />}
    </PlaceMain>
  );
}

function Listed(props: { environment: EnvironmentView; isSelected: boolean; onClick: () => void }) {
  const { id, name, baseUrl, current } = props.environment;
  const isUnsaved = useIsUnsaved((key) => key === formKey(id) || key === profileKey(id));
  return (
    <ListItem name={name} current={props.isSelected} onClick={props.onClick}>
      <code className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>{baseUrl}</code>
      <UnsavedMark on={isUnsaved} />
      {current && (
        <span>
          <Badge tone="ok">{t.inUse}</Badge>
        </span>
      )}
    </ListItem>
  );
}

function Shown({ environment, problem }: { environment: EnvironmentView; problem: string | null }) {
  const { choose, remove } = useEnvironments();
  const isNew = environment.id === NEW;
  const tab = useEnvironments((store) => store.tab);
  const isUnsaved = useIsUnsaved(
    (key) => key === formKey(environment.id) || key === profileKey(environment.id),
  );
  const isEdited = useIsUnsaved((key) => key === formKey(environment.id));
  const mustSave = isNew || (tab === 'environment' && isEdited);
  const panelId = useId();
  return (
    <section className={layout.pane} aria-label={t.environment}>
      <Head>
        <h2>{isNew ? t.add : environment.name}</h2>
        <UnsavedMark on={isUnsaved} />
        <span className={layout.grow} />
        {environment.kind !== 'local' && !isNew && (
          <AskTwice
            plain
            label={texts.common.delete}
            sure={t.deleteForGood}
            onSure={() => void remove(environment.id)}
          />
        )}
        {/* Always the last, so that no other button moves under the pointer. */}
        <Button
          {...(mustSave
            ? ({ type: 'submit', form: ENVIRONMENT_FORM, value: USE } as const)
            : { onClick: () => void choose(environment.id) })}
          size="small"
          className={styles.use}
          disabled={environment.current}
          title={environment.current ? t.inUseAlready : undefined}
        >
          {mustSave && !environment.current ? t.saveAndUse : t.use}
        </Button>
      </Head>
      {!isNew && (
        <Head part>
          <Tabs
            label={profileTexts.parts}
            value={tab}
            tabs={[
              { value: 'environment', label: profileTexts.environment },
              { value: 'profile', label: profileTexts.title },
              { value: 'programs', label: profileTexts.programs },
            ]}
            panelId={panelId}
            onChange={(next) => useEnvironments.setState({ tab: next })}
          />
        </Head>
      )}
      {!isNew && tab === 'profile' ? (
        <div id={panelId} className={styles.whole} role="tabpanel" aria-label={profileTexts.title}>
          <SignatureProfileTab environment={environment} />
        </div>
      ) : !isNew && tab === 'programs' ? (
        <div id={panelId} className={layout.scroll} role="tabpanel" aria-label={profileTexts.programs}>
          <Tap environment={environment} />
          <SigningProxy environment={environment} />
        </div>
      ) : (
        <div id={panelId} className={layout.scroll}>
          <Problem text={problem} />
          <EnvironmentForm environment={environment} />
          {!isNew && (
            <>
              <Psu environment={environment} />
              {environment.current && <Sessions local={environment.kind === 'local'} />}
              {environment.kind === 'bank' && <OpenApiDocument environment={environment} />}
              <VariablesForm id={environment.id} />
            </>
          )}
        </div>
      )}
    </section>
  );
}

/** The PSU of the last successful SCA, whom requests name until it is forgotten. */
function Psu({ environment: { id, psu } }: { environment: EnvironmentView }) {
  const forgetPsu = useEnvironments((store) => store.forgetPsu);
  return (
    <section aria-label={psuTexts.title}>
      <Panel
        name="environment.psu"
        title={psuTexts.title}
        fact={
          <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>{psuTexts.hint}</span>
        }
        actions={
          psu && (
            <Button size="small" onClick={() => void forgetPsu(id)}>
              {psuTexts.forget}
            </Button>
          )
        }
        rule="SCA-1"
      >
        {psu === null ? (
          <p className={classes(layout.pad, textStyles.soft)}>{psuTexts.none}</p>
        ) : (
          <Facts className={layout.pad}>
            <dt>{psuTexts.psuId}</dt>
            <dd className={textStyles.mono}>{psu.psuId}</dd>
            {psu.corporateId !== null && (
              <>
                <dt>{psuTexts.corporateId}</dt>
                <dd className={textStyles.mono}>{psu.corporateId}</dd>
              </>
            )}
            <dt>{psuTexts.context}</dt>
            <dd className={textStyles.mono}>{psu.context}</dd>
          </Facts>
        )}
      </Panel>
    </section>
  );
}
