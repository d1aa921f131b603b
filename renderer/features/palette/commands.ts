/** Everything that can be searched for and run from the keyboard. */
import { OPERATIONS } from '../../../shared/xs2a/operations.ts';
import { host } from '../../host.ts';
import { useBank } from '../bank/store.ts';
import { useCertificates } from '../certificates/store.ts';
import { useEnvironments } from '../environments/store.ts';
import { PLACES } from '../frame/places.ts';
import { useFrame } from '../frame/store.ts';
import { useRequests } from '../requests/store.ts';
import { useSessions } from '../sca/session-store.ts';
import { useSettings } from '../settings/store.ts';
import { useStatus } from '../status/store.ts';

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
      group: 'Go to' as const,
      label,
      run: () => go(place),
    })),
    command(
      'Requests',
      'Sign and send',
      inRequests(() => void requests.send()),
      'Ctrl Enter',
    ),
    command('Requests', 'New tab', inRequests(requests.newTab)),
    command('Requests', 'Duplicate this tab', inRequests(requests.duplicate)),
    command('Requests', 'Undo', inRequests(requests.undo), 'Ctrl Z'),
    command('Requests', 'Redo', inRequests(requests.redo), 'Ctrl Shift Z'),
    ...OPERATIONS.map(({ id, title, method, path }) => ({
      id,
      group: 'Operations' as const,
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
      'Bank',
      `Clock ${label}`,
      atBank(() => pull('bank.clock', { advance }, `The clock went on: ${label}.`)),
    );
  return [
    command(
      'Bank',
      'Freeze the clock',
      atBank(() => pull('bank.clock', { mode: 'frozen' }, 'The clock stands still.')),
    ),
    command(
      'Bank',
      'Let the clock run',
      atBank(() => pull('bank.clock', { mode: 'real' }, 'The clock runs on.')),
    ),
    clock('+1 minute', 'PT1M'),
    clock('+1 hour', 'PT1H'),
    clock('+1 day', 'P1D'),
    command(
      'Bank',
      'Clock to the next batch',
      atBank(() => pull('bank.clock', { toNextBatch: true }, 'The clock went on to the next batch.')),
    ),
    command('Bank', 'Run a batch now', atBank(batch)),
  ];
}

function environmentCommands(go: Go): Command[] {
  const { list, choose } = useEnvironments.getState();
  const begin = command('Environments', 'New SCA session', () => {
    go('environments');
    void useSessions.getState().pull('sessions.begin', {});
  });
  const others = (list ?? [])
    .filter(({ current }) => !current)
    .map(({ id, name, baseUrl }) => ({
      id: `environment-${id}`,
      group: 'Environments' as const,
      label: `Send requests to ${name}`,
      hint: baseUrl,
      run: () => void choose(id),
    }));
  return [begin, ...others];
}

function workbenchCommands(go: Go): Command[] {
  const { change, exportEverything } = useSettings.getState();
  const theme = (name: string, value: 'system' | 'light' | 'dark' | 'contrast') =>
    command('Workbench', `Theme: ${name}`, () => void change({ theme: value }));
  const vault = useStatus.getState().status?.vault;
  return [
    command('Workbench', 'New test certificate', () => {
      go('certificates');
      useCertificates.getState().begin('make');
    }),
    command('Workbench', 'Export everything', () => {
      go('settings');
      void exportEverything();
    }),
    theme('as the system', 'system'),
    theme('light', 'light'),
    theme('dark', 'dark'),
    theme('high contrast', 'contrast'),
    ...(vault?.keeper === 'passphrase' && vault.state === 'open'
      ? [command('Workbench', 'Lock the vault', () => void host.call('vault.lock', {}))]
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
