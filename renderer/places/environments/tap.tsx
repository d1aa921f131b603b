/** The tap of an environment: its address, and a board of what another client has sent through it. */
import { type FormEvent, useEffect, useState } from 'react';
import type { EnvironmentView } from '../../../shared/contract/environments.ts';
import type { TapOperation, TapView } from '../../../shared/contract/tap.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { useTap } from '../../state/environments.ts';
import { showExchange } from '../../state/history.ts';
import { Button, CopyButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Form, FormButtons } from '../../ui/form.tsx';
import { Badge, MethodName } from '../../ui/labels.tsx';
import { ActionsHead, Facts, Grid } from '../../ui/table.tsx';
import { ListenerPanel } from './listener-panel.tsx';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.environments.tap;

const revealed = () => useTap.setState({ shouldReveal: false });

export function Tap({ environment }: { environment: EnvironmentView }) {
  const store = useTap();
  const { tap, perform } = store;
  return (
    <ListenerPanel
      name="environment.tap"
      title={t.title}
      hint={t.hint}
      event="tap.changed"
      on={tap}
      environment={environment.id}
      store={store}
      onRevealed={revealed}
      actions={
        <Button size="small" onClick={() => void perform('tap.stop', {})}>
          {t.switchOff}
        </Button>
      }
    >
      {tap?.environment === environment.id ? (
        <Board tap={tap} />
      ) : (
        <SwitchOn environment={environment} isElsewhere={tap !== null} />
      )}
    </ListenerPanel>
  );
}

function SwitchOn({ environment, isElsewhere }: { environment: EnvironmentView; isElsewhere: boolean }) {
  const perform = useTap((store) => store.perform);
  const [tls, setTls] = useState(false);
  const [useTlsKey, setUseTlsKey] = useState(false);
  const hasKey = environment.tlsCertificateId !== null;
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void perform('tap.start', { environment: environment.id, tls, useTlsKey: hasKey && useTlsKey });
  };
  return (
    <Form onSubmit={start} aria-label={t.title}>
      <p className={textStyles.soft}>{t.about}</p>
      <label className={layout.row}>
        <input type="checkbox" checked={tls} onChange={({ target }) => setTls(target.checked)} />
        {t.https}
      </label>
      {hasKey && (
        <label className={layout.row}>
          <input
            type="checkbox"
            checked={useTlsKey}
            onChange={({ target }) => setUseTlsKey(target.checked)}
          />
          <KeyQuestion environment={environment} />
        </label>
      )}
      <FormButtons>
        <Button type="submit">{isElsewhere ? t.switchOnHere : t.switchOn}</Button>
      </FormButtons>
    </Form>
  );
}

/** Names bank and key, because every program of this machine could then call the bank with it. */
function KeyQuestion({ environment: { baseUrl, tlsCertificateId } }: { environment: EnvironmentView }) {
  const [name, setName] = useState('');
  useEffect(() => {
    let isShown = true;
    void host.call('certificates.list', {}).then(({ certificates }) => {
      if (isShown) setName(certificates.find(({ id }) => id === tlsCertificateId)?.name ?? '');
    });
    return () => {
      isShown = false;
    };
  }, [tlsCertificateId]);
  return <span>{t.useKey(name, URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl)}</span>;
}

function Board({ tap: { address, ca, key, operations } }: { tap: TapView }) {
  return (
    <>
      <Facts className={layout.pad}>
        <dt>{t.address}</dt>
        <dd>
          <code>{address}</code> <CopyButton text={address} label={texts.common.copy} what={t.copyAddress} />
        </dd>
        {ca !== null && (
          <>
            <dt>{t.ca}</dt>
            <dd>
              <code>{ca}</code> <CopyButton text={ca} label={texts.common.copy} what={t.copyCa} />
            </dd>
          </>
        )}
        {key !== null && (
          <>
            <dt>{t.key}</dt>
            <dd>{key}</dd>
          </>
        )}
      </Facts>
      {operations.length === 0 ? (
        <p className={classes(layout.pad, textStyles.soft)}>{t.nothing}</p>
      ) : (
        <Grid>
          <thead>
            <tr>
              <th scope="col">{t.state}</th>
              <th scope="col">{t.operation}</th>
              <th scope="col" className={textStyles.num}>
                {t.passed}
              </th>
              <th scope="col" className={textStyles.num}>
                {t.failed}
              </th>
              <th scope="col">{t.cause}</th>
              <ActionsHead />
            </tr>
          </thead>
          <tbody>
            {operations.map((one) => (
              <Row key={one.operation ?? `${one.method} ${one.title}`} operation={one} />
            ))}
          </tbody>
        </Grid>
      )}
    </>
  );
}

function Row({ operation: { title, method, passed, failed, cause, exchange } }: { operation: TapOperation }) {
  return (
    <tr>
      <td>
        <Badge tone={failed === 0 ? 'ok' : 'bad'}>{failed === 0 ? t.hasPassed : t.hasFailed}</Badge>
      </td>
      <td>
        <MethodName>{method}</MethodName> {title}
      </td>
      <td className={textStyles.num}>{passed}</td>
      <td className={textStyles.num}>{failed}</td>
      <td className={textStyles.small}>{cause}</td>
      <td>
        {exchange !== null && (
          <Button size="small" data-opens onClick={() => showExchange(exchange)}>
            {cause === null ? t.show : t.showWhy}
          </Button>
        )}
      </td>
    </tr>
  );
}
