/** The Flow view. */
import { DemonstrationPane } from '../../parts/demonstration/demonstration-pane.tsx';
import { PlaceMain } from '../../ui/place-main.tsx';
import styles from './flow-place.module.css';

export function FlowPlace() {
  return (
    <PlaceMain className={styles.flow}>
      <div />
      <DemonstrationPane />
    </PlaceMain>
  );
}
