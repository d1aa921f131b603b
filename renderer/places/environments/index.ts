/** Environments: where requests go, and as whom. */
import { SlidersHorizontal } from 'lucide-react';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import {
  openEnvironment,
  useEnvironments,
  useOpenApi,
  useProxy,
  useSessions,
  useTap,
} from '../../state/environments.ts';
import { useFrame } from '../../state/frame.ts';
import { type Command, command, type Place } from '../../state/place.ts';
import { THIS_WINDOW } from '../../state/own-window.ts';
import { EnvironmentsPlace } from './environments-place.tsx';

const t = texts.environments.commands;

export const environments: Place = {
  id: 'environments',
  label: texts.environments.name,
  Icon: SlidersHorizontal,
  View: EnvironmentsPlace,
  commands: environmentCommands,
  loadCommands: () => useEnvironments.getState().load(),
  start: () => {
    const loadDocument = () => void useOpenApi.getState().load();
    host.on('environments.changed', () => {
      void useEnvironments.getState().load();
      loadDocument();
    });
    loadDocument();
    host.on('environments.chosen', ({ name, window }) =>
      useEnvironments.setState({ chosenElsewhere: window === THIS_WINDOW ? null : name }),
    );
  },
};

function environmentCommands(): Command[] {
  const { list, choose, forgetPsu } = useEnvironments.getState();
  const newSession = command(texts.environments.name, t.newSession, () => {
    openEnvironment();
    void useSessions.getState().perform('sessions.begin', {});
  });
  const others = (list ?? [])
    .filter(({ current }) => !current)
    .map(({ id, name, baseUrl }) => ({
      id: `environment-${id}`,
      group: texts.environments.name,
      label: t.useEnvironment(name),
      hint: baseUrl,
      named: name,
      run: () => void choose(id),
    }));
  const views = (list ?? []).map(({ id, name }) => ({
    ...command(texts.environments.name, t.showEnvironment(name), () => openEnvironment(id)),
    id: `show-environment-${id}`,
    named: name,
  }));
  const proxy = command(texts.environments.name, t.signingProxy, () => {
    useEnvironments.setState({ tab: 'programs' });
    useFrame.getState().go('environments');
    useProxy.setState({ shouldReveal: true });
  });
  const tap = command(texts.environments.name, t.tap, () => {
    useEnvironments.setState({ tab: 'programs' });
    useFrame.getState().go('environments');
    useTap.setState({ shouldReveal: true });
  });
  const profile = command(texts.environments.name, texts.environments.profile.title, () =>
    openEnvironment(undefined, 'profile'),
  );
  const known = list?.find(({ current, psu }) => current && psu !== null);
  const forget = command(texts.environments.name, t.forgetPsu, () => {
    openEnvironment();
    if (known) void forgetPsu(known.id);
  });
  return [
    newSession,
    ...(known ? [forget] : []),
    { ...proxy, more: t.proxyIsFor },
    { ...tap, more: t.tapIsFor },
    { ...profile, more: t.profileIsFor },
    ...others,
    ...views,
  ];
}
