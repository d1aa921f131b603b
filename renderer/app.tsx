/** The window: loads what it needs, then shows the chosen place. */
import { useEffect } from 'react';
import { texts } from '../shared/texts/texts.ts';
import { BankPlace } from './places/bank/bank-place.tsx';
import { useBank } from './state/bank.ts';
import { CertificatesPlace } from './places/certificates/certificates-place.tsx';
import { useCertificates } from './state/certificates.ts';
import { EnvironmentsPlace } from './places/environments/environments-place.tsx';
import { useEnvironments } from './state/environments.ts';
import { FirstStart } from './places/first-start/first-start.tsx';
import { Frame } from './shell/frame/frame.tsx';
import { useFrame } from './state/frame.ts';
import { HistoryPlace } from './places/history/history-place.tsx';
import { RequestsPlace } from './places/requests/requests-place.tsx';
import { useSaved } from './state/requests/saved.ts';
import { keepDrafts, useRequests } from './state/requests/requests.ts';
import { useSca } from './state/sca.ts';
import { SettingsPlace } from './places/settings/settings-place.tsx';
import { useSettings } from './state/settings.ts';
import { useStatus } from './state/status.ts';
import { tellOfElsewhere } from './shell/toasts/elsewhere.ts';
import { host, messageOf } from './host.ts';

const t = texts.app.start;

export function App() {
  const { status, error, refresh } = useStatus();
  const { settings, problem, load } = useSettings();
  const place = useFrame((store) => store.place);
  useEffect(() => {
    void start();
    const ends = [
      host.on('status.changed', () => {
        void useStatus.getState().refresh();
        if (useFrame.getState().place === 'bank') void useBank.getState().load();
      }),
      host.on('certificates.changed', () => void useCertificates.getState().load()),
      host.on('saved.changed', () => void useSaved.getState().load()),
      host.on('import.progress', (progress) => useCertificates.setState({ progress })),
      host.on('send.progress', ({ bytes }) => useRequests.setState({ received: bytes })),
      host.on('environments.changed', () => void useEnvironments.getState().load()),
      host.on('sca.returned', (callback) => useSca.getState().returned(callback)),
      tellOfElsewhere(),
    ];
    return () => ends.forEach((end) => end());
  }, []);
  const unreachable = (status ? null : error) ?? (settings ? null : problem);
  if (unreachable !== null) {
    return (
      <main className="whole-error">
        <h1>{t.unreachable}</h1>
        <p>{unreachable}</p>
        <p>
          <button type="button" className="btn" onClick={() => void Promise.all([refresh(), load()])}>
            {texts.common.tryAgain}
          </button>
        </p>
      </main>
    );
  }
  if (!status || !settings) return <main className="whole-error soft">{t.starting}</main>;
  return (
    <Frame>
      {place === 'start' && <FirstStart />}
      {place === 'requests' && <RequestsPlace />}
      {place === 'bank' && <BankPlace />}
      {place === 'certificates' && <CertificatesPlace />}
      {place === 'environments' && <EnvironmentsPlace />}
      {place === 'history' && <HistoryPlace />}
      {place === 'settings' && <SettingsPlace />}
    </Frame>
  );
}

async function start(): Promise<void> {
  await Promise.all([useStatus.getState().refresh(), beginAtTheWork(), restoreDrafts()]);
}

/** Whoever has been through a door once begins where the work is, unless they were quicker and are elsewhere by now. */
async function beginAtTheWork(): Promise<void> {
  await useSettings.getState().load();
  const { place, go } = useFrame.getState();
  if (place === 'start' && useSettings.getState().settings?.started) go('requests');
}

/** Kept from now on, unless those of before could not be read: then they are left as they are. */
async function restoreDrafts(): Promise<void> {
  try {
    await useRequests.getState().restore();
    keepDrafts();
  } catch (error) {
    useRequests.setState({
      notKept: t.draftsUnreadable(messageOf(error)),
    });
  }
}
