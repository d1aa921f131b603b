/** The PSU's side of SCA in place of the response: the embedded page or a note about the browser tab, then the fields of the redirect. */
import { ExternalLink, Lock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ContextName } from '../../../shared/xs2a/session-life.ts';
import type { Output } from '../../../shared/contract/methods.ts';
import { operationOf } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { pathOf } from '../../../shared/xs2a/operations.ts';
import { host, messageOf } from '../../host.ts';
import { useAtBank } from '../../state/at-bank.ts';
import { useFrame } from '../../state/frame.ts';
import type { Pointed } from '../../state/requests/pointing.ts';
import { callLink, send } from '../../state/requests/sending.ts';
import { useActiveTab } from '../../state/requests/store.ts';
import { shownResponse } from '../../state/requests/tabs.ts';
import { scaStartOf, startAnotherSca, useReturn, useSca } from '../../state/sca.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Glyph } from '../../ui/labels.tsx';
import { Note } from '../../ui/messages.tsx';
import { Head } from '../../ui/panel.tsx';
import { Rule } from '../../ui/popover.tsx';
import { Table } from '../../ui/table.tsx';
import { valueAttribute, ValueMenuButton } from '../../value-menu/value-buttons.tsx';
import layout from '../../ui/layout.module.css';
import styles from './sca-panel.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.sca.panel;

/** Where the page is, and how it is opened there again. */
const OPEN_IN = { window: t.openInWindow, system: t.openInBrowser, tab: t.openInTab } as const;
const AGAIN = { window: 'window', system: 'browser', tab: 'embedded' } as const;

/** Parameters of a redirect that are shown. The bank decides how many there are. */
const MOST_PARAMETERS = 100;

/** Replaces the response while the PSU is at the bank. */
export function PsuPage() {
  const { open, where } = useSca();
  if (open === null) return null;
  return where === 'embedded' ? <EmbeddedPage href={open} /> : <WaitingElsewhere href={open} where={where} />;
}

function EmbeddedPage({ href }: { href: string }) {
  const box = useRef<HTMLDivElement>(null);
  const close = useSca((store) => store.close);
  const isCovered = useFrame((store) => store.isCovered);
  useEffect(() => {
    const element = box.current;
    if (!element || isCovered) return undefined;
    const place = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      void host.call('sca.place', { x, y, width, height });
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', place);
      // The embedded page covers the window's own content, so it is hidden while another view is shown.
      void host.call('sca.place', { x: 0, y: 0, width: 0, height: 0 });
    };
  }, [href, isCovered]);
  return (
    <section className={layout.pane} aria-label={t.title}>
      <Head>
        <Lock size={14} aria-hidden="true" />
        <h2>{t.title}</h2>
        <code className={classes(textStyles.soft, textStyles.cut, layout.grow)}>{new URL(href).origin}</code>
        <Button size="small" onClick={() => void close()}>
          {t.closePage}
        </Button>
      </Head>
      <div className={layout.grow} ref={box} />
    </section>
  );
}

type Elsewhere = Exclude<Output<'sca.open'>['where'], 'embedded'>;

function WaitingElsewhere({ href, where }: { href: string; where: Elsewhere }) {
  const { start, close } = useSca();
  return (
    <section className={layout.pane} aria-label={t.title}>
      <Head>
        <ExternalLink size={14} aria-hidden="true" />
        <h2>{t.psuAtBank}</h2>
      </Head>
      <div className={classes(layout.pad, styles.waiting)}>
        <p>
          {OPEN_IN[where]} {t.goesOn}
        </p>
        <p className={layout.row}>
          <Button onClick={() => void start(href, AGAIN[where])}>{t.openAgain}</Button>
          <Button look="plain" onClick={() => void close()}>
            {t.stopWaiting}
          </Button>
        </p>
      </div>
    </section>
  );
}

/** The path of the status of the authorised payment or basket; null if it was neither. */
function statusPathOf(path: string, params: Record<string, string>): string | null {
  const subject = /^(.*)\/(?:cancellation-)?authorisations$/.exec(path)?.[1];
  return subject === undefined ? null : `${pathOf(subject, params)}/status`;
}

