/** Parts of a response: status and timing, links, verdicts, body. */
import { useMemo } from 'react';
import { BAD_STATES, gistOf } from '../../../shared/flow/answer.ts';
import { beginningOf } from '../../../shared/body-view/body-view.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { type Method, routeOf } from '../../../shared/xs2a/operations.ts';
import { accountsSchema, transactionsSchema } from '../../../shared/xs2a/schemas.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { useSca } from '../../state/sca.ts';
import { useStatus } from '../../state/status.ts';
import type { Pointed } from '../../state/requests/pointing.ts';
import { PointButton, pointOf, PointLines } from '../../value-menu/pointing.tsx';
import { Whereabouts } from './whereabouts.tsx';
import type { CallLink } from './call-link.ts';
import { pointsOf } from './body/line-points.ts';
import { toneOf } from './tone.ts';
import { sizeText } from '../../ui/quantities.ts';
import { Sentence } from '../../ui/sentence.tsx';
import { Transactions, Accounts } from './transactions.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Badge, MethodName } from '../../ui/badge.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { JsonText } from '../../ui/json-text.tsx';
import { Rule } from '../../ui/rule.tsx';
import layout from '../../ui/layout.module.css';
import styles from './response-parts.module.css';
import textStyles from '../../ui/text.module.css';
import { ownValue } from '../../../shared/own-value.ts';

const t = texts.response.parts;

type Response = NonNullable<Exchange['response']>;

export const ms = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));

function connectionText({ timing: { dns, connect, tls }, tls: agreed }: Response): string {
  if (dns + connect + tls === 0) return t.connectionKept;
  return [
    ...(dns > 0 ? [t.nameTime(ms(dns))] : []),
    t.connectTime(ms(connect)),
    ...(agreed ? [t.tlsTime(ms(tls))] : []),
  ].join(', ');
}

const STATUS: Pointed = { source: { of: 'status' } };
const ERROR_CODE: Pointed = { source: { of: 'error-code' } };

export function ResponseHead({ exchange }: { exchange: Exchange }) {
  const { response, duration } = exchange;
  const failed = useMemo(() => failedIn(response?.body ?? ''), [response?.body]);
  if (!response) return null;
  const { dns, connect, tls, bank, download } = response.timing;
  return (
    <div className={styles.head}>
      <h2 className={styles.code}>
        {/* A green sign beside a payment that was rejected would speak for the payment. */}
        <Glyph tone={failed === null ? toneOf(response.status) : 'plain'} size={20} />
        {response.status} {response.reason}
      </h2>
      <PointButton pointed={STATUS} />
      {failed !== null && (
        <Badge tone="bad">
          <code>{failed}</code>
        </Badge>
      )}
      <span className={classes(textStyles.soft, textStyles.small, textStyles.num)}>
        {[
          t.milliseconds(ms(duration ?? 0)),
          sizeText(response.bodyBytes),
          ...(response.tls ? [response.tls.protocol.replace('TLSv', 'TLS ')] : []),
        ].join(', ')}
      </span>
      <div className={styles.timing} aria-hidden="true">
        {[dns + connect, tls, bank, download].map((part, at) => (
          <i key={at} style={{ flexGrow: Math.max(part, 0.01) }} />
        ))}
      </div>
      <span className={classes(textStyles.small, textStyles.faint, styles.timingText)}>
        <Sentence
          text={t.timing}
          parts={{
            connection: connectionText(response),
            bank: <b className={textStyles.accent}>{t.bankTime(ms(bank))}</b>,
            download: ms(download),
          }}
        />
      </span>
      <Whereabouts exchange={exchange} />
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

/**
 * Status and code of a refusal, and what it means.
 * @param props.faults all of them, if the bank names several
 */
export function RefusalHead(props: { response: Response; text: string; faults?: readonly string[] }) {
  const { response, text, faults = [] } = props;
  const code = /"code"\s*:\s*"([A-Z_]{1,80})"/.exec(response.body)?.[1];
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.code}>
          <Glyph tone="bad" size={20} />
          {response.status} {response.reason}
        </h2>
        <PointButton pointed={STATUS} />
        {code && (
          <>
            <Badge tone="bad">
              <code>{code}</code>
            </Badge>
            <PointButton pointed={ERROR_CODE} />
          </>
        )}
      </div>
      {faults.length > 1 ? (
        <ul className={styles.refusal} aria-label={t.faults}>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      ) : (
        <p className={styles.refusal}>{text}</p>
      )}
    </>
  );
}

/** The body of a refusal, unchanged. @param onWhole shows only the body */
export function BankWords({ response, onWhole }: { response: Response; onWhole: () => void }) {
  return (
    <Panel name="answer.words" title={t.bankWrote}>
      <BodyBeginning body={response.body} onWhole={onWhole} />
    </Panel>
  );
}

