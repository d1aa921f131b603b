/** Notes on an SCA: whom requests act for after it, and how it ended. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { useRecording } from '../../state/recording.ts';
import { useReturn, useSca, useScaEnd } from '../../state/sca.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/button.tsx';
import { Glyph } from '../../ui/labels.tsx';
import { Note } from '../../ui/messages.tsx';
import { Rule } from '../../ui/popover.tsx';
import { NextSteps } from './sca-panel.tsx';
import layout from '../../ui/layout.module.css';

const t = texts.sca.actsAs;

/** After a second signer: offers to act for the first one again. */
export function ActsAs() {
  const isOffered = useSca((store) => store.offersBack);
  const psu = useStatus((store) => store.status?.psu ?? null);
  const before = useStatus((store) => store.status?.psuBefore ?? null);
  // A recording has no step that changes the PSU without an SCA.
  const isRecording = useRecording((store) => store.state === 'recording');
  if (!isOffered || psu === null || before === null || isRecording) return null;
  const actAsBefore = () => {
    host
      .call('environments.actAsBefore', {})
      .then(() => useSca.setState({ offersBack: false }))
      .catch((error: unknown) => useSca.setState({ problem: messageOf(error) }));
  };
  return (
    <Note as="div">
      <span className={layout.grow}>{t.now(nameOf(psu))}</span>
      <Button size="small" onClick={actAsBefore}>
        {t.again(nameOf(before))}
      </Button>
      <Button size="small" look="plain" onClick={() => useSca.setState({ offersBack: false })}>
        {t.keep}
      </Button>
    </Note>
  );
}

/** Only the local bank returns names. */
function nameOf({ name, psuId }: { name: string | null; psuId: string }): string {
  return name ?? psuId.slice(0, 8);
}

/** How the SCA of a response ended, and the next step. @param props.exchange the response that is shown */
export function EndedSca({ exchange }: { exchange: Exchange | null }) {
  const end = useScaEnd(exchange);
  // The panel with the fields of the redirect has more details.
  const isReturned = useReturn() !== null;
  if (end === null || isReturned) return null;
  const success = end.outcome === 'success';
  return (
    <>
      <Note as="div" tone={success ? 'ok' : 'bad'}>
        <Glyph tone={success ? 'ok' : 'bad'} />
        <span>
          <b>{success ? texts.sca.panel.succeeded : texts.sca.panel.failed}</b> {end.message}{' '}
          <Rule id={success ? 'SCA-1' : 'SCA-2'} />
        </span>
      </Note>
      <NextSteps success={success} />
    </>
  );
}
