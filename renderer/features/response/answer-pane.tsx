/** The answer: status, what may be called now, verdicts, body; headers and wire in tabs; a refusal explained first. */
import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { Exchange } from '../../../shared/contract/methods.ts';
import type { Method } from '../../../shared/xs2a/operations.ts';
import { HeaderLine, Ledger, Tabs } from '../../ui/parts.tsx';
import { CallbackPanel, PsuPage } from '../sca/sca-panel.tsx';
import { useSca } from '../sca/store.ts';
import { AnswerBody, AnswerHead, Links, Verdicts } from './answer-parts.tsx';
import { Diagnosis } from './diagnosis.tsx';
import { Refusal } from './refusal.tsx';

type Tab = 'why' | 'answer' | 'headers' | 'wire';

export interface AnswerProps {
  exchange: Exchange | null;
  sending?: boolean;
  /** Calls a link of the answer; left out where links are not offered. */
  onCall?: ((method: Method, href: string) => Promise<void>) | undefined;
  /** Takes the deliberate fault out of the request and sends it again; left out where there is none. */
  onMend?: (() => Promise<void>) | undefined;
}

export function AnswerPane({ exchange, sending = false, onCall, onMend }: AnswerProps) {
  const atBank = useSca((store) => store.open !== null);
  if (onCall && atBank) return <PsuPage />;
  return (
    <section className="pane" aria-label="Answer">
      {onCall && <CallbackPanel />}
      {exchange === null ? (
        <p className="pad soft">
          {sending ? 'Waiting for the bank…' : 'The answer comes here. Press “Sign and send”, or Ctrl Enter.'}
        </p>
      ) : (
        <Shown key={exchange.id} exchange={exchange} onCall={onCall} onMend={onMend} />
      )}
    </section>
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
        className="scroll inset"
        tabIndex={0}
      >
        {tab === 'why' && onMend && <Mend onMend={onMend} />}
        {tab === 'why' && diagnosis !== null && <Diagnosis exchange={exchange} causes={diagnosis} />}
        {tab === 'why' && diagnosis === null && <Refusal exchange={exchange} onCall={onCall} />}
        {tab === 'answer' && (
          <>
            <AnswerHead exchange={exchange} />
            <Links links={exchange.links} onCall={onCall} />
            <Verdicts verdicts={exchange.verdicts} />
            <AnswerBody response={response} onCall={onCall} />
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

/** Both messages as they crossed the wire. */
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
        ...response.body.split('\n'),
      ]
    : [];
  return (
    <>
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
        <Ledger label="Response as received" lines={answer} />
      </div>
    </>
  );
}
