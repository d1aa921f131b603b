/** The palette: which commands it offers in which order, and how it searches them. */
import { House } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import { commandsOf, matching } from '../../renderer/shell/palette.tsx';
import { useFrame } from '../../renderer/state/frame.ts';
import { command, type Place } from '../../renderer/state/place.ts';
import { texts } from '../../shared/texts/texts.ts';

// Keys are those of the host of the window.
vi.stubGlobal('window', {});

const nothing = () => undefined;
const place = (id: Place['id'], label: string, commands: Place['commands'] = () => []): Place => ({
  id,
  label,
  Icon: House,
  View: () => null,
  commands,
});
const PLACES = [
  place('bank', 'Bank', () => [
    command(texts.common.workbench, 'Lock', nothing),
    command('Bank', 'Freeze the clock', nothing, 'F9'),
  ]),
  place('history', 'History'),
  place('settings', 'Settings', () => [command('Settings', 'Bank details', nothing)]),
];

test('views are first, then their commands, then those of the whole workbench', () => {
  expect(commandsOf(PLACES).map(({ group, label }) => `${group}: ${label}`)).toEqual([
    'Go to: Bank',
    'Go to: History',
    'Go to: Settings',
    'Bank: Freeze the clock',
    'Settings: Bank details',
    'Workbench: Lock',
  ]);
});

test('the command of a view shows that view', () => {
  commandsOf(PLACES)
    .find(({ id }) => id === 'go-history')
    ?.run();
  expect(useFrame.getState().place).toBe('history');
});

test('a search matches all words in label, hint or group; labels that start with the first word are first', () => {
  const found = (search: string) => matching(commandsOf(PLACES), search).map(({ label }) => label);
  expect(found('bank')).toEqual(['Bank', 'Bank details', 'Freeze the clock']);
  expect(found('f9 CLOCK')).toEqual(['Freeze the clock']);
  expect(found('clock details')).toEqual([]);
});
