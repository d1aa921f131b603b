/** Parts of a response: status and timing, verdicts, body. */
import { useMemo } from 'react';
import { beginningOf } from '../../../shared/body-view/body-view.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { BAD_STATES, gistOf } from '../../../shared/flow/answer.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { accountsSchema, transactionsSchema } from '../../../shared/xs2a/schemas.ts';
import type { Pointed } from '../../state/requests/pointing.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { sizeText } from '../../ui/format.ts';
import { Badge, Glyph, Remark } from '../../ui/labels.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Rule } from '../../ui/popover.tsx';
import { JsonText } from '../../ui/wire-text.tsx';
import { ValueLines, ValueMenuButton } from '../../value-menu/value-buttons.tsx';
import { Accounts, Transactions } from './account-tables.tsx';
import { valuesOfLines } from './body/json-paths.ts';
import type { CallLink } from './links.tsx';
import { Meaning } from './meaning.tsx';
import { jsonOf, toneOf } from './read-response.ts';
import layout from '../../ui/layout.module.css';
import styles from './response-parts.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.response.parts;

type Response = NonNullable<Exchange['response']>;

export const ms = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));

/** `TLS 1.3`, as OpenSSL calls `TLSv1.3`. */
export const tlsName = (protocol: string) => protocol.replace('TLSv', 'TLS ');

const STATUS: Pointed = { source: { of: 'status' } };
const ERROR_CODE: Pointed = { source: { of: 'error-code' } };

export function ResponseHead({ exchange }: { exchange: Exchange }) {
  const { response, duration } = exchange;
  const failed = useMemo(() => failedIn(response?.body ?? ''), [response?.body]);
  if (!response) return null;
  return (
    <div className={styles.head}>
      <h2 className={styles.code}>
        {/* A green glyph beside a rejected payment would seem to mean the payment. */}
        <Glyph tone={failed === null ? toneOf(response.status) : 'plain'} size={20} />
        {response.status} {response.reason}
      </h2>
      <ValueMenuButton value={STATUS} />
      {failed !== null && (
        <Badge tone="bad">
          <code>{failed}</code>
        </Badge>
      )}
      <span className={classes(textStyles.soft, textStyles.small, textStyles.num)}>
        {[
          t.milliseconds(ms(duration ?? 0)),
          sizeText(response.bodyBytes),
          ...(response.tls ? [tlsName(response.tls.protocol)] : []),
        ].join(', ')}
      </span>
      <Meaning exchange={exchange} />
    </div>
  );
}

/** Characters of a body in which a status is looked for: those that report one are short. */
const LONGEST_REPORT = 10_000;

/** The status of something that has failed, as a response reports it: `RJCT`, or a failed SCA. Null if it reports none. */
function failedIn(body: string): string | null {
  if (body.length > LONGEST_REPORT) return null;
  const { word } = gistOf(jsonOf(body));
  return word !== null && BAD_STATES.has(word) ? word : null;
}

/** Status and code of a refusal, and what it means. @param props.faults replace the text if the bank names several */
export function RefusalHead(props: {
  response: Response;
  text: string;
  faults: readonly string[];
  verdicts: Exchange['verdicts'];
}) {
  const { response, text, faults } = props;
  const fault = props.verdicts.find(({ part }) => part === 'fault');
  // With more than one sentence, the first says what is wrong.
  const first = text.indexOf('. ') + 1;
  const code = /"code"\s*:\s*"([A-Z_]{1,80})"/.exec(response.body)?.[1];
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.code}>
          <Glyph tone="bad" size={20} />
          {response.status} {response.reason}
        </h2>
        <ValueMenuButton value={STATUS} />
        {code && (
          <span className={layout.row}>
            <Badge tone="bad">
              <code>{code}</code>
            </Badge>
            <ValueMenuButton value={ERROR_CODE} />
          </span>
        )}
      </div>
      {faults.length > 1 ? (
        <ul className={styles.refusal} aria-label={t.faults}>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      ) : (
        <p className={styles.refusal}>
          <b>{text.slice(0, first)}</b>
          {text.slice(first)}
        </p>
      )}
      {fault && (
        <p className={layout.pad}>
          <Glyph tone={fault.holds === 'no' ? 'bad' : 'ok'} size={13} /> {fault.text}.
        </p>
      )}
    </>
  );
}

