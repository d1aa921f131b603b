/** The lists of customers, agreements, consents, sessions and unattended calls. */
import type { About } from '../../../../shared/flow/event.ts';
import type { Overview } from '../../../../shared/xs2a/inspection.ts';
import { amountText } from '../../../../shared/money/money.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { useBank } from '../../../state/bank.ts';
import { showInFlow } from '../../../state/flow.ts';
import { dateText, stepText, timeText } from '../../../ui/format.ts';
import { Badge } from '../../../ui/labels.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Table } from './bank-table.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.bank.lists;

export function Customers({ overview: { customers } }: { overview: Overview }) {
  return (
    <Table
      columns={[texts.common.name, t.nationalNumber, t.type]}
      empty={t.noCustomers}
      rows={customers.map(({ id, name, number, type }) => (
        <tr key={id}>
          <td>{name}</td>
          <td className={textStyles.mono}>{number}</td>
          <td>{type}</td>
        </tr>
      ))}
    />
  );
}

export function Agreements({ overview: { agreements } }: { overview: Overview }) {
  const limit = (value: number) =>
    value === 0 ? t.noLimit : amountText({ amount: value.toFixed(2), currency: 'NOK' });
  return (
    <Table
      columns={[t.agreement, t.owner, t.person, t.account, t.roles, t.mayRegister, t.mayApprove]}
      empty={t.noAgreements}
      rows={agreements.flatMap(({ id, name, owner, engagements }) =>
        engagements.map((engagement, at) => (
          <tr key={`${id}${engagement.person}${engagement.account}`}>
            <td>{at === 0 && name}</td>
            <td>{at === 0 && owner}</td>
            <td>{engagement.person}</td>
            <td>{engagement.account}</td>
            <td>{engagement.roles.join(', ')}</td>
            <td>{limit(engagement.registerLimit)}</td>
            <td>{limit(engagement.approvalLimit)}</td>
          </tr>
        )),
      )}
    />
  );
}

/** A name that opens its events in the Flow view. */
function ToFlow({ about, children }: { about: About; children: string }) {
  return (
    <LinkButton title={texts.flow.bar.showInFlow} onClick={() => showInFlow(about)}>
      {children}
    </LinkButton>
  );
}

/** The context in which a PSU acts: each has separate consents and sessions (HDR-6). */
function Context({ context, agreement }: Pick<Overview['sessions'][number], 'context' | 'agreement'>) {
  return (
    <td>
      {context}
      {agreement !== null && <span className={textStyles.soft}> {agreement}</span>}
    </td>
  );
}

export function Consents({ overview: { consents } }: { overview: Overview }) {
  const perform = useBank((store) => store.perform);
  return (
    <Table
      operable
      columns={[t.person, t.context, t.tpp, texts.common.accounts, t.given, t.validUntil, t.state]}
      empty={t.noConsents}
      rows={consents.map(({ id, person, context, agreement, tpp, accounts, ...of }) => (
        <tr key={id}>
          <td>
            <ToFlow about={{ subject: 'consent', id }}>{person}</ToFlow>
          </td>
          <Context context={context} agreement={agreement} />
          <td>{tpp}</td>
          <td>{accounts}</td>
          <td>{dateText(of.grantedAt)}</td>
          <td>{dateText(of.validUntil)}</td>
          <td className={textStyles.nowrap}>
            <ConsentState {...of} />{' '}
            {of.state === 'valid' && (
              <Button
                look="plain"
                size="small"
                aria-label={t.revokeConsent(person, agreement)}
                onClick={() => void perform('bank.revoke', { id }, t.hasRevoked(person))}
              >
                {t.revoke}
              </Button>
            )}
          </td>
        </tr>
      ))}
    />
  );
}

function ConsentState({ state, revokedAt }: Pick<Overview['consents'][number], 'revokedAt' | 'state'>) {
  if (revokedAt !== null) return <Badge tone="bad">{t.revoked(stepText(revokedAt))}</Badge>;
  const isValid = state === 'valid';
  return <Badge tone={isValid ? 'ok' : 'bad'}>{isValid ? t.valid : t.consentExpired}</Badge>;
}

export function Sessions({ overview: { sessions, clock } }: { overview: Overview }) {
  const selected = useBank((store) => store.selected);
  return (
    <Table
      operable
      columns={[t.tppSessionId, t.person, t.tpp, t.context, t.scaAt, t.state]}
      empty={t.noSessions}
      rows={sessions.map(({ id, person, tpp, context, agreement, since, endsAt }) => (
        <tr key={`${id}${person}${agreement}`} aria-selected={id === selected}>
          <td className={textStyles.mono}>
            <ToFlow about={{ subject: 'session', id }}>{id}</ToFlow>
          </td>
          <td>{person}</td>
          <td>{tpp}</td>
          <Context context={context} agreement={agreement} />
          <td>{stepText(since)}</td>
          <td>
            {clock.now < endsAt ? (
              <Badge tone="ok">{t.validFor(Math.ceil((endsAt - clock.now) / 60_000))}</Badge>
            ) : (
              <Badge tone="bad">{t.expired(stepText(endsAt))}</Badge>
            )}
          </td>
        </tr>
      ))}
    />
  );
}

export function Unattended({ overview: { unattended, clock } }: { overview: Overview }) {
  return (
    <>
      <p className={classes(layout.pad, textStyles.soft, textStyles.small)}>{t.whatCounts}</p>
      <Table
        columns={[t.tpp, t.account, t.service, { head: t.calls, align: 'end' }, t.freeAgain]}
        empty={t.noCalls}
        rows={unattended.map(({ tpp, account, service, calls, allowed, freesAt }) => (
          <tr key={`${tpp}${account}${service}`}>
            <td>{tpp}</td>
            <td>{account}</td>
            <td>{service}</td>
            <td className={textStyles.num}>
              <Badge tone={calls < allowed - 1 ? 'ok' : calls < allowed ? 'warn' : 'bad'}>
                {t.callsOf(calls, allowed, Math.max(0, allowed - calls))}
              </Badge>
            </td>
            <td>{calls < allowed ? t.now : timeText(freesAt, clock.now)}</td>
          </tr>
        ))}
      />
    </>
  );
}