/** The result in the redirect, and the next step. */
export function CallbackPanel() {
  const problem = useSca((store) => store.problem);
  const dismiss = useSca((store) => store.dismiss);
  const callback = useReturn();
  if (problem !== null) {
    return (
      <Note tone="bad" role="alert">
        <Glyph tone="bad" /> {problem}
      </Note>
    );
  }
  if (callback === null) return null;
  const success = callback.outcome === 'success';
  return (
    <section className={styles.callback} aria-label={t.redirect}>
      <Note as="output" tone={success ? 'ok' : 'bad'}>
        <Glyph tone={success ? 'ok' : 'bad'} />
        <span>
          <b>{success ? t.succeeded : t.failed}</b> {t.sentBack(callback.parameters.length)}{' '}
          <Rule id={success ? 'SCA-1' : 'SCA-2'} />
        </span>
      </Note>
      <Table className={styles.fields}>
        <thead>
          <tr>
            <th scope="col">{t.parameter}</th>
            <th scope="col">{texts.common.value}</th>
            <th scope="col">{t.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {callback.parameters.slice(0, MOST_PARAMETERS).map(({ name: parameter, value, text }) => (
            <tr key={parameter} {...valueAttribute(redirectValue(parameter, value))}>
              <th scope="row" className={textStyles.mono}>
                {parameter}
              </th>
              <td className={textStyles.mono}>{value}</td>
              <td className={classes(textStyles.soft, textStyles.small)}>
                {text} <ValueMenuButton value={redirectValue(parameter, value)} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {callback.parameters.length > MOST_PARAMETERS && (
        <p className={classes(layout.pad, textStyles.soft)}>{t.firstParameters(MOST_PARAMETERS)}</p>
      )}
      {success && <OtherContext isCorporate={callback.parameters.some(isCorporate)} />}
      <NextSteps success={success} onDismiss={dismiss} />
    </section>
  );
}

function redirectValue(name: string, value: string): Pointed {
  return { source: { of: 'redirect', name }, value };
}

/** Whether the PSU acted for a company. */
function isCorporate({ name, value }: { name: string; value: string }): boolean {
  return name === 'context' && value === ('CORPORATE' satisfies ContextName);
}

/** Says that the SCA was in another context than its request, so that the next requests act for somebody else (HDR-6). */
function OtherContext({ isCorporate: isNow }: { isCorporate: boolean }) {
  const wasCorporate = useActiveTab((tab) =>
    shownResponse(tab)?.prepared.headers.some(({ name }) => name.toLowerCase() === 'psu-corporate-id'),
  );
  const company = useStatus((store) => store.status?.psu?.company ?? null);
  if (wasCorporate === undefined || wasCorporate === isNow) return null;
  return (
    <Note>
      <span>{isNow ? t.nowCorporate(company) : t.nowPrivate}</span>
    </Note>
  );
}

/** The next step: read the status of what was authorised, use the new consent, or send the request again. */
export function NextSteps({ success, onDismiss }: { success: boolean; onDismiss?: () => void }) {
  const dismiss = useSca((store) => store.dismiss);
  const name = useStatus((store) => store.status?.psu?.company ?? store.status?.psu?.name);
  const operation = useActiveTab(({ request }) => operationOf(request));
  const params = useActiveTab(({ request }) => request.params);
  const status = statusPathOf(operation.path, params);
  const again = scaStartOf(pathOf(operation.path, params));
  const isLocal = useStatus((store) => store.status?.environment.isLocal ?? false);
  const { 'payment-id': payment = '', 'basket-id': basket = '' } = params;
  // Of another bank, the response to the next status request tells.
  const id = success && isLocal ? basket || payment || null : null;
  const atBank = useAtBank(basket === '' ? 'payment' : 'basket', id)?.detail.status;
  const batchNow = (path: string) =>
    host.call('bank.batch', {}).then(
      () => callLink('GET', path),
      (error: unknown) => useSca.setState({ problem: messageOf(error) }),
    );
  const gaveConsent = success && operation.path.endsWith('consents');
  const step = (label: string, run: () => Promise<void>, first: boolean) => (
    <Button
      look={first ? 'go' : 'normal'}
      onClick={() => {
        dismiss();
        void run();
      }}
    >
      {label}
    </Button>
  );
  return (
    <div className={classes(layout.actions, layout.pad)}>
      {status !== null && step(t.readStatus, () => callLink('GET', status), true)}
      {status !== null &&
        atBank === 'PDNG' &&
        step(texts.bank.waiting.batchNow, () => batchNow(status), false)}
      {atBank === 'PATC' && again !== null && step(t.anotherSigner, () => startAnotherSca(again), false)}
      {gaveConsent &&
        step(
          name ? t.getAccountsOf(name) : t.getAccounts,
          () => callLink('GET', '/v1/accounts?withBalance=true'),
          true,
        )}
      {!gaveConsent && !(success && status !== null) && step(t.sendAgain, send, status === null)}
      {onDismiss && <Button onClick={onDismiss}>{t.dismiss}</Button>}
    </div>
  );
}
