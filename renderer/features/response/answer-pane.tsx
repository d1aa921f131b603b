/** The answer: status, what may be called now, verdicts, body; headers and wire in tabs; a refusal explained first. */
import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Method } from '../../../shared/xs2a/operations.ts';
import { HeaderLine, Ledger, Tabs } from '../../ui/parts.tsx';
import { CallbackPanel, PsuPage } from '../sca/sca-panel.tsx';
import { useSca } from '../sca/store.ts';
import { AnswerBody, AnswerHead, Links, ms, Verdicts } from './answer-parts.tsx';
import { sizeText } from '../../ui/texts.ts';
import { BodyPane } from './body/body-pane.tsx';
import { Diagnosis } from './diagnosis.tsx';
import { Refusal } from './refusal.tsx';

type Tab = 'why' | 'answer' | 'body' | 'headers' | 'wire';

export interface AnswerProps {
  exchange: Exchange | null;
  sending?: boolean;
  /** Bytes of body that have arrived so far; 0 while there are none. */
  received?: number;
  onCancel?: () => void;
  /** Calls a link of the answer; left out where links are not offered. */
  onCall?: ((method: Method, href: string) => Promise<void>) | undefined;
  /** Takes the deliberate fault out of the request and sends it again; left out where there is none. */
  onMend?: (() => Promise<void>) | undefined;
}

export function AnswerPane({
  exchange,
  sending = false,
  received = 0,
  onCancel,
  onCall,
  onMend,
}: AnswerProps) {
  const atBank = useSca((store) => store.open !== null);
  if (onCall && atBank) return <PsuPage />;
  return (
    <section className="pane" aria-label="Answer">
      {onCall && <CallbackPanel />}
      {exchange === null ? (
        <Waiting sending={sending} received={received} onCancel={onCancel} />
      ) : (
        <Shown key={exchange.id} exchange={exchange} onCall={onCall} onMend={onMend} />
      )}
    </section>
  );
}

/** Before there is an answer. */
function Waiting({ sending, received, onCancel }: Pick<AnswerProps, 'sending' | 'received' | 'onCancel'>) {
  if (!sending)
    return <p className="pad soft">The answer comes here. Press “Sign and send”, or Ctrl Enter.</p>;
  return (
    <div className="row pad">
      <output className="soft grow num-list" aria-live="polite">
        {received ? `The answer arrives: ${sizeText(received)}` : 'Waiting for the bank…'}
      </output>
      {onCancel && (
        <button type="button" className="btn sm" onClick={onCancel}>
          Cancel
        </button>
      )}
    </div>
  );
}

function Shown({
  exchange,
  onCall,
  onMend,
}: Pick<AnswerProps, 'onCall' | 'onMend'> & { exchange: Exchange }) {
  const { diagnosis } = exchange;
  const refused = exchange.explanation !== null || diagnosis !== null;
  const [tab, setTab] = useState<Tab>(refused ? 'why' : 'answer');
  const panelId = useId();
  const { response } = exchange;
  if (response === null) {
    return (
      <div className="note bad" role="alert">
        <span>
          <b>No answer.</b> {exchange.failure}
        </span>
      </div>
    );
  }
  const tabs = [
    ...(refused ? [{ value: 'why' as const, label: 'Why did the bank say no?' }] : []),
    { value: 'answer' as const, label: 'Answer' },
    ...(response.bodyBytes > 0 ? [{ value: 'body' as const, label: 'Body' }] : []),
    { value: 'headers' as const, label: 'Headers', count: response.headers.length },
    { value: 'wire' as const, label: 'Wire' },
  ];
  return (
    <>
      <div className="head answer-tabs">
        <Tabs label="Parts of the answer" value={tab} tabs={tabs} panelId={panelId} onChange={setTab} />
      </div>
      {/* A region that scrolls must be reachable from the keyboard. */}
      <div
        id={panelId}
        role="tabpanel"
        aria-label={tabs.find((entry) => entry.value === tab)?.label}
        className={tab === 'body' ? 'whole-panel' : 'scroll inset'}
        tabIndex={tab === 'body' ? -1 : 0}
      >
        {tab === 'body' && <BodyPane exchange={exchange} />}
        {tab === 'why' && onMend && <Mend onMend={onMend} />}
        {tab === 'why' && diagnosis !== null && <Diagnosis exchange={exchange} causes={diagnosis} />}
        {tab === 'why' && diagnosis === null && <Refusal exchange={exchange} onCall={onCall} />}
        {tab === 'answer' && (
          <>
            <AnswerHead exchange={exchange} />
            <Links links={exchange.links} onCall={onCall} />
            <Verdicts verdicts={exchange.verdicts} />
            <AnswerBody exchange={exchange} onCall={onCall} onWhole={() => setTab('body')} />
          </>
        )}
        {tab === 'headers' && (
          <div className="wire">
            <Ledger
              label="Response headers"
              lines={response.headers.map(([name, value]) => (
                <HeaderLine key={name} text={`${name}: ${value}`} />
              ))}
            />
          </div>
        )}
        {tab === 'wire' && <Wire exchange={exchange} />}
      </div>
    </>
  );
}

