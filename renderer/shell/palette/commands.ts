/** Everything that can be searched for and run from the keyboard. */
import { OPERATIONS } from '../../../shared/xs2a/operations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { useBank } from '../../state/bank.ts';
import { useCertificates } from '../../state/certificates.ts';
import { useEnvironments } from '../../state/environments.ts';
import { PLACES } from '../../state/places.ts';
import { useFrame } from '../../state/frame.ts';
import { useRequests } from '../../state/requests/requests.ts';
import { useSessions } from '../../state/sessions.ts';
import { useSettings } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';

const t = texts.palette.commands;

export interface Command {
  id: string;
  group: 'Go to' | 'Requests' | 'Operations' | 'Bank' | 'Environments' | 'Workbench';
  label: string;
  /** Beside it: a path, a shortcut. */
  hint?: string;
  run: () => void;
}

/** All commands that make sense now. */
export function commandsNow(): Command[] {
  const { go } = useFrame.getState();
  const requests = useRequests.getState();
  const inRequests = (run: () => void) => () => {
    go('requests');
    run();
  };
  return [
    ...PLACES.map(({ place, label }) => ({
      id: `go-${place}`,
      group: t.goTo,
      label,
      run: () => go(place),
    })),
    command(
      t.requests,
      texts.requests.composer.send,
      inRequests(() => void requests.send()),
      texts.requests.composer.ctrlEnter,
    ),
    command(t.requests, texts.requests.tabs.newTab, inRequests(requests.newTab)),
    command(t.requests, texts.requests.tabs.duplicateTab, inRequests(requests.duplicate)),
    command(t.requests, texts.requests.tabs.undo, inRequests(requests.undo), texts.requests.tabs.ctrlZ),
    command(t.requests, texts.requests.tabs.redo, inRequests(requests.redo), texts.requests.tabs.ctrlShiftZ),
    ...OPERATIONS.map(({ id, title, method, path }) => ({
      id,
      group: t.operations,
      label: title,
      hint: `${method} ${path}`,
      run: inRequests(() => requests.choose(id)),
    })),
    ...bankCommands(go),
    ...environmentCommands(go),
    ...workbenchCommands(go),
  ];
}

function command(group: Command['group'], label: string, run: () => void, hint?: string): Command {
  return { id: `${group}/${label}`, group, label, run, ...(hint === undefined ? {} : { hint }) };
}

type Go = ReturnType<typeof useFrame.getState>['go'];

function bankCommands(go: Go): Command[] {
  const { pull, batch } = useBank.getState();
  const atBank = (run: () => Promise<void>) => () => {
    go('bank');
    void run();
  };
  const clock = (label: string, advance: string) =>
    command(
      texts.common.bank,
      t.moveClock(label),
      atBank(() => pull('bank.clock', { advance }, texts.bank.clock.wentOn(label))),
    );
  return [
    command(
      texts.common.bank,
      t.freezeClock,
      atBank(() => pull('bank.clock', { mode: 'frozen' }, texts.bank.clock.stands)),
    ),
    command(
      texts.common.bank,
      t.runClock,
      atBank(() => pull('bank.clock', { mode: 'real' }, texts.bank.clock.runs)),
    ),
    clock(t.oneMinute, 'PT1M'),
    clock(t.oneHour, 'PT1H'),
    clock(t.oneDay, 'P1D'),
    command(
      texts.common.bank,
      t.clockToBatch,
      atBank(() => pull('bank.clock', { toNextBatch: true }, t.clockWentToBatch)),
    ),
    command(texts.common.bank, t.runBatch, atBank(batch)),
  ];
}

function environmentCommands(go: Go): Command[] {
  const { list, choose } = useEnvironments.getState();
  const begin = command(texts.common.environments, t.newSession, () => {
    go('environments');
    void useSessions.getState().pull('sessions.begin', {});
  });
  const others = (list ?? [])
    .filter(({ current }) => !current)
    .map(({ id, name, baseUrl }) => ({
      id: `environment-${id}`,
      group: texts.common.environments,
      label: t.useEnvironment(name),
      hint: baseUrl,
      run: () => void choose(id),
    }));
  return [begin, ...others];
}

function workbenchCommands(go: Go): Command[] {
  const { change, exportEverything } = useSettings.getState();
  const theme = (name: string, value: 'system' | 'light' | 'dark' | 'contrast') =>
    command(t.workbench, t.theme(name), () => void change({ theme: value }));
  const vault = useStatus.getState().status?.vault;
  return [
    command(t.workbench, texts.common.newTestCertificate, () => {
      go('certificates');
      useCertificates.getState().begin('make');
    }),
    command(t.workbench, texts.common.exportEverything, () => {
      go('settings');
      void exportEverything();
    }),
    theme(t.themeSystem, 'system'),
    theme(t.themeLight, 'light'),
    theme(t.themeDark, 'dark'),
    theme(t.themeContrast, 'contrast'),
    ...(vault?.keeper === 'passphrase' && vault.state === 'open'
      ? [command(t.workbench, t.lockVault, () => void host.call('vault.lock', {}))]
      : []),
  ];
}

/** Those in which every word of the search stands, the ones that begin with it first. */
export function matching(commands: readonly Command[], search: string): Command[] {
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const text = ({ group, label, hint = '' }: Command) => `${label} ${hint} ${group}`.toLowerCase();
  const rank = ({ label }: Command) =>
    words[0] !== undefined && label.toLowerCase().startsWith(words[0]) ? 0 : 1;
  return commands
    .filter((one) => words.every((word) => text(one).includes(word)))
    .sort((a, b) => rank(a) - rank(b));
}
