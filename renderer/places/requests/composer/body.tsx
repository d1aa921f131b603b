/** The body: an editor with completion from the operation's schema, and the errors that the bank would report. */
import { useEffect, useMemo, useState } from 'react';
import {
  type BodyChecks,
  type BodyFaults,
  bodyFaults,
  checksOf,
  inQuotes,
} from '../../../../shared/xs2a/body-faults.ts';
import { checksOfDocument } from '../../../../shared/openapi/checks.ts';
import { osloDate } from '../../../../shared/norway/oslo.ts';
import { prettyJson } from '../../../../shared/xs2a/json-lines.ts';
import { IN_TEXT } from '../../../../shared/placeholders.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { operationOf } from '../../../../shared/requests/request.ts';
import { IDS_OF_FIELD, obstacleTo, paymentIdsIn } from '../../../../shared/contract/recent-ids.ts';
import { productByShort } from '../../../../shared/xs2a/payment-products.ts';
import { MAX_BASKET } from '../../../../shared/xs2a/payment-schemas.ts';
import { lineOf, partsOf } from '../../../../shared/requests/compose.ts';
import { host } from '../../../host.ts';
import { useOpenApi } from '../../../state/environments.ts';
import { StatusBadge } from '../../../parts/bank/payment-status.tsx';
import { useStatus } from '../../../state/status.ts';
import { goToLine, useEditorTarget, clearEditorTarget } from '../../../state/requests/navigation.ts';
import { setBody } from '../../../state/requests/editing.ts';
import { useActiveTab } from '../../../state/requests/store.ts';
import { loadRecentIds, useRecentIds } from '../../../state/requests/recent-ids.ts';
import { CodeEditor } from '../../../ui/code-editor.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Glyph } from '../../../ui/labels.tsx';
import { Menu, MenuChoice } from '../../../ui/popover.tsx';
import { momentOfToday } from '../../../ui/format.ts';
import { shortIds } from '../../../ui/long-ids.ts';
import { bodyCompletion } from './body-completion.ts';
import layout from '../../../ui/layout.module.css';
import styles from './composer.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.body;

/** Longer bodies are checked only by the bank, so that the window stays responsive. */
const CHECKED_LENGTH = 200_000;

const NOTHING: BodyFaults = { shown: [], more: 0 };
const SYNTAX: BodyChecks = { issues: () => [], schema: null };

/** The checks by the OpenAPI document of the environment; null if it describes no such body; undefined without a document. */
function useDocumentChecks(): BodyChecks | null | undefined {
  const document = useOpenApi((store) => store.document);
  const line = useActiveTab(({ request }) => {
    const { method, path } = lineOf(request);
    return `${method} ${path}`;
  });
  const [found, setFound] = useState<{ line: string; checks: BodyChecks | null } | null>(null);
  useEffect(() => {
    if (document === null) return;
    let isLatest = true;
    const { method, path } = partsOf(line);
    void host
      .call('environments.bodySchema', { method, path })
      .then(({ body }) => body && checksOfDocument(body.schema, body.dialect))
      .catch(() => null)
      .then((checks) => {
        if (isLatest) setFound({ line, checks });
      });
    return () => {
      isLatest = false;
    };
  }, [document, line]);
  if (document === null) return undefined;
  return found?.line === line ? found.checks : null;
}

