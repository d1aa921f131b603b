/** After a second signer: who requests act as now, and who they acted as before. */
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { useRecording } from '../../state/recording.ts';
import { useSca } from '../../state/sca.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import layout from '../../ui/layout.module.css';

const t = texts.sca.actsAs;

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

/** Only the local bank tells names. */
function nameOf({ name, psuId }: { name: string | null; psuId: string }): string {
  return name ?? psuId.slice(0, 8);
}
