/** The signing proxy of an environment, with its address and token. */
import { AskTwice, Button, CopyButton } from '../../ui/button.tsx';
import type { FormEvent } from 'react';
import type { EnvironmentView } from '../../../shared/contract/environments.ts';
import type { ProxyView } from '../../../shared/contract/proxy.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useProxy } from '../../state/environments.ts';
import { Facts } from '../../ui/table.tsx';
import { Field, Form, FormButtons, Input } from '../../ui/form.tsx';
import { ListenerPanel } from './listener-panel.tsx';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.environments.proxy;

const revealed = () => useProxy.setState({ shouldReveal: false });

export function SigningProxy({ environment: { id } }: { environment: EnvironmentView }) {
  const store = useProxy();
  const { proxy, perform } = store;
  return (
    <ListenerPanel
      name="environment.proxy"
      title={t.title}
      hint={t.hint}
      event="proxy.changed"
      on={proxy}
      environment={id}
      store={store}
      onRevealed={revealed}
      actions={
        <>
          <AskTwice
            plain
            label={t.newToken}
            sure={t.newTokenSure}
            onSure={() => void perform('proxy.renewToken', {})}
          />
          <Button size="small" onClick={() => void perform('proxy.stop', {})}>
            {t.switchOff}
          </Button>
        </>
      }
    >
      {proxy?.environment === id ? (
        <Addresses proxy={proxy} />
      ) : (
        <SwitchOn id={id} isElsewhere={proxy !== null} />
      )}
    </ListenerPanel>
  );
}

function SwitchOn({ id, isElsewhere }: { id: string; isElsewhere: boolean }) {
  const perform = useProxy((store) => store.perform);
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('origin');
    const origin = typeof typed === 'string' ? typed.trim() : '';
    void perform('proxy.start', { environment: id, origin: origin === '' ? null : origin });
  };
  return (
    <Form onSubmit={start} aria-label={t.title}>
      <p className={textStyles.soft}>{t.about}</p>
      <Field label={t.origin} hint={t.originHint}>
        {(links) => <Input {...links} name="origin" autoComplete="off" spellCheck={false} />}
      </Field>
      <FormButtons>
        <Button type="submit">{isElsewhere ? t.switchOnHere : t.switchOn}</Button>
      </FormButtons>
    </Form>
  );
}

function Addresses({ proxy: { address, token, origin } }: { proxy: ProxyView }) {
  return (
    <Facts className={layout.pad}>
      <dt>{t.address}</dt>
      <dd>
        <code>{address}</code> <CopyButton text={address} label={texts.common.copy} what={t.copyAddress} />
      </dd>
      <dt>{t.token}</dt>
      <dd>
        <code>{texts.common.mask}</code>{' '}
        <CopyButton text={token} label={texts.common.copy} what={t.copyToken} />
      </dd>
      <dt>{t.whole}</dt>
      <dd>
        <code>{`${address}/${texts.common.mask}`}</code>{' '}
        <CopyButton text={`${address}/${token}`} label={texts.common.copy} what={t.copyWhole} />
      </dd>
      <dt>{t.origin}</dt>
      <dd>{origin === null ? t.noOrigin : <code>{origin}</code>}</dd>
    </Facts>
  );
}