/** Lines of a body that are shown next to the rest of the response. */
const SHORT = 200;

/** The first lines of a body. The bank decides how many there are, so all of them are drawn only as they are scrolled to. */
function BodyBeginning({ body, onWhole }: { body: string; onWhole: () => void }) {
  const { lines, more } = useMemo(() => beginningOf(body, SHORT), [body]);
  const points = useMemo(() => pointsOf(lines), [lines]);
  return (
    <>
      <div className={textStyles.wire}>
        <PointLines
          label={t.responseBody}
          lines={lines.map((line, at) => ({
            shown: <JsonText text={line} />,
            pointed: points[at] ?? null,
          }))}
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

const LINK_TEXT: Record<string, string> = {
  scaRedirect: t.linkScaRedirect,
  startAuthorisation: t.linkStartSca,
  scaStatus: t.linkScaStatus,
  status: t.linkStatus,
  first: t.linkFirst,
  previous: t.linkPrevious,
  next: t.linkNext,
  last: t.linkLast,
};

export function Links({ exchange, onCall }: { exchange: Exchange; onCall: CallLink }) {
  const { links, linksLeftOut } = exchange;
  const { start, callback } = useSca();
  // The local bank's page can be embedded. Another bank's page is opened in the browser anyway.
  const embeds = useStatus(
    ({ status }) => status?.host === 'electron' && status.environment.kind !== 'another bank',
  );
  if (links.length === 0 && linksLeftOut === 0) return null;
  return (
    <Panel name="answer.links" title={t.links} rule="SVC-8">
      <ul aria-label={t.links}>
        {links.map(({ name, href, verbs }) => (
          <li className={styles.link} key={name} {...pointOf({ source: { of: 'link', name } })}>
            <b>{name}</b>
            <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)} title={href}>
              {ownValue(LINK_TEXT, name) ?? <code>{href}</code>}
            </span>
            <span className={classes(layout.actions, styles.calls)}>
              <PointButton pointed={{ source: { of: 'link', name } }} />
              {onCall && name === 'scaRedirect' && (
                <Button look={callback ? 'normal' : 'go'} size="small" onClick={() => void start(href)}>
                  {t.openPage}
                </Button>
              )}
              {onCall && name === 'scaRedirect' && embeds && (
                <>
                  <Button
                    look="plain"
                    size="small"
                    title={t.inWindowHint}
                    onClick={() => void start(href, 'window')}
                  >
                    {t.inWindow}
                  </Button>
                  <Button
                    look="plain"
                    size="small"
                    title={t.inBrowserHint}
                    onClick={() => void start(href, 'browser')}
                  >
                    {t.inBrowser}
                  </Button>
                </>
              )}
              {onCall &&
                callable(href, verbs).map((verb) => (
                  <Button
                    key={verb}

                    look={verb === 'DELETE' ? 'harm' : 'normal'}
                    size="small"
                    onClick={() => void onCall(verb, href)}
                  >
                    <MethodName>{verb}</MethodName>
                  </Button>
                ))}
            </span>
          </li>
        ))}
      </ul>
      {linksLeftOut > 0 && (
        <p className={classes(layout.pad, textStyles.soft)}>
          {t.linksLeftOut(linksLeftOut.toLocaleString('en-GB'))}
        </p>
      )}
    </Panel>
  );
}

function callable(href: string, verbs: readonly Method[]): Method[] {
  return verbs.filter((verb) => routeOf(verb, href.split('?', 1)[0] ?? '').kind === 'found');
}

const VERDICT_TONE = { yes: 'ok', no: 'bad', unknown: 'plain' } as const;

export function Verdicts({ verdicts }: { verdicts: Exchange['verdicts'] }) {
  if (verdicts.length === 0) return null;
  const known = verdicts.filter(({ holds }) => holds !== 'unknown');
  const held = known.filter(({ holds }) => holds === 'yes').length;
  return (
    <Panel
      name="answer.verdicts"
      title={t.verdicts}
      fact={
        <Badge tone={held < known.length ? 'bad' : known.length === verdicts.length ? 'ok' : 'plain'}>
          {t.held(held, known.length, verdicts.length - known.length)}
        </Badge>
      }
    >
      <ul className={styles.verdicts} aria-label={t.verdicts}>
        {verdicts.map((verdict) => (
          <li key={verdict.text}>
            <Glyph tone={VERDICT_TONE[verdict.holds]} />
            <span>
              <span className={textStyles.spoken}>
                {{ yes: t.holds, no: t.doesNotHold, unknown: t.notKnown }[verdict.holds]}{' '}
              </span>
              {verdict.text}
            </span>
            <Rule id={verdict.rule} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function ResponseBody({
  exchange,
  onCall,
  onWhole,
}: {
  exchange: Exchange;
  onCall: CallLink;
  /** Shows only the body. */
  onWhole: () => void;
}) {
  const { response } = exchange;
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

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
