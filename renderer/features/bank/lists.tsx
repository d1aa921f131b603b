/** The lists of the bank, one a kind. */
import type { ReactNode } from 'react';
import type { Overview } from '../../../shared/xs2a/inspection.ts';
import { amountText } from '../../ui/amount.ts';
import { Badge, Rule } from '../../ui/parts.tsx';
import { ScenarioForm, scenarioText } from './scenario-form.tsx';
import { StatusBadge } from './status-badge.tsx';
import { type Kind, useBank } from './store.ts';
import { stepText, timeText } from './times.ts';

/** A table with its empty state. @param empty what belongs here, and how it comes */
function Table(props: { heads: readonly string[]; empty: string; rows: readonly ReactNode[] }) {
  const { heads, empty, rows } = props;
  if (rows.length === 0) return <p className="pad soft">{empty}</p>;
  return (
    <table className="grid">
      <thead>
        <tr>
          {heads.map((head) => (
            <th
              key={head}
              scope="col"
              className={['Amount', 'Booked', 'Available', 'Calls'].includes(head) ? 'num' : undefined}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows}</tbody>
    </table>
  );
}

/** The first cell of a row that opens something. */
function Opener({ id, children }: { id: string; children: ReactNode }) {
  const select = useBank((store) => store.select);
  return (
    <button type="button" className="link" onClick={() => select(id)}>
      {children}
    </button>
  );
}

export function BankList({ overview, kind }: { overview: Overview; kind: Kind }) {
  switch (kind) {
    case 'payments':
      return <Payments overview={overview} />;
    case 'baskets':
      return <Baskets overview={overview} />;
    case 'accounts':
      return <Accounts overview={overview} />;
    case 'customers':
      return (
        <Table
          heads={['Name', 'National number', 'Type']}
          empty="Customers come with a reset, or are made in the sandbox (Create customer)."
          rows={overview.customers.map(({ id, name, number, type }) => (
            <tr key={id}>
              <td>{name}</td>
              <td className="mono">{number}</td>
              <td>{type}</td>
            </tr>
          ))}
        />
      );
    case 'agreements':
      return <Agreements overview={overview} />;
    case 'consents':
      return <Consents overview={overview} />;
    case 'sessions':
      return <Sessions overview={overview} />;
    case 'unattended':
      return (
        <Table
          heads={['TPP', 'Account', 'Service', 'Calls', 'One is free again']}
          empty="No calls without the PSU in the last 24 hours. A call without PSU-IP-Address counts (LIM-1)."
          rows={overview.unattended.map(({ tpp, account, service, calls, allowed, freesAt }) => (
            <tr key={`${tpp}${account}${service}`}>
              <td>{tpp}</td>
              <td>{account}</td>
              <td>{service}</td>
              <td className="num">
                {calls} of {allowed}
              </td>
              <td>{timeText(freesAt, overview.clock.now)}</td>
            </tr>
          ))}
        />
      );
    case 'quirks':
      return <QuirkList overview={overview} />;
    case 'scenarios':
      return <ScenarioList overview={overview} />;
  }
}

function Payments({ overview: { payments, clock } }: { overview: Overview }) {
  const selected = useBank((store) => store.selected);
  return (
    <Table
      heads={['Time', 'To', 'Product', 'Amount', 'Status']}
      empty="No payments. Send Create payment, or choose another search."
      rows={payments.map((payment) => (
        <tr key={payment.id} aria-selected={payment.id === selected}>
          <td className="nowrap">{timeText(payment.at, clock.now)}</td>
          <td>
            <Opener id={payment.id}>{payment.to || 'nobody'}</Opener>{' '}
            <span className="soft">from {payment.from}</span>
          </td>
          <td>{payment.product}</td>
          <td className="num">{amountText(payment)}</td>
          <td className="nowrap">
            <StatusBadge status={payment.status} />
          </td>
        </tr>
      ))}
    />
  );
}

function Baskets({ overview: { baskets, clock } }: { overview: Overview }) {
  const selected = useBank((store) => store.selected);
  return (
    <Table
      heads={['Time', 'Basket', 'Payments', 'Status']}
      empty="No baskets. Make corporate payments, then send Create signing basket."
      rows={baskets.map((basket) => (
        <tr key={basket.id} aria-selected={basket.id === selected}>
          <td className="nowrap">{timeText(basket.at, clock.now)}</td>
          <td className="mono">
            <Opener id={basket.id}>{basket.id}</Opener>
          </td>
          <td>{basket.payments}</td>
          <td>
            <StatusBadge status={basket.status} />
          </td>
        </tr>
      ))}
    />
  );
}

function Accounts({ overview: { accounts } }: { overview: Overview }) {
  const pull = useBank((store) => store.pull);
  return (
    <Table
      heads={['Owner', 'Account', 'Number', 'Booked', 'Available', 'Payments']}
      empty="Accounts come with a reset, or are made in the sandbox (Create account)."
      rows={accounts.map((account) => (
        <tr key={account.id}>
          <td>{account.owner}</td>
          <td>{account.name}</td>
          <td className="mono">{account.bban}</td>
          <td className="num">{amountText({ amount: account.booked, currency: account.currency })}</td>
          <td className="num">{amountText({ amount: account.available, currency: account.currency })}</td>
          <td className="nowrap">
            {account.paymentsBlocked ? (
              <Badge tone="bad">not allowed</Badge>
            ) : (
              <Badge tone="ok">allowed</Badge>
            )}{' '}
            <button
              type="button"
              className="btn plain sm"
              aria-label={`${account.paymentsBlocked ? 'Allow' : 'Withdraw'} payments from ${account.name} of ${account.owner}`}
              onClick={() =>
                void pull(
                  'bank.permit',
                  { id: account.id, payments: account.paymentsBlocked },
                  account.paymentsBlocked
                    ? `Payments from ${account.name} are allowed again.`
                    : `The permission for payments from ${account.name} is withdrawn (SCA-12).`,
                )
              }
            >
              {account.paymentsBlocked ? 'Allow' : 'Withdraw'}
            </button>
          </td>
        </tr>
      ))}
    />
  );
}

function Agreements({ overview: { agreements } }: { overview: Overview }) {
  const limit = (value: number) => (value === 0 ? 'no limit' : `${value} NOK`);
  return (
    <Table
      heads={['Agreement', 'Owner', 'Person', 'Account', 'Roles', 'May register', 'May approve']}
      empty="Agreements come with corporate customers."
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

function Consents({ overview: { consents } }: { overview: Overview }) {
  const pull = useBank((store) => store.pull);
  return (
    <Table
      heads={['Person', 'TPP', 'Accounts', 'Given', 'State']}
      empty="No consents. Send Ask for consent and approve at the bank."
      rows={consents.map(({ id, person, tpp, accounts, grantedAt, revokedAt }) => (
        <tr key={id}>
          <td>{person}</td>
          <td>{tpp}</td>
          <td>{accounts}</td>
          <td>{stepText(grantedAt)}</td>
          <td className="nowrap">
            {revokedAt === null ? (
              <>
                <Badge tone="ok">valid</Badge>{' '}
                <button
                  type="button"
                  className="btn plain sm"
                  aria-label={`Revoke the consent of ${person}`}
                  onClick={() =>
                    void pull('bank.revoke', { id }, `${person} has revoked the consent (SCA-11).`)
                  }
                >
                  Revoke
                </button>
              </>
            ) : (
              <Badge tone="bad">revoked {stepText(revokedAt)}</Badge>
            )}
          </td>
        </tr>
      ))}
    />
  );
}

function Sessions({ overview: { sessions, clock } }: { overview: Overview }) {
  return (
    <Table
      heads={['TPP-Session-ID', 'Person', 'TPP', 'Context', 'SCA at', 'State']}
      empty="No sessions. The first approved SCA begins one; it lasts an hour (SCA-4)."
      rows={sessions.map(({ id, person, tpp, context, since, endsAt }) => (
        <tr key={id + person}>
          <td className="mono">{id}</td>
          <td>{person}</td>
          <td>{tpp}</td>
          <td>{context}</td>
          <td>{stepText(since)}</td>
          <td>
            {clock.now < endsAt ? (
              <Badge tone="ok">valid, {Math.ceil((endsAt - clock.now) / 60_000)} min left</Badge>
            ) : (
              <Badge tone="bad">expired {stepText(endsAt)}</Badge>
            )}
          </td>
        </tr>
      ))}
    />
  );
}

function QuirkList({ overview: { quirks } }: { overview: Overview }) {
  const pull = useBank((store) => store.pull);
  return (
    <Table
      heads={['Quirk', 'Value', 'What it does', 'Rule']}
      empty="This bank has no quirks."
      rows={quirks.map(({ name, value, values, text, rule }) => (
        <tr key={name}>
          <td className="mono">{name}</td>
          <td>
            <select
              className="field"
              aria-label={name}
              value={String(value)}
              onChange={(event) => {
                const chosen = values.find((one) => String(one) === event.target.value) ?? value;
                void pull('bank.quirk', { name, value: chosen }, `${name} is ${String(chosen)} from now on.`);
              }}
            >
              {values.map((one) => (
                <option key={String(one)}>{String(one)}</option>
              ))}
            </select>
          </td>
          <td className="soft">{text}</td>
          <td>
            <Rule id={rule} />
          </td>
        </tr>
      ))}
    />
  );
}

function ScenarioList({ overview: { scenarios } }: { overview: Overview }) {
  const pull = useBank((store) => store.pull);
  return (
    <>
      <ScenarioForm />
      <Table
        heads={['Scenario', 'When', 'How often', 'Actions']}
        empty="Nothing is scripted. A scenario lets the bank fail on purpose, to see what a TPP makes of it."
        rows={scenarios.map(({ id, input: { when, then } }) => (
          <tr key={id}>
            <td>{scenarioText(then)}</td>
            <td className="mono">
              {when.method ?? 'any method'} {when.path ?? 'any path'}
            </td>
            <td>{when.times === undefined ? 'always' : `${when.times} more`}</td>
            <td>
              <button
                type="button"
                className="btn plain sm"
                onClick={() => void pull('bank.removeScenario', { id }, 'The scenario is removed.')}
              >
                Remove
              </button>
            </td>
          </tr>
        ))}
      />
    </>
  );
}
