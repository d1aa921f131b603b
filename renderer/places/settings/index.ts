/** Settings of the workbench. */
import { Settings } from 'lucide-react';
import type { KeyCommand } from '../../../shared/contract/window-commands.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { useFrame } from '../../state/frame.ts';
import { type Command, command, keyedCommand, type Place } from '../../state/place.ts';
import { useSettings } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { SettingsPlace } from './settings-place.tsx';

const t = texts.settings.commands;

export const settings: Place = {
  id: 'settings',
  label: texts.settings.name,
  more: t.settingsAre,
  Icon: Settings,
  View: SettingsPlace,
  isLast: true,
  commands: workbenchCommands,
};

function workbenchCommands(): Command[] {
  const { change, exportEverything } = useSettings.getState();
  const theme = (name: string, value: 'system' | 'light' | 'dark' | 'contrast') =>
    command(texts.common.workbench, t.theme(name), () => void change({ theme: value }));
  const keyed = (id: KeyCommand) => keyedCommand(texts.common.workbench, id);
  const vault = useStatus.getState().status?.vault;
  return [
    { ...keyed('documentation'), more: texts.help.documentationIs, named: texts.help.title },
    { ...keyed('shortcuts'), more: texts.help.shortcutsAre },
    keyed('new-window'),
    keyed('find'),
    keyed('next-pane'),
    keyed('previous-pane'),
    command(texts.common.workbench, texts.common.exportEverything, () => {
      useFrame.getState().go('settings');
      void exportEverything();
    }),
    { ...command(texts.common.workbench, t.help, () => useFrame.getState().go('settings')), more: t.helpIs },
    theme(t.themeSystem, 'system'),
    theme(t.themeLight, 'light'),
    theme(t.themeDark, 'dark'),
    theme(t.themeContrast, 'contrast'),
    ...(vault?.protection === 'passphrase' && vault.state === 'open'
      ? [command(texts.common.workbench, t.lockVault, () => void host.call('vault.lock', {}))]
      : []),
  ];
}
