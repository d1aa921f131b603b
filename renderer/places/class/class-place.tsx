/** The Class view: the trainer's board of who is where, and the link of each bank. */
import { CircleDot, GraduationCap } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import {
  CLASS_STEPS,
  type ClassBank,
  type ClassStep,
  type ClassView,
  MOST_CLASS_BANKS,
  readClassLink,
} from '../../../shared/contract/class.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useClass, useJoin } from '../../state/class.ts';
import { command, type Place } from '../../state/place.ts';
import { AskTwice, Button, CopyButton, LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Columns, PlaceMain, Splitter, useSplit } from '../../ui/columns.tsx';
import { Field, Form, FormButtons, Input, Select, TextArea } from '../../ui/form.tsx';
import { secondsText } from '../../ui/format.ts';
import { Badge, Glyph } from '../../ui/labels.tsx';
import { Note, Pending, Problem } from '../../ui/messages.tsx';
import { Head } from '../../ui/panel.tsx';
import { Facts, Grid } from '../../ui/table.tsx';
import layout from '../../ui/layout.module.css';
import styles from './class-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.class;

export const classPlace: Place = {
  id: 'class',
  label: t.name,
  more: t.isFor,
  Icon: GraduationCap,
  View: ClassPlace,
  commandsFor: (text) => {
    const link = readClassLink(text);
    return link === null
      ? []
      : [command(t.name, t.join.command(link.name), () => void useJoin.getState().ask(text.trim()))];
  },
  start: () => void useClass.getState().load(),
};

/** Milliseconds. */
const INTERVAL = 1000;

function ClassPlace() {
  const { view, problem, load } = useClass();
  useEffect(() => {
    void load();
    const timer = setInterval(() => void load(), INTERVAL);
    return () => {
      clearInterval(timer);
      useClass.setState({ notice: null });
    };
  }, [load]);
  if (view === undefined)
    return (
      <PlaceMain>
        <Pending doing={t.board.reading} problem={problem} onRetry={() => void load()} />
      </PlaceMain>
    );
  return view === null ? <Start problem={problem} /> : <Board view={view} />;
}

function Start({ problem }: { problem: string | null }) {
  const perform = useClass((store) => store.perform);
  const [count, setCount] = useState('4');
  const [known, setKnown] = useState('');
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const names = known.split('\n').filter((name) => name.trim() !== '');
    for (let number = names.length + 1; number <= Number(count); number++)
      names.push(t.start.trainee(number));
    void perform('class.start', { names });
  };
  return (
    <PlaceMain scrolls>
      <Head>
        <h2>{t.start.title}</h2>
      </Head>
      <Form onSubmit={start} aria-label={t.start.title}>
        <p className={textStyles.soft}>{t.start.about}</p>
        <Field label={t.start.count}>
          {(links) => (
            <Input
              {...links}
              type="number"
              min={1}
              max={MOST_CLASS_BANKS}
              required
              value={count}
              onChange={({ target }) => setCount(target.value)}
            />
          )}
        </Field>
        <Field label={t.start.names} hint={t.start.namesHint}>
          {(links) => (
            <TextArea {...links} rows={6} value={known} onChange={({ target }) => setKnown(target.value)} />
          )}
        </Field>
        <Problem text={problem} />
        <FormButtons>
          <Button type="submit" look="go">
            {t.start.start}
          </Button>
        </FormButtons>
      </Form>
    </PlaceMain>
  );
}

function Board({ view }: { view: ClassView }) {
  const { networks, selected, problem, notice, perform } = useClass();
  const split = useSplit('class', 340, 260, 600);
  const { banks, network } = view;
  const shown = banks.find(({ id }) => id === selected) ?? banks[0];
  const joined = banks.filter((bank) => bank.joined).length;
  return (
    <Columns sizes={['rest', split.size]}>
      <section className={layout.pane} aria-label={t.board.banks}>
        <Head>
          <Badge tone={joined === banks.length ? 'ok' : 'plain'}>
            {t.board.joined(joined, banks.length)}
          </Badge>
          <span className={layout.grow} />
          <label className={layout.row}>
            <span className={classes(textStyles.soft, textStyles.nowrap)}>{t.board.open}</span>
            <Select
              value={network ?? ''}
              onChange={({ target }) => void perform('class.open', { network: target.value || null })}
            >
              <option value="">{t.board.thisMachine}</option>
              {networks.map((address) => (
                <option key={address} value={address}>
                  {t.board.network(address)}
                </option>
              ))}
            </Select>
          </label>
          <AskTwice
            label={t.board.resetAll}
            sure={t.board.sureAll}
            onSure={() => void perform('class.reset', { id: null }, t.bank.allReset)}
          />
          <AskTwice label={t.board.end} sure={t.board.sureEnd} onSure={() => void perform('class.end', {})} />
        </Head>
        <Problem text={problem} />
        {notice !== null && (
          <Note as="output" tone="ok">
            {notice}
          </Note>
        )}
        <div className={layout.scroll}>
          <Banks banks={banks} selected={shown?.id} />
        </div>
      </section>
      <Splitter label={t.board.banks} split={split} side="right" />
      {shown && <Shown key={shown.id} bank={shown} fingerprint={view.fingerprint} />}
    </Columns>
  );
}

