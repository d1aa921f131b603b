/** Details and actions of the selected event. */
import { ArrowDown, ArrowUp, type LucideIcon } from 'lucide-react';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import { type Row, scaKey } from '../../../shared/flow/diagram.ts';
import { NO_FILTER } from '../../../shared/flow/filter.ts';
import { markOf } from '../../../shared/flow/marks.ts';
import { cutTo, lengthText } from '../../../shared/flow/diagram-text.ts';
import { aboutOfKey, type Relations } from '../../../shared/flow/relations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { showInBank } from '../../state/bank.ts';
import { keyOf, rowAt, useFlow } from '../../state/flow.ts';
import { showExchange } from '../../state/history.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Glyph, MethodName } from '../../ui/labels.tsx';
import { Rule } from '../../ui/popover.tsx';
import { dialogueOf, foldInto, groupsOf } from './diagram-rows.ts';
import layout from '../../ui/layout.module.css';
import styles from './selection-bar.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.flow.bar;

export function SelectionBar() {
  const { diagram, selected, fold, select } = useFlow();
  const unfold = ({ group, events }: Extract<Row, { kind: 'group' }>) => {
    fold(group, false);
    select(events[0] ?? null);
  };
  const at = rowAt(diagram, selected);
  const row = diagram.rows[at];
  return (
    <section className={styles.bar} aria-label={t.title}>
      {row === undefined ? (
        <p className={textStyles.soft}>{t.none}</p>
      ) : row.kind === 'group' ? (
        <>
          <p className={layout.grow}>{row.text}</p>
          <Button size="small" onClick={() => (row.isFolded ? unfold(row) : foldInto(row.group))}>
            {row.isFolded ? t.unfold : t.foldDialogue}
          </Button>
        </>
      ) : (
        <>
          <What event={row.event} relations={diagram.relations} />
          <div className={styles.actions}>
            <Jump at={at} />
            <Actions event={row.event} groups={groupsOf(diagram, at)} />
          </div>
        </>
      )}
    </section>
  );
}

function What({ event, relations }: { event: FlowEvent; relations: Relations }) {
  const select = useFlow((store) => store.select);
  const cause = event.cause === null ? undefined : relations.get(event.cause);
  const fact = factOf(event, relations);
  const isForged = event.kind === 'response' && event.signatureFault !== undefined;
  return (
    <div className={styles.what}>
      <p className={styles.title}>
        <Title event={event} />
      </p>
      {event.kind === 'response' && event.hint !== undefined && (
        <p className={textStyles.small}>{event.hint}</p>
      )}
      <p className={classes(styles.line, textStyles.small, textStyles.soft)}>
        {fact !== '' && (
          <span className={isForged ? textStyles.bad : undefined}>
            {isForged && <Glyph tone="bad" size={12} />} {fact}
          </span>
        )}
        {cause !== undefined && (
          <LinkButton onClick={() => select(cause.seq)}>{t.causedBy(nameOf(cause))}</LinkButton>
        )}
      </p>
    </div>
  );
}

/** The event with its full path. */
function Title({ event }: { event: FlowEvent }) {
  const { text } = markOf(event);
  switch (event.kind) {
    case 'request':
      return (
        <>
          <MethodName>{event.method}</MethodName> <code>{event.target}</code>
        </>
      );
    case 'response':
      return (
        <>
          <code>
            {event.status ?? texts.flow.marks.failed} {text}
          </code>
          {event.rule !== null && (
            <>
              {' '}
              <Rule id={event.rule} />
            </>
          )}
          {event.reason !== null && ` ${event.reason}`}
          {event.location !== null && (
            <>
              {' '}
              <code>{event.location}</code>
            </>
          )}
        </>
      );
    case 'opened':
      return <code>{event.link}</code>;
    case 'callback':
      return <code>{event.target}</code>;
    case 'step':
      return (
        <>
          {text} <code className={textStyles.soft}>{event.id}</code>
        </>
      );
    default:
      return text;
  }
}