/** The body of a refusal. @param onWhole shows the body tab */
export function BankWords({ response, onWhole }: { response: Response; onWhole: () => void }) {
  return (
    <Panel name="answer.words" title={t.bankWrote}>
      <BodyBeginning body={response.body} onWhole={onWhole} />
    </Panel>
  );
}

/** Lines of a body that are shown next to the rest of the response. */
const SHORT = 200;

/** The first lines of a body. The bank decides how many there are; the body tab draws the others as they are scrolled to. */
function BodyBeginning({ body, onWhole }: { body: string; onWhole: () => void }) {
  const { lines, more } = useMemo(() => beginningOf(body, SHORT), [body]);
  const values = useMemo(() => valuesOfLines(lines), [lines]);
  return (
    <>
      <div className={textStyles.wire}>
        <ValueLines
          label={t.responseBody}
          lines={lines.map((line, at) => ({ shown: <JsonText text={line} />, value: values[at] ?? null }))}
        />
      </div>
      {more && (
        <p className={classes(layout.pad, textStyles.soft)}>
          {t.shortened(String(SHORT))}{' '}
          <Button size="small" onClick={onWhole}>
            {t.showWhole}
          </Button>
        </p>
      )}
    </>
  );
}

const VERDICT_TONE = { yes: 'ok', no: 'bad', unknown: 'plain' } as const;
const VERDICT_WORD = { yes: t.holds, no: t.doesNotHold, unknown: t.notKnown };

/** What a verdict is about, in a word. */
function subjectOf({ part, rule }: Exchange['verdicts'][number]): string {
  return part === null ? (rule === 'SVC-7' ? t.requestId : t.acceptFix) : t.checked[part];
}

export function Verdicts({ verdicts }: { verdicts: Exchange['verdicts'] }) {
  if (verdicts.length === 0) return null;
  const known = verdicts.filter(({ holds }) => holds !== 'unknown');
  const passed = known.filter(({ holds }) => holds === 'yes');
  const hasFailed = passed.length < known.length;
  const unknown = verdicts.length - known.length;
  const subjects = [...new Set(passed.map(subjectOf))].join(', ');
  return (
    <Panel
      name={unknown > 0 ? 'answer.verdicts' : 'answer.passed'}
      folded={hasFailed ? 'never' : unknown === 0 ? 'first' : undefined}
      title={
        <>
          <Glyph tone={hasFailed ? 'bad' : known.length > 0 ? 'ok' : 'plain'} />
          {t.passed(passed.length, known.length)}
        </>
      }
      fact={
        <Remark>
          {[subjects, ...(unknown > 0 ? [t.notChecked(unknown)] : [])].filter(Boolean).join('; ')}
        </Remark>
      }
    >
      <ul className={styles.verdicts} aria-label={t.verdicts}>
        {verdicts.map(({ text, holds, rule }) => (
          <li key={text}>
            <Glyph tone={VERDICT_TONE[holds]} />
            <span>
              <span className={textStyles.spoken}>{VERDICT_WORD[holds]} </span>
              {text}
            </span>
            <Rule id={rule} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What the local bank accepted of another program, and other banks may not. */
export function AcceptedNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Panel name="answer.notes" title={t.accepted}>
      <ul className={styles.verdicts} aria-label={t.accepted}>
        {notes.map((note) => (
          <li key={note}>
            <Glyph tone="warn" />
            {note}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** @param props.onWhole shows the body tab */
export function ResponseBody(props: { exchange: Exchange; onCall: CallLink; onWhole: () => void }) {
  const { onCall, onWhole } = props;
  const { response } = props.exchange;
  if (response === null || response.bodyBytes === 0) return null;
  const json = jsonOf(response.body);
  const accounts = accountsSchema.safeParse(json).data?.accounts;
  const transactions = transactionsSchema.safeParse(json).data?.transactions;
  return (
    <>
      {accounts && <Accounts accounts={accounts} onCall={onCall} />}
      {transactions && <Transactions transactions={transactions} />}
      <Panel
        name="answer.body"
        title={texts.common.body}
        fact={
          <span className={classes(textStyles.soft, textStyles.small)}>{sizeText(response.bodyBytes)}</span>
        }
        actions={
          <Button look="plain" size="small" onClick={onWhole}>
            {t.more}
          </Button>
        }
      >
        <BodyBeginning body={response.body} onWhole={onWhole} />
      </Panel>
    </>
  );
}
