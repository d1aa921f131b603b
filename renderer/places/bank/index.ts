/** The local bank: its data, its clock, its behaviour. */
import { Landmark } from 'lucide-react';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { clockMoved, KINDS, useBank } from '../../state/bank.ts';
import { useFrame } from '../../state/frame.ts';
import { type Command, command, type Place } from '../../state/place.ts';
import { bankAhead, useStatus } from '../../state/status.ts';
import { clockDifference } from '../../ui/format.ts';
import { BankPlace } from './bank-place.tsx';

const t = texts.bank.commands;

export const bank: Place = {
  id: 'bank',
  label: texts.bank.name,
  Icon: Landmark,
  View: BankPlace,
  commands: bankCommands,
  start: () => {
    host.on('status.changed', () => {
      if (useFrame.getState().place === 'bank') void useBank.getState().load();
    });
  },
};

function bankCommands(): Command[] {
  const { go } = useFrame.getState();
  const { perform, batch, ask, show } = useBank.getState();
  // The commands act on the local bank, even if another one is in use.
  const { status, readAt } = useStatus.getState();
  const elsewhere = status?.environment.isLocal === false;
  const isAway = status !== null && clockDifference(bankAhead(status, readAt, performance.now())) !== null;
  const atBank = (label: string, run: () => Promise<void>) =>
    command(texts.bank.name, label, () => {
      go('bank');
      void run();
    });
  const advance = (label: string, by: string) =>
    atBank(t.moveClock(label), () =>
      perform('bank.clock', { advance: by }, clockMoved(texts.bank.clock.wentOn(label))),
    );
  return [
    atBank(t.freezeClock, () => perform('bank.clock', { mode: 'frozen' }, texts.bank.clock.stands)),
    atBank(t.runClock, () => perform('bank.clock', { mode: 'real' }, texts.bank.clock.runs)),
    advance(t.oneMinute, 'PT1M'),
    advance(t.oneHour, 'PT1H'),
    advance(t.oneDay, 'P1D'),
    atBank(t.clockToNow, async () =>
      isAway ? ask('now') : useBank.setState({ notice: texts.bank.clock.showsNow }),
    ),
    atBank(t.reset, async () => ask('reset')),
    atBank(t.clockToBatch, () =>
      perform('bank.clock', { toNextBatch: true }, clockMoved(t.clockWentToBatch)),
    ),
    atBank(t.runBatch, batch),
    { ...atBank(t.snapshots, async () => ask('snapshot')), more: t.snapshotsAre },
    ...KINDS.map(({ kind, label }) => atBank(t.showList(label), async () => show(kind))),
  ].map((one) => ({ ...one, ...(elsewhere && { hint: t.atLocalBank }) }));
}
