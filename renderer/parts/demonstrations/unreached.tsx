/** That the host has ended, where the bars of the window are not seen: what is shown is of before. */
import { texts } from '../../../shared/texts/texts.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useReach } from '../../state/reach.ts';
import { Problem } from '../../ui/form.tsx';

/** Shows that the workbench is not responding, or what has prevented the last press. */
export function Unreached() {
  const isReached = useReach((store) => store.isReached);
  const problem = useDemonstrations((store) => store.problem);
  return <Problem text={isReached ? problem : texts.app.host.noResponse} />;
}
