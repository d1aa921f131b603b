/** The signing proxy of an environment, with its address and token. */
import { CopyButton } from '../../ui/button.tsx';
import { type FormEvent, useEffect, useRef } from 'react';
import type { EnvironmentView } from '../../../shared/contract/environments.ts';
import type { ProxyView } from '../../../shared/contract/proxy.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { useProxy } from '../../state/environments.ts';
import { AskTwice } from '../../ui/button.tsx';
import { Badge } from '../../ui/labels.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Facts } from '../../ui/table.tsx';
import { Field, Form, FormButtons, Input } from '../../ui/form.tsx';
import { Problem } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.environments.proxy;

export function SigningProxy({ environment: { id } }: { environment: EnvironmentView }) {
  const { proxy, problem, shouldReveal, load, perform } = useProxy();
  useEffect(() => {
    void load();
    const ends = (['proxy.changed', 'environments.changed'] as const).map((event) =>
      host.on(event, () => void load()),
    );
    return () => ends.forEach((end) => end());
  }, [load]);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!shouldReveal) return;
    section.current?.scrollIntoView({ block: 'nearest' });
    section.current?.querySelector('button')?.focus({ preventScroll: true });
    useProxy.setState({ shouldReveal: false });
  }, [shouldReveal]);
  const isHere = proxy?.environment === id;
  return (
    <section ref={section} aria-label={t.title}>
      <Panel
        name="environment.proxy"
        title={t.title}
        fact={
          <>
            <State proxy={proxy} isHere={isHere} />
            <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>{t.hint}</span>
          </>
        }
        actions={
          isHere && (
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
          )
        }
      >
        <Problem text={problem} />
        {isHere ? <Addresses proxy={proxy} /> : <SwitchOn id={id} isElsewhere={proxy !== null} />}
      </Panel>
    </section>
  );
}

function State({ proxy, isHere }: { proxy: ProxyView | null; isHere: boolean }) {
  if (proxy === null) return <Badge tone="plain">{t.isOff}</Badge>;
  return isHere ? <Badge tone="ok">{t.isOn}</Badge> : <Badge tone="plain">{t.onElsewhere(proxy.name)}</Badge>;
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
        <code>{t.hidden}</code> <CopyButton text={token} label={texts.common.copy} what={t.copyToken} />
      </dd>
      <dt>{t.whole}</dt>
      <dd>
        <code>{`${address}/${t.hidden}`}</code>{' '}
        <CopyButton text={`${address}/${token}`} label={texts.common.copy} what={t.copyWhole} />
      </dd>
      <dt>{t.origin}</dt>
      <dd>{origin === null ? t.noOrigin : <code>{origin}</code>}</dd>
    </Facts>
  );
}