/** Signature and duration of a request or response; the reason of a step. */
function factOf(event: FlowEvent, relations: Relations): string {
  switch (event.kind) {
    case 'request': {
      const answer = relations.get(relations.responseOf(event.seq) ?? -1);
      const response = answer?.kind === 'response' ? answer : null;
      const length = response?.duration ?? null;
      // Only events of the local bank have its time.
      const elsewhere = event.bankAt === null ? event.environment : null;
      return [
        elsewhere === null ? '' : t.toBank(elsewhere),
        event.from === 'psu'
          ? event.title
          : signatureOf(
              event.signed,
              response?.rule ?? null,
              elsewhere === null ? (response?.status ?? null) : null,
            ),
        length === null ? '' : lengthText(length),
      ]
        .filter((part) => part !== '')
        .join(', ');
    }
    case 'response':
      return [
        event.signatureFault?.replace(/\.$/, '') ?? (event.signed ? texts.flow.sentences.signed : ''),
        event.duration === null ? '' : lengthText(event.duration),
      ]
        .filter((part) => part !== '')
        .join(', ');
    case 'step':
      return event.why;
    case 'decision':
      return [event.psu, event.company].filter((name) => name !== null).join(', ');
    default:
      return '';
  }
}

/** Rules that the local bank may apply before it verifies the signature (SVC-11), and that of scripted responses. */
const BEFORE_SIGNATURE = /^(SIG-\d+|SVC-\d+|HDR-1|SCA-8)$/;

/** @param status null without a response of the local bank, which checks signatures early */
function signatureOf(signed: boolean, rule: string | null, status: number | null): string {
  if (!signed) return texts.flow.sentences.unsigned;
  return status === null || BEFORE_SIGNATURE.test(rule ?? '')
    ? texts.flow.sentences.signed
    : t.signedVerified;
}

/** A short name of an event, for a link. */
function nameOf(event: FlowEvent): string {
  const mark = markOf(event);
  const badge = mark.shape === 'arrow' ? (mark.badge?.text ?? '') : '';
  return cutTo(`${badge} ${mark.text}`.trim(), 60);
}

/** To the events before and after of the same payment, basket or consent. */
function Jump({ at }: { at: number }) {
  const { diagram, select } = useFlow();
  const { rows } = diagram;
  const dialogue = dialogueOf(diagram, rows[at]);
  if (dialogue === null) return null;
  const isSame = (row: Row) => dialogueOf(diagram, row) === dialogue;
  const { subject } = aboutOfKey(dialogue);
  const name = texts.flow.subjects[subject].toLowerCase();
  const button = (label: string, Icon: LucideIcon, row: Row | undefined) => (
    <IconButton
      label={label}
      Icon={Icon}
      disabled={row === undefined}
      onClick={() => row && select(keyOf(row))}
    />
  );
  return (
    <>
      {button(t.previousOf(name), ArrowUp, rows.slice(0, at).findLast(isSame))}
      {button(t.nextOf(name), ArrowDown, rows.slice(at + 1).find(isSame))}
    </>
  );
}

function Actions({ event, groups }: { event: FlowEvent; groups: readonly string[] }) {
  const { setFilter, diagram } = useFlow();
  const exchange = 'exchange' in event ? event.exchange : null;
  const sca = diagram.relations.scaOf(event.seq);
  const dialogue = groups.find((group) => sca === null || group !== scaKey(sca));
  const idOf = (subject: 'payment' | 'basket' | 'consent') =>
    event.about.find((about) => about.subject === subject)?.id;
  // Only events of the local bank have its time.
  const isLocal = event.bankAt !== null;
  const subject = (['basket', 'payment', 'consent'] as const).find((one) => idOf(one) !== undefined);
  const [payment, basket] = isLocal ? [idOf('payment'), idOf('basket')] : [];
  const action = (label: string, onClick: () => void, look: 'plain' | 'normal' = 'normal') => (
    <Button size="small" look={look} onClick={onClick}>
      {label}
    </Button>
  );
  const only = subject && { subject, id: idOf(subject) ?? '' };
  return (
    <>
      {sca !== null && action(t.foldSca, () => foldInto(scaKey(sca)), 'plain')}
      {dialogue !== undefined && action(t.foldDialogue, () => foldInto(dialogue), 'plain')}
      {only !== undefined &&
        diagram.options.filter.about?.id !== only.id &&
        action(t.onlyThis[only.subject], () => setFilter({ ...NO_FILTER, about: only }), 'plain')}
      {payment !== undefined && action(t.openPayment, () => showInBank('payments', payment))}
      {basket !== undefined && action(t.openBasket, () => showInBank('baskets', basket))}
      {exchange !== null && action(t.openExchange, () => showExchange(exchange))}
    </>
  );
}