/** The request was broken on purpose; the way back is where the eye already is. */
function Mend({ onMend }: { onMend: () => Promise<void> }) {
  return (
    <div className="note warn">
      <TriangleAlert size={14} className="c-warn" aria-hidden="true" />
      <span className="grow">Broken on purpose.</span>
      <button type="button" className="btn sm" onClick={() => void onMend()}>
        Mend and send again
      </button>
    </div>
  );
}

/** Lines of a message that are shown; the whole body has a place of its own. */
const SHOWN = 400;
/** Characters of a body that are split into lines for that. */
const LONGEST = 20_000;

/** The connection, and both messages as they crossed the wire. */
function Wire({ exchange }: { exchange: Exchange }) {
  const { response, prepared, requestBody } = exchange;
  const request = [
    `${exchange.method} ${exchange.path} HTTP/1.1`,
    ...prepared.headers.map(({ name, value }) => `${name}: ${value}`),
    '',
    ...(requestBody === '' ? [] : requestBody.split('\n')),
  ];
  const answer = response
    ? [
        `HTTP/1.1 ${response.status} ${response.reason}`,
        ...response.headers.map(([name, value]) => `${name}: ${value}`),
        '',
        ...response.body.slice(0, LONGEST).split('\n'),
      ]
    : [];
  const cut = answer.length > SHOWN || (response?.body.length ?? 0) > LONGEST;
  return (
    <>
      {response && <Connection response={response} />}
      <div className="head sub">
        <h3>Sent</h3>
      </div>
      <div className="wire">
        <Ledger label="Request as sent" lines={request} />
      </div>
      <div className="head sub">
        <h3>Received</h3>
        <span className="soft small">{response?.bodyBytes} bytes of body</span>
      </div>
      <div className="wire">
        <Ledger label="Response as received" lines={answer.slice(0, SHOWN)} />
      </div>
      {cut && (
        <p className="pad soft">The beginning is shown; Body has all of it, as text and byte by byte.</p>
      )}
    </>
  );
}

const DATE = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Europe/Oslo',
});

/** Over what the messages went, and how long each step took. */
function Connection({ response }: { response: NonNullable<Exchange['response']> }) {
  const { tls, timing } = response;
  const steps: [string, number][] = [
    ['Name found', timing.dns],
    ['Connected', timing.connect],
    ['TLS agreed', timing.tls],
    ['First byte', timing.bank],
    ['Downloaded', timing.download],
  ];
  return (
    <>
      <div className="head sub">
        <h3>Connection</h3>
      </div>
      <dl className="facts pad" aria-label="Connection">
        <dt>Time</dt>
        <dd className="num-list">{steps.map(([name, time]) => `${name} ${ms(time)} ms`).join(', ')}</dd>
        {tls && (
          <>
            <dt>TLS</dt>
            <dd>
              {tls.protocol.replace('TLSv', 'TLS ')}, <code>{tls.cipher}</code>
            </dd>
            <dt>Server certificate</dt>
            <dd>{tls.subject}</dd>
            <dt>Issued by</dt>
            <dd>{tls.issuer}</dd>
            <dt>Valid until</dt>
            <dd>{tls.notAfter === null ? '' : DATE.format(tls.notAfter)}</dd>
            <dt>SHA-256</dt>
            <dd className="mono">{tls.fingerprint}</dd>
          </>
        )}
      </dl>
    </>
  );
}
