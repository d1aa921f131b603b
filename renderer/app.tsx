/** The window: the shell around the views. */
import { texts } from '../shared/texts/texts.ts';
import { PLACES } from './places/places.ts';
import { Frame } from './shell/frame.tsx';
import { useFrame } from './state/frame.ts';
import { useSettings } from './state/settings.ts';
import { useStatus } from './state/status.ts';
import { Button } from './ui/button.tsx';
import { WholeMessage } from './ui/messages.tsx';
import textStyles from './ui/text.module.css';

const t = texts.app.start;

/** Loads what the window needs to show a view, and starts the views. Called once. */
export function start(): void {
  void useStatus.getState().refresh();
  void chooseFirstPlace();
  for (const place of PLACES) place.start?.();
}

/** Shows Requests first if the user has sent a request before, unless another view was opened in the meantime. */
async function chooseFirstPlace(): Promise<void> {
  await useSettings.getState().load();
  const { place, go } = useFrame.getState();
  if (place === 'start' && useSettings.getState().settings?.started) go('requests');
}

export function App() {
  const { status, error, refresh } = useStatus();
  const { settings, problem, load } = useSettings();
  const unreachable = (status ? null : error) ?? (settings ? null : problem);
  if (unreachable !== null) {
    return (
      <WholeMessage>
        <h1>{t.unreachable}</h1>
        <p>{unreachable}</p>
        <p>
          <Button onClick={() => void Promise.all([refresh(), load()])}>{texts.common.tryAgain}</Button>
        </p>
      </WholeMessage>
    );
  }
  if (!status || !settings) return <WholeMessage className={textStyles.soft}>{t.starting}</WholeMessage>;
  return <Frame places={PLACES} />;
}