function Banks({ banks, selected }: { banks: readonly ClassBank[]; selected: string | undefined }) {
  const counts = CLASS_STEPS.map(
    (step) => banks.filter((bank) => bank.joined && nextOf(bank) === step).length,
  );
  const most = Math.max(...counts);
  const step = (at: number) => classes(styles.step, most > 0 && counts[at] === most && styles.most);
  return (
    <Grid marksSelected className={styles.board}>
      <thead>
        <tr>
          <th scope="col">{t.board.bank}</th>
          {CLASS_STEPS.map((one, at) => (
            <th key={one} scope="col" className={step(at)}>
              {t.board.steps[one]}
            </th>
          ))}
          <th scope="col">{t.board.last}</th>
        </tr>
      </thead>
      <tbody>
        {banks.map((bank) => (
          <Row key={bank.id} bank={bank} isSelected={bank.id === selected} classOf={step} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td className={classes(textStyles.soft, textStyles.nowrap)}>{t.board.atStep}</td>
          {counts.map((count, at) => (
            <td key={CLASS_STEPS[at]} className={step(at)}>
              <strong>{count || ''}</strong>
            </td>
          ))}
          <td />
        </tr>
      </tfoot>
    </Grid>
  );
}

/** The step after the last one that was reached. */
function nextOf({ steps }: ClassBank): ClassStep | undefined {
  return CLASS_STEPS[CLASS_STEPS.findLastIndex((step) => steps.includes(step)) + 1];
}

function Row(props: {
  bank: ClassBank;
  isSelected: boolean;
  /** Of a step, by its position. */
  classOf: (at: number) => string;
}) {
  const { bank, isSelected, classOf } = props;
  const { id, name, joined, problem, steps, last, refusal } = bank;
  const isRefused = last !== null && last.refusals > 0;
  const next = nextOf(bank);
  return (
    <tr aria-selected={isSelected}>
      <td>
        <LinkButton
          data-opens
          aria-label={t.board.show(name)}
          onClick={() => useClass.setState({ selected: id })}
        >
          {name}
        </LinkButton>
      </td>
      {CLASS_STEPS.map((step, at) => (
        <td key={step} className={classOf(at)}>
          <StepMark
            state={
              steps.includes(step)
                ? 'done'
                : !joined || step !== next
                  ? 'notYet'
                  : isRefused
                    ? 'refused'
                    : 'here'
            }
          />
        </td>
      ))}
      <td className={styles.last}>
        {problem !== null && <span className={textStyles.bad}>{problem}</span>}
        {problem === null && last === null && (
          <span className={textStyles.faint}>{joined ? '' : t.board.waiting}</span>
        )}
        {last !== null && (
          <>
            <div className={textStyles.cut} title={last.path}>
              <Glyph tone={isRefused ? 'bad' : 'ok'} size={13} />{' '}
              <code>
                <b>{last.status}</b> {last.method} {last.path}
              </code>
            </div>
            <div className={classes(textStyles.small, isRefused ? textStyles.warn : textStyles.soft)}>
              {isRefused && refusal && `${[refusal.code, refusal.rule].filter(Boolean).join(', ')}, `}
              {last.refusals > 1 && `${t.board.refusals(last.refusals)}, `}
              {secondsText(last.at)}
            </div>
          </>
        )}
      </td>
    </tr>
  );
}

function StepMark({ state }: { state: 'done' | 'here' | 'notYet' | 'refused' }) {
  return (
    <span title={t.board[state]}>
      {state === 'here' ? (
        <CircleDot size={15} className={textStyles.accent} aria-hidden="true" />
      ) : (
        <Glyph tone={({ done: 'ok', refused: 'warn', notYet: 'plain' } as const)[state]} />
      )}
      <span className={textStyles.spoken}>{t.board[state]}</span>
    </span>
  );
}

function Shown({ bank, fingerprint }: { bank: ClassBank; fingerprint: string }) {
  const { perform, save } = useClass();
  const { id, name, link, refusal, requests } = bank;
  return (
    <aside className={layout.pane} aria-label={t.bank.title(name)}>
      <Head>
        <h2>{t.bank.title(name)}</h2>
      </Head>
      <div className={layout.scroll}>
        <div className={styles.side}>
          <h3>{t.bank.link}</h3>
          <code className={classes(textStyles.wire, styles.link)}>{link}</code>
          <div className={layout.actions}>
            <CopyButton text={link} label={t.bank.copy} />
            <Button size="small" onClick={() => void save(id)}>
              {t.bank.save}
            </Button>
          </div>
          <p className={classes(textStyles.small, textStyles.soft)}>{t.bank.hint}</p>
          <Facts>
            <dt>{t.bank.fingerprint}</dt>
            <dd>
              <code>{fingerprint}</code>
            </dd>
            <dt>{t.bank.requests}</dt>
            <dd>{requests}</dd>
            <dt>{t.bank.refusal}</dt>
            <dd>
              {refusal === null
                ? t.bank.none
                : [refusal.code, refusal.rule, refusal.text].filter(Boolean).join(', ')}
            </dd>
          </Facts>
          <div className={layout.actions}>
            <AskTwice
              label={t.bank.reset}
              sure={t.bank.sure}
              onSure={() => void perform('class.reset', { id }, t.bank.wasReset(name))}
            />
            <span className={classes(textStyles.small, textStyles.soft)}>{t.bank.own}</span>
          </div>
        </div>
      </div>
    </aside>
  );
}
