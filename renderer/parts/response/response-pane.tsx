/** The response: status, links, verdicts, body; headers and wire format in tabs; for a refusal, the explanation first. */
import { type ReactNode, useId, useState } from 'react';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Prepared } from '../../../shared/requests/prepared.ts';
import { certificateDay } from '../../../shared/signing/certificate.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { openEnvironmentNamed } from '../../state/environments.ts';
import { useStatus } from '../../state/status.ts';
import { useVault } from '../../state/vault.ts';
import { Button, CopyButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { sizeText } from '../../ui/format.ts';
import { ErrorBoundary, Note, Problem } from '../../ui/messages.tsx';
import { Head, Panel, Tabs } from '../../ui/panel.tsx';
import { Facts } from '../../ui/table.tsx';
import { HeaderLine, Ledger } from '../../ui/wire-text.tsx';
import { ValueLines } from '../../value-menu/value-buttons.tsx';
import { BodyPane } from './body/body-pane.tsx';
import { Diagnosis } from './diagnosis.tsx';
import { type CallLink, Links } from './links.tsx';
import { Mend, type Remedy } from './mend.tsx';
import { Refusal } from './refusal.tsx';
import { ResponseFoot } from './response-foot.tsx';
import { AcceptedNotes, ms, ResponseBody, ResponseHead, tlsName, Verdicts } from './response-parts.tsx';
import layout from '../../ui/layout.module.css';
import styles from './response-parts.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.response.pane;

type Tab = 'why' | 'response' | 'body' | 'headers' | 'wire';

interface ResponseProps {
  exchange: Exchange | null;
  /** Shown above the response, whether there is one or not. */
  notice?: ReactNode;
  /** Shown before there is a response. */
  empty?: string;
  sending?: boolean;
  /** Body bytes received so far; 0 before the first. */
  received?: number;
  onCancel?: () => void;
  onCall?: CallLink;
  /** What removes a likely reason of a refusal with one click. */
  remedies?: readonly Remedy[];
}

export function ResponsePane(props: ResponseProps) {
  const { exchange, notice } = props;
  return (
    <section className={layout.pane} aria-label={t.title}>
      {notice}
      <Problem text={exchange?.notKept ?? null} />
      {exchange === null ? (
        <Waiting {...props} />
      ) : (
        // A response that cannot be rendered must not take the request and the drafts with it.
        <ErrorBoundary key={exchange.id} part={{ title: t.unshowable.title, text: t.unshowable.text }}>
          <Shown {...props} exchange={exchange} />
        </ErrorBoundary>
      )}
    </section>
  );
}

/** Before there is a response. */
function Waiting({ empty = t.empty, sending = false, received = 0, onCancel }: ResponseProps) {
  const isLocked = useVault((store) => store.asked);
  if (!sending) return <p className={classes(layout.pad, textStyles.soft)}>{empty}</p>;
  return (
    <div className={classes(layout.row, layout.pad)}>
      <output className={classes(textStyles.soft, layout.grow, textStyles.tabular)} aria-live="polite">
        {isLocked ? texts.vault.waits : received > 0 ? t.arriving(sizeText(received)) : t.waiting}
      </output>
      {onCancel && (
        <Button size="small" onClick={onCancel}>
          {texts.common.cancel}
        </Button>
      )}
    </div>
  );
}

/** Why there is no response. Another bank's address, CA and certificates are those of its environment. */
function NoResponse({ exchange: { failure, environment } }: { exchange: Exchange }) {
  const active = useStatus(({ status }) => status?.environment);
  const isLocal = active?.isLocal === true && active.name === environment;
  return (
    <Note as="div" tone="bad" role="alert">
      <span className={layout.grow}>
        <b>{t.noResponse}</b> {failure}
      </span>
      {environment !== null && !isLocal && (
        <Button size="small" onClick={() => void openEnvironmentNamed(environment)}>
          {t.openEnvironment}
        </Button>
      )}
    </Note>
  );
}

/** The part that was chosen last of each response. */
const chosen = new WeakMap<Exchange, Tab>();

function Shown({ exchange, onCall, remedies = [] }: ResponseProps & { exchange: Exchange }) {
  const { response, diagnosis } = exchange;
  const refused = exchange.explanation !== null || diagnosis !== null;
  const [tab, setTab] = useState<Tab>(chosen.get(exchange) ?? (refused ? 'why' : 'response'));
  const choose = (next: Tab) => {
    chosen.set(exchange, next);
    setTab(next);
  };
  const panelId = useId();
  if (response === null) return <NoResponse exchange={exchange} />;
  const tabs: { value: Tab; label: string; count?: number }[] = [
    ...(refused ? [{ value: 'why' as const, label: exchange.origin === 'tap' ? t.whyTap : t.why }] : []),
    { value: 'response', label: t.title },
    ...(response.bodyBytes > 0 ? [{ value: 'body' as const, label: texts.common.body }] : []),
    { value: 'headers', label: t.headers, count: response.headers.length },
    { value: 'wire', label: t.wire },
  ];
  const onWhole = () => choose('body');
  return (
    <>
      <Head className={styles.tabs}>
        <Tabs label={t.parts} value={tab} tabs={tabs} panelId={panelId} onChange={choose} />
      </Head>
      {/* A scrollable region must be reachable from the keyboard. */}
      <div
        id={panelId}
        role="tabpanel"
        aria-label={tabs.find((entry) => entry.value === tab)?.label}
        className={tab === 'body' ? styles.whole : classes(layout.scroll, layout.inset)}
        tabIndex={tab === 'body' ? -1 : 0}
      >
        {tab === 'body' && <BodyPane exchange={exchange} />}
        {tab === 'why' && diagnosis !== null && (
          <Diagnosis
            exchange={exchange}
            causes={diagnosis}
            mend={<Mend exchange={exchange} remedies={remedies} onCall={onCall} />}
            onWhole={onWhole}
          />
        )}
        {tab === 'why' && diagnosis === null && (
          <Refusal
            exchange={exchange}
            mend={<Mend exchange={exchange} remedies={remedies} onCall={onCall} />}
            onWhole={onWhole}
          />
        )}
        {tab === 'response' && (
          <>
            <ResponseHead exchange={exchange} />
            <Links exchange={exchange} onCall={onCall} />
            <AcceptedNotes notes={exchange.notes ?? []} />
            <Verdicts verdicts={exchange.verdicts} />
            <ResponseBody exchange={exchange} onCall={onCall} onWhole={onWhole} />
          </>
        )}
        {tab === 'headers' && (
          <div className={textStyles.wire}>
            <ValueLines
              label={t.responseHeaders}
              lines={response.headers.map(([name, value]) => ({
                shown: <HeaderLine text={`${name}: ${value}`} />,
                value: { source: { of: 'header', name } },
              }))}
            />
          </div>
        )}
        {tab === 'wire' && <Wire exchange={exchange} response={response} />}
      </div>
      <ResponseFoot exchange={exchange} />
    </>
  );
}

/** Lines of a message that are shown. The whole body is in its tab. */
const SHOWN = 400;
/** Characters of a body that are split into those lines. */
const LONGEST = 20_000;

/** The headers of the request, and those that the connection adds. */
function sentHeaders({ url, headers }: Prepared, body: string): { name: string; value: string }[] {
  const has = (wanted: string) => headers.some(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const length = String(new TextEncoder().encode(body).length);
  return [
    ...(has(t.host) || !URL.canParse(url) ? [] : [{ name: t.host, value: new URL(url).host }]),
    ...headers,
    ...(has(t.contentLength) || body === '' ? [] : [{ name: t.contentLength, value: length }]),
  ];
}

type Response = NonNullable<Exchange['response']>;

/** The connection, and both messages as they were on the wire. */
function Wire({ exchange, response }: { exchange: Exchange; response: Response }) {
  const { prepared, requestBody } = exchange;
  const request = [
    `${exchange.method} ${exchange.path} HTTP/1.1`,
    ...sentHeaders(prepared, requestBody).map(({ name, value }) => `${name}: ${value}`),
    '',
    ...(requestBody === '' ? [] : requestBody.split('\n')),
  ];
  const lines = [
    `HTTP/1.1 ${response.status} ${response.reason}`,
    ...response.headers.map(([name, value]) => `${name}: ${value}`),
    '',
    ...response.body.slice(0, LONGEST).split('\n'),
  ];
  const cut = lines.length > SHOWN || response.body.length > LONGEST;
  return (
    <>
      {response.timing && <Connection timing={response.timing} tls={response.tls} />}
      <Panel
        name="wire.sent"
        title={texts.common.sent}
        actions={<CopyButton text={request.join('\n')} label={texts.common.copy} what={t.copyRequest} />}
      >
        <div className={textStyles.wire}>
          <Ledger label={t.requestAsSent} lines={request.slice(0, SHOWN)} />
        </div>
        {request.length > SHOWN && (
          <p className={classes(layout.pad, textStyles.soft)}>{t.requestBeginningShown}</p>
        )}
      </Panel>
      <Panel
        name="wire.received"
        title={t.received}
        fact={
          <span className={classes(textStyles.soft, textStyles.small)}>
            {t.bytesBody(response.bodyBytes)}
          </span>
        }
        actions={
          !cut && <CopyButton text={lines.join('\n')} label={texts.common.copy} what={t.copyResponse} />
        }
      >
        <div className={textStyles.wire}>
          <Ledger label={t.responseAsReceived} lines={lines.slice(0, SHOWN)} />
        </div>
        {cut && <p className={classes(layout.pad, textStyles.soft)}>{t.beginningShown}</p>}
      </Panel>
    </>
  );
}

/** The protocol and TLS facts of the connection, and how long each step took. */
function Connection({ timing, tls }: { timing: NonNullable<Response['timing']>; tls: Response['tls'] }) {
  const steps: [string, number][] = [
    [t.nameFound, timing.dns],
    [t.connected, timing.connect],
    ...(tls ? ([[t.tlsAgreed, timing.tls]] satisfies [string, number][]) : []),
    [t.firstByte, timing.bank],
    [t.downloaded, timing.download],
  ];
  return (
    <Panel name="wire.connection" title={t.connection}>
      <Facts className={layout.pad} aria-label={t.connection}>
        <dt>{t.time}</dt>
        <dd className={textStyles.tabular}>
          {steps.map(([name, time]) => t.timing(name, ms(time))).join(', ')}
        </dd>
        {tls && (
          <>
            <dt>{t.tls}</dt>
            <dd>
              {tlsName(tls.protocol)}, <code>{tls.cipher}</code>
            </dd>
            <dt>{t.serverCertificate}</dt>
            <dd>{tls.subject}</dd>
            <dt>{t.issuedBy}</dt>
            <dd>{tls.issuer}</dd>
            <dt>{t.validUntil}</dt>
            <dd>{tls.notAfter === null ? '' : certificateDay(tls.notAfter)}</dd>
            <dt>{t.sha256}</dt>
            <dd className={textStyles.mono}>{tls.fingerprint}</dd>
          </>
        )}
      </Facts>
    </Panel>
  );
}