export function Body() {
  const operation = useActiveTab(({ request }) => operationOf(request));
  const params = useActiveTab(({ request }) => request.params);
  const body = useActiveTab(({ request }) => request.body);
  const ofDocument = useDocumentChecks();
  const kind = ofDocument ? 'json' : operation.body;
  const isJson = kind === 'json';
  // The specification's schemas are not those of another bank.
  const checks = useMemo(
    () => (ofDocument === undefined ? checksOf(operation, params) : ofDocument),
    [ofDocument, operation, params],
  );
  const goTo = useEditorTarget((store) => store.goTo);
  // Runs after the effects of the editor.
  useEffect(clearEditorTarget, [goTo]);
  // By the bank's clock, as for the variable.
  const today = useStatus(({ status }) => osloDate(status?.bank.now ?? 0));
  const { shown, more } = useMemo(() => {
    if (!isJson || body === '' || body.length > CHECKED_LENGTH) return NOTHING;
    const text = body.replaceAll('{{today}}', today).replaceAll('{{$text}}', '12345678');
    // Other variables have no value here: only the syntax can be checked.
    const isChecked = checks !== null && !/\{\{[A-Za-z]/.test(text);
    return bodyFaults(isChecked ? checks : SYNTAX, isChecked ? text : text.replaceAll(IN_TEXT, '0'));
  }, [checks, isJson, body, today]);
  const pretty = useMemo(() => (isJson ? prettyJson(body) : null), [isJson, body]);
  const complete = useMemo(() => bodyCompletion(checks?.schema ?? null), [checks]);
  return (
    <Panel
      name="request.body"
      title={texts.common.body}
      fact={
        <span
          className={classes(
            textStyles.soft,
            textStyles.small,
            textStyles.cut,
            operation.id === 'createBasket' && textStyles.remark,
          )}
          title={isJson ? t.hint : undefined}
        >
          {[
            body === '' ? t.empty : t.bytes(new TextEncoder().encode(body).length),
            ...(kind === 'none' ? [] : [isJson ? t.json : t.notRead]),
          ].join(', ')}
        </span>
      }
      actions={
        isJson && (
          <>
            {operation.id === 'createBasket' && <PaymentsOfBasket body={body} />}
            {body !== '' && (
              <Button
                look="plain"
                size="small"
                disabled={pretty === null}
                onClick={() => setBody(pretty ?? body)}
              >
                {t.tidyUp}
              </Button>
            )}
          </>
        )
      }
    >
      {kind === 'none' ? (
        <p className={classes(layout.pad, textStyles.soft)}>{t.takesNone}</p>
      ) : (
        <div className={styles.editor}>
          <CodeEditor
            label={texts.common.body}
            language="json"
            value={body}
            onChange={setBody}
            notes={shown}
            complete={complete}
            goTo={goTo}
          />
        </div>
      )}
      {shown.length > 0 && (
        <ul className={styles.faults} id="body-faults" aria-label={t.faults}>
          {shown.map(({ line, text, toQuote }, at) => (
            <li key={at}>
              <Glyph tone="warn" />
              <LinkButton onClick={() => goToLine(line)}>{t.line(line)}</LinkButton>
              <span>
                {text}
                {toQuote !== undefined && (
                  <>
                    {' '}
                    <LinkButton onClick={() => setBody(inQuotes(body, toQuote) ?? body)}>
                      {t.putInQuotes}
                    </LinkButton>
                  </>
                )}
              </span>
            </li>
          ))}
          {more > 0 && (
            <li>
              <Glyph tone="warn" />
              <span className={styles.whole}>{t.more(more)}</span>
            </li>
          )}
        </ul>
      )}
    </Panel>
  );
}

/** Puts recent payments into the body of a basket. */
function PaymentsOfBasket({ body }: { body: string }) {
  const { ids, basketProducts } = useRecentIds();
  useEffect(() => {
    void loadRecentIds();
    // Signatures, batches and quirks change which payments can be in a basket.
    return host.on('status.changed', () => void loadRecentIds());
  }, []);
  const payments = ids
    .filter(({ name }) => name === IDS_OF_FIELD['paymentIds'])
    .map((one) => ({ ...one, obstacle: obstacleTo(one.payment, basketProducts) }))
    // BSK-4: never bulk or periodic payments.
    .filter(({ obstacle }) => obstacle !== 'kind');
  // In the order in which they were created.
  const fitting = payments
    .filter(({ obstacle }) => obstacle === null)
    .slice(0, MAX_BASKET)
    .map(({ value }) => value)
    .toReversed();
  const chosen = paymentIdsIn(body);
  const put = (all: readonly string[]) => setBody(JSON.stringify({ paymentIds: all }, null, 2));
  const toggle = (id: string, isIn: boolean) => {
    // Drops the ids of the example.
    const known = chosen.filter((one) => payments.some(({ value }) => value === one));
    put(isIn ? [...known, id] : known.filter((one) => one !== id));
  };
  return (
    <>
      {fitting.length > 0 && (
        <Button size="small" className={styles.mayBeCut} onClick={() => put(fitting)}>
          {t.putInAll(fitting.length)}
        </Button>
      )}
      {payments.length > 0 && fitting.length === 0 && (
        <span className={classes(styles.mayBeCut, textStyles.soft, textStyles.nowrap)}>{t.noneFits}</span>
      )}
      <Menu label={t.recentPayments}>
        {basketProducts !== null && (
          <p className={styles.pickerNote}>
            {t.basketTakes(
              basketProducts.map((short) => `${productByShort(short).path} (${short})`).join(', '),
            )}{' '}
            {t.limits}
          </p>
        )}
        {payments.length === 0 && <p className={styles.pickerNote}>{t.noRecentPayments}</p>}
        {payments.map(({ value, about, at, payment, obstacle }) => (
          <MenuChoice
            key={value}
            checked={chosen.includes(value)}
            onChange={(isChosen) => toggle(value, isChosen)}
          >
            <span className={styles.picked}>
              <span className={textStyles.cut}>{about}</span>
              <span className={classes(textStyles.soft, textStyles.small)}>{momentOfToday(at)}</span>
              <span className={classes(layout.actions, textStyles.small)}>
                {payment && <code>{payment.product}</code>}
                {payment?.status && <StatusBadge status={payment.status} />}
                {obstacle !== null && <span className={textStyles.soft}>{t.notInBasket[obstacle]}</span>}
              </span>
              <code className={classes(textStyles.soft, textStyles.small)}>{shortIds(value)}</code>
            </span>
          </MenuChoice>
        ))}
      </Menu>
    </>
  );
}
